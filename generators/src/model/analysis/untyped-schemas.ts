// An API -> the schemas with keywords for one type of value that accept all other types, too, and of which no other schema of the same
// value states the type.
import type { Draft, DraftSchema } from "../draft.ts";
import { schemasOf } from "../finish/filters.ts";
import type { Schema, UnionSchema } from "../schema.ts";
import { childrenOf } from "../walk.ts";
import { allJsonTypes, coversEveryType, jsonTypesOf } from "./json-types.ts";

export function untypedSchemasIn(api: Draft): UnionSchema[] {
  const search = new Search();
  for (const { schema } of api.schemas) search.visit(schema, false);
  for (const schema of schemasOf(api)) search.visit(schema, false);
  // What is only a part of an `allOf` has the type that another part states.
  const parts = new Set(
    api.schemas.filter((named) => search.parts.has(named) && !search.wholes.has(named)).map(({ schema }) => schema),
  );
  return [...search.untyped].filter((union) => !parts.has(union));
}

class Search {
  readonly untyped: Set<UnionSchema> = new Set();
  /** Targets of references from a combination that states a type, and of all other references. */
  readonly parts: Set<DraftSchema> = new Set();
  readonly wholes: Set<DraftSchema> = new Set();

  /** `isTyped`: something else decides which types the value can have. */
  visit(schema: Schema, isTyped: boolean): void {
    switch (schema.kind) {
      case "ref":
        (isTyped ? this.parts : this.wholes).add(schema.target);
        return;
      case "union":
        if (coversEveryType(schema) && !isTyped) this.untyped.add(schema);
        for (const member of schema.members) this.visit(member, isTyped);
        return;
      case "intersection": {
        const decides = isTyped || jsonTypesOf(schema).size < allJsonTypes.size;
        for (const member of schema.members) this.visit(member, decides);
        return;
      }
      case "unevaluated":
        this.visit(schema.schema, isTyped);
        return;
      // Conditions: what they leave open is decided elsewhere.
      case "not":
      case "conditional":
        for (const child of childrenOf(schema)) this.visit(child, true);
        return;
      case "object": {
        const conditions = schema.dependentSchemas.map((entry) => entry.schema);
        for (const child of childrenOf(schema)) this.visit(child, conditions.includes(child));
        return;
      }
      default:
        for (const child of childrenOf(schema)) this.visit(child, false);
    }
  }
}
