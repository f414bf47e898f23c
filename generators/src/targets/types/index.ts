// What other targets use of the types: the text of the type of a schema, the types of operations, and how a body is represented.
export { isBinaryPart, isText } from "./body-type.ts";
export { DateCode, placesOf, revive, wireOf, wireValue } from "./dates.ts";
export { requestTypeOf, responseTypeOf } from "./operation-types.ts";
export { typeNamed } from "./schema-type.ts";
export { typeOf } from "./type-of.ts";
