// What is assumed where an error is tolerated: the words of the report, and the model that is read with them.
import { describe, expect, it, test } from "vitest";
import { checkExamples } from "../../src/checks/examples.ts";
import { type Code, codes, isTolerable, Report, tolerable } from "../../src/diagnostics/index.ts";
import type { Api } from "../../src/model/api.ts";
import type { Operation } from "../../src/model/http.ts";
import type { Json } from "../../src/model/schema.ts";
import { matches } from "../../src/model/values/matching.ts";
import { readApi } from "../../src/read.ts";
import { cwd, readerOf } from "../source/memory-files.ts";

interface Read {
  readonly api: Api;
  readonly lines: readonly string[];
}

/** Reads `text` with one code tolerated; its lines are `line: severity code: assumed meaning`. */
function read(text: string, tolerated: readonly Code[]): Read {
  const report = new Report(new Set(tolerated));
  const file = text.startsWith("asyncapi") ? "asyncapi" : "openapi";
  const readText = readerOf({ [`${file}.yaml`]: text });
  const { api } = readApi({ cwd, [file]: `${file}.yaml`, readText }, report);
  if (api === null) throw new Error("nothing was read");
  checkExamples(api, report, { exampleSeverity: "error" });
  return { api, lines: report.list().map(({ severity, code, assumed }) => `${severity} ${code}: ${assumed}`) };
}

function schemaOf(version: string, schema: string): string {
  return `openapi: ${version}\ninfo: { title: T, version: "1" }\npaths: {}\ncomponents:\n  schemas:\n    Other: { type: string }\n    Name: ${schema}\n  x-lists: { l: { a: { type: string } } }\n`;
}

interface SchemaCase {
  readonly code: Code;
  readonly version: string;
  readonly schema: string;
  readonly accepts: readonly Json[];
  readonly rejects: readonly Json[];
}

const schemas: readonly SchemaCase[] = [
  {
    code: "foreign-keyword",
    version: "3.1.1",
    schema: "{ type: string, nullable: true }",
    accepts: ["a", null],
    rejects: [1],
  },
  {
    code: "foreign-keyword",
    version: "3.1.1",
    schema: '{ $ref: "#/components/schemas/Other", nullable: true }',
    accepts: ["a", null],
    rejects: [1],
  },
  {
    code: "foreign-keyword",
    version: "3.1.1",
    schema: "{ enum: [a], type: string, nullable: true }",
    accepts: ["a", null],
    rejects: ["b"],
  },
  {
    code: "foreign-keyword",
    version: "3.1.1",
    schema: "{ type: [string, integer], nullable: true }",
    accepts: ["a", 1, null],
    rejects: [true],
  },
  {
    code: "foreign-keyword",
    version: "3.1.1",
    schema: "{ allOf: [{ type: string }, { enum: [a] }], nullable: true }",
    accepts: ["a", null],
    rejects: ["b"],
  },
  {
    code: "foreign-keyword",
    version: "3.1.1",
    schema: "{ const: a, nullable: true }",
    accepts: ["a", null],
    rejects: ["b"],
  },
  {
    code: "foreign-keyword",
    version: "3.1.1",
    schema: "{ type: string, nullable: false }",
    accepts: ["a"],
    rejects: [null],
  },
  {
    code: "foreign-keyword",
    version: "3.1.1",
    schema: '{ type: [string, "null"], nullable: false }',
    accepts: ["a", null],
    rejects: [1],
  },
  {
    code: "foreign-keyword",
    version: "3.1.1",
    schema: '{ type: object, properties: { a: { items: { $recursiveRef: "#" } }, b: { type: string } } }',
    accepts: [{ a: [{ a: [{ b: "" }] }] }],
    rejects: [{ a: [{ a: [{ b: 1 }] }] }, { a: [1] }],
  },
  {
    code: "ref-not-found",
    version: "3.1.1",
    schema: '{ type: object, properties: { a: { $ref: "#/components/schemas/Nothing" }, b: { type: string } } }',
    accepts: [{ a: 1 }, { a: "x", b: "" }],
    rejects: [{ b: 1 }],
  },
  {
    code: "ref-malformed",
    version: "3.1.1",
    schema: '{ type: object, properties: { a: { $ref: "#%zz" }, b: { type: string } } }',
    accepts: [{ a: 1 }],
    rejects: [{ b: 1 }],
  },
  {
    code: "ref-not-string",
    version: "3.0.3",
    schema: "{ type: object, properties: { a: { $ref: null }, b: { type: string } } }",
    accepts: [{ a: 1 }],
    rejects: [{ b: 1 }],
  },
  {
    code: "unreadable-file",
    version: "3.0.3",
    schema: "{ type: object, properties: { a: { $ref: missing.yaml }, b: { type: string } } }",
    accepts: [{ a: 1 }],
    rejects: [{ b: 1 }],
  },
  { code: "foreign-keyword", version: "3.0.3", schema: "{ const: 1 }", accepts: [1], rejects: [2] },
  {
    code: "foreign-keyword",
    version: "3.0.3",
    schema: "{ patternProperties: { ^a: { type: string } } }",
    accepts: [{ a: "" }],
    rejects: [{ a: 1 }],
  },
  {
    code: "foreign-keyword",
    version: "3.1.1",
    schema: "{ dependencies: { a: [b] } }",
    accepts: [{ b: 1 }],
    rejects: [{ a: 1 }],
  },
  {
    code: "inexact-number",
    version: "3.1.1",
    schema: "{ const: 9007199254740993 }",
    accepts: [2 ** 53],
    rejects: [2 ** 53 + 2],
  },
  {
    code: "invalid-keyword-value",
    version: "3.0.3",
    schema: '{ type: [string, "null"] }',
    accepts: ["a", null],
    rejects: [1],
  },
  {
    code: "invalid-keyword-value",
    version: "3.1.1",
    schema: "{ type: [string, null] }",
    accepts: ["a", null],
    rejects: [1],
  },
  {
    code: "invalid-keyword-value",
    version: "3.1.1",
    schema: "{ minimum: 2, exclusiveMinimum: true }",
    accepts: [3],
    rejects: [2],
  },
  { code: "invalid-keyword-value", version: "3.0.3", schema: "{ exclusiveMinimum: 2 }", accepts: [3], rejects: [2] },
  {
    code: "invalid-keyword-value",
    version: "3.1.1",
    schema: "{ items: [{ type: string }] }",
    accepts: [["a", 1]],
    rejects: [[1]],
  },
  {
    code: "invalid-keyword-value",
    version: "3.1.1",
    schema: "{ type: string, minLength: two }",
    accepts: ["a"],
    rejects: [1],
  },
  {
    code: "invalid-keyword-value",
    version: "3.1.1",
    schema: "{ type: string, anyOf: [] }",
    accepts: ["a"],
    rejects: [1],
  },
  {
    code: "ref-in-properties",
    version: "3.1.1",
    schema: '{ properties: { b: { type: string }, $ref: "#/components/x-lists/l" } }',
    accepts: [{ a: "", b: "" }],
    rejects: [{ a: 1 }, { b: 1 }],
  },
  {
    code: "unknown-keyword",
    version: "3.1.1",
    schema: "{ type: string, maxLenght: 1 }",
    accepts: ["ab"],
    rejects: [1],
  },
  {
    code: "invalid-pattern",
    version: "3.1.1",
    schema: '{ type: string, pattern: "(?i)a(" }',
    accepts: ["b"],
    rejects: [1],
  },
  { code: "invalid-default", version: "3.1.1", schema: "{ type: string, default: 1 }", accepts: ["b"], rejects: [1] },
  { code: "invalid-example", version: "3.1.1", schema: "{ type: string, example: 1 }", accepts: ["b"], rejects: [1] },
];

describe("a schema", () => {
  it.each(schemas)("$version $schema, with $code tolerated", ({ code, version, schema, accepts, rejects }) => {
    const text = schemaOf(version, schema);
    expect(read(text, []).lines.join("\n")).toContain(`error ${code}: null`);
    const { api, lines } = read(text, [code]);
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^tolerated ${code}: [a-z]`))]);
    const name = api.schemas.find((one) => one.name === "Name");
    if (name === undefined) throw new Error("no schema");
    expect(accepts.filter((value) => !matches(name.schema, value))).toEqual([]);
    expect(rejects.filter((value) => matches(name.schema, value))).toEqual([]);
  });
});

function pathsOf(paths: string): string {
  return `openapi: 3.1.1\ninfo: { title: T, version: "1" }\npaths:\n${paths}`;
}

interface OperationCase {
  readonly code: Code;
  readonly paths: string;
  readonly expected: (api: Api) => unknown;
  readonly is: unknown;
}

/** A field of an operation, what is read of it, and what that is. */
const wrongKinds: readonly [string, (operation: Operation) => unknown, unknown][] = [
  ["parameters:", ({ parameters }) => parameters, []],
  ["tags: null", ({ tags }) => tags, []],
  ["tags: [true, yes]", ({ tags }) => tags, ["true", "yes"]],
  ["tags: [1.0]", ({ tags }) => tags, ["1.0"]],
  ["description: null", ({ words }) => words.description, null],
  ["summary: 1.10", ({ words }) => words.summary, "1.10"],
  ["deprecated: 'true'", ({ words }) => words.deprecated, true],
  ["deprecated: null", ({ words }) => words.deprecated, false],
  ["requestBody: null", ({ requestBody }) => requestBody, null],
  ["responses: null", ({ responses }) => responses, []],
  [
    "requestBody: { content: { application/json: null } }",
    ({ requestBody }) => requestBody?.content.map(({ schema }) => schema.kind),
    ["any"],
  ],
  ["security: null", ({ security }) => security.map(({ schemes }) => schemes), [[{ name: "key", scopes: [] }]]],
  [
    "security: [{ key: null }]",
    ({ security }) => security.map(({ schemes }) => schemes),
    [[{ name: "key", scopes: [] }]],
  ],
  ["servers: null", ({ servers }) => servers, []],
];

const operations: readonly OperationCase[] = [
  {
    code: "duplicate-operation-id",
    paths: "  /a: { get: { operationId: x } }\n  /b: { get: { operationId: x } }\n",
    expected: ({ http }) => http?.operations.map(({ id, name }) => `${id} ${name}`),
    is: ["x x", "get_b getB"],
  },
  {
    code: "path-parameter-undeclared",
    paths: "  /a/{id}: { get: { operationId: x } }\n",
    expected: ({ http }) => http?.operations[0]?.parameters.map((one) => [one.name, one.required, one.schema.kind]),
    is: [["id", true, "string"]],
  },
  {
    code: "path-parameter-unused",
    paths: "  /a: { get: { parameters: [{ name: id, in: path, required: true, schema: {} }] } }\n",
    expected: ({ http }) => http?.operations[0]?.parameters,
    is: [],
  },
  {
    code: "duplicate-parameter",
    paths:
      "  /a: { get: { parameters: [{ name: q, in: query, schema: { type: string } }, { name: q, in: query, schema: {} }] } }\n",
    expected: ({ http }) => http?.operations[0]?.parameters.map((one) => one.schema.kind),
    is: ["string"],
  },
  {
    code: "invalid-keyword-value",
    paths: "  /a/{id}: { get: { parameters: [{ name: id, in: path, schema: { type: string } }] } }\n",
    expected: ({ http }) => http?.operations[0]?.parameters.map((one) => one.required),
    is: [true],
  },
  {
    code: "duplicate-value",
    paths: "  /a: { get: { responses: { 2xx: { description: A. }, 2XX: { description: B. } } } }\n",
    expected: ({ http }) => http?.operations[0]?.responses.map(({ description }) => description),
    is: ["A."],
  },
  {
    code: "missing-field",
    paths: '  /a: { get: { responses: { "200": {} } } }\n',
    expected: ({ http }) => http?.operations[0]?.responses.map(({ description }) => description),
    is: [""],
  },
  {
    code: "malformed-path",
    paths: "  /a#b: { get: {} }\n",
    expected: ({ http }) => http?.operations[0]?.path.segments,
    is: [{ kind: "literal", text: "/a" }],
  },
  ...(
    [
      ["{ a/b: {}, JSON: {} }", ["a/b"]],
      ["{ 'text/csv, text/x-csv, PDF': {}, text/csv: {} }", ["text/x-csv", "text/csv"]],
      ["{ 'a/b, charset=utf-8': {} }", ["a/b"]],
      ["{ '*': {} }", ["*/*"]],
      ["{ PDF: {} }", ["*/*"]],
    ] as const
  ).map(
    ([content, is]): OperationCase => ({
      code: "invalid-media-type",
      paths: `  /a: { get: { responses: { "200": { description: A., content: ${content} } } } }\n`,
      expected: ({ http }) => http?.operations[0]?.responses[0]?.content.map(({ type }) => type),
      is,
    }),
  ),
  {
    code: "ambiguous-path",
    paths:
      "  /{a}: { get: { operationId: x, parameters: [{ name: a, in: path, required: true, schema: {} }] } }\n  /{b}: { get: { operationId: y, parameters: [{ name: b, in: path, required: true, schema: {} }] } }\n",
    expected: ({ http }) => http?.operations.map(({ id }) => id),
    is: ["x", "y"],
  },
  {
    code: "unknown-security-scheme",
    paths:
      "  /a: { get: { security: [{ none: [] }, { key: [] }] } }\ncomponents: { securitySchemes: { key: { type: http, scheme: bearer } } }\n",
    expected: ({ http }) => http?.operations[0]?.security.map(({ schemes }) => schemes.map(({ name }) => name)),
    is: [["none"], ["key"]],
  },
  {
    code: "undefined-server-variable",
    paths: "  /a: { get: { servers: [{ url: 'https://{region}.example' }] } }\n",
    expected: ({ http }) => http?.operations[0]?.servers.map(({ url, variables }) => [url, variables]),
    is: [["https://{region}.example", []]],
  },
  {
    code: "invalid-status",
    paths: "  /a: { get: { responses: { ok: { description: A. }, 2XX: { description: B. } } } }\n",
    expected: ({ http }) => http?.operations[0]?.responses.map(({ description }) => description),
    is: ["B."],
  },
  ...(
    [
      [
        "content",
        "requestBody: { content: { $ref: '#/components/x-c', a/c: {} } }",
        ({ http }) => http?.operations[0]?.requestBody?.content.map(({ type }) => type),
        ["a/c", "a/b"],
      ],
      [
        "responses",
        "responses: { $ref: '#/components/responses' }",
        ({ http }) => http?.operations[0]?.responses.map(({ description }) => description),
        ["A."],
      ],
      [
        "headers",
        "responses: { 2XX: { description: A., headers: { $ref: '#/components/x-h' } } }",
        ({ http }) => http?.operations[0]?.responses[0]?.headers.map(({ name }) => name),
        ["h"],
      ],
      [
        "parameters",
        "parameters: { $ref: '#/components/x-p' }",
        ({ http }) => http?.operations[0]?.parameters.map(({ name }) => name),
        ["p"],
      ],
      [
        "examples",
        "requestBody: { content: { a/b: { examples: { $ref: '#/components/examples' } } } }",
        ({ http }) => http?.operations[0]?.requestBody?.content[0]?.examples.map(({ name }) => name),
        ["e"],
      ],
    ] as const satisfies readonly (readonly [string, string, OperationCase["expected"], unknown])[]
  ).map(
    ([, operation, expected, is]): OperationCase => ({
      code: "misplaced-ref",
      paths: `  /a: { get: { ${operation} } }\ncomponents: { x-c: { a/b: {} }, responses: { 200: { description: A. } }, x-h: { h: { schema: {} } }, x-p: [{ name: p, in: query, schema: {} }], examples: { e: { value: "" } } }\n`,
      expected,
      is,
    }),
  ),
  ...wrongKinds.map(
    ([operation, expected, is]): OperationCase => ({
      code: "wrong-kind",
      paths: `  /a:\n    get:\n      ${operation}\nsecurity: [{ key: [] }]\ncomponents: { securitySchemes: { key: { type: http, scheme: bearer } } }\n`,
      expected: ({ http }) => http?.operations.map(expected)[0],
      is,
    }),
  ),
];

describe("an operation", () => {
  it.each(operations)("with $code tolerated", ({ code, paths, expected, is }) => {
    expect(read(pathsOf(paths), []).lines.join("\n")).toContain(`error ${code}: null`);
    const { api, lines } = read(pathsOf(paths), [code]);
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^tolerated ${code}: [a-z]`))]);
    expect(expected(api)).toEqual(is);
  });
});

test("every code that can be tolerated has a case here, or says why it changes nothing", () => {
  // Of Swagger 2.0: test/swagger/convert.test.ts.
  const swagger = ["unsupported-collection-format"];
  const elsewhere = [
    "official-schema",
    "unknown-field",
    "channel-parameter-undeclared",
    "channel-parameter-unused",
    ...swagger,
  ];
  const tested = new Set<string>([...schemas, ...operations].map(({ code }) => code));
  const meant = tolerable.filter(isTolerable).filter((code) => "tolerated" in codes[code]);
  expect(meant.filter((code) => !tested.has(code) && !elsewhere.includes(code))).toEqual([]);
});

test("a response without a value is an empty one", () => {
  const { api, lines } = read(pathsOf('  /a: { get: { responses: { "204": } } }\n'), ["wrong-kind", "missing-field"]);
  expect(lines).toEqual(["tolerated missing-field: the field is empty", "tolerated wrong-kind: it is empty"]);
  expect(api.http?.operations[0]?.responses.map(({ status }) => status)).toEqual([{ kind: "code", code: 204 }]);
});

test("an error without a safe fallback stays an error", () => {
  const text = pathsOf("  {}\ncomponents: { securitySchemes: { s: { type: apiKey } } }\n");
  expect(read(text, ["missing-field"]).lines).toEqual(["error missing-field: null", "error missing-field: null"]);
});

test("an error is reported for the API that does not tolerate it, in either reading order", () => {
  const text = schemaOf("3.1.1", "{ type: string, nullable: true }");
  for (const order of [
    [[], ["foreign-keyword"]],
    [["foreign-keyword"], []],
  ] as const) {
    const report = new Report();
    for (const codes of order) {
      readApi(
        { cwd, openapi: "openapi.yaml", readText: readerOf({ "openapi.yaml": text }) },
        report.tolerating(new Set(codes)),
      );
    }
    expect(report.list().map(({ severity }) => severity)).toEqual(["error"]);
  }
});
