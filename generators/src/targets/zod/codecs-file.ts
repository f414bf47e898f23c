// Named schemas with date-times inside -> a codec each: the sent form and the form with Dates, converted into each other.
import { code, constant, exported, type FileSpec, generatedType, type VariableStatement } from "../../emit/index.ts";
import type { NamedSchema } from "../../model/schema.ts";
import { docOfText } from "../docs.ts";
import { DateCode, placesOf, revive, wireOf, wireValue } from "../types/index.ts";
import { type Scope, schemaSymbol } from "./scope.ts";

export function codecsFile(schemas: readonly NamedSchema[], scope: Scope): FileSpec {
  const dates = new DateCode(schemas);
  const declarations = schemas.filter((named) => dates.has(named)).map((named) => codecOf(named, scope));
  const summary =
    "A codec for each type with points in time: z.decode makes Dates of what travels, z.encode texts of them.";
  return { target: "zod", path: "codecs.gen.ts", summary, declarations };
}

function codecOf(named: NamedSchema, { zod, helper }: Scope): VariableStatement {
  const type = generatedType(named.name, "types", "schemas.gen.ts");
  const wire = code`${wireValue}<${type}>`;
  const codec = {
    name: `${named.name}Codec`,
    type: code`${zod.codec}<${zod.type}<${wire}>, ${zod.type}<${type}, ${type}>>`,
    // Without type arguments: it is a line of JavaScript too.
    initializer: code`/* @__PURE__ */ ${helper("datedCodec")}(${schemaSymbol(named)}, (wire) => ${revive}(wire, ${placesOf(named)}), ${wireOf})`,
  };
  return exported(constant(codec, docOfText(`${named.name}, and what travels for it.`)));
}
