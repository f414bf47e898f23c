// Parameters that are never more than one value: which ones are, and what goes over the wire for them.
import { load } from "js-yaml";
import { describe, expect, it } from "vitest";
import { readApi } from "../../../src/checks/model-checks.ts";
import { Report, textOf } from "../../../src/diagnostics/index.ts";
import { writerOf } from "../../../src/targets/client/writers.ts";
import { writers } from "../../../src/targets/samples/wire.ts";
import { build } from "./bare-operation.ts";
import { tableParameterOf as parameter } from "./writers.ts";

const deep = "in: query, style: deepObject, explode: true, schema: { type: object,";

describe("the writer of a parameter", () => {
  it.each([
    ["in: query, schema: { type: string }", "writeQueryText"],
    ["in: query, schema: { type: [integer, 'null'] }", "writeForm"],
    ["in: query, schema: { enum: [1, '1', null] }", "writeForm"],
    ["in: path, required: true, schema: { type: 'null' }", "writePath"],
    ["in: query, schema: { enum: [1, '1', true] }", "writeQueryText"],
    ["in: query, explode: false, schema: { const: a }", "writeQueryText"],
    ["in: query, schema: { anyOf: [{ type: string, format: date }, { type: integer }] }", "writeQueryText"],
    ["in: query, schema: {}", "writeForm"],
    ["in: query, schema: { minLength: 1 }", "writeForm"],
    ["in: query, schema: { enum: [a, [b]] }", "writeQueryList"],
    ["in: query, schema: { type: array, items: { type: string } }", "writeQueryList"],
    ["in: query, schema: { type: array, prefixItems: [{ type: object }], items: { type: string } }", "writeForm"],
    ["in: query, schema: { type: array, items: { type: [string, 'null'] } }", "writeForm"],
    ["in: query, explode: false, schema: { type: array, items: { type: string } }", "writeForm"],
    ["in: query, schema: { type: object }", "writeForm"],
    ["in: query, schema: { type: [string, array], items: { type: string } }", "writeQueryList"],
    ["in: query, schema: { type: [object, array], items: { type: string } }", "writeForm"],
    ["in: query, allowReserved: true, schema: { type: string }", "writeForm"],
    ["in: query, content: { application/json: { schema: { type: string } } }", "writeDocument"],
    ["in: query, style: pipeDelimited, explode: false, schema: { type: array }", "writeDelimited"],
    ["in: query, style: deepObject, explode: true, schema: { properties: { a: { type: number } } }", "writeDeepObject"],
    [`${deep} properties: { a: { type: number } } }`, "writeQueryMembers"],
    [`${deep} additionalProperties: { type: string } }`, "writeQueryMembers"],
    [`${deep} additionalProperties: true }`, "writeDeepObject"],
    [`${deep} patternProperties: { a: { type: string } } }`, "writeDeepObject"],
    [`${deep} properties: { a: { type: [string, 'null'] } } }`, "writeDeepObject"],
    [`${deep} properties: { a: { type: array, items: { type: string } } } }`, "writeDeepObject"],
    ["in: path, required: true, schema: { type: boolean }", "writePathText"],
    ["in: path, required: true, schema: { type: array }", "writePath"],
    ["in: path, required: true, style: label, schema: { type: string }", "writeLabel"],
    ["in: path, required: true, style: matrix, schema: { type: string }", "writeMatrix"],
    ["in: header, schema: { type: string }", "writeHeaderText"],
    ["in: header, schema: { type: array, items: { type: string } }", "writeHeader"],
    ["in: cookie, schema: { type: string }", "writeQueryText"],
  ])("{ %s } is %s", (given, writer) => expect(writersOf(given)).toEqual([writer]));
});

describe("what is never more than one value", () => {
  const segment = parameter({ in: "path", style: "simple", plain: true });
  const pair = parameter({ in: "query", plain: true });

  it("needs neither style nor explode", () => {
    expect(Object.keys({ ...segment, ...pair })).toEqual(["name", "part", "put", "write"]);
  });

  it.each([
    ["blue", "blue"],
    ["a/b?c#d", "a%2Fb%3Fc%23d"],
    ["100% & more+", "100%25%20%26%20more%2B"],
    [":@$,;=[]", "%3A%40%24%2C%3B%3D%5B%5D"],
    ["-._~AZaz09!'()*", "-._~AZaz09!'()*"],
    ["é世😀", "%C3%A9%E4%B8%96%F0%9F%98%80"],
    ["%2F", "%252F"],
    ["{color}", "%7Bcolor%7D"],
    ["$&", "%24%26"],
    [-1.5, "-1.5"],
    [1e21, "1e%2B21"],
    [false, "false"],
    ["...", "..."],
  ])("is encoded alike in the path and in the query: %j becomes %s", (value, expected) => {
    expect(build({ path: "/{color}", parameters: [segment] }, { path: { color: value } }).url).toBe(
      `https://api.example/${expected}`,
    );
    expect(build({ parameters: [pair] }, { query: { color: value } }).url).toBe(
      `https://api.example/?color=${expected}`,
    );
  });

  it("may be empty in the query, under a name that is encoded", () => {
    const named = parameter({ in: "query", name: "page[é]", plain: true });
    const { url } = build({ parameters: [pair, named] }, { query: { color: "", "page[é]": 2 } });
    expect(url).toBe("https://api.example/?color=&page%5B%C3%A9%5D=2");
  });

  it.each(["", ".", "..", undefined])("rejects %j in the path, which would lead to another one", (value) => {
    const operation = { path: "/orders/{color}/x", parameters: [segment] };
    expect(() => build(operation, { path: { color: value } })).toThrow(TypeError);
  });

  it.each([[["blue"]], [{ R: 1 }], [null], [Symbol("blue")], [Number.NaN], [() => "blue"], ["\ud83d"]])(
    "refuses %j, which would arrive as something else",
    (value) => {
      expect(() => build({ parameters: [pair] }, { query: { color: value } })).toThrow("cannot send color");
      expect(() => build({ path: "/{color}", parameters: [segment] }, { path: { color: value } })).toThrow(TypeError);
    },
  );

  it("is not encoded in a header, which takes no space at its ends", () => {
    const header = parameter({ in: "header", style: "simple", plain: true });
    expect(build({ parameters: [header] }, { headers: { color: "%2F, é" } }).headers.get("color")).toBe("%2F, é");
    expect(() => build({ parameters: [header] }, { headers: { color: " blue" } })).toThrow("cannot send color");
  });
});

describe("a list or an object of single values in the query", () => {
  const textsOf = (writer: "writeQueryList" | "writeQueryMembers", value: unknown): readonly string[] =>
    writers[writer]({ ...parameter({ in: "query", plain: true }), name: "c d" }, value);

  it.each<[readonly string[], "writeQueryList" | "writeQueryMembers", unknown]>([
    [["c%20d=a%2Cb", "c%20d=", "c%20d=7"], "writeQueryList", ["a,b", "", 7n]],
    [["c%20d=blue"], "writeQueryList", "blue"],
    [[], "writeQueryList", []],
    [["c%20d%5BR%26%5D=1", "c%20d%5BG%5D=false"], "writeQueryMembers", { "R&": 1, G: false, B: undefined }],
    [[], "writeQueryMembers", {}],
    [[], "writeQueryMembers", null],
  ])("is written as %j by %s", (texts, writer, value) => expect(textsOf(writer, value)).toEqual(texts));

  it.each([[[["a"]]], [["a", null]], [[undefined]], [{ a: 1 }]])(
    "refuses %j, which would arrive as other items",
    (value) => {
      expect(() => textsOf("writeQueryList", value)).toThrow(TypeError);
    },
  );

  it.each([["blue"], [["blue"]], [{ a: { b: 1 } }], [{ a: ["b"] }], [{ "a][b": "c" }]])(
    "refuses %j, which would arrive as other members",
    (value) => expect(() => textsOf("writeQueryMembers", value)).toThrow(TypeError),
  );
});

/** Of a description that has nothing but the parameter. */
function writersOf(given: string): string[] {
  const get = {
    operationId: "get",
    parameters: [load(`{ name: p, ${given} }`)],
    responses: { 204: { description: "" } },
  };
  const paths = { [given.includes("in: path") ? "/{p}" : "/p"]: { get } };
  const document = { openapi: "3.1.1", info: { title: "T", version: "1" }, paths };
  const report = new Report();
  const { api } = readApi({ cwd: "/", openapi: "openapi.json", readText: () => JSON.stringify(document) }, report);
  if (api === null || report.hasErrors) throw new Error(report.list().map(textOf).join("\n\n"));
  return api.http?.operations.flatMap(({ parameters }) => parameters.map(writerOf)) ?? [];
}
