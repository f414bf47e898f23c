// The parts of OpenAPI that are easily misread.
import { describe, expect, it } from "vitest";
import type { HttpApi } from "../../../src/model/http.ts";
import { apiOf, readFiles } from "../../source/memory-files.ts";

function read(body: string): HttpApi {
  const { http } = apiOf({ "openapi.yaml": `openapi: 3.1.1\ninfo: { title: T, version: "1" }\n${body}` });
  if (http === null) throw new Error("no HTTP API");
  return http;
}

describe("names that start with x-", () => {
  it("are names where the author chooses them, and extensions elsewhere", () => {
    const { operations, securitySchemes, extensions } = read(`
x-own: 1
paths:
  x-own: 2
  /a:
    get:
      x-own: 3
      parameters: [{ name: x-trace, in: header, schema: { type: string } }]
      responses:
        x-own: 4
        "200":
          description: Fine.
          headers: { x-request-id: { schema: { type: string } } }
          links: { x-next: { operationId: get_a } }
          content: { x-own/text: { examples: { x-one: { value: 1 } } } }
components:
  schemas: { x-name: { properties: { x-member: {} } } }
  securitySchemes: { x-key: { type: apiKey, in: header, name: x-key } }
`);
    const [operation] = operations;
    const [response] = operation?.responses ?? [];
    expect(extensions).toEqual({ "x-own": 1 });
    expect(operation?.extensions).toEqual({ "x-own": 3 });
    expect(operation?.parameters.map(({ name }) => name)).toEqual(["x-trace"]);
    expect(operation?.responses).toHaveLength(1);
    expect(response?.headers.map(({ name }) => name)).toEqual(["x-request-id"]);
    expect(response?.links.map(({ name }) => name)).toEqual(["x-next"]);
    expect(response?.content.map(({ type, examples }) => [type, examples.map(({ name }) => name)])).toEqual([
      ["x-own/text", ["x-one"]],
    ]);
    expect(securitySchemes.map(({ name }) => name)).toEqual(["x-key"]);
  });
});

describe("the schema of a body that is read as text or bytes", () => {
  const warningsOf = (type: string, schema: string): string[] => {
    const content = `content: { "${type}": { schema: ${schema} } }`;
    const { report } = readFiles({
      "openapi.yaml": `openapi: 3.1.1
info: { title: T, version: "1" }
paths:
  /a: { post: { requestBody: { ${content} }, responses: { "200": { description: Fine., ${content} } } } }
components:
  schemas: { Row: { type: object }, Note: { type: string, maxLength: 3 } }
`,
    });
    return report.list().map(({ severity, message }) => `${severity} ${message}`);
  };

  it.each([
    ["text/plain", "{ type: integer }", "text"],
    ["text/csv", "{ type: [string, 'null'] }", "text"],
    ["application/xml", "{ $ref: '#/components/schemas/Row' }", "text"],
    ["application/octet-stream", "{ type: array }", "bytes"],
  ])("is reported as ignored: %s, %s", (type, schema, kind) => {
    const others = type.includes("xml") ? ", as of 1 other body of XML," : "";
    const message = `warning the schema of a body of the type "${type}"${others} is not supported: it is passed on as ${kind}, and not validated against the schema`;
    expect(warningsOf(type, schema)).toEqual(others === "" ? [message, message] : [message]);
  });

  it.each([
    ["text/plain", "{ $ref: '#/components/schemas/Note' }"],
    ["text/html", "{}"],
    ["text/csv", "true"],
    ["application/pdf", "{ type: string, format: binary }"],
    ["image/png", "{ type: string, contentMediaType: image/png }"],
    ["application/octet-stream", "{}"],
    ["application/json", "{ type: object }"],
    ["application/x-ndjson", "{ type: object }"],
    ["text/event-stream", "{ type: array, items: { type: object } }"],
    ["multipart/form-data", "{ type: object }"],
    ["*/*", "{ $ref: '#/components/schemas/Row' }"],
    ["*/*", "{ type: string }"],
    ["application/*", "{ type: [array, 'null'] }"],
  ])("stays, or restricts nothing: %s, %s", (type, schema) => {
    expect(warningsOf(type, schema)).toEqual([]);
  });
});

it("an element of the wrong kind is reported with the name of its list", () => {
  expect(() => read("paths: { /a: { get: { tags: [a, 1], responses: {} } } }")).toThrow(
    'an element of "tags" must be a string, found an integer',
  );
});

describe("a path item", () => {
  it("can have parameters and operations next to its reference", () => {
    const { operations } = read(`
paths:
  /a/{id}:
    $ref: "#/components/pathItems/a"
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    put: { operationId: put, responses: {} }
components:
  pathItems:
    a:
      parameters: [{ name: page, in: query, schema: { type: integer } }]
      get: { operationId: get, responses: {} }
`);
    const shown = operations.map(({ id, parameters }) => [id, parameters.map(({ name }) => name)]);
    expect(shown).toEqual([
      ["get", ["page", "id"]],
      ["put", ["page", "id"]],
    ]);
  });

  it("passes its parameters on, and an operation's own replace them", () => {
    const { operations } = read(`
paths:
  /a/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
      - { name: a, in: query, description: Outer., schema: { type: string } }
      - { name: a, in: header, description: Kept., schema: { type: string } }
    get:
      parameters: [{ name: a, in: query, description: Inner., schema: { type: integer } }]
      responses: {}
`);
    const [operation] = operations;
    expect(operation?.parameters.map(({ in: place, name, words }) => [place, name, words.description])).toEqual([
      ["path", "id", null],
      ["header", "a", "Kept."],
      ["query", "a", "Inner."],
    ]);
  });
});

describe("webhooks and callbacks", () => {
  it("are named after their key or their operation, and never clash with an operation", () => {
    const callback = "callbacks: { done: { '{$request.query.url}': { post: {}, put: { operationId: own } } } }";
    const { operations, webhooks } = read(`
security: [{ key: [] }]
paths: { /a: { get: { operationId: new-pet, ${callback} } } }
webhooks: { newPet: { post: {} }, other: { delete: {}, post: { security: [{ key: [] }] } } }
components: { securitySchemes: { key: { type: http, scheme: bearer } } }
`);
    expect(operations.map(({ id, trigger }) => [id, trigger])).toEqual([["new-pet", null]]);
    const shown = webhooks.map(({ id, trigger, security }) => [id, trigger?.kind, security.length]);
    expect(shown).toEqual([
      ["newPet_webhook", "webhook", 0],
      ["other", "webhook", 1],
      ["other_delete", "webhook", 0],
      ["own", "callback", 0],
      ["new-pet_done", "callback", 0],
    ]);
  });

  it("reject runtime expressions that the standard does not have", () => {
    const wrong = "paths: { /a: { get: { callbacks: { done: { '{$request.bodi#/url}': { post: {} } } } } } }";
    expect(() => read(wrong)).toThrow("a runtime expression such as {$request.body#/callbackUrl}");
  });
});

describe("security", () => {
  it("is inherited unless the operation overrides it", () => {
    const { operations } = read(`
security: [{ key: [] }]
paths:
  /a:
    get: { responses: {} }
    put: { responses: {}, security: [] }
    post: { responses: {}, security: [{}, { key: [], login: [read] }] }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    login: { type: oauth2, flows: {} }
`);
    const shown = Object.fromEntries(
      operations.map(({ method, security }) => [
        method,
        security.map(({ schemes }) => schemes.map(({ name, scopes }) => [name, ...scopes])),
      ]),
    );
    expect(shown).toEqual({ get: [[["key"]]], put: [], post: [[], [["key"], ["login", "read"]]] });
  });
});

describe("examples", () => {
  it("of other media types than JSON can be the text that is sent", () => {
    const schema = "{ type: object, required: [a], properties: { a: { type: string } } }";
    const codesOf = (type: string): string[] => {
      const body = `requestBody: { content: { ${type}: { schema: ${schema}, example: <a/> } } }`;
      const paths = `paths: { /a: { post: { ${body}, responses: {} } } }`;
      const { report } = readFiles({
        "openapi.yaml": `openapi: 3.1.1\ninfo: { title: T, version: "1" }\n${paths}\n`,
      });
      return report.list().map(({ code }) => code);
    };
    expect(codesOf("application/xml")).toEqual(["unsupported-feature"]);
    expect(codesOf("application/json")).toEqual(["invalid-example"]);
  });

  it("of headers are checked", () => {
    expect(() =>
      read(`
paths:
  /a:
    get:
      responses: { "200": { description: Fine., headers: { X-A: { schema: { type: integer }, example: word } } } }
`),
    ).toThrow("must be an integer");
  });
});

describe("components that nothing refers to", () => {
  it.each([
    ["schemas", "{ a: { $ref: '#/lost' } }"],
    ["schemas", "{ a: { $defs: { b: { $ref: '#/lost' } } } }"],
    ["parameters", "{ a: { $ref: '#/lost' } }"],
    ["requestBodies", "{ a: { $ref: '#/lost' } }"],
    ["responses", "{ a: { $ref: '#/lost' } }"],
    ["headers", "{ a: { $ref: '#/lost' } }"],
    ["examples", "{ a: { $ref: '#/lost' } }"],
    ["links", "{ a: { $ref: '#/lost' } }"],
    ["securitySchemes", "{ a: { $ref: '#/lost' } }"],
    ["pathItems", "{ a: { get: { requestBody: { $ref: '#/lost' } } } }"],
    ["callbacks", "{ a: { '{$url}': { post: { requestBody: { $ref: '#/lost' } } } } }"],
    ["mediaTypes", "{ a: { schema: { $ref: '#/lost' } } }"],
  ])("are read to find their mistakes: %s %s", (kind, value) => {
    const text = `openapi: 3.1.1\ninfo: { title: T, version: "1" }\npaths: {}\ncomponents: { ${kind}: ${value} }\n`;
    expect(
      readFiles({ "openapi.yaml": text })
        .report.list()
        .map(({ code }) => code),
    ).toEqual(["ref-not-found"]);
  });
});

describe("the encoding of a part", () => {
  const lines = (encoding: string): string[] => {
    const content = `content: { multipart/form-data: { schema: { type: object, properties: { f: { type: string } } }, encoding: { f: ${encoding} } } }`;
    const { report } = readFiles({
      "openapi.yaml": `openapi: 3.1.1\ninfo: { title: T, version: "1" }\npaths: { /a: { post: { requestBody: { ${content} }, responses: {} } } }\n`,
    });
    return report.list().map(({ severity, message }) => `${severity} ${message}`);
  };

  it.each([["{ style: form }"], ["{ style: form, explode: true, allowReserved: false }"], ["{ explode: true }"]])(
    "may state its defaults: %s",
    (encoding) => {
      expect(lines(encoding)).toEqual([]);
    },
  );

  it.each([
    ["{ style: deepObject }", "style"],
    ["{ style: form, explode: false }", "explode"],
    ["{ allowReserved: true }", "allowReserved"],
  ])("cannot have another style: %s", (encoding, field) => {
    expect(lines(encoding)).toEqual([
      `error "${field}" of a part is not supported: parts are written by their content type`,
    ]);
  });
});

describe("a body", () => {
  it.each([
    ["application/json", "json"],
    ["application/json;odata.metadata=minimal;odata.streaming=true", "json"],
    ["text/json", "json"],
    ["text/x-json", "json"],
    ["application/x-json; charset=utf-8", "json"],
    ["application/vnd.a+json;v=1", "json"],
    ["application/*+json", "json"],
    ["application/jsonp", "binary"],
    ["text/plain", "text"],
  ])("of the type %s is %s", (type, kind) => {
    const { operations } = read(
      `paths: { /a: { post: { requestBody: { content: { "${type}": {} } }, responses: {} } } }\n`,
    );
    expect(operations[0]?.requestBody?.content[0]?.body).toBe(kind);
  });
});
