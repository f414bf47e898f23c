// Where values may lack members that have a default -> the locations and defaults as code, for everything that adds them.
import { type Code, type CodeSymbol, code, generatedSymbol, generatedType } from "../../emit/index.ts";
import { defaultRule } from "../../model/analysis/place-plans.ts";
import type { NamedSchema, Schema } from "../../model/schema.ts";
import { PlaceCode, placesCodeOf } from "./places-code.ts";

const runtime = "filling.gen.ts";
const withDefaults: CodeSymbol = generatedSymbol("withDefaults", "types", runtime);
const places: CodeSymbol = generatedType("DefaultPlaces", "types", runtime);

/** The defaults of one API; nothing is emitted for a schema without any. */
export class DefaultCode extends PlaceCode {
  constructor(schemas: readonly NamedSchema[]) {
    const textOf = (name: string): string => `The defaults in ${name}.`;
    super(schemas, { rule: defaultRule, type: places, symbolOf: defaultsOf, textOf });
  }

  /** `(value) => withDefaults(value, defaultsOfOrder)`; `null` where there is nothing to add. */
  fillingOf(schema: Schema): Code | null {
    const plan = this.plans.of(schema);
    if (plan === null) return null;
    return plan.kind === "ref" ? filling(code`${defaultsOf(plan.target)}`) : filling(placesCodeOf(plan, defaultsOf));
  }

  /** The same for the values of a named schema. */
  fillingOfNamed(named: NamedSchema): Code | null {
    return this.has(named) ? filling(code`${defaultsOf(named)}`) : null;
  }
}

function filling(where: Code): Code {
  return code`(value) => ${withDefaults}(value, ${where})`;
}

function defaultsOf({ name }: NamedSchema): CodeSymbol {
  return generatedSymbol(`defaultsOf${name}`, "types", "defaults.gen.ts");
}
