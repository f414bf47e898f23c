// One schema with a valid value, and all of its variants.
import type { Json } from "waybill/description";
import type { JsonSchema } from "../schema-with-ajv.ts";

export interface Row {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly base: Json;
  /** By place, the details of the invalid variants of the keyword `type`. */
  readonly types: Readonly<Record<string, string>>;
  /** All others: `id  value`; eight or more of one character are written `x*100`. */
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
}
