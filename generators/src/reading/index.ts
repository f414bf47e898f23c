// Access to documents that the OpenAPI, AsyncAPI and JSON Schema readers share.
export { booleanField, entriesOf, itemsOf, membersOf, requiredString, stringField, stringsOf } from "./fields.ts";
export { checkFields, expectObject, extensionsOf, follow, followObject, type Reading, resolveRef } from "./reading.ts";
