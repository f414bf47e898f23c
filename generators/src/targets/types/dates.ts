// Where values have date-times -> the locations as code, for everything that creates Dates from them.
import { type Code, type CodeSymbol, generatedSymbol, generatedType } from "../../emit/index.ts";
import type { NamedSchema, Schema } from "../../model/schema.ts";
import { PlaceCode, placesCodeOf } from "./places-code.ts";

const runtime = "reviving.gen.ts";

export const revive: CodeSymbol = generatedSymbol("revive", "types", runtime);
export const wireOf: CodeSymbol = generatedSymbol("wireOf", "types", runtime);
export const wireValue: CodeSymbol = generatedType("WireValue", "types", runtime);
const places: CodeSymbol = generatedType("DatePlaces", "types", runtime);

/** The date-times of one API; nothing is emitted for a schema without any. */
export class DateCode extends PlaceCode {
  constructor(schemas: readonly NamedSchema[]) {
    const isPlace = (schema: Schema): boolean => schema.kind === "string" && schema.date === true;
    const textOf = (name: string): string => `Where points in time are in ${name}.`;
    super(schemas, { rule: { isPlace, withUnevaluated: false }, type: places, symbolOf: placesOf, textOf });
  }

  /** The locations in values of the schema; `null` when there are none. */
  placesIn(schema: Schema): Code | null {
    const plan = this.plans.of(schema);
    return plan === null ? null : placesCodeOf(plan, placesOf);
  }
}

/** The constant with the locations in a named schema. */
export function placesOf({ name }: NamedSchema): CodeSymbol {
  return generatedSymbol(`datesOf${name}`, "types", "dates.gen.ts");
}
