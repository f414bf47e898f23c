// What is assumed where an error is tolerated: the words of the report, and the model that is read with them.
import { describe, expect, it, test } from "vitest";
import { checkExamples } from "../../src/checks/examples.ts";
import { readApi } from "../../src/checks/model-checks.ts";
import { type Code, codes, isTolerable, Report, tolerable } from "../../src/diagnostics/index.ts";
import type { Api } from "../../src/model/api.ts";
import type { Operation } from "../../src/model/http.ts";
import { matches } from "../../src/model/values/matching.ts";
import { cwd, readerOf } from "../source/memory-files.ts";
import { schemas } from "./tolerated-schemas.ts";

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

describe("a schema", () => {
  it.each(schemas)(
    "has its documented meaning, with %s tolerated: %s %s",
    (code, version, schema, accepts, rejects) => {
      const text = schemaOf(version, schema);
      expect(read(text, []).lines.join("\n")).toContain(`error ${code}: null`);
      const { api, lines } = read(text, [code]);
      expect(lines).toEqual([expect.stringMatching(new RegExp(`^tolerated ${code}: [a-z]`))]);
      const name = api.schemas.find((one) => one.name === "Name");
      if (name === undefined) throw new Error("no schema");
      expect(accepts.filter((value) => !matches(name.schema, value))).toEqual([]);
      expect(rejects.filter((value) => matches(name.schema, value))).toEqual([]);
    },
  );
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
  {
    code: "tag-parent",
    paths: "  {}\ntags: [{ name: cakes, parent: nowhere }]\n",
    expected: ({ http }) => http?.tags.map(({ parent }) => parent),
    is: [null],
  },
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
    "incomplete-version",
    "official-schema",
    "unknown-field",
    "channel-parameter-undeclared",
    "channel-parameter-unused",
    ...swagger,
    "name-clash",
    "conflicting-schema-name",
    "unescaped-ref",
  ];
  const tested = new Set<string>([...schemas.map(([code]) => code), ...operations.map(({ code }) => code)]);
  const meant = tolerable.filter(isTolerable).filter((code) => "tolerated" in codes[code]);
  expect(meant.filter((code) => !tested.has(code) && !elsewhere.includes(code))).toEqual([]);
});

test("a version without its last part is the whole one", () => {
  const { api, lines } = read('openapi: 3.1\ninfo: { title: T, version: "1" }\npaths: {}\n', ["incomplete-version"]);
  expect(lines).toEqual(["tolerated incomplete-version: it is read as the whole version"]);
  expect(api.http?.specVersion).toBe("3.1.1");
});

test("the second of two things of one name gets an underscore", () => {
  const text = pathsOf("  {}\ncomponents: { schemas: { String: {}, string: {}, string_: {}, string__: {} } }\n");
  const { api, lines } = read(text, ["name-clash"]);
  expect(lines).toContain('tolerated name-clash: the schema "string_" is called "string___"');
  expect(api.schemas.map(({ name }) => name)).toEqual(["String", "string_", "string___", "string__"]);
});

test("a schema of the other description gets an underscore", () => {
  const files = {
    "openapi.yaml": pathsOf("  {}\ncomponents: { schemas: { A: { type: string } } }\n"),
    "asyncapi.yaml":
      'asyncapi: 3.0.0\ninfo: { title: T, version: "1" }\ncomponents: { schemas: { A: { type: integer } } }\n',
  };
  const report = new Report(new Set(["conflicting-schema-name"]));
  const entries = { openapi: "openapi.yaml", asyncapi: "asyncapi.yaml" };
  const { api } = readApi({ cwd, ...entries, readText: readerOf(files) }, report);
  expect(report.list().map(({ assumed }) => assumed)).toEqual(['the schema "A" is called "A_"']);
  expect(api?.schemas.map(({ name, schema }) => [name, schema.kind])).toEqual([
    ["A", "string"],
    ["A_", "number"],
  ]);
});

test("a reference means the key with the slash that it does not escape", () => {
  const text = pathsOf(
    '  /a: { get: { parameters: [{ $ref: "#/components/parameters/a/b" }, { name: s, in: query, schema: { $ref: "#/components/schemas/a/b/properties/c/d" } }] } }\n' +
      "components: { parameters: { a/b: { name: q, in: query, schema: {} } }, schemas: { a/b: { type: object, properties: { c/d: { type: string } } } } }\n",
  );
  const { api, lines } = read(text, ["unescaped-ref"]);
  expect(new Set(lines)).toEqual(new Set(['tolerated unescaped-ref: the reference means the key with the "/"']));
  expect(api.http?.operations[0]?.parameters.map(({ name }) => name)).toEqual(["q", "s"]);
  const channels =
    'asyncapi: 3.0.0\ninfo: { title: T, version: "1" }\nchannels: { a/b: { address: a, messages: { m/n: { payload: true } } } }\n' +
    'operations: { o: { action: send, channel: { $ref: "#/channels/a/b" }, messages: [{ $ref: "#/channels/a/b/messages/m/n" }] } }\n';
  expect(read(channels, ["unescaped-ref"]).api.messaging?.operations[0]).toMatchObject({
    channel: { key: "a/b" },
    messages: [{ key: "m/n" }],
  });
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
        report.forApi({ api: "", tolerance: { codes: new Set(codes), isLenient: () => false }, targets: null }),
      );
    }
    expect(report.list().map(({ severity }) => severity)).toEqual(["error"]);
  }
});
