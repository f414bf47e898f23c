// The keywords of JSON Schema as a schema, for completion: each with one line on what it does.
import { knownFormats } from "waybill/language";

const schema = { $ref: "#/schema" };
const schemas = { type: "array", items: schema };
const byName = { type: "object", additionalProperties: schema };

const keywordSchema = (description: string, more: object = {}): object => ({ description, ...more });

const any = [
  [
    "type",
    keywordSchema("null, boolean, object, array, number, string or integer", {
      enum: ["null", "boolean", "object", "array", "number", "string", "integer"],
      items: { enum: ["null", "boolean", "object", "array", "number", "string", "integer"] },
    }),
  ],
  ["$ref", keywordSchema("A reference to another schema; OpenAPI 3.1 allows other keywords beside it")],
  ["title", keywordSchema("A short name for readers")],
  ["description", keywordSchema("What the value means, as Markdown")],
  ["default", keywordSchema("The value assumed when there is none; validation does not add it")],
  ["examples", keywordSchema("Example values", { type: "array" })],
  ["example", keywordSchema("An example value; in OpenAPI 3.1 use examples")],
  ["enum", keywordSchema("The only allowed values", { type: "array" })],
  ["const", keywordSchema("The only allowed value")],
  ["format", keywordSchema("A stricter kind of string or number, such as date-time", { enum: [...knownFormats] })],
  ["allOf", keywordSchema("The value must be valid against all of these schemas", schemas)],
  ["anyOf", keywordSchema("The value must be valid against at least one of these schemas", schemas)],
  ["oneOf", keywordSchema("The value must be valid against exactly one of these schemas", schemas)],
  ["not", keywordSchema("The value must not be valid against this schema", schema)],
  ["if", keywordSchema("Selects then or else: the value is valid against it, or not", schema)],
  ["then", keywordSchema("Applies when the value is valid against if", schema)],
  ["else", keywordSchema("Applies when the value is not valid against if", schema)],
  ["deprecated", keywordSchema("May be removed in a later version", { type: "boolean" })],
  ["readOnly", keywordSchema("Only in responses", { type: "boolean" })],
  ["writeOnly", keywordSchema("Only in requests", { type: "boolean" })],
  ["nullable", keywordSchema("OpenAPI 3.0: null is allowed too", { type: "boolean" })],
  [
    "discriminator",
    keywordSchema("The property that selects the alternative", {
      properties: {
        propertyName: keywordSchema("The name of the property"),
        mapping: keywordSchema("The schema for each value of the property", { type: "object" }),
      },
    }),
  ],
  ["externalDocs", keywordSchema("A link to more documentation", { properties: { url: {}, description: {} } })],
  [
    "xml",
    keywordSchema("How the value is represented in XML", {
      properties: { name: {}, namespace: {}, prefix: {}, attribute: { type: "boolean" }, wrapped: { type: "boolean" } },
    }),
  ],
  ["$defs", keywordSchema("Schemas that this one refers to", byName)],
] as const;

const ofObjects = [
  ["properties", keywordSchema("The schema of each member, by name", byName)],
  ["required", keywordSchema("The names of required members", { type: "array" })],
  [
    "additionalProperties",
    keywordSchema("The schema of all other members; false allows none", { ...schema, type: "boolean" }),
  ],
  ["patternProperties", keywordSchema("The schema of members whose names match a pattern", byName)],
  ["propertyNames", keywordSchema("The schema of every member name", schema)],
  ["minProperties", keywordSchema("The minimum number of members")],
  ["maxProperties", keywordSchema("The maximum number of members")],
  ["dependentRequired", keywordSchema("Members that are required when another member is present", { type: "object" })],
  ["dependentSchemas", keywordSchema("Schemas that apply when a member is present", byName)],
  [
    "unevaluatedProperties",
    keywordSchema("The schema of members that no other keyword describes", { ...schema, type: "boolean" }),
  ],
] as const;

const ofArrays = [
  ["items", keywordSchema("The schema of every element", schema)],
  ["prefixItems", keywordSchema("The schemas of the first elements, in order", schemas)],
  ["contains", keywordSchema("At least one element must be valid against this schema", schema)],
  ["minContains", keywordSchema("The minimum number of elements that match contains")],
  ["maxContains", keywordSchema("The maximum number of elements that match contains")],
  ["minItems", keywordSchema("The minimum number of elements")],
  ["maxItems", keywordSchema("The maximum number of elements")],
  ["uniqueItems", keywordSchema("No two elements are equal", { type: "boolean" })],
  [
    "unevaluatedItems",
    keywordSchema("The schema of elements that no other keyword describes", { ...schema, type: "boolean" }),
  ],
] as const;

const ofTexts = [
  ["minLength", keywordSchema("The minimum number of characters (Unicode code points)")],
  ["maxLength", keywordSchema("The maximum number of characters (Unicode code points)")],
  ["pattern", keywordSchema("A regular expression (ECMA-262) that must match some part of the string")],
  ["contentEncoding", keywordSchema("How bytes are encoded as a string, such as base64")],
  ["contentMediaType", keywordSchema("The media type of the string's content")],
  ["contentSchema", keywordSchema("The schema of the string's content, once parsed", schema)],
] as const;

const ofNumbers = [
  ["minimum", keywordSchema("The smallest value")],
  ["exclusiveMinimum", keywordSchema("The value must be larger than this")],
  ["maximum", keywordSchema("The largest value")],
  ["exclusiveMaximum", keywordSchema("The value must be smaller than this")],
  ["multipleOf", keywordSchema("The value must be a multiple of this")],
] as const;

/** A schema of schemas: `#/schema` in it is itself. */
export const schemaOfSchemas: object = {
  properties: Object.fromEntries([...any, ...ofObjects, ...ofArrays, ...ofTexts, ...ofNumbers]),
};
