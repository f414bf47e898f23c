// Every value that a request type allows can be sent, but for those of one short list, and a server reads what was sent.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../../../scripts/testing/any-character.ts";
import { isLong } from "../../../../scripts/testing/long.ts";
import { readApi } from "../../../src/checks/model-checks.ts";
import { Report, textOf } from "../../../src/diagnostics/index.ts";
import type { Operation, Parameter } from "../../../src/model/http.ts";
import { buildRequest, type WireRequest } from "../../../src/targets/client/runtime/request.ts";
import { partOf } from "../../../src/targets/http/request-parts.ts";
import { shapeOf } from "../../../src/targets/http/shape.ts";
import { runtimeParameterOf } from "../../../src/targets/samples/wire.ts";
import { readParameters } from "../../../src/targets/server/runtime/parameters.ts";
import { createMatcher } from "../../../src/targets/server/runtime/runtime.ts";
import { wireOf } from "../../../src/targets/types/runtime/reviving.ts";
import { bareOperation } from "../client/bare-operation.ts";
import { bareRoute } from "../server/bare-route.ts";

type Schema = Readonly<Record<string, unknown>>;

/** A schema, and values that conform to it. */
interface Described {
  readonly schema: Schema;
  readonly value: fc.Arbitrary<unknown>;
}

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 6 }),
  fc.string({ unit: "grapheme", maxLength: 6 }),
  fc.constantFrom(
    "",
    ".",
    "..",
    "a,b",
    "a b",
    "a|b",
    "a.b",
    "a=b",
    "a/b",
    "%2F",
    "+",
    "&x=1",
    "[0]",
    "a][b",
    '{"a":1}',
    "\ud83d",
    " a",
    "\r\n",
    "null",
  ),
);
const name = fc
  .oneof(fc.constantFrom("a", "b", "x-y", "0", "constructor"), anyText)
  .filter((text) => text !== "__proto__");

const scalar: fc.Arbitrary<Described> = fc.constantFrom<Described>(
  { schema: { type: "string" }, value: anyText },
  { schema: { type: "integer" }, value: fc.maxSafeInteger() },
  { schema: { type: "number" }, value: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { schema: { type: "boolean" }, value: fc.boolean() },
  { schema: { type: ["string", "null"] }, value: fc.option(anyText) },
  { schema: { type: "string", format: "date-time" }, value: fc.date({ noInvalidDate: true }) },
  { schema: { enum: ["a", 1, true, null] }, value: fc.constantFrom("a", 1, true, null) },
);

const described: fc.Arbitrary<Described> = fc.letrec<{ any: Described }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    tie("any").map(({ schema, value }) => ({
      schema: { type: "array", items: schema },
      value: fc.array(value, { maxLength: 3 }),
    })),
    fc.tuple(tie("any"), tie("any")).map(([a, b]) => ({
      schema: { type: "object", properties: { a: a.schema, "b b": b.schema }, additionalProperties: false },
      value: fc.record({ a: a.value, "b b": b.value }, { requiredKeys: [] }),
    })),
    tie("any").map(({ schema, value }) => ({
      schema: { type: "object", additionalProperties: schema },
      value: fc.dictionary(name, value, { maxKeys: 3 }),
    })),
    fc.tuple(tie("any"), tie("any")).map(([a, b]) => ({
      schema: { anyOf: [a.schema, b.schema] },
      value: fc.oneof(a.value, b.value),
    })),
    fc.constant({ schema: {}, value: fc.jsonValue({ maxDepth: 2, stringUnit: anyCharacter }) }),
  ),
})).any;

const styles = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
} as const;

type Place = keyof typeof styles;

interface Written {
  readonly in: Place;
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly content?: string;
}

const written: fc.Arbitrary<Written> = fc.oneof(
  fc.constantFrom<Place>("path", "query", "query", "query", "header", "cookie").chain((place) =>
    fc.record({
      in: fc.constant(place),
      style: fc.constantFrom(...styles[place]),
      explode: fc.boolean(),
      allowReserved: place === "header" ? fc.constant(false) : fc.boolean(),
    }),
  ),
  fc.record({
    in: fc.constantFrom<Place>("path", "query", "header", "cookie"),
    content: fc.constantFrom("application/json", "text/plain"),
  }),
);

const numRuns = isLong ? 2000 : 600;

/** The section "What cannot be sent" of the guide. */
const refusals = [
  "half of a surrogate pair",
  "a path segment that is empty or dots",
  "a header with spaces at its ends",
  "a header beyond Latin-1, or with control characters",
  "a separator inside of a list in a header",
  "the delimiter of spaceDelimited",
  "the delimiter of pipeDelimited",
  '"][" in a name of deepObject',
];

const list = { type: "array", items: { type: "string" } };
const exploded = { explode: true, allowReserved: false };
const joined = { explode: false, allowReserved: false };

/** One of each, which random values meet only now and then. */
const unsendable: readonly { readonly how: Written; readonly schema: Schema; readonly value: unknown }[] = [
  { how: { in: "query", style: "form", ...exploded }, schema: list, value: ["\ud83d"] },
  { how: { in: "path", style: "simple", ...joined }, schema: list, value: [] },
  { how: { in: "header", style: "simple", ...joined }, schema: { type: "string" }, value: " a" },
  { how: { in: "header", style: "simple", ...joined }, schema: { type: "string" }, value: "\r\n1" },
  { how: { in: "header", style: "simple", ...joined }, schema: list, value: ["a,b"] },
  { how: { in: "query", style: "spaceDelimited", ...joined }, schema: list, value: ["a b"] },
  { how: { in: "query", style: "pipeDelimited", ...joined }, schema: list, value: ["a|b"] },
  { how: { in: "query", style: "deepObject", ...exploded }, schema: { type: "object" }, value: { "a][b": 1 } },
];

/**
 * All that cannot be sent, as the guide lists it: the reason, or `null`. Stated by the values, not by the code of the runtime.
 */
function refusalOf({ in: place, style = "", explode = false, content }: Written, value: unknown): string | null {
  const texts = textsOf(value, { place, content, explode });
  const all = texts.map(({ text }) => text);
  if (place !== "header" && all.some((text) => !text.isWellFormed())) return "half of a surrogate pair";
  if (place === "path") {
    const lead = style === "label" ? "." : "";
    const joined = lead + all.join(style === "label" && explode ? "." : ",");
    const isNothing = style === "matrix" ? texts.length === 0 : texts.length === 0 || joined === "";
    return isNothing || (style !== "matrix" && /^\.{1,2}$/.test(joined))
      ? "a path segment that is empty or dots"
      : null;
  }
  if (place === "header") {
    if (all.some((text) => /^[ \t]|[ \t]$/.test(text))) return "a header with spaces at its ends";
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what a header cannot have
    if (all.some((text) => /[\0-\x08\n-\x1f\x7f]|[^\0-\xff]/.test(text)))
      return "a header beyond Latin-1, or with control characters";
    const isList = content === undefined && typeof value === "object" && value !== null && !(value instanceof Date);
    const separates = ({ text, isName }: Text): boolean =>
      text.includes(",") || (isName && explode && text.includes("="));
    return isList && texts.some(separates) ? "a separator inside of a list in a header" : null;
  }
  const isList =
    typeof value === "object" && value !== null && !(value instanceof Date) && !explode && content === undefined;
  if (style === "spaceDelimited" && isList && all.some((text) => /[ ]|%20/.test(text)))
    return "the delimiter of spaceDelimited";
  if (style === "pipeDelimited" && isList && all.some((text) => /\||%7C/i.test(text)))
    return "the delimiter of pipeDelimited";
  if (style === "deepObject" && namesIn(value).some((text) => text.includes("][")))
    return '"][" in a name of deepObject';
  return null;
}

interface Text {
  readonly text: string;
  readonly isName: boolean;
}

/** The texts that a value is written as: nested ones are JSON, except in deepObject, whose leaves they are here all the same. */
function textsOf(
  value: unknown,
  { place, content, explode }: { place: Place; content?: string | undefined; explode: boolean },
): Text[] {
  const isAbsent = (one: unknown): boolean => one === undefined || (one === null && place !== "path");
  const leaf = (one: unknown): Text => {
    const text = typeof one === "object" && one !== null && !(one instanceof Date) ? jsonOf(one) : textOfScalar(one);
    return { text, isName: false };
  };
  const jsonOf = (one: unknown): string => {
    const json = JSON.stringify(one);
    // Escaped there.
    return place === "header" ? json.replace(/[^ -~]/g, "u") : json;
  };
  if (content === "application/json") return [{ text: jsonOf(value), isName: false }];
  if (content !== undefined) return value === undefined ? [] : [leaf(value)];
  if (isAbsent(value)) return [];
  if (typeof value !== "object" || value === null || value instanceof Date) return [leaf(value)];
  if (Array.isArray(value)) return value.filter((one) => !isAbsent(one)).map(leaf);
  return Object.entries(value).flatMap(([key, member]) => {
    if (isAbsent(member)) return [];
    const members = explode && Array.isArray(member) ? member.filter((one) => !isAbsent(one)) : [member];
    return members.flatMap((one) => [{ text: key, isName: true }, leaf(one)]);
  });
}

function textOfScalar(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

function namesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null || value instanceof Date) return [];
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return Object.entries(value).flatMap(([key, member]) => [key, ...namesIn(member)]);
}

describe("a value that the request type allows", () => {
  it("is sent in every style, unless the list of the guide has it", () => {
    const cases = fc
      .tuple(written, described)
      .chain(([how, { schema, value }]) => value.map((one) => ({ how, schema, value: one })));
    const refused = new Map<string, number>();
    fc.assert(
      fc.property(cases, ({ how, schema, value }) => {
        const operation = operationOf(how, schema);
        const reason = how.style === "deepObject" ? deepRefusalOf(value) : refusalOf(how, value);
        const build = (): WireRequest => built(operation, value);
        if (reason === null) expect(build).not.toThrow();
        else {
          expect(build).toThrow();
          refused.set(reason, (refused.get(reason) ?? 0) + 1);
        }
      }),
      { numRuns, examples: unsendable.map((one): [typeof one] => [one]) },
    );
    // All of the list was met.
    expect([...refused.keys()].toSorted()).toEqual(refusals.toSorted());
  });
});

/** Leaves and names of all depths are texts there. */
function deepRefusalOf(value: unknown): string | null {
  const leaves = (one: unknown): string[] => {
    if (typeof one === "string") return [one];
    if (typeof one !== "object" || one === null || one instanceof Date) return [];
    if (Array.isArray(one)) return one.flatMap(leaves);
    return Object.entries(one).flatMap(([key, member]) => {
      const inner = leaves(member);
      return isEmpty(member) ? [] : [key, ...inner];
    });
  };
  if (namesWithValues(value).some((key) => key.includes("]["))) return '"][" in a name of deepObject';
  return leaves(value).some((text) => !text.isWellFormed()) ? "half of a surrogate pair" : null;
}

function namesWithValues(value: unknown): string[] {
  if (typeof value !== "object" || value === null || value instanceof Date) return [];
  if (Array.isArray(value)) return value.flatMap(namesWithValues);
  return Object.entries(value).flatMap(([key, member]) => (member === null ? [] : [key, ...namesWithValues(member)]));
}

function isEmpty(value: unknown): boolean {
  return value === null;
}

function operationOf({ in: place, style, explode, allowReserved, content }: Written, schema: Schema): Operation {
  const parameter = {
    name: "p",
    in: place,
    ...(place === "path" ? { required: true } : {}),
    ...(content === undefined
      ? { style, explode, ...(place === "header" ? {} : { allowReserved }), schema }
      : { content: { [content]: { schema } } }),
  };
  const path = place === "path" ? "/a/{p}/z" : "/a/z";
  const document = {
    openapi: "3.2.0",
    info: { title: "Sent", version: "1" },
    paths: {
      [path]: { get: { operationId: "get", parameters: [parameter], responses: { 200: { description: "Fine." } } } },
    },
  };
  const report = new Report();
  const { api } = readApi({ cwd: "/", openapi: "openapi.json", readText: () => JSON.stringify(document) }, report);
  const operation = api?.http?.operations[0];
  if (operation === undefined || report.hasErrors) throw new Error(report.list().map(textOf).join("\n\n"));
  return operation;
}

function built({ path, parameters }: Operation, value: unknown): WireRequest {
  const [parameter] = parameters;
  if (parameter === undefined) throw new Error("no parameter");
  const operation = { ...bareOperation, path: path.text, parameters: [runtimeParameterOf(parameter)] };
  return buildRequest(operation, { [partOf(parameter.in)]: { p: wireOf(value) } }, "http://localhost");
}

const extra = fc
  .oneof(fc.constantFrom("x", "y.z", "e]", "[f"), fc.string({ unit: "grapheme", minLength: 1, maxLength: 4 }))
  .filter((text) => !["p", "__proto__", "a", "b,=b"].includes(text) && !text.includes("]["));

const spelled: fc.Arbitrary<Described> = fc.constantFrom<Described>(
  { schema: { type: "string" }, value: anyText.filter((text) => text.isWellFormed() && !/%[0-9a-f]{2}/i.test(text)) },
  { schema: { type: "integer" }, value: fc.maxSafeInteger() },
  {
    schema: { type: "number" },
    value: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Object.is(one, -0)),
  },
  { schema: { type: "boolean" }, value: fc.boolean() },
  { schema: { enum: ["a", 1, true] }, value: fc.constantFrom("a", 1, true) },
);

/** Values whose text says what they are: a union of a text and a number has texts that are both. */
const plain: fc.Arbitrary<Described> = fc.letrec<{ any: Described; list: Described; members: Described }>((tie) => ({
  any: fc.oneof({ maxDepth: 2, withCrossShrink: true }, spelled, tie("list"), tie("members")),
  list: tie("any").map(({ schema, value }) => ({
    schema: { type: "array", items: schema },
    value: fc.array(value, { minLength: 1, maxLength: 3 }),
  })),
  members: fc.tuple(tie("any"), tie("any")).map(([a, b]) => ({
    schema: { type: "object", properties: { a: a.schema, "b,=b": b.schema }, additionalProperties: a.schema },
    value: fc
      .tuple(
        fc.record({ a: a.value, "b,=b": b.value }, { requiredKeys: ["a"] }),
        fc.dictionary(extra, a.value, { maxKeys: 2 }),
      )
      .map(([one, others]) => ({ ...others, ...one })),
  })),
})).any;

describe("what is sent", () => {
  it("is what a server reads", () => {
    const cases = fc
      .tuple(written, plain)
      .filter(([how]) => how.content !== "text/plain")
      .chain(([how, { schema, value }]) => value.map((one) => ({ how, schema, value: one })));
    fc.assert(
      fc.property(cases, ({ how, schema, value }) => {
        const reason = how.style === "deepObject" ? deepRefusalOf(value) : refusalOf(how, value);
        fc.pre(reason === null && !(how.in === "header" && Array.isArray(value) && value.join("") === ""));
        expect(roundTripped(how, schema, value)).toEqual(value);
      }),
      { numRuns },
    );
  });

  it.each([
    [7, "p=7"],
    ["", "p="],
    [true, "p=true"],
    [{ gt: 1, lt: 2 }, "p%5Bgt%5D=1&p%5Blt%5D=2"],
    [null, ""],
  ])("in deepObject is what a server reads, also for what is no object: %j", (value, query) => {
    const schema = {
      anyOf: [
        { type: "object", properties: { gt: { type: "integer" }, lt: { type: "integer" } } },
        { type: ["integer", "boolean", "null"] },
        { enum: [""] },
      ],
    };
    const how = { in: "query", style: "deepObject", explode: true } as const;
    expect(built(operationOf(how, schema), value).url).toBe(`http://localhost/a/z${query === "" ? "" : `?${query}`}`);
    expect(roundTripped(how, schema, value)).toEqual(value === null ? undefined : value);
  });

  it("leaves null out, which a server reads as null where the parameter is required", () => {
    const operation = operationOf({ in: "query", style: "form", explode: true }, { type: ["integer", "null"] });
    expect(built(operation, null).url).toBe("http://localhost/a/z");
    const [parameter] = operation.parameters;
    if (parameter === undefined) throw new Error("no parameter");
    expect(readValue({ ...parameter, required: true }, { query: "" })).toBe(null);
    expect(readValue(parameter, { query: "p=" })).toBe(null);
    expect(readValue(parameter, { query: "" })).toBe(undefined);
  });
});

function roundTripped(how: Written, schema: Schema, value: unknown): unknown {
  const operation = operationOf(how, schema);
  const [parameter] = operation.parameters;
  if (parameter === undefined) throw new Error("no parameter");
  const request = built(operation, value);
  const url = new URL(request.url);
  const segments = operation.path.text.split("/").slice(1);
  const route = { ...bareRoute, segments: segments.map((text) => (text === "{p}" ? { parameter: "p" } : text)) };
  const match = createMatcher([route])("GET", url.pathname);
  if (match.kind !== "found") throw new Error(match.kind);
  return readValue(parameter, { path: match.path, query: url.search.slice(1), headers: request.headers });
}

function readValue(
  parameter: Parameter,
  {
    path = new Map(),
    query = "",
    headers = new Headers(),
  }: { path?: ReadonlyMap<string, string>; query?: string; headers?: Headers },
): unknown {
  const value = shapeOf(parameter.schema);
  const values = readParameters([{ ...parameter, value }], { path, query, header: (one) => headers.get(one) });
  return values[partOf(parameter.in)]["p"];
}
