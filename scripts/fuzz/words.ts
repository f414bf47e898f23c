// The vocabulary of descriptions: keywords, and values that are hard for readers.

export const keywords: readonly string[] =
  `$ref $id $schema $anchor $dynamicRef $dynamicAnchor $defs $comment type enum const multipleOf maximum exclusiveMaximum minimum
  exclusiveMinimum maxLength minLength pattern format items prefixItems contains minContains maxContains maxItems minItems
  uniqueItems properties patternProperties additionalProperties propertyNames required dependentRequired dependentSchemas
  dependencies minProperties maxProperties unevaluatedItems unevaluatedProperties allOf anyOf oneOf not if then else default
  example examples nullable discriminator mapping propertyName readOnly writeOnly deprecated title description
  contentEncoding contentMediaType contentSchema xml openapi asyncapi swagger info version paths webhooks components schemas
  responses parameters requestBodies headers securitySchemes links callbacks pathItems servers variables security tags
  operationId get put post delete options head patch trace query additionalOperations parameters requestBody content schema encoding in name
  style explode allowReserved allowEmptyValue jsonSchemaDialect externalDocs url summary channels operations messages
  payload traits bindings action channel reply address correlationId location schemaFormat defaultContentType publish subscribe
  message contentType serverVariables replies messageTraits operationTraits itemSchema itemEncoding prefixEncoding 200 default 4XX
  application/json multipart/form-data text/event-stream x-internal __proto__ constructor`.split(/\s+/);

export const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  9007199254740992,
  "",
  "string",
  "object",
  "array",
  "integer",
  "null",
  "3.1.0",
  "3.0.3",
  "2.6.0",
  "#",
  "#/",
  "#/components/schemas/A",
  "#/components",
  "#anchor",
  "other.yaml",
  "https://example.com/a.json#/x",
  "../../etc/passwd",
  "{a}",
  "/{a}/{b}",
  "^(a+)+$",
  "[",
  "\\",
  "date-time",
  "\u0000",
  "\ud800",
  "\u2028",
  "__proto__",
  "$request.body#/url",
  [],
  {},
  [[]],
  [null],
  { $ref: "#" },
  { $ref: 1 },
  { type: "string" },
  { allOf: [] },
  { type: ["string", "null"] },
  // A pattern that keeps an engine busy, and a value that makes it do so.
  { type: "string", pattern: "^(a+)+$", example: `${"a".repeat(80)}!` },
  { type: "string", pattern: "^([/w .-]*)*$", default: `/${"path/".repeat(20)}?` },
  { patternProperties: { "^(a|a)*$": {} }, required: [`${"a".repeat(80)}!`], example: { [`${"a".repeat(80)}!`]: 1 } },
  { type: "string", pattern: "^(a+)+\x01$", examples: [`${"a".repeat(80)}!`] },
];

/** Pieces of text at which a parser chooses a branch. */
export const pieces: readonly string[] = [
  ..."{}[]:,\"'#&*!|>%@`-?~\\/\n\t\r ".split(""),
  "\n  ",
  ": ",
  "- ",
  "---\n",
  "...\n",
  "&a ",
  "*a",
  "<<: *a",
  "!!str ",
  "!x ",
  "? ",
  "|\n  ",
  ">-\n  ",
  "%YAML 1.2\n",
  '""',
  "null",
  "1e999",
  ".inf",
  "0x1f",
  "\u0000",
  "\ufeff",
  "\ud83d\ude00",
  "\ud83d",
  "\u0085",
  "\u2029",
  "\\u0000",
  "<<<<<<< ours\n",
];
