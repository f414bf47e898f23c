// A document of a standard, walked -> what the official JSON Schema of its version rejects, by Ajv.
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { computedOnce } from "../../model/computed-once.ts";
import { type Node, standardSchema } from "../../source/index.ts";
import type { WalkedDocuments } from "../walked-documents.ts";
import { GroupedValidator, type SchemaProblem } from "./grouped-validator.ts";
import { type Resolving, resolvedValue } from "./resolved-value.ts";

/** Compiling takes a tenth of a second, and an editor validates after each change. */
const validators2020 = new Map<string, ValidateFunction>();
const grouped = new Map<string, GroupedValidator>();

/** OpenAPI 3.1 and 3.2, whose schemas are of draft 2020-12 and leave the schemas of a description to their dialect. */
export function validateOpenApi31(version: "3.1" | "3.2", root: Node, documents: WalkedDocuments): readonly unknown[] {
  // The options of swagger-parser.
  const validate = computedOnce(validators2020, version, () =>
    new Ajv2020({ allErrors: true, strict: false, validateFormats: false }).compile(
      standardSchema(`openapi-${version}`),
    ),
  );
  const isOpen: Resolving["isOpen"] = ({ key }, parent) => !parent.isArray && (open.has(key) || key.startsWith("x-"));
  const value = resolvedValue(root, documents, { isOpen, withSiblings: true, cyclic: false });
  return validate(value) ? [] : (validate.errors ?? []);
}

/** What these schemas leave open: references in there are the readers'. */
const open: ReadonlySet<string> = new Set(["schema", "itemSchema", "schemas", "example", "value", "dataValue"]);

/** Swagger 2.0 and OpenAPI 3.0, by the name of their schema. */
export function validateOpenApi30(name: string, root: Node, documents: WalkedDocuments): SchemaProblem[] {
  const value = resolvedValue(root, documents, { isOpen: isData, withSiblings: true, cyclic: true });
  return validatorOf(name, false).validate(value);
}

/** AsyncAPI 2 and 3. Their formats are checked, as by the official parser. */
export function validateAsyncApi(name: string, root: Node, documents: WalkedDocuments): SchemaProblem[] {
  const isOpen: Resolving["isOpen"] = (member, parent) =>
    (isData(member, parent) && !isMessageExamples(member, parent)) ||
    isExampleData(member, parent) ||
    isOnlyReference(member, parent);
  const value = resolvedValue(root, documents, { isOpen, withSiblings: false, cyclic: true });
  return validatorOf(name, true).validate(value);
}

function validatorOf(name: string, formats: boolean): GroupedValidator {
  return computedOnce(grouped, name, () => {
    const draft4 = "http://json-schema.org/draft-04/schema";
    const others = name === "swagger-2.0" ? new Map([[draft4, standardSchema("json-schema-draft-04")]]) : new Map();
    return new GroupedValidator({ schema: standardSchema(name), others, formats });
  });
}

/** Names are free in these. */
const maps: ReadonlySet<string> = new Set(
  (
    "properties patternProperties definitions schemas responses parameters examples headers requestBodies callbacks links paths " +
    "pathItems content securitySchemes securityDefinitions messages channels operations replies replyAddresses correlationIds servers " +
    "serverVariables variables messageTraits operationTraits"
  ).split(" "),
);

/** Data of users: what looks like a reference in it is none. */
function isData({ key, isArray }: Node, parent: Node): boolean {
  if (parent.isArray || maps.has(parent.key)) return false;
  if (key.startsWith("x-")) return true;
  return key === "examples" ? isArray : ["example", "value", "default", "enum", "const"].includes(key);
}

/** Objects of the standard, which may be references: the examples of a schema are data, and so is what those of a message contain. */
function isMessageExamples(member: Node, parent: Node): boolean {
  const isOfMessage = ["payload", "traits", "contentType", "correlationId", "headers"].some((name) => parent.has(name));
  return member.key === "examples" && member.isArray && isOfMessage;
}

function isExampleData({ key }: Node, { parent }: Node): boolean {
  return parent?.key === "examples" && parent.isArray && (key === "payload" || key === "headers");
}

/** AsyncAPI 3 requires references to channels, servers and messages here. */
function isOnlyReference({ key }: Node, parent: Node): boolean {
  if (key === "channel" && (parent.has("action") || parent.key === "reply")) return true;
  return parent.isArray && (parent.key === "servers" || parent.key === "messages");
}
