// References that bundlers resolve and standards do not have, values that only look like references, and `$recursiveRef`.
import { describe, expect, it, test } from "vitest";
import { readApi } from "../../../src/checks/model-checks.ts";
import { type Code, Report } from "../../../src/diagnostics/index.ts";
import { matches } from "../../../src/model/values/matching.ts";
import { cwd, type Files, readerOf } from "../../source/memory-files.ts";
import { print } from "./print.ts";

function read(files: Files, tolerated: readonly Code[] = []) {
  const report = new Report(new Set(tolerated));
  const [entry = "openapi.yaml"] = Object.keys(files);
  const kind = entry.startsWith("asyncapi") ? "asyncapi" : "openapi";
  const { api } = readApi({ cwd, [kind]: entry, readText: readerOf(files) }, report);
  if (api === null) throw new Error("nothing was read");
  const lines = report.list().map(({ severity, code, assumed }) => `${severity} ${code}: ${assumed}`);
  return { api, lines, schemas: Object.fromEntries(api.schemas.map(({ name, schema }) => [name, print(schema)])) };
}

const head = `openapi: 3.1.1
info: { title: T, version: "1" }
`;

describe("a map that is a reference", () => {
  const schemas = "Order: { type: object, properties: { note: { $ref: '#/Note' } } }\nNote: { type: string }\n";
  const assumed = "tolerated misplaced-ref: the members are those of the value that it refers to, and its own";

  it("has the schemas of its target, with their names", () => {
    const files = {
      "openapi.yaml": `${head}paths: {}\ncomponents: { schemas: { $ref: schemas.yaml, Own: { $ref: "#/components/schemas/Order" } } }\n`,
      "schemas.yaml": schemas,
    };
    expect(read(files).lines).toEqual(["error misplaced-ref: null"]);
    const tolerant = read(files, ["misplaced-ref"]);
    expect(tolerant.lines).toEqual([assumed]);
    expect(tolerant.schemas).toEqual({ Own: "-> Order", Order: "{ note?: -> Note, ... }", Note: "string" });
  });

  it("can be all of components, parameters, paths, responses or content", () => {
    const files = {
      "openapi.yaml": `${head}paths: { $ref: paths.yaml }\ncomponents: { $ref: components.yaml }\n`,
      "components.yaml": "schemas: { Note: { type: string } }\nparameters: { $ref: parameters.yaml }\n",
      "parameters.yaml": "Page: { name: page, in: query, schema: { type: integer } }\n",
      "paths.yaml":
        "/a:\n  get:\n    parameters: [{ $ref: 'openapi.yaml#/components/parameters/Page' }]\n    responses: { $ref: responses.yaml }\n",
      "responses.yaml": "'200': { description: D., content: { $ref: content.yaml } }\n",
      "content.yaml": "application/json: { schema: { $ref: 'openapi.yaml#/components/schemas/Note' } }\n",
    };
    const { api, lines, schemas: named } = read(files, ["misplaced-ref"]);
    expect(lines).toEqual(Array(5).fill(assumed));
    const [operation] = api.http?.operations ?? [];
    expect(operation?.path.text).toBe("/a");
    expect(operation?.parameters.map(({ name }) => name)).toEqual(["page"]);
    expect(operation?.responses[0]?.content.map(({ type }) => type)).toEqual(["application/json"]);
    expect(named).toEqual({ Note: "string" });
  });

  it("can be the info of a description", () => {
    const files = {
      "openapi.yaml": "openapi: 3.1.1\ninfo: { $ref: info.yaml }\npaths: {}\n",
      "info.yaml": 'title: Orders\nversion: "2"\n',
    };
    const { api, lines } = read(files);
    expect(lines).toEqual([]);
    expect(api.http?.info.title).toBe("Orders");
  });
});

describe("a text that is a reference", () => {
  it.each(["md", "markdown", "txt", "html", "MD"])("is the text of a .%s file", (ending) => {
    const text = "# Orders\n\n- a: b: c\n\tuse `@tabs`\n";
    const { api, lines } = read({
      "openapi.yaml": `openapi: 3.1.1
info: { title: T, version: "1", description: { $ref: docs/intro.${ending} } }
paths:
  /a: { get: { description: { $ref: docs/intro.${ending} }, responses: {} } }
components: { schemas: { Order: { type: object, description: { $ref: docs/intro.${ending} } } } }
`,
      [`docs/intro.${ending}`]: text,
    });
    expect(lines).toEqual([]);
    expect(api.http?.info.description).toBe(text);
    expect(api.http?.operations[0]?.words.description).toBe(text);
    expect(api.schemas[0]?.schema.annotations.description).toBe(text);
  });

  it("is left out, where that is tolerated, when the file is missing", () => {
    const files = {
      "openapi.yaml": 'openapi: 3.1.1\ninfo: { title: T, version: "1", description: { $ref: intro.md } }\npaths: {}\n',
    };
    expect(read(files).lines).toEqual(["error unreadable-file: null"]);
    const tolerant = read(files, ["unreadable-file"]);
    expect(tolerant.lines).toEqual(["tolerated unreadable-file: the text is left out"]);
    expect(tolerant.api.http?.info.description).toBeNull();
  });

  it("is an error at the reference where no text can be", () => {
    const files = {
      "openapi.yaml": `${head}paths: {}\ncomponents: { schemas: { Order: { $ref: order.md } } }\n`,
      "order.md": "# Order\n",
    };
    expect(read(files).lines).toEqual(["error wrong-kind: null"]);
  });
});

describe("a $ref in a value", () => {
  const value = '{ $ref: "#/components/schemas/Nothing" }';

  it("is data", () => {
    const { api, lines } = read({
      "openapi.yaml": `${head}x-ref: ${value}
paths:
  /a:
    get:
      parameters: [{ name: q, in: query, schema: {}, example: ${value} }]
      responses:
        "200":
          description: D.
          content:
            application/json: { schema: {}, examples: { a: { value: ${value} }, b: { value: { $ref: missing.json } } } }
components:
  examples: { c: { value: ${value} } }
  schemas:
    Order: { default: ${value}, const: ${value}, enum: [${value}], example: ${value}, examples: [${value}], x-a: ${value} }
`,
    });
    expect(lines).toEqual([]);
    const examples = api.http?.operations[0]?.responses[0]?.content[0]?.examples;
    expect(examples?.map((one) => one.value.value)).toEqual([
      { $ref: "#/components/schemas/Nothing" },
      { $ref: "missing.json" },
    ]);
  });

  it("names a file that is there, as bundlers read it", () => {
    const { api, lines } = read({
      "openapi.yaml": `${head}paths:
  /a: { post: { requestBody: { content: { application/json: { schema: {}, examples: { a: { value: { $ref: a.json } } } } } }, responses: {} } }
  /b: { post: { requestBody: { content: { application/json: { schema: {}, example: { $ref: a.json } } } }, responses: {} } }
`,
      "a.json": '{ "id": 1 }',
    });
    expect(lines).toEqual([]);
    const values = api.http?.operations.map(({ requestBody }) => requestBody?.content[0]?.examples[0]?.value.value);
    expect(values).toEqual([{ id: 1 }, { id: 1 }]);
  });
});

describe("the keyword $recursiveRef", () => {
  const filter = `$recursiveAnchor: true
      type: object
      required: [filters]
      properties:
        filters: { type: array, items: { oneOf: [{ type: string }, { $recursiveRef: "#" }] } }`;

  test("refers to the schema around it that has $recursiveAnchor", () => {
    const files = {
      "openapi.yaml": `${head}paths: {}
components:
  schemas:
    Outer:
      type: object
      properties:
        own:
          ${filter.replaceAll("\n  ", "\n      ")}
        self: { $recursiveRef: "#" }
    Filter:
      ${filter}
`,
    };
    expect(read(files).lines).toEqual(Array(5).fill("error foreign-keyword: null"));
    const { api, lines, schemas } = read(files, ["foreign-keyword"]);
    expect(new Set(lines)).toEqual(
      new Set([
        "tolerated foreign-keyword: as in JSON Schema 2019-09, it refers to the schema around it that has $recursiveAnchor, else to the whole schema that it is in",
        "tolerated foreign-keyword: as in JSON Schema 2019-09, a $recursiveRef inside of it refers to it",
      ]),
    );
    expect(schemas).toEqual({
      Outer: "{ own?: -> OuterOwn, self?: -> Outer, ... }",
      OuterOwn: "{ filters: [...oneOf(string, -> OuterOwn)], ... }",
      Filter: "{ filters: [...oneOf(string, -> Filter)], ... }",
    });
    const named = api.schemas.find(({ name }) => name === "Filter");
    if (named === undefined) throw new Error("no schema");
    expect(matches(named.schema, { filters: ["a", { filters: [{ filters: [] }] }] })).toBe(true);
    expect(matches(named.schema, { filters: [{ filters: [{ filters: [1] }] }] })).toBe(false);
  });

  test("refers to the outermost resource that extends it, as 2019-09 says", () => {
    const files = {
      "openapi.yaml": `${head}paths: {}
components:
  schemas:
    Tree:
      $id: https://example.com/tree
      $recursiveAnchor: true
      type: object
      properties: { children: { type: array, items: { $recursiveRef: "#" } } }
    Strict:
      $id: https://example.com/strict
      $recursiveAnchor: true
      $ref: tree
      required: [name]
`,
    };
    const { api } = read(files, ["foreign-keyword"]);
    const accepts = (name: string, value: { name?: string; children?: readonly object[] }): boolean => {
      const schema = api.schemas.find((one) => one.name === name)?.schema;
      if (schema === undefined) throw new Error(name);
      return matches(schema, JSON.parse(JSON.stringify(value)));
    };
    expect(accepts("Tree", { children: [{ children: [{}] }] })).toBe(true);
    expect(accepts("Strict", { name: "a", children: [{ name: "b" }] })).toBe(true);
    expect(accepts("Strict", { name: "a", children: [{}] })).toBe(false);
  });

  test("is ignored when it is not #", () => {
    const files = {
      "openapi.yaml": `${head}paths: {}\ncomponents: { schemas: { A: { type: object, properties: { a: { $recursiveRef: "#/a" } } } } }\n`,
    };
    expect(read(files, ["foreign-keyword", "invalid-keyword-value"]).schemas).toEqual({ A: "{ a?: any, ... }" });
  });
});

describe("a reference to nothing, tolerated", () => {
  test("is any value in a payload, in a parameter, in a body and as a component", () => {
    const openapi = `${head}paths:
  /a:
    post:
      parameters: [{ name: q, in: query, schema: { $ref: "#/components/schemas/No" } }]
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/No" } } } }
      responses: {}
components: { schemas: { Alias: { $ref: "#/components/schemas/No" } } }
`;
    const { api, lines, schemas } = read({ "openapi.yaml": openapi }, ["ref-not-found"]);
    expect(lines).toEqual(Array(3).fill("tolerated ref-not-found: any value is accepted in its place"));
    expect(schemas).toEqual({ Alias: "any" });
    expect(api.http?.operations[0]?.requestBody?.content[0]?.schema.kind).toBe("any");

    const asyncapi = `asyncapi: 3.0.0
info: { title: T, version: "1" }
channels: { c: { address: c, messages: { m: { payload: { $ref: "#/components/schemas/No" } } } } }
`;
    const messaging = read({ "asyncapi.yaml": asyncapi }, ["ref-not-found"]);
    expect(messaging.lines).toEqual(["tolerated ref-not-found: any value is accepted in its place"]);
    expect(messaging.api.messaging?.messages[0]?.payload.kind).toBe("any");
  });

  test("stays an error outside of schemas", () => {
    const openapi = `${head}paths:\n  /a: { get: { parameters: [{ $ref: "#/components/parameters/No" }], responses: {} } }\n`;
    expect(read({ "openapi.yaml": openapi }, ["ref-not-found"]).lines).toEqual(["error ref-not-found: null"]);
  });
});

describe("properties by reference", () => {
  it.each([
    ["to a list", "{ note: { type: string } }"],
    ["to a schema, whose properties are meant", "{ type: object, properties: { note: { type: string } } }"],
  ])("are those of the target: %s", (_, target) => {
    const files = {
      "openapi.yaml": `${head}paths: {}\ncomponents: { schemas: { A: { type: object, properties: { $ref: "#/x-list" } } } }\nx-list: ${target}\n`,
    };
    const { lines, schemas } = read(files, ["ref-in-properties"]);
    expect(lines).toEqual(["tolerated ref-in-properties: the properties are those of the referenced object"]);
    expect(schemas).toEqual({ A: "{ note?: string, ... }" });
  });
});
