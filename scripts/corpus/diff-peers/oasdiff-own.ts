// For rules of oasdiff that none of its tests show by a pair that can be read: pairs of our own, with the level that oasdiff gives them.
import type { Level } from "./oasdiff-tests.ts";

type Json = Readonly<Record<string, unknown>>;

export interface OwnPair {
  readonly rule: string;
  readonly level: Level;
  readonly base: Json;
  readonly revision: Json;
}

const fine = { "200": { description: "D" } };
const text = { type: "string" };
const list = (fields: Json = {}): Json => ({ type: "array", items: text, ...fields });
const number = (fields: Json = {}): Json => ({ type: "integer", ...fields });
const member = (schema: unknown): Json => ({ type: "object", properties: { a: schema } });
const nullable = (type: string): Json => ({ type: [type, "null"] });

function api(operation: Json, others: Json = {}): Json {
  const post = { operationId: "a", responses: fine, ...operation };
  return { openapi: "3.1.1", info: { title: "T", version: "1.0.0" }, paths: { "/a": { post } }, ...others };
}

const body = (schema: unknown, required = true): Json =>
  api({ requestBody: { required, content: { "application/json": schema === undefined ? {} : { schema } } } });
const response = (schema: unknown, type = "application/json"): Json =>
  api({ responses: { "200": { description: "D", content: { [type]: schema === undefined ? {} : { schema } } } } });
const parameter = (schema: unknown, fields: Json = {}): Json =>
  api({ parameters: [{ name: "q", in: "query", schema, ...fields }] });
const objectParameter = (schema: unknown): Json => parameter(member(schema), { style: "deepObject" });
const header = (schema: unknown, fields: Json = {}): Json =>
  api({ responses: { "200": { description: "D", headers: { "X-A": { schema, ...fields } } } } });
const statuses = (...codes: readonly string[]): Json =>
  api({ responses: Object.fromEntries(codes.map((code) => [code, { description: "D" }])) });
const secured = (scopes: readonly string[], described: Json): Json =>
  api(
    {},
    {
      security: [{ o: scopes }],
      components: {
        securitySchemes: {
          o: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://a.example/t", scopes: described } } },
        },
      },
    },
  );
const headerMember = (required: readonly string[], properties: Json): Json =>
  api({ parameters: [{ name: "X-A", in: "header", schema: { type: "object", required, properties } }] });
const mapped = (key: string): Json => ({
  oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }],
  discriminator: { propertyName: "k", mapping: { a: "#/components/schemas/A", [key]: "#/components/schemas/B" } },
});
const alternatives = {
  components: {
    schemas: {
      A: { type: "object", required: ["k"], properties: { k: text } },
      B: { type: "object", required: ["k"], properties: { k: text, b: text } },
    },
  },
};
const far = "2999-01-31";
const marked = (fields: Json): Json => api({ deprecated: true, ...fields });
const levelled = (level: string): Json => api({ "x-stability-level": level });
const levelledMember = (put: (schema: unknown) => Json, level: string): Json =>
  put(member({ ...text, "x-stability-level": level }));
const old = (put: (schema: unknown) => Json, fields: Json): Json =>
  put(member({ ...text, deprecated: true, ...fields }));
const nothing = (others: Json): Json => api({}, { paths: {}, ...others });
const both = (one: Json, other: Json): Json =>
  api(
    {},
    {
      paths: {
        "/a": { post: { operationId: "a", responses: fine, ...one } },
        "/b": { get: { operationId: "b", responses: fine, ...other } },
      },
    },
  );
const onlyFirst = api({});

const rows: readonly (readonly [string, Level, Json, Json])[] = [
  ["endpoint-added", "INFO", onlyFirst, both({}, {})],
  ["api-removed-without-deprecation", "ERR", both({}, {}), onlyFirst],
  ["api-removed-with-deprecation", "INFO", both({}, { deprecated: true }), onlyFirst],
  ["api-path-removed-with-deprecation", "INFO", both({}, { deprecated: true, "x-sunset": "2020-01-31" }), onlyFirst],
  ["api-deprecated-sunset-missing", "ERR", api({}), marked({})],
  ["api-deprecated-sunset-parse", "ERR", api({}), marked({ "x-sunset": "soon" })],
  ["api-sunset-date-too-small", "ERR", api({}), marked({ "x-sunset": "2020-01-31" })],
  ["api-sunset-date-changed-too-small", "ERR", marked({ "x-sunset": far }), marked({ "x-sunset": "2020-01-31" })],
  ["api-stability-decreased", "ERR", levelled("stable"), levelled("beta")],
  ["api-stability-increased", "INFO", levelled("beta"), levelled("stable")],
  ["api-version-not-bumped", "INFO", api({}), api({ description: "D" })],
  ["api-version-decreased", "INFO", api({}), api({}, { info: { title: "T", version: "0.9.0" } })],
  ["api-major-version-not-bumped", "INFO", both({}, {}), api({}, { info: { title: "T", version: "1.1.0" } })],
  ["api-schema-removed", "INFO", nothing({ components: { schemas: { A: text } } }), nothing({})],
  ["api-global-security-scope-added", "INFO", secured([], { r: "R" }), secured(["r"], { r: "R" })],
  ["api-global-security-scope-removed", "INFO", secured(["r"], { r: "R" }), secured([], { r: "R" })],
  ["api-security-component-oauth-scope-changed", "INFO", secured([], { r: "R" }), secured([], { r: "S" })],
  ["api-security-component-oauth-scope-removed", "INFO", secured([], { r: "R", s: "S" }), secured([], { r: "R" })],
  [
    "new-request-path-parameter",
    "ERR",
    api({}),
    api(
      {},
      {
        paths: {
          "/a/{id}": {
            post: {
              operationId: "a",
              parameters: [{ name: "id", in: "path", required: true, schema: text }],
              responses: fine,
            },
          },
        },
      },
    ),
  ],
  ["new-required-request-parameter", "ERR", api({}), parameter(text, { required: true })],
  [
    "new-required-request-header-property",
    "ERR",
    headerMember([], { a: text }),
    headerMember(["b"], { a: text, b: text }),
  ],
  ["request-header-property-became-required", "ERR", headerMember([], { a: text }), headerMember(["a"], { a: text })],
  ["request-body-added-required", "ERR", api({}), body(text)],
  ["request-body-added-optional", "INFO", api({}), body(text, false)],
  ["request-body-media-type-schema-added", "ERR", body(undefined), body(text)],
  ["request-body-media-type-schema-removed", "INFO", body(text), body(undefined)],
  ["response-body-media-type-schema-added", "INFO", response(undefined), response(text)],
  ["response-body-media-type-schema-removed", "WARN", response(text), response(undefined)],
  [
    "request-body-all-of-removed-annotation-only",
    "INFO",
    body({ allOf: [text, { description: "D" }] }),
    body({ allOf: [text] }),
  ],
  [
    "request-property-all-of-removed-annotation-only",
    "INFO",
    body(member({ allOf: [text, { description: "D" }] })),
    body(member({ allOf: [text] })),
  ],
  [
    "response-body-all-of-removed-annotation-only",
    "INFO",
    response({ allOf: [text, { description: "D" }] }),
    response({ allOf: [text] }),
  ],
  [
    "response-property-all-of-added-annotation-only",
    "INFO",
    response(member({ allOf: [text] })),
    response(member({ allOf: [text, { description: "D" }] })),
  ],
  [
    "response-property-all-of-removed-annotation-only",
    "INFO",
    response(member({ allOf: [text, { description: "D" }] })),
    response(member({ allOf: [text] })),
  ],
  [
    "request-body-content-encoding-changed",
    "ERR",
    body({ ...text, contentEncoding: "base64" }),
    body({ ...text, contentEncoding: "base64url" }),
  ],
  [
    "response-body-content-encoding-changed",
    "ERR",
    response({ ...text, contentEncoding: "base64" }),
    response({ ...text, contentEncoding: "base64url" }),
  ],
  [
    "request-body-content-media-type-changed",
    "ERR",
    body({ ...text, contentMediaType: "text/html" }),
    body({ ...text, contentMediaType: "text/css" }),
  ],
  [
    "response-body-content-media-type-changed",
    "ERR",
    response({ ...text, contentMediaType: "text/html" }),
    response({ ...text, contentMediaType: "text/css" }),
  ],
  [
    "request-property-content-schema-removed",
    "INFO",
    body(member({ ...text, contentMediaType: "application/json", contentSchema: number() })),
    body(member({ ...text, contentMediaType: "application/json" })),
  ],
  [
    "response-property-content-schema-removed",
    "ERR",
    response(member({ ...text, contentMediaType: "application/json", contentSchema: number() })),
    response(member({ ...text, contentMediaType: "application/json" })),
  ],
  [
    "request-body-discriminator-mapping-changed",
    "INFO",
    { ...body(mapped("b")), ...alternatives },
    { ...body(mapped("c")), ...alternatives },
  ],
  [
    "response-body-discriminator-mapping-changed",
    "INFO",
    { ...response(mapped("b")), ...alternatives },
    { ...response(mapped("c")), ...alternatives },
  ],
  ["request-body-list-of-types-narrowed", "ERR", body({ type: ["string", "integer"] }), body(text)],
  ["request-body-list-of-types-widened", "INFO", body(text), body({ type: ["string", "integer"] })],
  ["request-property-list-of-types-widened", "INFO", body(member(text)), body(member({ type: ["string", "integer"] }))],
  ["request-parameter-list-of-types-narrowed", "ERR", parameter({ type: ["string", "integer"] }), parameter(number())],
  ["request-parameter-list-of-types-widened", "INFO", parameter(number()), parameter({ type: ["string", "integer"] })],
  [
    "request-parameter-property-list-of-types-narrowed",
    "ERR",
    objectParameter({ type: ["string", "integer"] }),
    objectParameter(number()),
  ],
  [
    "request-parameter-property-list-of-types-widened",
    "INFO",
    objectParameter(number()),
    objectParameter({ type: ["string", "integer"] }),
  ],
  ["response-body-list-of-types-narrowed", "INFO", response({ type: ["string", "integer"] }), response(text)],
  ["response-body-list-of-types-widened", "ERR", response(text), response({ type: ["string", "integer"] })],
  ["request-body-type-generalized", "INFO", body(number()), body({ type: "number" })],
  ["response-body-type-generalized", "ERR", response(number()), response({ type: "number" })],
  ["response-body-type-specialized", "INFO", response({ type: "number" }), response(number())],
  ["response-property-type-specialized", "INFO", response(member({ type: "number" })), response(member(number()))],
  [
    "response-property-type-compatible",
    "INFO",
    response(member(number()), "application/xml"),
    response(member(text), "application/xml"),
  ],
  [
    "request-property-type-compatible",
    "INFO",
    api({ requestBody: { content: { "application/xml": { schema: member(number()) } } } }),
    api({ requestBody: { content: { "application/xml": { schema: member(text) } } } }),
  ],
  ["request-body-min-increased", "ERR", body(number({ minimum: 1 })), body(number({ minimum: 2 }))],
  ["request-body-min-decreased", "INFO", body(number({ minimum: 2 })), body(number({ minimum: 1 }))],
  ["request-body-min-set", "WARN", body(number()), body(number({ minimum: 1 }))],
  ["request-property-min-set", "WARN", body(member(number())), body(member(number({ minimum: 1 })))],
  ["request-body-min-items-set", "WARN", body(list()), body(list({ minItems: 1 }))],
  ["request-property-min-items-set", "WARN", body(member(list())), body(member(list({ minItems: 1 })))],
  [
    "request-property-min-items-increased",
    "ERR",
    body(member(list({ minItems: 1 }))),
    body(member(list({ minItems: 2 }))),
  ],
  [
    "request-read-only-property-exclusive-max-decreased",
    "INFO",
    body(member(number({ exclusiveMaximum: 9, readOnly: true }))),
    body(member(number({ exclusiveMaximum: 8, readOnly: true }))),
  ],
  [
    "request-read-only-property-exclusive-min-increased",
    "INFO",
    body(member(number({ exclusiveMinimum: 1, readOnly: true }))),
    body(member(number({ exclusiveMinimum: 2, readOnly: true }))),
  ],
  [
    "request-read-only-property-min-increased",
    "INFO",
    body(member(number({ minimum: 1, readOnly: true }))),
    body(member(number({ minimum: 2, readOnly: true }))),
  ],
  ["request-parameter-became-nullable", "INFO", parameter(text), parameter(nullable("string"))],
  ["request-parameter-became-not-nullable", "ERR", parameter(nullable("string")), parameter(text)],
  ["request-parameter-property-became-nullable", "INFO", objectParameter(text), objectParameter(nullable("string"))],
  ["request-parameter-property-became-not-nullable", "ERR", objectParameter(nullable("string")), objectParameter(text)],
  [
    "request-parameter-exclusive-max-increased",
    "INFO",
    parameter(number({ exclusiveMaximum: 8 })),
    parameter(number({ exclusiveMaximum: 9 })),
  ],
  [
    "request-parameter-exclusive-min-decreased",
    "INFO",
    parameter(number({ exclusiveMinimum: 2 })),
    parameter(number({ exclusiveMinimum: 1 })),
  ],
  ["request-parameter-max-set", "WARN", parameter(number()), parameter(number({ maximum: 9 }))],
  ["request-parameter-min-set", "WARN", parameter(number()), parameter(number({ minimum: 9 }))],
  ["request-parameter-min-items-set", "WARN", parameter(list()), parameter(list({ minItems: 2 }))],
  ["request-parameter-removed-with-deprecation", "INFO", parameter(text, { deprecated: true }), api({})],
  ["request-parameter-deprecated-sunset-missing", "ERR", parameter(text), parameter(text, { deprecated: true })],
  [
    "request-parameter-sunset-date-too-small",
    "ERR",
    parameter(text),
    parameter(text, { deprecated: true, "x-sunset": "2020-01-31" }),
  ],
  [
    "request-parameter-sunset-date-changed-too-small",
    "ERR",
    parameter(text, { deprecated: true, "x-sunset": far }),
    parameter(text, { deprecated: true, "x-sunset": "2020-01-31" }),
  ],
  ["request-property-deprecated-sunset-missing", "ERR", body(member(text)), old(body, {})],
  ["request-property-sunset-date-too-small", "ERR", body(member(text)), old(body, { "x-sunset": "2020-01-31" })],
  ["response-property-deprecated-sunset-missing", "ERR", response(member(text)), old(response, {})],
  ["response-property-deprecated-sunset-invalid", "ERR", response(member(text)), old(response, { "x-sunset": "soon" })],
  [
    "response-property-sunset-date-too-small",
    "ERR",
    response(member(text)),
    old(response, { "x-sunset": "2020-01-31" }),
  ],
  ["request-property-stability-decreased", "ERR", levelledMember(body, "stable"), levelledMember(body, "beta")],
  ["request-property-stability-increased", "INFO", levelledMember(body, "beta"), levelledMember(body, "stable")],
  [
    "response-property-stability-decreased",
    "ERR",
    levelledMember(response, "stable"),
    levelledMember(response, "beta"),
  ],
  [
    "response-property-stability-increased",
    "INFO",
    levelledMember(response, "beta"),
    levelledMember(response, "stable"),
  ],
  ["required-response-header-removed", "ERR", header(text, { required: true }), api({})],
  ["response-header-added", "INFO", api({}), header(text)],
  ["response-header-became-nullable", "ERR", header(text), header(nullable("string"))],
  ["response-header-became-not-nullable", "INFO", header(nullable("string")), header(text)],
  ["response-header-type-changed", "ERR", header({ ...text, format: "date-time" }), header(number())],
  ["response-header-type-compatible", "INFO", header(number()), header(text)],
  ["response-header-type-generalized", "ERR", header(number()), header({ type: "number" })],
  ["response-header-type-specialized", "INFO", header({ type: "number" }), header(number())],
  [
    "response-media-type-name-changed",
    "INFO",
    response(text, "application/json;v=1"),
    response(text, "application/json;v=2"),
  ],
  [
    "response-media-type-name-generalized",
    "ERR",
    response(text, "application/problem+json"),
    response(text, "application/json"),
  ],
  [
    "response-media-type-name-specialized",
    "INFO",
    response(text, "application/json"),
    response(text, "application/problem+json"),
  ],
  ["response-body-became-not-nullable", "INFO", response(nullable("string")), response(text)],
  ["response-property-became-not-nullable", "INFO", response(member(nullable("string"))), response(member(text))],
  ["response-body-max-increased", "ERR", response(number({ maximum: 8 })), response(number({ maximum: 9 }))],
  [
    "response-property-max-increased",
    "ERR",
    response(member(number({ maximum: 8 }))),
    response(member(number({ maximum: 9 }))),
  ],
  [
    "response-body-max-length-increased",
    "ERR",
    response({ ...text, maxLength: 8 }),
    response({ ...text, maxLength: 9 }),
  ],
  [
    "response-property-max-length-increased",
    "ERR",
    response(member({ ...text, maxLength: 8 })),
    response(member({ ...text, maxLength: 9 })),
  ],
  ["response-property-max-length-unset", "ERR", response(member({ ...text, maxLength: 8 })), response(member(text))],
  ["response-body-min-items-unset", "ERR", response(list({ minItems: 2 })), response(list())],
  ["response-property-min-items-unset", "ERR", response(member(list({ minItems: 2 }))), response(member(list()))],
  [
    "response-property-min-items-decreased",
    "ERR",
    response(member(list({ minItems: 2 }))),
    response(member(list({ minItems: 1 }))),
  ],
  ["response-body-min-items-decreased", "ERR", response(list({ minItems: 2 })), response(list({ minItems: 1 }))],
  [
    "response-property-min-length-decreased",
    "ERR",
    response(member({ ...text, minLength: 2 })),
    response(member({ ...text, minLength: 1 })),
  ],
  [
    "response-required-property-became-write-only",
    "INFO",
    response({ ...member(text), required: ["a"] }),
    response({ ...member({ ...text, writeOnly: true }), required: ["a"] }),
  ],
  ["response-success-status-added", "INFO", statuses("200"), statuses("200", "201")],
  ["response-non-success-status-added", "INFO", statuses("200"), statuses("200", "409")],
  ["request-parameter-became-enum", "ERR", parameter(text), parameter({ ...text, enum: ["a"] })],
  ["request-parameter-max-items-decreased", "ERR", parameter(list({ maxItems: 9 })), parameter(list({ maxItems: 8 }))],
  ["request-parameter-max-decreased", "ERR", parameter(number({ maximum: 9 })), parameter(number({ maximum: 8 }))],
  ["request-parameter-min-increased", "ERR", parameter(number({ minimum: 8 })), parameter(number({ minimum: 9 }))],
  ["request-parameter-type-changed", "ERR", parameter(text), parameter({ type: "boolean" })],
  [
    "request-parameter-x-extensible-enum-value-removed",
    "ERR",
    parameter({ ...text, "x-extensible-enum": ["a", "b"] }),
    parameter({ ...text, "x-extensible-enum": ["a"] }),
  ],
  ["request-body-any-of-removed", "ERR", body({ anyOf: [text, number()] }), body({ anyOf: [text] })],
  ["request-body-max-length-decreased", "ERR", body({ ...text, maxLength: 9 }), body({ ...text, maxLength: 8 })],
  ["request-body-min-length-increased", "ERR", body({ ...text, minLength: 8 }), body({ ...text, minLength: 9 })],
  ["request-body-max-decreased", "ERR", body(number({ maximum: 9 })), body(number({ maximum: 8 }))],
  ["request-property-max-decreased", "ERR", body(member(number({ maximum: 9 }))), body(member(number({ maximum: 8 })))],
  ["request-body-type-changed", "ERR", body(text), body(number())],
  ["response-property-type-changed", "ERR", response(member(text)), response(member(number()))],
  ["response-property-type-generalized", "ERR", response(member(number())), response(member({ type: "number" }))],
  [
    "response-optional-write-only-property-removed",
    "INFO",
    response(member({ ...text, writeOnly: true })),
    response({ type: "object" }),
  ],
];

export const ownPairs: readonly OwnPair[] = rows.map(([rule, level, base, revision]) => ({
  rule,
  level,
  base,
  revision,
}));
