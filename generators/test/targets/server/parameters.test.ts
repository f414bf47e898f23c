// The values a server finds in a request: by style and shape. That they are what a client was given is in http/sendable.test.ts.
import { describe, expect, it } from "vitest";
import type { Shape } from "../../../src/targets/http/runtime/values.ts";
import {
  type ParameterValues,
  type QueryRules,
  readParameters,
} from "../../../src/targets/server/runtime/parameters.ts";
import type { Parameter } from "../../../src/targets/server/runtime/runtime.ts";

const integers: Shape = { kind: "array", items: "integer" };
const strings: Shape = { kind: "array", items: "string" };
const colors: Shape = { kind: "object", properties: { R: "integer", name: "string" }, additional: null };

describe("the query", () => {
  it.each([
    ["integer", "limit=20", 20],
    ["integer", "limit=1.0", 1],
    ["integer", "limit=-0", -0],
    ["integer", "limit=1e3", 1000],
    ["number", "limit=0.25", 0.25],
    ["boolean", "limit=true", true],
    ["null", "limit=null", null],
    ["string", "limit=20", "20"],
    ["any", "limit=20", "20"],
    ["string", "limit=a+b%20c%2B", "a b c+"],
    ["string", "limit", ""],
    ["string", "x=1", undefined],
    ["string", "", undefined],
    ["string", "%6cimit=1", "1"],
    ["string", "limit=%C3%A9", "é"],
    ["string", "limit=%zz", "%zz"],
    [integers, "limit=1&limit=2", [1, 2]],
    [integers, "limit=1", [1]],
    [{ kind: "union", members: ["null", "integer"] }, "limit=null", null],
    [{ kind: "union", members: ["integer", "string"] }, "limit=7", 7],
    [{ kind: "union", members: ["integer", "string"] }, "limit=07", "07"],
    [{ kind: "union", members: [strings, "string"] }, "limit=7", "7"],
    [{ kind: "union", members: [strings, "string"] }, "limit=7&limit=8", ["7", "8"]],
    [{ kind: "enum", values: [1, "2", true] }, "limit=2", "2"],
    [{ kind: "enum", values: [1, "2", true] }, "limit=1", 1],
    [{ kind: "array", prefix: ["string"], items: "integer" }, "limit=1&limit=2", ["1", 2]],
  ] satisfies [Shape, string, unknown][])("is read by its shape: %j in %j", (value, query, expected) => {
    const values = read([parameter({ name: "limit", in: "query", value })], { query });
    expect(values.query).toEqual(expected === undefined ? {} : { limit: expected });
  });

  it.each([
    "",
    "abc",
    "007",
    "+1",
    "0x10",
    " 1",
    "1_000",
    "Infinity",
    "NaN",
    "9007199254740993",
    `1${"0".repeat(400)}`,
    "1,2",
  ])("leaves %j as text where an integer is described", (text) => {
    expect(
      read([parameter({ name: "limit", in: "query", value: "integer" })], {
        query: `limit=${encodeURIComponent(text)}`,
      }).query,
    ).toEqual({ limit: text });
  });

  it("keeps the largest whole numbers that are exact", () => {
    expect(
      read([parameter({ name: "n", in: "query", value: "integer" })], { query: "n=9007199254740992" }).query,
    ).toEqual({ n: 9007199254740992 });
  });

  it("hands all texts to the validator when there are several for one value", () => {
    expect(
      read([parameter({ name: "limit", in: "query", value: "integer" })], { query: "limit=1&limit=2" }).query,
    ).toEqual({ limit: ["1", "2"] });
  });

  it("gives an exploded object the names that no other parameter has", () => {
    const open: Shape = { kind: "object", properties: { R: "integer" }, additional: "boolean" };
    const parameters = [
      parameter({ name: "color", in: "query", value: open }),
      parameter({ name: "page", in: "query", value: "integer" }),
    ];
    expect(read(parameters, { query: "R=1&page=2&x=true" }).query).toEqual({ color: { R: 1, x: true }, page: 2 });
    expect(read([parameter({ name: "color", in: "query", value: colors })], { query: "R=1&x=true" }).query).toEqual({
      color: { R: 1 },
    });
    expect(read(parameters, { query: "page=2" }).query).toEqual({ page: 2 });
  });

  it("reads documents, and reports those that do not parse", () => {
    const filter = parameter({ name: "filter", in: "query", value: "any", mediaType: "application/json" });
    expect(read([filter], { query: "filter=%7B%22a%22%3A%5B1%5D%7D" }).query).toEqual({ filter: { a: [1] } });
    const broken = read([filter], { query: "filter=%7B" });
    expect([broken.query, broken.unreadable]).toEqual([{}, [filter]]);
  });

  it("treats names of object members as ordinary names", () => {
    const parameters = ["__proto__", "constructor"].map((name) => parameter({ name, in: "query", value: "integer" }));
    const { query } = read(parameters, { query: "__proto__=1" });
    expect(Object.entries(query)).toEqual([["__proto__", 1]]);
    const spread = read(
      [parameter({ name: "o", in: "query", value: { kind: "object", properties: {}, additional: "string" } })],
      { query: "__proto__=1&toString=2" },
    );
    expect(Object.entries(spread.query["o"] ?? {})).toEqual([
      ["__proto__", "1"],
      ["toString", "2"],
    ]);
  });
});

describe("the query of an API with rules of its own", () => {
  const rules: QueryRules = { repeated: "last", integers: "decimal" };
  const status: Shape = { kind: "enum", values: ["OPEN", "SENT"] };

  it.each([
    ["integer", "limit=1&limit=05", 5],
    ["integer", "limit=5&limit", ""],
    ["integer", "limit=5&other=1&%6cimit=6", 6],
    ["integer", "limit=-0", 0],
    ["integer", "limit=1e3", "1e3"],
    ["integer", "limit=1.0", "1.0"],
    ["integer", "limit=+1", " 1"],
    ["integer", "limit=%zz", "%zz"],
    ["integer", `limit=1${"0".repeat(400)}`, Number.MAX_SAFE_INTEGER],
    ["integer", "limit=-9007199254740993", Number.MIN_SAFE_INTEGER],
    ["integer", "other=1", undefined],
    ["number", "limit=1&limit=1e3", 1000],
    ["string", "limit=a&limit=b", "b"],
    [status, "limit=OPEN&limit=SENT", "SENT"],
    [{ kind: "union", members: ["null", "string"] }, "limit=a&limit=b", "b"],
    [integers, "limit=1&limit=2", [1, 2]],
  ] satisfies [Shape, string, unknown][])("is read by these rules: %j in %j", (value, query, expected) => {
    const values = read([parameter({ name: "limit", in: "query", value })], { query }, rules);
    expect(values.query).toEqual(expected === undefined ? {} : { limit: expected });
  });
});

describe("headers and cookies", () => {
  it("reads header values without regard to the case of names", () => {
    const parameters = [
      parameter({ name: "X-List", in: "header", style: "simple", explode: false, value: integers }),
      parameter({ name: "X-Absent", in: "header", style: "simple", explode: false, value: "string" }),
    ];
    expect(read(parameters, { headers: { "x-list": "1, 2" } }).headers).toEqual({ "X-List": [1, 2] });
  });

  it("reads cookies", () => {
    const parameters = [
      parameter({ name: "sid", in: "cookie", value: "string" }),
      parameter({ name: "n", in: "cookie", value: "integer" }),
    ];
    expect(read(parameters, { headers: { cookie: "sid=a%3Bb=+c; n=7; other=1" } }).cookies).toEqual({
      sid: "a;b=+c",
      n: 7,
    });
  });
});

function read(
  parameters: readonly Parameter[],
  request: { query?: string; headers?: Record<string, string> },
  rules?: QueryRules,
): ParameterValues {
  const headers = new Headers(request.headers);
  const source = { path: new Map(), query: request.query ?? "", header: (name: string) => headers.get(name) };
  return readParameters(parameters, source, rules);
}

function parameter(given: Partial<Parameter> & Pick<Parameter, "in" | "name" | "value">): Parameter {
  return { required: false, style: "form", explode: true, allowReserved: false, mediaType: null, ...given };
}
