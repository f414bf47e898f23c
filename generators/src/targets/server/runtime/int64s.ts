// Validators of requests -> validators of the same with `bigint` where the description has integers of 64 bits.
import { type ByPart, type Schemas, withChangedParts } from "./runtime.ts";

/** Makes `bigint` of integers in a value that was just read. */
type Conversion = (value: unknown) => unknown;

/** Validators take values as code has them, so a request is converted first. Responses are validated as they are. */
export function withInt64Schemas(schemas: Schemas, conversions: ByPart<Conversion>): Schemas {
  return withChangedParts(schemas, conversions, (validator, convert) => ({
    safeParse: (value) => validator.safeParse(convert(value)),
  }));
}
