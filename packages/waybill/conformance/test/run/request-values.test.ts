// Values of inputs -> the request as it is sent: every style of parameters as OpenAPI's own table has it, bodies of every kind.
import { describe, expect, it } from "vitest";
import type { Json } from "waybill/description";
import { noCredential } from "../../src/run/credentials.ts";
import { noValues, requestOf } from "../../src/run/request-values.ts";
import { openPaths } from "../description/opened.ts";

const color: Readonly<Record<"empty" | "string" | "array" | "object", Json>> = {
  empty: "",
  string: "blue",
  array: ["blue", "black", "brown"],
  object: { R: 100, G: 200, B: 150 },
};

/** Style Examples of OpenAPI 3.1.1; `null` where it says that there is none. */
const rows: readonly (readonly [string, boolean, string | null, string | null, string | null, string | null])[] = [
  ["matrix", false, ";color", ";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"],
  ["matrix", true, ";color", ";color=blue", ";color=blue;color=black;color=brown", ";R=100;G=200;B=150"],
  ["label", false, ".", ".blue", ".blue,black,brown", ".R,100,G,200,B,150"],
  ["label", true, ".", ".blue", ".blue.black.brown", ".R=100.G=200.B=150"],
  ["simple", false, "", "blue", "blue,black,brown", "R,100,G,200,B,150"],
  ["simple", true, "", "blue", "blue,black,brown", "R=100,G=200,B=150"],
  ["form", false, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"],
  ["form", true, "color=", "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"],
  ["spaceDelimited", false, null, null, "color=blue%20black%20brown", "color=R%20100%20G%20200%20B%20150"],
  ["pipeDelimited", false, null, null, "color=blue%7Cblack%7Cbrown", "color=R%7C100%7CG%7C200%7CB%7C150"],
  ["deepObject", true, null, null, null, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"],
];

const cases = rows.flatMap(([style, explode, ...texts]) =>
  (["empty", "string", "array", "object"] as const).flatMap((kind, index) => {
    const text = texts[index] ?? null;
    return text === null ? [] : [{ style, explode, kind, text }];
  }),
);

describe("parameters", () => {
  it.each(cases)(
    "have the text of the standard: $style, explode $explode, $kind, $text",
    ({ style, explode, kind, text }) => {
      const place = ["matrix", "label", "simple"].includes(style) ? "path" : "query";
      expect(targetOf({ name: "color", in: place, style, explode }, color[kind])).toBe(
        place === "path" ? `/a/${text}` : `/a?${text}`,
      );
    },
  );

  it.each([
    ["query", "a&b=c d/é+%", "/a?color=a%26b%3Dc%20d%2F%C3%A9%2B%25"],
    ["path", "a/b?c#d", "/a/a%2Fb%3Fc%23d"],
    ["query", "it's (so)!*", "/a?color=it%27s%20%28so%29%21%2A"],
    ["query", "\ud800", "/a?color=%EF%BF%BD"],
  ])("in a %s are percent-encoded: %s", (place, value, target) => {
    expect(targetOf({ name: "color", in: place }, value)).toBe(target);
  });

  it("are left out where there is no value, and a list without elements has none", () => {
    expect(targetOf({ name: "color", in: "query" }, undefined)).toBe("/a");
    expect(targetOf({ name: "color", in: "query", explode: true }, [])).toBe("/a");
  });

  it("go to headers and cookies, and beside those of the key", () => {
    const parameters = [
      { name: "X-Color", in: "header", explode: true, schema: {} },
      { name: "X-Json", in: "header", content: { "application/json": { schema: {} } } },
      { name: "size", in: "cookie", schema: {} },
    ];
    const { operations } = openPaths({ "/a": { get: { parameters, responses: { 204: { description: "" } } } } });
    const request = requestOf(
      only(operations),
      {
        ...noValues,
        parameters: {
          ...noValues.parameters,
          header: { "X-Color": { R: 1, G: 2 }, "X-Json": [1] },
          cookie: { size: "a b" },
        },
      },
      { server: "", credential: { headers: [["X-Key", "k"]], query: [["q", "k"]], cookies: [["sid", "k"]] } },
    );
    expect(request.target).toBe("/a?q=k");
    expect(request.headers).toEqual([
      ["X-Key", "k"],
      ["X-Color", "R=1,G=2"],
      ["X-Json", "[1]"],
      ["Cookie", "size=a%20b; sid=k"],
    ]);
  });

  it("are encoded in paths with non-ASCII characters", () => {
    const { operations } = openPaths({ "/größe ä/x": { get: { responses: { 204: { description: "" } } } } });
    expect(requestOf(only(operations), noValues, { server: "", credential: noCredential }).target).toBe(
      "/gr%C3%B6%C3%9Fe%20%C3%A4/x",
    );
  });
});

describe("bodies", () => {
  it.each([
    ["application/json", { a: [1, null] }, '{"a":[1,null]}', "application/json"],
    ["application/vnd.api+json", { a: 1 }, '{"a":1}', "application/vnd.api+json"],
    ["text/plain", "text", "text", "text/plain"],
    ["image/*", "bytes", "bytes", "image/png"],
    ["*/*", "bytes", "bytes", "application/octet-stream"],
    [
      "application/x-www-form-urlencoded",
      { "a b": "c&d", list: [1, "x"], inner: { k: true } },
      "a%20b=c%26d&list=1&list=x&inner=%7B%22k%22%3Atrue%7D",
      "application/x-www-form-urlencoded",
    ],
    ["application/jsonl", { a: 1 }, '{"a":1}\n', "application/jsonl"],
    ["application/json-seq", { a: 1 }, '\u001e{"a":1}\n', "application/json-seq"],
    ["text/event-stream", { id: "1", data: "a\nb" }, "id: 1\ndata: a\ndata: b\n\n", "text/event-stream"],
  ] as const)("are written by their type: %s", (type, value, text, sent) => {
    const { headers, body } = bodyOf(type, value);
    expect(body).toBe(text);
    expect(headers).toEqual([["Content-Type", sent]]);
  });

  it("of parts: files have names, lists are several parts, objects say that they are JSON", () => {
    const { headers, body } = bodyOf("multipart/form-data", { file: "bytes", list: ["a", "b"], inner: { k: 1 } });
    const boundary = /boundary=(.*)$/.exec(headers[0]?.[1] ?? "")?.[1] ?? "none";
    const parts = body
      .split(`--${boundary}`)
      .slice(1, -1)
      .map((part) => part.trim().replaceAll("\r\n", "|"));
    expect(parts).toEqual([
      'Content-Disposition: form-data; name="file"; filename="file.bin"|Content-Type: application/octet-stream||bytes',
      'Content-Disposition: form-data; name="list"||a',
      'Content-Disposition: form-data; name="list"||b',
      'Content-Disposition: form-data; name="inner"|Content-Type: application/json||{"k":1}',
    ]);
    expect(body.endsWith(`--${boundary}--\r\n`)).toBe(true);
  });

  it("as they are, with no content type or another", () => {
    const { operations } = openPaths({ "/a": { post: { responses: { 204: { description: "" } } } } });
    const raw = { kind: "raw" as const, contentType: null, text: "{" };
    const request = requestOf(only(operations), { ...noValues, body: raw }, { server: "", credential: noCredential });
    expect([request.headers, new TextDecoder().decode(request.body ?? undefined)]).toEqual([[], "{"]);
  });
});

function targetOf(parameter: object, value: Json | undefined): string {
  const { name, in: place } = { name: "color", in: "query", ...parameter };
  const full = { required: place === "path", schema: {}, ...parameter };
  const path = place === "path" ? "/a/{color}" : "/a";
  const { operations } = openPaths({
    [path]: { get: { parameters: [full], responses: { 204: { description: "" } } } },
  });
  const values = value === undefined ? {} : { [name]: value };
  const parameters = { ...noValues.parameters, ...(place === "path" ? { path: values } : { query: values }) };
  return requestOf(only(operations), { parameters, body: null }, { server: "", credential: noCredential }).target;
}

function bodyOf(
  type: string,
  value: Json,
): { readonly headers: readonly (readonly string[])[]; readonly body: string } {
  const schema = { type: "object", properties: { file: { type: "string", format: "binary" } } };
  const content = { [type]: { schema: type.startsWith("multipart") ? schema : {} } };
  const { operations } = openPaths({
    "/a": { post: { requestBody: { content }, responses: { 204: { description: "" } } } },
  });
  const operation = only(operations);
  const mediaType = only(operation.requestBody?.content ?? []);
  const body = { kind: "value" as const, mediaType, value };
  const request = requestOf(operation, { ...noValues, body }, { server: "", credential: noCredential });
  return { headers: request.headers, body: new TextDecoder().decode(request.body ?? undefined) };
}

function only<Item>([item]: readonly Item[]): Item {
  if (item === undefined) throw new Error("there is none");
  return item;
}
