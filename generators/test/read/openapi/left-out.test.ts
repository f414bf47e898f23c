// An error without a safe meaning that is tolerated: the element that contains it is left out, by name, and everything else is read.
import { describe, expect, it } from "vitest";
import { readApi } from "../../../src/checks/model-checks.ts";
import { type Code, codes, isTolerable, Report, tolerable } from "../../../src/diagnostics/index.ts";
import type { Api } from "../../../src/model/api.ts";
import { cwd, type Files, readerOf } from "../../source/memory-files.ts";

interface Read {
  readonly api: Api | null;
  /** `severity code: assumed`. */
  readonly lines: readonly string[];
}

function readAll(files: Files, tolerated: readonly string[] = tolerable): Read {
  const report = new Report(new Set(tolerated.filter(isTolerable)));
  const entry = Object.hasOwn(files, "asyncapi.yaml") ? "asyncapi" : "openapi";
  const { api } = readApi({ cwd, [entry]: `${entry}.yaml`, readText: readerOf(files) }, report);
  return { api, lines: report.list().map(({ severity, code, assumed }) => `${severity} ${code}: ${assumed}`) };
}

const sound = "  /sound: { get: { operationId: sound, responses: { '200': { description: A. } } } }\n";

function openapi(paths: string, components = ""): Files {
  return { "openapi.yaml": `openapi: 3.1.1\ninfo: { title: T, version: "1" }\npaths:\n${sound}${paths}${components}` };
}

function idsOf({ api }: Read): string[] {
  return [...(api?.http?.operations ?? []), ...(api?.http?.webhooks ?? [])].map(({ id }) => id);
}

const missing = '{ $ref: "#/components/x/missing" }';

const broken: readonly [string, Code, string][] = [
  ["a reference of a parameter to nothing", "ref-not-found", `parameters: [${missing}]`],
  ["a reference of a request body to nothing", "ref-not-found", `requestBody: ${missing}`],
  ["a reference of a response to nothing", "ref-not-found", `responses: { "200": ${missing} }`],
  [
    "a reference of a header to nothing",
    "ref-not-found",
    `responses: { "200": { description: A., headers: { a: ${missing} } } }`,
  ],
  [
    "a reference of a media type to nothing",
    "ref-not-found",
    `requestBody: { content: { application/json: ${missing} } }`,
  ],
  ["a reference to a missing file", "unreadable-file", 'parameters: [{ $ref: "none.yaml" }]'],
  ["a reference to a URL", "ref-remote", 'parameters: [{ $ref: "https://example.com/a.yaml" }]'],
  ["a reference to a broken file", "invalid-yaml", 'parameters: [{ $ref: "broken.yaml" }]'],
  ["a reference that is no pointer", "ref-malformed", 'parameters: [{ $ref: "#a" }]'],
  ["a reference that is a number", "ref-not-string", "parameters: [{ $ref: 1 }]"],
  ["a parameter of an unsupported place", "unsupported-feature", "parameters: [{ name: q, in: body }]"],
  ["a parameter without a place", "missing-field", "parameters: [{ name: q, schema: {} }]"],
  ["a parameter that is a string", "wrong-kind", "parameters: [q]"],
  ["a broken JSON file", "invalid-json", 'parameters: [{ $ref: "broken.json" }]'],
  ["a file with a key twice", "duplicate-key", 'parameters: [{ $ref: "twice.json" }]'],
  ["a reference to itself", "ref-cycle", 'parameters: [{ $ref: "#/components/parameters/cycle" }]'],
  ["a file outside", "ref-outside", 'parameters: [{ $ref: "../../outside.yaml" }]'],
];

describe("an operation with an error that has no meaning", () => {
  it.each(broken)("is the only one left out: %s", (_, code, operation) => {
    const components = 'components: { parameters: { cycle: { $ref: "#/components/parameters/cycle" } } }\n';
    const files = {
      ...openapi(`  /bad: { get: { operationId: bad, ${operation} }, put: { operationId: good } }\n`, components),
      "broken.yaml": "a: [",
      "broken.json": "{",
      "twice.json": '{ "a": 1, "a": 2 }',
    };
    expect(readAll(files, []).lines.join("\n")).toContain(`error ${code}: null`);
    const read = readAll(files);
    expect(read.lines).toContain(`tolerated ${code}: GET /bad is left out`);
    expect(read.lines.filter((line) => line.startsWith("error"))).toEqual([]);
    expect(idsOf(read)).toEqual(["sound", "good"]);
  });

  it("is left out with its callbacks, and links may still name it", () => {
    const read = readAll(
      openapi(
        `  /bad:\n    post:\n      operationId: bad\n      callbacks: { called: { "{$request.body#/url}": { post: { operationId: called } } } }\n      parameters: [${missing}]\n` +
          `  /other: { get: { operationId: other, responses: { "200": { description: A., links: { next: { operationId: bad } } } } } }\n`,
      ),
    );
    expect(idsOf(read)).toEqual(["sound", "other"]);
    expect(read.lines).toEqual(["tolerated ref-not-found: POST /bad is left out"]);
  });

  it("names each operation that shares the part with the error", () => {
    const paths = ["a", "b", "c", "d", "e", "f"].map(
      (name) => `  /${name}: { get: { operationId: ${name}, parameters: [{ $ref: "#/components/parameters/q" }] } }\n`,
    );
    const components = "components: { parameters: { q: { name: q, in: body, schema: {} } } }\n";
    const lineOf = (count: number): readonly string[] =>
      readAll(openapi(paths.slice(0, count).join(""), components)).lines;
    expect(lineOf(0)).toEqual([
      "tolerated unsupported-feature: nothing is generated from the element that contains it",
    ]);
    expect(lineOf(2)).toEqual(["tolerated unsupported-feature: GET /a and GET /b are left out"]);
    expect(lineOf(6)).toEqual([
      "tolerated unsupported-feature: GET /a, GET /b, GET /c, GET /d and 2 more are left out",
    ]);
  });

  it("stays an error if nothing would be left", () => {
    const text = `openapi: 3.1.1\ninfo: { title: T, version: "1" }\npaths:\n  /bad: { get: { parameters: [${missing}] } }\n`;
    expect(readAll({ "openapi.yaml": text }).lines).toEqual(["error ref-not-found: null"]);
  });

  it("stays an error if its code is not tolerated", () => {
    const files = openapi(`  /bad: { get: { parameters: [${missing}, { name: q, schema: {} }] } }\n`);
    expect(readAll(files, ["ref-not-found"]).lines).toEqual([
      "tolerated ref-not-found: GET /bad is left out",
      "error missing-field: null",
    ]);
  });
});

describe("less than an operation is left out", () => {
  const responses = (rest: string): Files =>
    openapi(`  /a: { get: { operationId: a, responses: { "200": { description: A. }, ${rest} } } }\n`);

  it("for an error in the response of an error status", () => {
    const read = readAll(responses(`"404": ${missing}, 5XX: ${missing}`));
    expect(read.lines).toEqual([
      "tolerated ref-not-found: the response 404 of GET /a is left out",
      "tolerated ref-not-found: the response 5XX of GET /a is left out",
    ]);
    expect(idsOf(read)).toEqual(["sound", "a"]);
    expect(read.api?.http?.operations[1]?.responses.map(({ status }) => status)).toEqual([{ kind: "code", code: 200 }]);
  });

  it("for an error in an example or a link", () => {
    const read = readAll(
      responses(
        `"201": { description: A., links: { next: ${missing} }, content: { a/b: { examples: { one: ${missing}, two: { value: 1 } } } } }`,
      ),
    );
    expect(read.lines).toEqual([
      'tolerated ref-not-found: the link "next" is left out',
      'tolerated ref-not-found: the example "one" is left out',
    ]);
    const response = read.api?.http?.operations[1]?.responses[1];
    expect(response?.content[0]?.examples.map(({ name }) => name)).toEqual(["two"]);
    expect(response?.links).toEqual([]);
  });
});

describe("more than an operation is left out", () => {
  it("for an error of its path", () => {
    const read = readAll(
      openapi(
        `  /a: ${missing}\n  /b: { parameters: [${missing}], get: { operationId: b }, put: { operationId: c } }\n` +
          `  /{d: { get: { operationId: d } }\n`,
      ),
    );
    expect(read.lines).toEqual([
      'tolerated ref-not-found: the path "/a" is left out',
      'tolerated ref-not-found: the path "/b" is left out',
      'tolerated malformed-path: the path "/{d" is left out',
    ]);
    expect(idsOf(read)).toEqual(["sound"]);
  });
});

describe("webhooks and callbacks", () => {
  it("are left out one by one", () => {
    const read = readAll(
      openapi(
        `  /a: { post: { operationId: a, callbacks: { bad: ${missing}, good: { "{$request.body#/url}": { post: { operationId: good } } } } } }\n`,
        `webhooks: { w: { post: { operationId: w, parameters: [${missing}] } }, x: { post: { operationId: x } } }\n`,
      ),
    );
    expect(read.lines).toEqual([
      'tolerated ref-not-found: the callback "bad" of "a" is left out',
      'tolerated ref-not-found: the webhook "w" is left out',
    ]);
    expect(idsOf(read)).toEqual(["sound", "a", "x", "good"]);
  });
});

it("each code that can be confined has a test here", () => {
  const inAsyncApi = ["channel-not-found", "message-not-in-channel", "unsupported-keyword"];
  const meantInOpenApi = ["unsupported-dialect", "conflicting-fields"];
  const elsewhere = new Set([...inAsyncApi, ...meantInOpenApi]);
  const tested = new Set<string>(broken.map(([, code]) => code));
  const confined = Object.keys(codes)
    .filter(isTolerable)
    .filter((code) => "confined" in codes[code]);
  expect(confined.filter((code) => !tested.has(code) && !elsewhere.has(code))).toEqual([]);
});
