// Schemas with the guards of the same parts -> validators that try the guard first, and use the schema only to find the issues.
import { type ByPart, type Schemas, withChangedParts } from "./runtime.ts";

/** Fast checks whether a part of a request matches; a part without one uses its schema. */
export type Guards = ByPart<(value: unknown) => boolean>;

/** The same results as those of `schemas`: a guard accepts what its schema accepts, and a schema returns the value itself. */
export function guarded(schemas: Schemas, guards: Guards): Schemas {
  return withChangedParts(schemas, guards, (validator, guard) => ({
    safeParse: (value) => (guard(value) ? { success: true, data: value } : validator.safeParse(value)),
  }));
}
