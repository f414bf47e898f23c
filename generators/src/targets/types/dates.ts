// Where values have date-times -> the locations as code, for everything that creates Dates from them.
import {
  type Code,
  type CodeSymbol,
  code,
  constant,
  exported,
  generatedSymbol,
  generatedType,
  objectOf,
  type VariableStatement,
} from "../../emit/index.ts";
import { PlacePlans } from "../../model/analysis/place-plans.ts";
import type { NamedSchema, Schema } from "../../model/schema.ts";
import { docOfText } from "../docs.ts";
import { placesCodeOf } from "./places-code.ts";

const runtime = "reviving.gen.ts";

export const revive: CodeSymbol = generatedSymbol("revive", "types", runtime);
export const wireOf: CodeSymbol = generatedSymbol("wireOf", "types", runtime);
export const wireValue: CodeSymbol = generatedType("WireValue", "types", runtime);
const places: CodeSymbol = generatedType("DatePlaces", "types", runtime);

/** The date-times of one API; nothing is emitted for a schema without any. */
export class DateCode {
  private readonly plans: PlacePlans;

  constructor(schemas: readonly NamedSchema[]) {
    const isPlace = (schema: Schema): boolean => schema.kind === "string" && schema.date === true;
    this.plans = new PlacePlans(schemas, { isPlace, withUnevaluated: false });
  }

  has(named: NamedSchema): boolean {
    return this.plans.has(named);
  }

  /** The locations in values of the schema; `null` when there are none. */
  placesIn(schema: Schema): Code | null {
    const plan = this.plans.of(schema);
    return plan === null ? null : placesCodeOf(plan, placesOf);
  }

  declarationOf(named: NamedSchema): VariableStatement {
    const initializer = this.placesIn(named.schema) ?? objectOf([]);
    const doc = docOfText(`Where points in time are in ${named.name}.`);
    return exported(constant({ name: placesOf(named).name, type: code`${places}`, initializer }, doc));
  }
}

/** The constant with the locations in a named schema. */
export function placesOf({ name }: NamedSchema): CodeSymbol {
  return generatedSymbol(`datesOf${name}`, "types", "dates.gen.ts");
}
