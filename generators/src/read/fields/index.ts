// Access to documents that the OpenAPI, AsyncAPI and JSON Schema readers share.

export { readInfo, readVersion, type Standard } from "./document.ts";
export {
  booleanField,
  choiceOf,
  entriesOf,
  expectFields,
  itemsOf,
  membersOf,
  requiredString,
  stringField,
  stringsOf,
} from "./fields.ts";
export {
  checkExclusive,
  checkFields,
  checkReferences,
  expectKnown,
  expectObject,
  extensionsOf,
  follow,
  followKnown,
  followObject,
  memberOrEmpty,
  type Reading,
  readPart,
  readShared,
  resolveRef,
  type Shared,
  siblingText,
} from "./reading.ts";
export { readSignature, signatureField } from "./signature.ts";
