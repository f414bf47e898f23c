// One schema with a valid value, and all of its variants.
import type { Json } from "waybill/description";
import type { JsonSchema } from "../schema-with-ajv.ts";

export interface Row {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly base: Json;
  /** `id  value`; eight or more of one character are written `x*100`. */
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
}
