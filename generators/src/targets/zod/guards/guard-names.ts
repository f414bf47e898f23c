// Named schemas -> the names of their guards: `Order` gives `isOrder`.
import type { Operation } from "../../../model/http.ts";
import type { NamedSchema } from "../../../model/schema.ts";
import { formatHelpers } from "../runtime-modules.ts";

/**
 * A name that the runtime or the constants of an operation already use (`isDate` checks a format) gets a suffix, repeated
 * often as it takes: `isDateValue`. What other schemas are called decides nothing unless they want that very name.
 */
export function guardNamesOf(
  schemas: readonly NamedSchema[],
  operations: readonly Operation[],
): ReadonlyMap<NamedSchema, string> {
  const constants = operations.flatMap(({ name }) => [`${name}Schemas`, guardsConstantOf(name)]);
  // A schema may be called `isError` beside one called `ErrorSchema`.
  const validators = schemas.map(({ name }) => `${name}Schema`);
  const reserved = new Set<string>([...formatHelpers, ...constants, ...validators]);
  const free = schemas.filter(({ name }) => !reserved.has(`is${name}`));
  const names = new Map(free.map((schema) => [schema, `is${schema.name}`]));
  const usedNames = new Set([...reserved, ...names.values()]);
  for (const schema of schemas) {
    if (names.has(schema)) continue;
    let name = `is${schema.name}Value`;
    while (usedNames.has(name)) name += "Value";
    usedNames.add(name);
    names.set(schema, name);
  }
  return names;
}

/** The constant with the guards of an operation. */
export function guardsConstantOf(operationName: string): string {
  return `${operationName}Guards`;
}
