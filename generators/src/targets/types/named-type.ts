// A named schema -> the declaration of its type, which a reference imports.
import { type CodeSymbol, generatedType } from "../../emit/index.ts";
import type { NamedSchema } from "../../model/schema.ts";

export function typeNamed({ name }: NamedSchema): CodeSymbol {
  return generatedType(name, "types", "schemas.gen.ts");
}
