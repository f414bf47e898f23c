import { describe, expect, test } from "vitest";
import type { HeaderPair } from "../../src/exchange/exchange.ts";
import { objectionsTo, type ResponseParts, verdictOn } from "./things.ts";

describe("the status", () => {
  test("that is not declared is reported with the declared ones", () => {
    expect(objectionsTo({ operation: "addThing", status: 200 })).toEqual([
      "undeclared-status addThing returns 200; declared: 201",
    ]);
    const [objection] = verdictOn({ operation: "addThing", status: 200 }).objections;
    expect(objection?.where).toBe("openapi.yaml:50:5");
  });

  test("may be one of a range, or any other", () => {
    const type = "application/problem+json";
    expect(objectionsTo({ status: 422, type, body: '{"title":"No"}' })).toEqual([]);
    expect(objectionsTo({ status: 418, type, body: "{}" })).toEqual([
      "invalid-body getThings 418: the body must have required property 'title', is {}",
    ]);
    expect(objectionsTo({ status: 503, type: null })).toEqual([]);
  });
});

describe("headers", () => {
  const withHeaders = (...headers: HeaderPair[]): string[] =>
    objectionsTo({ headers: [["X-COUNT", "1"], ...headers], body: "{}" });

  test.each<HeaderPair>([
    ["x-tags", "a,b, a"],
    ["x-tags", ""],
    ["x-size", "w,5"],
    ["x-sure", "true"],
    ["x-either", "5"],
    ["x-either", "2"],
    ["x-free", "anything: at all"],
    ["x-undeclared", "1"],
    ["set-cookie", "session=1"],
  ])("are accepted: %s, %s", (name, value) => {
    expect(withHeaders([name, value])).toEqual([]);
  });

  test.each<[string, string, string]>([
    [
      "x-tags",
      "a,c",
      'invalid-header getThings 200: X-Tags/1 must be equal to one of the allowed values: ["a","b"], is a,c',
    ],
    ["x-size", "w,x", "invalid-header getThings 200: X-Size/w must be integer, is w,x"],
    ["x-size", "w", "invalid-header getThings 200: X-Size must be object, is w"],
    ["x-sure", "True", "invalid-header getThings 200: X-Sure must be boolean, is True"],
    ["set-cookie", "other=1", 'invalid-header getThings 200: Set-Cookie must match pattern "^session=", is other=1'],
  ])("are rejected: %s, %s", (name, value, objection) => {
    expect(withHeaders([name, value])).toEqual([objection]);
  });

  test.each<[HeaderPair[], string[]]>([
    [[], ["missing-header getThings 200 has no X-Count"]],
    [[["X-Count", "many"]], ["invalid-header getThings 200: X-Count must be integer, is many"]],
    [[["X-Count", "10"]], ["invalid-header getThings 200: X-Count must be <= 9, is 10"]],
    [
      [
        ["X-Count", "1"],
        ["x-count", "1"],
      ],
      ["invalid-header getThings 200: X-Count must be integer, is 1, 1"],
    ],
  ])("one that is required: %j", (headers, objections) => {
    expect(objectionsTo({ headers, body: "{}" })).toEqual(objections);
  });

  test("one of several cookies has to match the declared one", () => {
    expect(withHeaders(["Set-Cookie", "other=1; Expires=Wed, 21 Oct 2026"], ["Set-Cookie", "session=2"])).toEqual([]);
  });

  test("point at the line that rejects", () => {
    const where = (headers: HeaderPair[]): unknown =>
      verdictOn({ headers, body: "{}" }).objections.map((one) => one.where);
    expect(where([])).toEqual(["openapi.yaml:11:13"]);
    expect(where([["x-count", "10"]])).toEqual(["openapi.yaml:13:40"]);
  });

  test("that were seen are recorded as the description spells them", () => {
    const { headers } = verdictOn({ headers: [["x-COUNT", "1"]], body: "{}" });
    expect(headers.map(({ name }) => name)).toEqual(["X-Count"]);
  });
});

describe("bodies", () => {
  const problem = { status: 422, type: "application/problem+json" };
  const bytes = (...numbers: number[]): Uint8Array => new Uint8Array(numbers);
  const form = "application/x-www-form-urlencoded";
  const types = `application/json, text/plain, ${form}, application/*, image/*`;
  test.each<[name: string, parts: ResponseParts, ...objections: string[]]>([
    ["none where none is declared", { status: 204, type: null }],
    [
      "one where none is declared",
      { status: 204, body: "x" },
      "unexpected-body 204 has a body; none is declared, is 1 bytes",
    ],
    ["none after HEAD", { operation: "headThings" }],
    ["none in a 205", { status: 205 }],
    ["none in a 304", { status: 304 }],
    ["none though JSON is declared", {}, `missing-body 200 has no body; declared: ${types}`],
    ["a text that is empty", { type: "text/plain" }],
    ["another type", { type: "audio/ogg", body: "x" }, `undeclared-media-type 200 is audio/ogg; declared: ${types}`],
    [
      "no type",
      { status: 201, type: null, body: "Fine" },
      "undeclared-media-type 201 is without a content type; declared: text/html; charset=utf-8",
    ],
    ["the parameter in quotes", { status: 201, type: 'TEXT/HTML; x="a;b"; Charset="UTF-8"', body: "Fine" }],
    [
      "without the parameter",
      { status: 201, type: "text/html", body: "Fine" },
      "undeclared-media-type 201 is text/html; declared: text/html; charset=utf-8",
    ],
    [
      "a declared value",
      { status: 201, type: "text/html; charset=utf-8", body: "" },
      'invalid-body 201: the body must be "Fine", is ""',
    ],
    [
      "JSON of a range",
      { type: "application/vnd.x+json", body: "{" },
      "unreadable-body 200: the body is not JSON: Expected property name or '}'",
    ],
    ["bytes of a range", { type: "image/png", body: bytes(0, 255) }],
    ["a wrong value", { body: '{"id":7}' }, "invalid-body 200: /id must be string, is 7"],
    [
      "wrong values in a list",
      { body: '{"list":[{"n":"a"},{"n":"b"}]}' },
      'invalid-body 200: /list/*/n must be integer, is "a"',
      'invalid-body 200: /list/*/n must be integer, is "b"',
    ],
    ["a member too many", { body: '{"Id":"a"}' }, "undeclared-field 200: /Id is not declared; declared: id"],
    ["no JSON", { body: "<html>secret" }, "unreadable-body 200: the body is not JSON: unexpected character"],
    [
      "JSON with a mark before it",
      { body: bytes(0xef, 0xbb, 0xbf, 0x7b, 0x7d) },
      "unreadable-body 200: the body is not JSON: it begins with a byte order mark",
    ],
    [
      "JSON that is not UTF-8",
      { body: bytes(0x22, 0xe9, 0x22) },
      "unreadable-body 200: the body is not JSON: it is not UTF-8 text",
    ],
    [
      "JSON in another charset all the same",
      { type: "application/json; charset=latin1", body: bytes(0x22, 0xe9, 0x22) },
      "unreadable-body 200: the body is not JSON: it is not UTF-8 text",
    ],
    ["text in its own charset", { type: "text/plain; charset=iso-8859-1", body: bytes(0xe9, 0xe9, 0xe9, 0xe9, 0xe9) }],
    [
      "text that is not in its charset",
      { type: "text/plain", body: bytes(0xe9) },
      "unreadable-body 200: the body is not utf-8 text",
    ],
    [
      "an unknown charset",
      { type: "text/plain; charset=klingon", body: "a" },
      'unreadable-body 200: unknown charset "klingon"',
    ],
    [
      "a text too long",
      { type: "text/plain", body: "123456" },
      'invalid-body 200: the body must NOT have more than 5 characters, is "123456"',
    ],
    ["a form", { type: form, body: "a=1&b=2&b=3" }],
    ["a form with a member too many", { type: form, body: "c=1" }, "undeclared-field 200: /c is not declared"],
    // RFC 9457, 3.2: it may have more members than its schema declares, unless that is closed.
    ["a problem with more members", { ...problem, body: '{"title":"No","code":"c","context":{"a":1}}' }],
    ["the same in a charset", { ...problem, type: `${problem.type}; charset=utf-8`, body: '{"title":"","code":1}' }],
    [
      "a member of a member of a problem",
      { ...problem, body: '{"title":"No","issues":[{"code":"c"}]}' },
      "undeclared-field 422: /issues/*/code is not declared",
    ],
    [
      "a member of a problem in another spelling",
      { ...problem, body: '{"title":"No","Issues":[]}' },
      "undeclared-field 422: /Issues is not declared; declared: issues",
    ],
    [
      "a closed problem",
      { ...problem, status: 409, body: '{"code":"c"}' },
      'invalid-body 409: the body must NOT have additional properties: "code", is {"code":"c"}',
    ],
  ])("are judged by their media type: %s", (_name, parts, ...objections) => {
    expect(objectionsTo(parts).map((one) => one.replace(" getThings", ""))).toEqual(objections);
  });

  test("point at the line that rejects", () => {
    const [invalid] = verdictOn({ body: '{"id":7}' }).objections;
    const [extra] = verdictOn({ body: '{"iD":"a"}' }).objections;
    const [other] = verdictOn({ body: '{"other":"a"}' }).objections;
    expect([invalid?.where, extra?.where, other?.where]).toEqual([
      "openapi.yaml:26:21",
      "openapi.yaml:25:19",
      "openapi.yaml:22:15",
    ]);
  });

  test("of the most exact type that is declared", () => {
    expect(verdictOn({ body: "{}" }).mediaType?.type).toBe("application/json");
    expect(verdictOn({ type: "application/xml", body: "<a/>" }).mediaType?.type).toBe("application/*");
  });

  test("a long value is shown shortened, a deep one too", () => {
    const [long] = verdictOn({ body: JSON.stringify("x".repeat(200)) }).objections;
    expect(long?.found).toBe(`"${"x".repeat(76)}…`);
    const [deep] = verdictOn({ body: `${"[".repeat(50_000)}${"]".repeat(50_000)}` }).objections;
    expect(deep?.found).toBe("[…]");
  });
});
