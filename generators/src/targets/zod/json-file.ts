// Named schemas with integers of 64 bits -> a codec each: JSON text and values, converted into each other without rounding.
import { code, constant, exported, type FileSpec, type VariableStatement } from "../../emit/index.ts";
import type { NamedSchema } from "../../model/schema.ts";
import { docOfText } from "../docs.ts";
import { Int64Code, int64sOf, jsonText, parseJson } from "../types/index.ts";
import { sentTypeOf } from "./schemas-file.ts";
import { type Scope, schemaSymbol } from "./scope.ts";

export function jsonFile(schemas: readonly NamedSchema[], scope: Scope): FileSpec {
  const int64s = new Int64Code(schemas);
  const declarations = schemas.filter((named) => int64s.has(named)).map((named) => codecOf(named, scope));
  const summary =
    "A codec for the JSON of each type with integers of 64 bits: z.decode reads a text, z.encode writes one.";
  return { target: "zod", path: "json.gen.ts", summary, declarations };
}

function codecOf(named: NamedSchema, scope: Scope): VariableStatement {
  const { zod, helper } = scope;
  const value = sentTypeOf(named, scope);
  const codec = {
    name: `${named.name}Json`,
    type: code`${zod.codec}<${zod.string}, ${zod.type}<${value}>>`,
    // Without type arguments: it is a line of JavaScript too.
    initializer: code`/* @__PURE__ */ ${helper("jsonCodec")}(${schemaSymbol(named)}, (text) => ${parseJson}(text, ${int64sOf(named)}), ${jsonText})`,
  };
  return exported(constant(codec, docOfText(`The JSON of ${named.name}.`)));
}
