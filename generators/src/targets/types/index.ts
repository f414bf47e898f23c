// What other targets need of the types: the text of the type of a schema, and how a body is held.
export { isBinaryPart, isText } from "./body-type.ts";
export { typeOf } from "./type-of.ts";
