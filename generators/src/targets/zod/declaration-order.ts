// The order of constants: the description's, except that what another constant is made of stands above it.
import type { NamedSchema, Schema } from "../../model/schema.ts";
import { childrenOf } from "../../model/walk.ts";

/** Every schema once. On a cycle one of them has to name another before its constant has a value. */
export function declarationOrder(schemas: readonly NamedSchema[]): NamedSchema[] {
  const ordered = new Set<NamedSchema>();
  const visited = new Set<NamedSchema>();
  const known = new Set(schemas);
  const visit = (named: NamedSchema): void => {
    if (visited.has(named) || !known.has(named)) return;
    visited.add(named);
    referencesOf(named.schema).forEach(visit);
    ordered.add(named);
  };
  schemas.forEach(visit);
  return [...ordered];
}

function referencesOf(schema: Schema): NamedSchema[] {
  return schema.kind === "ref" ? [schema.target] : childrenOf(schema).flatMap(referencesOf);
}
