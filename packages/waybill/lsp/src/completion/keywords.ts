// The keywords of JSON Schema as a schema, for completion: each with one line on what it does.
import { knownFormats } from "waybill/language";

const schema = { $ref: "#/schema" };
const schemas = { type: "array", items: schema };
const byName = { type: "object", additionalProperties: schema };

const words = (description: string, more: object = {}): object => ({ description, ...more });

const any = [
  [
    "type",
    words("null, boolean, object, array, number, string or integer", {
      enum: ["null", "boolean", "object", "array", "number", "string", "integer"],
      items: { enum: ["null", "boolean", "object", "array", "number", "string", "integer"] },
    }),
  ],
  ["$ref", words("A reference to another schema; OpenAPI 3.1 allows other keywords beside it")],
  ["title", words("A short name for readers")],
  ["description", words("What the value means, as Markdown")],
  ["default", words("The value assumed when there is none; validation does not add it")],
  ["examples", words("Example values", { type: "array" })],
  ["example", words("An example value; in OpenAPI 3.1 use examples")],
  ["enum", words("The only allowed values", { type: "array" })],
  ["const", words("The only allowed value")],
  ["format", words("A stricter kind of string or number, such as date-time", { enum: [...knownFormats] })],
  ["allOf", words("The value must be valid against all of these schemas", schemas)],
  ["anyOf", words("The value must be valid against at least one of these schemas", schemas)],
  ["oneOf", words("The value must be valid against exactly one of these schemas", schemas)],
  ["not", words("The value must not be valid against this schema", schema)],
  ["if", words("Selects then or else: the value is valid against it, or not", schema)],
  ["then", words("Applies when the value is valid against if", schema)],
  ["else", words("Applies when the value is not valid against if", schema)],
  ["deprecated", words("May be removed in a later version", { type: "boolean" })],
  ["readOnly", words("Only in responses", { type: "boolean" })],
  ["writeOnly", words("Only in requests", { type: "boolean" })],
  ["nullable", words("OpenAPI 3.0: null is allowed too", { type: "boolean" })],
  [
    "discriminator",
    words("The property that selects the alternative", {
      properties: {
        propertyName: words("The name of the property"),
        mapping: words("The schema for each value of the property", { type: "object" }),
      },
    }),
  ],
  ["externalDocs", words("A link to more documentation", { properties: { url: {}, description: {} } })],
  [
    "xml",
    words("How the value is represented in XML", {
      properties: { name: {}, namespace: {}, prefix: {}, attribute: { type: "boolean" }, wrapped: { type: "boolean" } },
    }),
  ],
  ["$defs", words("Schemas that this one refers to", byName)],
] as const;

const ofObjects = [
  ["properties", words("The schema of each member, by name", byName)],
  ["required", words("The names of required members", { type: "array" })],
  ["additionalProperties", words("The schema of all other members; false allows none", { ...schema, type: "boolean" })],
  ["patternProperties", words("The schema of members whose names match a pattern", byName)],
  ["propertyNames", words("The schema of every member name", schema)],
  ["minProperties", words("The minimum number of members")],
  ["maxProperties", words("The maximum number of members")],
  ["dependentRequired", words("Members that are required when another member is present", { type: "object" })],
  ["dependentSchemas", words("Schemas that apply when a member is present", byName)],
  [
    "unevaluatedProperties",
    words("The schema of members that no other keyword describes", { ...schema, type: "boolean" }),
  ],
] as const;

const ofArrays = [
  ["items", words("The schema of every element", schema)],
  ["prefixItems", words("The schemas of the first elements, in order", schemas)],
  ["contains", words("At least one element must be valid against this schema", schema)],
  ["minContains", words("The minimum number of elements that match contains")],
  ["maxContains", words("The maximum number of elements that match contains")],
  ["minItems", words("The minimum number of elements")],
  ["maxItems", words("The maximum number of elements")],
  ["uniqueItems", words("No two elements are equal", { type: "boolean" })],
  ["unevaluatedItems", words("The schema of elements that no other keyword describes", { ...schema, type: "boolean" })],
] as const;

const ofTexts = [
  ["minLength", words("The minimum number of characters (Unicode code points)")],
  ["maxLength", words("The maximum number of characters (Unicode code points)")],
  ["pattern", words("A regular expression (ECMA-262) that must match some part of the string")],
  ["contentEncoding", words("How bytes are encoded as a string, such as base64")],
  ["contentMediaType", words("The media type of the string's content")],
  ["contentSchema", words("The schema of the string's content, once parsed", schema)],
] as const;

const ofNumbers = [
  ["minimum", words("The smallest value")],
  ["exclusiveMinimum", words("The value must be larger than this")],
  ["maximum", words("The largest value")],
  ["exclusiveMaximum", words("The value must be smaller than this")],
  ["multipleOf", words("The value must be a multiple of this")],
] as const;

/** A schema of schemas: `#/schema` in it is itself. */
export const schemaOfSchemas: object = {
  properties: Object.fromEntries([...any, ...ofObjects, ...ofArrays, ...ofTexts, ...ofNumbers]),
};
