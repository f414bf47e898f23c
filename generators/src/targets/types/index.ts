// What other targets use of the types: the text of the type of a schema, the types of operations, and how a body is represented.
import { type Code, type CodeSymbol, generatedType } from "../../emit/index.ts";
import { hasAlternatives, type Operation } from "../../model/http.ts";
import type { Schema } from "../../model/schema.ts";
import { nodeOf } from "./schema-type.ts";
import { codeOf, declaredCodeOf } from "./type-code.ts";

export { DateCode, placesOf, revive, wireOf, wireValue } from "./dates.ts";
export { DefaultCode } from "./defaults.ts";
export { type EnumMember, enumMembersOf } from "./enum-objects.ts";
export {
  Int64Code,
  int64sIn,
  int64sOf,
  jsonText,
  parseJson,
  sourceOf,
  type ValueSource,
  withInt64s,
} from "./int64s.ts";
export { typeNamed } from "./named-type.ts";

/** The TypeScript type of the values `schema` accepts; named schemas are imported by their names. */
export function typeOf(schema: Schema): Code {
  return codeOf(nodeOf(schema));
}

/** The same over several lines, with the texts of members: for the declaration of a type. */
export function declaredTypeOf(schema: Schema): Code {
  return declaredCodeOf(nodeOf(schema));
}

/** The type of what an operation takes. */
export function requestTypeOf({ typeName }: Pick<Operation, "typeName">): CodeSymbol {
  return generatedType(`${typeName}Request`, "types", "operations.gen.ts");
}

/** The type of a request as its handler gets it: with the defaults of what is absent and with bytes as a stream, where options ask for that. */
export function receivedTypeOf(operation: Pick<Operation, "typeName" | "received">): CodeSymbol {
  if (operation.received === undefined) return requestTypeOf(operation);
  return generatedType(`${operation.typeName}Received`, "types", "operations.gen.ts");
}

/** The type of what a handler may return: also media types that clients do not request by themselves. */
export function returnedTypeOf(operation: Pick<Operation, "typeName" | "responses">): CodeSymbol {
  if (!hasAlternatives(operation)) return responseTypeOf(operation);
  return generatedType(`${operation.typeName}Returned`, "types", "operations.gen.ts");
}

/** The type of the responses of an operation. */
export function responseTypeOf({ typeName }: Pick<Operation, "typeName">): CodeSymbol {
  return generatedType(`${typeName}Response`, "types", "operations.gen.ts");
}
