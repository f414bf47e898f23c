// The keywords of JSON Schema as a schema, for completion: each with one line of what it does.

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
  ["$ref", words("The schema that is meant; in OpenAPI 3.1 it may have other keywords as neighbours")],
  ["title", words("A short name for people")],
  ["description", words("What the value means; Markdown")],
  ["default", words("The value that is assumed; validation does not add it")],
  ["examples", words("Values as examples", { type: "array" })],
  ["example", words("A value as an example; examples in OpenAPI 3.1")],
  ["enum", words("The values there are", { type: "array" })],
  ["const", words("The one value there is")],
  [
    "format",
    words("A stricter kind of text or number", {
      enum: [
        "date-time",
        "date",
        "time",
        "duration",
        "email",
        "idn-email",
        "hostname",
        "idn-hostname",
        "ipv4",
        "ipv6",
        "uri",
        "uri-reference",
        "iri",
        "iri-reference",
        "uuid",
        "uri-template",
        "json-pointer",
        "relative-json-pointer",
        "regex",
        "int32",
        "int64",
        "float",
        "double",
        "byte",
        "binary",
        "password",
      ],
    }),
  ],
  ["allOf", words("The value is valid by each of them", schemas)],
  ["anyOf", words("The value is valid by one of them at least", schemas)],
  ["oneOf", words("The value is valid by exactly one of them", schemas)],
  ["not", words("The value is not valid by it", schema)],
  ["if", words("Decides between then and else", schema)],
  ["then", words("Applies where if does", schema)],
  ["else", words("Applies where if does not", schema)],
  ["deprecated", words("May go in a later version", { type: "boolean" })],
  ["readOnly", words("Only in responses", { type: "boolean" })],
  ["writeOnly", words("Only in requests", { type: "boolean" })],
  ["nullable", words("OpenAPI 3.0: null is accepted too", { type: "boolean" })],
  [
    "discriminator",
    words("The property that tells which alternative a value is", {
      properties: { propertyName: words("The property"), mapping: words("Schemas by value") },
    }),
  ],
  ["externalDocs", words("Where more is written", { properties: { url: {}, description: {} } })],
  [
    "xml",
    words("How the value is written as XML", {
      properties: { name: {}, namespace: {}, prefix: {}, attribute: { type: "boolean" }, wrapped: { type: "boolean" } },
    }),
  ],
  ["$defs", words("Schemas that this one refers to", byName)],
] as const;

const ofObjects = [
  ["properties", words("Members by name", byName)],
  ["required", words("The members that must be there", { type: "array" })],
  ["additionalProperties", words("What other members are; false for none", { ...schema, type: "boolean" })],
  ["patternProperties", words("Members by the pattern of their names", byName)],
  ["propertyNames", words("What names of members are", schema)],
  ["minProperties", words("The fewest members")],
  ["maxProperties", words("The most members")],
  ["dependentRequired", words("Members that must be there where another is")],
  ["dependentSchemas", words("Schemas that apply where a member is there", byName)],
  ["unevaluatedProperties", words("What members are that nothing else describes", { ...schema, type: "boolean" })],
] as const;

const ofArrays = [
  ["items", words("What elements are", schema)],
  ["prefixItems", words("What the first elements are, one by one", schemas)],
  ["contains", words("What one element is at least", schema)],
  ["minContains", words("How many elements are so at least")],
  ["maxContains", words("How many elements are so at most")],
  ["minItems", words("The fewest elements")],
  ["maxItems", words("The most elements")],
  ["uniqueItems", words("No two elements are equal", { type: "boolean" })],
  ["unevaluatedItems", words("What elements are that nothing else describes", { ...schema, type: "boolean" })],
] as const;

const ofTexts = [
  ["minLength", words("The fewest characters, as Unicode code points")],
  ["maxLength", words("The most characters, as Unicode code points")],
  ["pattern", words("A regular expression that is found in it; ECMA-262")],
  ["contentEncoding", words("How bytes are written as text, such as base64")],
  ["contentMediaType", words("The media type of the text")],
  ["contentSchema", words("What the text is when it is parsed", schema)],
] as const;

const ofNumbers = [
  ["minimum", words("The smallest value")],
  ["exclusiveMinimum", words("It is larger than this")],
  ["maximum", words("The largest value")],
  ["exclusiveMaximum", words("It is smaller than this")],
  ["multipleOf", words("It is a multiple of this")],
] as const;

/** A schema of schemas: `#/schema` in it is itself. */
export const schemaOfSchemas: object = {
  properties: Object.fromEntries([...any, ...ofObjects, ...ofArrays, ...ofTexts, ...ofNumbers]),
};
