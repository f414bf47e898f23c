// An operation -> the declarations of its request and response, as other files import them.
import { type CodeSymbol, generatedType } from "../../emit/index.ts";
import type { Operation } from "../../model/http.ts";

type Named = Pick<Operation, "typeName">;

export function requestTypeOf({ typeName }: Named): CodeSymbol {
  return generatedType(`${typeName}Request`, "types", "operations.gen.ts");
}

export function responseTypeOf({ typeName }: Named): CodeSymbol {
  return generatedType(`${typeName}Response`, "types", "operations.gen.ts");
}
