// What other targets need of the types: the text of the type of a schema or a body.
export { bodyTypeOf, contentTypeOf, isBinaryPart, isText } from "./body-type.ts";
export { typeNamed } from "./schema-type.ts";
export { typeOf } from "./type-of.ts";
