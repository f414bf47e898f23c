// Where values have integers that are `bigint` in code -> the locations as code, for everything that creates them from JSON.
import { type Code, type CodeSymbol, call, code, generatedSymbol, generatedType } from "../../emit/index.ts";
import type { MediaType } from "../../model/http.ts";
import type { NamedSchema, Schema } from "../../model/schema.ts";
import { PlaceCode, placesCodeOf } from "./places-code.ts";

export const parseJson: CodeSymbol = generatedSymbol("parseJson", "types", "exact-json.gen.ts");
export const jsonText: CodeSymbol = generatedSymbol("jsonText", "types", "exact-json.gen.ts");
export const withInt64s: CodeSymbol = generatedSymbol("withInt64s", "types", "exact-json.gen.ts");
const places: CodeSymbol = generatedType("Int64Places", "types", "exact-json.gen.ts");

/** The integers of 64 bits of one API. */
export class Int64Code extends PlaceCode {
  constructor(schemas: readonly NamedSchema[]) {
    const textOf = (name: string): string => `Where integers of 64 bits are in ${name}.`;
    const rule = { isPlace: isInt64, withUnevaluated: true };
    super(schemas, { rule, type: places, symbolOf: int64sOf, textOf });
  }

  /** The locations in values of the schema, `{}` when there are none: JSON may still have integers that no double holds. */
  placesIn(schema: Schema): Code {
    return placesCodeOf(this.plans.of(schema), int64sOf);
  }

  /** Whether values of the schema have any. */
  isIn(schema: Schema): boolean {
    return this.plans.of(schema) !== null;
  }
}

/** What values are read from: `mixed` are the fields of a form, texts of which some are JSON. */
export type ValueSource = "json" | "text" | "mixed";

/** `(value) => withInt64s(value, …)`; `null` where there is nothing to convert. JSON may have integers that no double holds where none is described. */
export function int64sIn(schema: Schema, int64s: Int64Code, source: ValueSource): Code | null {
  if (source === "text" && !int64s.isIn(schema)) return null;
  // The digits of large integers are still text.
  const args = [code`value`, int64s.placesIn(schema), ...(source === "json" ? [] : [code`true`])];
  return code`(value) => ${call(code`${withInt64s}`, args)}`;
}

/** What a body is read from; `null` for one without values. */
export function sourceOf({ body, item }: Pick<MediaType, "body" | "item">): ValueSource | null {
  if (item !== null || body === "json") return "json";
  return body === "form" || body === "multipart" ? "mixed" : null;
}

/** The constant with the locations in a named schema. */
export function int64sOf({ name }: NamedSchema): CodeSymbol {
  return generatedSymbol(`int64sOf${name}`, "types", "int64s.gen.ts");
}

function isInt64(schema: Schema): boolean {
  return (schema.kind === "number" || schema.kind === "enum") && schema.bigint === true;
}
