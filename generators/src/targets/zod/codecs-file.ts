// Named schemas with date-times inside -> a codec each: the sent form and the form with Dates, converted into each other.
import {
  code,
  constant,
  exported,
  type FileSpec,
  generatedSymbol,
  generatedType,
  type VariableStatement,
} from "../../emit/index.ts";
import type { NamedSchema } from "../../model/schema.ts";
import { docOfText } from "../docs.ts";
import { DateCode, placesOf, revive, wireOf, wireValue } from "../types/index.ts";
import { schemaSymbol } from "./scope.ts";
import type { ZodStyle } from "./style.ts";

export function codecsFile(schemas: readonly NamedSchema[], zod: ZodStyle): FileSpec {
  const dates = new DateCode(schemas);
  const declarations = schemas.filter((named) => dates.has(named)).map((named) => codecOf(named, zod));
  const summary =
    "A codec for each type with points in time: z.decode makes Dates of what travels, z.encode texts of them.";
  return { target: "zod", path: "codecs.gen.ts", summary, declarations };
}

const make = generatedSymbol("datedCodec", "zod", "dated-codec.gen.ts");

function codecOf(named: NamedSchema, zod: ZodStyle): VariableStatement {
  const type = generatedType(named.name, "types", "schemas.gen.ts");
  const wire = code`${wireValue}<${type}>`;
  const codec = {
    name: `${named.name}Codec`,
    type: code`${zod.codec}<${zod.type}<${wire}>, ${zod.type}<${type}, ${type}>>`,
    initializer: code`/* @__PURE__ */ ${make}<${wire}, ${type}>(${schemaSymbol(named)}, (wire) => ${revive}<${type}>(wire, ${placesOf(named)}), (value) => ${wireOf}(value))`,
  };
  return exported(constant(codec, docOfText(`${named.name}, and what travels for it.`)));
}
