// Swagger 2.0 as it is read: what each part becomes, files that refer to each other, and where messages point to.
import { describe, expect, it } from "vitest";
import { readApi } from "../../../src/checks/model-checks.ts";
import { codesOf } from "../../../src/diagnostics/codes.ts";
import { Report, textOf } from "../../../src/diagnostics/index.ts";
import { convertSwagger } from "../../../src/read/swagger/convert.ts";
import { Sources } from "../../../src/source/index.ts";
import { cwd, type Files, readerOf, readFiles } from "../../source/memory-files.ts";

const head = 'swagger: "2.0"\ninfo: { title: T, version: "1" }\n';

function converted(
  text: string,
  more: Files = {},
): { readonly document: unknown; readonly messages: readonly string[] } {
  const report = new Report();
  const sources = new Sources({ cwd, readText: readerOf({ "swagger.yaml": head + text, ...more }) });
  const opened = sources.open("swagger.yaml");
  if (!opened.ok) throw new Error(opened.problem.kind);
  const root = convertSwagger({ sources, report }, opened.value);
  const messages = report.list().filter(({ code }) => code !== "swagger-converted");
  return { document: root?.value, messages: messages.map((one) => textOf(one).split("\n", 1)[0] ?? "") };
}

function operationOf(fields: string, root = ""): unknown {
  const { document, messages } = converted(`${root}paths:\n  /a:\n    post: { ${fields}, responses: {} }\n`);
  expect(messages).toEqual([]);
  return Reflect.get(Reflect.get(Reflect.get(Object(document), "paths"), "/a"), "post");
}

describe("an operation", () => {
  it.each([
    ["csv", "query", { style: "form", explode: false }],
    ["multi", "query", { style: "form", explode: true }],
    ["ssv", "query", { style: "spaceDelimited", explode: false }],
    ["pipes", "query", { style: "pipeDelimited", explode: false }],
    ["csv", "header", { style: "simple", explode: false }],
  ])("has a list as %s in %s in the style of OpenAPI 3", (format, where, style) => {
    const list = `{ name: q, in: ${where}, type: array, items: { type: string, enum: [a] }, collectionFormat: ${format} }`;
    expect(operationOf(`parameters: [${list}]`)).toMatchObject({
      parameters: [{ name: "q", schema: { type: "array", items: { type: "string", enum: ["a"] } }, ...style }],
    });
  });

  it.each([
    ["none, which is JSON", "", "", ["application/json"]],
    ["those of the document", "consumes: [text/csv]\n", "", ["text/csv"]],
    ["its own", "consumes: [text/csv]\n", ", consumes: [a/b, c/d]", ["a/b", "c/d"]],
    [
      "an empty list, which takes back those of the document",
      "consumes: [text/csv]\n",
      ", consumes: []",
      ["application/json"],
    ],
  ])("has a body of media types: %s", (_, root, own, types) => {
    const operation = operationOf(
      `parameters: [{ name: b, in: body, required: true, schema: { type: object } }]${own}`,
      root,
    );
    const content = Object.fromEntries(types.map((type) => [type, { schema: { type: "object" } }]));
    expect(operation).toMatchObject({ requestBody: { required: true, content } });
    expect(operation).not.toHaveProperty("parameters");
  });

  it.each([
    ["urlencoded without a file", "type: string", "", "application/x-www-form-urlencoded"],
    ["multipart with a file", "type: file", "", "multipart/form-data"],
    ["as it says", "type: string", ", consumes: [multipart/form-data]", "multipart/form-data"],
  ])("has a form that is %s", (_, field, own, type) => {
    const operation = operationOf(
      `parameters: [{ name: f, in: formData, required: true, ${field} }]${own}`,
      "consumes: [application/json]\n",
    );
    const schema = field === "type: file" ? { type: "string", format: "binary" } : { type: "string" };
    const content = { [type]: { schema: { type: "object", properties: { f: schema }, required: ["f"] } } };
    expect(operation).toMatchObject({ requestBody: { required: true, content } });
  });

  it("has an optional form whose lists are separated by commas", () => {
    const operation = operationOf("parameters: [{ name: f, in: formData, type: array, items: { type: string } }]");
    const media = {
      schema: { properties: { f: { type: "array" } } },
      encoding: { f: { style: "form", explode: false } },
    };
    expect(operation).toMatchObject({ requestBody: { content: { "application/x-www-form-urlencoded": media } } });
    expect(operation).not.toHaveProperty([
      "requestBody",
      "content",
      "application/x-www-form-urlencoded",
      "schema",
      "required",
    ]);
  });

  it("has the body that is declared for its path, unless it declares one", () => {
    const { document } = converted(`paths:
  /a:
    get: { responses: {} }
    put: { parameters: [{ name: c, in: body, schema: { type: string } }], responses: {} }
    parameters: [{ name: b, in: body, schema: { type: object } }, { name: q, in: query, type: string }]
`);
    const body = (type: string) => ({ requestBody: { content: { "application/json": { schema: { type } } } } });
    expect(document).toMatchObject({
      paths: { "/a": { get: body("object"), put: body("string"), parameters: [{ name: "q" }] } },
    });
  });

  it("has a shared response with its own media types", () => {
    const { document } = converted(`produces: [application/json]
paths:
  /a: { get: { produces: [text/plain], responses: { default: { $ref: "#/responses/Error" } } } }
  /b: { get: { responses: { default: { $ref: "#/responses/Error" } } } }
responses: { Error: { description: E., schema: { type: string } } }
`);
    expect(document).toMatchObject({
      paths: {
        "/a": { get: { responses: { default: { description: "E.", content: { "text/plain": {} } } } } },
        "/b": { get: { responses: { default: { $ref: "#/components/responses/Error" } } } },
      },
    });
  });

  it("has the headers of a response in their order, and its examples where their media types are", () => {
    const { document, messages } = converted(`produces: [application/json, text/xml]
paths:
  /a:
    get:
      responses:
        "200":
          description: A.
          schema: { type: object }
          headers: { B: { type: integer }, A: { type: array, items: { type: string }, collectionFormat: csv } }
          examples: { application/json: { a: 1 }, text/csv: a }
`);
    const response = Reflect.get(Object(document), "paths")["/a"].get.responses["200"];
    expect(Object.keys(response.headers)).toEqual(["B", "A"]);
    expect(response.headers.A).toEqual({ schema: { type: "array", items: { type: "string" } } });
    expect(response.content).toEqual({
      "application/json": { schema: { type: "object" }, example: { a: 1 } },
      "text/xml": { schema: { type: "object" } },
    });
    expect(messages).toEqual([expect.stringMatching(/^swagger\.yaml:12:51 warning no-effect: this example/)]);
  });
});

describe("the document", () => {
  it.each([
    ["host: a.example\nbasePath: /v1\nschemes: [https, http]\n", ["https://a.example/v1", "http://a.example/v1"]],
    ["host: a.example\n", ["//a.example"]],
    ["basePath: /v1\nschemes: [https]\n", ["/v1"]],
  ])("with %j has the servers %j", (text, urls) => {
    expect(converted(`${text}paths: {}\n`).document).toMatchObject({ servers: urls.map((url) => ({ url })) });
  });

  it("has its security schemes", () => {
    const { document } = converted(`paths: {}
securityDefinitions:
  basic: { type: basic }
  key: { type: apiKey, in: header, name: X-Key }
  code: { type: oauth2, flow: accessCode, authorizationUrl: "https://a.example/a", tokenUrl: "https://a.example/t" }
  own: { type: oauth2, flow: application, tokenUrl: "https://a.example/t", scopes: { r: Read } }
`);
    expect(document).toMatchObject({
      components: {
        securitySchemes: {
          basic: { type: "http", scheme: "basic" },
          key: { type: "apiKey", in: "header", name: "X-Key" },
          code: { type: "oauth2", flows: { authorizationCode: { scopes: {} } } },
          own: { type: "oauth2", flows: { clientCredentials: { scopes: { r: "Read" } } } },
        },
      },
    });
  });

  it("has nullable members and discriminators", () => {
    const { document } = converted(`paths: {}
definitions:
  Pet: { type: object, discriminator: kind, properties: { kind: { type: string }, name: { type: string, x-nullable: true } } }
  Cat: { allOf: [{ $ref: "#/definitions/Pet" }] }
`);
    expect(document).toMatchObject({
      components: {
        schemas: {
          Pet: {
            discriminator: { propertyName: "kind" },
            required: ["kind"],
            properties: { name: { nullable: true } },
          },
          Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }] },
        },
      },
    });
  });

  it.each([
    ["1.2", /^openapi\.yaml:1:10 error unsupported-version: Swagger 1\.2 is not supported/],
    ["2.1", /^openapi\.yaml:1:10 error unsupported-version/],
  ])("of version %s is refused", (version, message) => {
    expect(readFiles({ "openapi.yaml": `swagger: "${version}"\ninfo: {}\n` }).messages).toMatch(message);
  });
});

describe("files that refer to each other", () => {
  const files = {
    "swagger.yaml": `${head}paths:
  /orders/{id}: { $ref: "parts/paths.yaml#/orders" }
definitions:
  Pet: { type: object, properties: { a: { type: string } } }
  Box: { type: object, properties: { pet: { $ref: "parts/models.yaml#/definitions/Pet" } } }
`,
    "parts/paths.yaml": `orders:
  parameters:
    - { name: id, in: path, required: true, type: string }
    - $ref: "shared.yaml#/body"
  put:
    responses: { "200": { $ref: "shared.yaml#/ok" } }
`,
    "parts/shared.yaml": `body: { name: body, in: body, schema: { $ref: "models.yaml#/definitions/Order" } }
ok: { description: A pet., schema: { $ref: "../swagger.yaml#/definitions/Pet" } }
`,
    "parts/models.yaml": `${head}paths: {}
definitions:
  Order: { type: object, properties: { pet: { $ref: "#/definitions/Pet" }, next: { $ref: "#/definitions/Order" } } }
  Pet: { type: object, properties: { name: { type: srting } } }
`,
  };

  it("become one document, in which schemas of the same name are apart", () => {
    const { document, messages } = converted(files["swagger.yaml"].slice(head.length), files);
    expect(messages).toEqual([]);
    expect(document).toMatchObject({
      paths: {
        "/orders/{id}": {
          parameters: [{ name: "id" }],
          put: {
            requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } } },
            responses: { "200": { content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } } } },
          },
        },
      },
      components: {
        schemas: {
          Pet: { properties: { a: {} } },
          Box: { properties: { pet: { $ref: "#/components/schemas/models_Pet" } } },
          Order: {
            properties: {
              pet: { $ref: "#/components/schemas/models_Pet" },
              next: { $ref: "#/components/schemas/Order" },
            },
          },
        },
      },
    });
  });

  it("are named by messages, where a part is wrong and where a reference leads nowhere", () => {
    const { messages } = readFiles(
      { ...files, "parts/shared.yaml": files["parts/shared.yaml"].replace("models.yaml#", "nowhere.yaml#") },
      { openapi: "swagger.yaml" },
    );
    expect(messages).toContain('parts/models.yaml:6:52 error unknown-type: "srting"');
    expect(messages).toContain('parts/shared.yaml:1:47 error unreadable-file: cannot read "parts/nowhere.yaml"');
    expect(messages.match(/ error /g)).toHaveLength(2);
  });

  it("are read together with overlays, which are written for Swagger", () => {
    const fix = `overlay: 1.0.0
info: { title: Fixes, version: "1" }
extends: parts/models.yaml
actions:
  - target: $.definitions.Pet.properties.name
    update: { type: sting }
`;
    const { messages } = readFiles({ ...files, "fix.yaml": fix }, { openapi: "swagger.yaml", overlays: ["fix.yaml"] });
    expect(messages).toContain('fix.yaml:6:21 error unknown-type: "sting"');
  });
});

describe("a message", () => {
  const text = `${head}paths:
  /a:
    post:
      parameters:
        - { name: b, in: body, schema: { type: bodi } }
        - { name: q, in: query, type: kuery }
      responses:
        "200":
          description: A.
          schema: { items: { type: respons } }
          headers: { H: { type: heder } }
  /form:
    parameters: [{ name: g, in: formData, type: shared }]
    post:
      parameters: [{ name: f, in: formData, type: field }, { $ref: "#/parameters/P" }]
      responses: { "200": { description: A. } }
parameters: { P: { name: p, in: query, type: param } }
responses: { R: { description: R., schema: { type: reus } } }
definitions: { D: { properties: { x: { x-nullable: true, type: def } } } }
`;

  it.each(["bodi", "kuery", "respons", "heder", "shared", "field", "param", "reus", "def"])(
    "points to %s in the file as it is",
    (word) => {
      const { messages } = readFiles({ "openapi.yaml": text });
      const lines = text.split("\n");
      const line = lines.findIndex((one) => new RegExp(`\\b${word}\\b`).test(one));
      const column = (lines[line] ?? "").search(new RegExp(`\\b${word}\\b`)) + 1;
      expect(messages).toContain(`openapi.yaml:${line + 1}:${column} error unknown-type: "${word}"`);
    },
  );
});

it("a list whose separator OpenAPI 3 does not have is separated by commas, if that is tolerated", () => {
  const text = `${head}paths:
  /a:
    get:
      parameters: [{ name: q, in: query, type: array, items: { type: string }, collectionFormat: tsv }]
      responses: { "204": { description: None. } }
`;
  const report = new Report(codesOf(["unsupported-collection-format"]));
  const { api } = readApi({ cwd, openapi: "a.yaml", readText: readerOf({ "a.yaml": text }) }, report);
  expect(report.list().map(({ severity, code }) => `${severity} ${code}`)).toEqual([
    "warning swagger-converted",
    "tolerated unsupported-collection-format",
  ]);
  expect(api?.http?.operations[0]?.parameters).toMatchObject([{ style: "form", explode: false }]);
});
