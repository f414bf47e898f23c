// Validators of requests -> validators whose values have the defaults of what is absent.
import { type ByPart, type Schemas, withChangedParts } from "./runtime.ts";

/** What adds the defaults of the parts that have any. A request is validated as it was sent, then completed. */
export function defaulted(schemas: Schemas, fillings: ByPart<(value: unknown) => unknown>): Schemas {
  return withChangedParts(schemas, fillings, (validator, filling) => ({
    safeParse: (value) => {
      const verdict = validator.safeParse(value);
      return verdict.success ? { success: true, data: filling(verdict.data) } : verdict;
    },
  }));
}
