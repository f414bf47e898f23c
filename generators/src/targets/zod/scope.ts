// What an expression depends on besides its schema: how Zod is written, which formats are asserted, and which helpers of the
// runtime it turns out to need.
import { type CodeSymbol, generatedSymbol } from "../../emit/index.ts";
import type { NamedSchema } from "../../model/schema.ts";
import type { DateCode, DefaultCode } from "../types/index.ts";
import { type Helper, helpersPath } from "./runtime-modules.ts";
import type { ZodStyle } from "./style.ts";

export interface Scope {
  readonly zod: ZodStyle;
  /** Formats that are checked; all others are annotations. */
  readonly formats: ReadonlySet<string>;
  /** A function of the runtime; requesting it adds it to the output. */
  readonly helper: (name: Helper) => CodeSymbol;
  /** Where texts become Dates; `null` where date-times are texts in code too. Schemas validate the sent form. */
  readonly dates: DateCode | null;
  /** Where validation adds defaults; `null` where it leaves values as they are. */
  readonly defaults: DefaultCode | null;
  /** In a multipart body: the schemas with parts that are bytes there. They are written out, since elsewhere they are text. */
  readonly hasBlobs: ((schema: NamedSchema) => boolean) | null;
}

/** The constant of a named schema. */
export function schemaSymbol({ name }: NamedSchema): CodeSymbol {
  return generatedSymbol(`${name}Schema`, "zod", "schemas.gen.ts");
}

export function helperSymbol(name: Helper): CodeSymbol {
  return generatedSymbol(name, "zod", helpersPath);
}
