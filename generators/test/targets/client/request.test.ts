// What goes over the wire for each place, style and value: the tables of OpenAPI 3.1 and RFC 6570, and what they leave out.
import { describe, expect, it } from "vitest";
import { putBody } from "../../../src/targets/client/runtime/places.ts";
import { buildRequest } from "../../../src/targets/client/runtime/request.ts";
import type { Content, Operation, RequestParts } from "../../../src/targets/client/runtime/runtime.ts";
import { binary, json, text } from "../../../src/targets/http/runtime/bodies.ts";
import { form, multipart } from "../../../src/targets/http/runtime/forms.ts";
import { bareOperation, build } from "./bare-operation.ts";
import { tableParameterOf as parameter } from "./writers.ts";

const array = ["blue", "black", "brown"];
const object = { R: 100, G: 200, B: 150 };

describe("path parameters", () => {
  it.each([
    ["simple", false, "blue", "blue"],
    ["simple", true, "blue", "blue"],
    ["simple", false, array, "blue,black,brown"],
    ["simple", true, array, "blue,black,brown"],
    ["simple", false, object, "R,100,G,200,B,150"],
    ["simple", true, object, "R=100,G=200,B=150"],
    ["label", false, "blue", ".blue"],
    ["label", true, "blue", ".blue"],
    ["label", false, array, ".blue,black,brown"],
    ["label", true, array, ".blue.black.brown"],
    ["label", false, object, ".R,100,G,200,B,150"],
    ["label", true, object, ".R=100.G=200.B=150"],
    ["matrix", false, "", ";color"],
    ["matrix", true, "", ";color"],
    ["matrix", false, "blue", ";color=blue"],
    ["matrix", true, "blue", ";color=blue"],
    ["matrix", false, array, ";color=blue,black,brown"],
    ["matrix", true, array, ";color=blue;color=black;color=brown"],
    ["matrix", false, object, ";color=R,100,G,200,B,150"],
    ["matrix", true, object, ";R=100;G=200;B=150"],
  ] as const)("have the text of their style: %s, explode %s, %j", (style, explode, value, expected) => {
    const { url } = build(
      { path: "/p/{color}/q", parameters: [parameter({ in: "path", style, explode })] },
      { path: { color: value } },
    );
    expect(url).toBe(`https://api.example/p/${expected}/q`);
  });

  it.each([
    ["a/b?c#d", "a%2Fb%3Fc%23d"],
    ["100% & more+", "100%25%20%26%20more%2B"],
    ["!'()*:@$,;=[]", "%21%27%28%29%2A%3A%40%24%2C%3B%3D%5B%5D"],
    ["-._~AZaz09", "-._~AZaz09"],
    ["é世😀", "%C3%A9%E4%B8%96%F0%9F%98%80"],
    ["%2F", "%252F"],
    ["{color}", "%7Bcolor%7D"],
    ["$&", "%24%26"],
    [0, "0"],
    [-1.5, "-1.5"],
    [1e21, "1e%2B21"],
    [true, "true"],
    [null, "null"],
    ["...", "..."],
  ])("encode %j as %s", (value, expected) => {
    const { url } = build(
      { path: "/{color}", parameters: [parameter({ in: "path", style: "simple" })] },
      { path: { color: value } },
    );
    expect(url).toBe(`https://api.example/${expected}`);
  });

  it("encodes a delimiter inside an item", () => {
    const { url } = build(
      { path: "/{color}", parameters: [parameter({ in: "path", style: "simple" })] },
      { path: { color: ["a,b", "c"] } },
    );
    expect(url).toBe("https://api.example/a%2Cb,c");
  });

  it.each(["", ".", "..", [], {}, undefined, [""]])("rejects %j, which would lead to another path", (value) => {
    const operation = { path: "/orders/{color}", parameters: [parameter({ in: "path", style: "simple" })] } as const;
    expect(() => build(operation, { path: { color: value } })).toThrow(TypeError);
    expect(() => build(operation, {})).toThrow("paint: cannot send color: it is empty or dots");
  });

  it("rejects dots that become a whole segment only with their surroundings", () => {
    const parameters = [
      parameter({ in: "path", style: "simple" }),
      parameter({ in: "path", style: "simple", name: "b" }),
    ];
    expect(() => build({ path: "/{color}{b}/x", parameters }, { path: { color: ".", b: "." } })).toThrow(TypeError);
    expect(() =>
      build({ path: "/x/{color}", parameters: [parameter({ in: "path", style: "label" })] }, { path: { color: "" } }),
    ).toThrow(TypeError);
  });

  it.each([
    [["a.b"], ".a%2Eb"],
    [{ a: "b.c" }, ".a=b%2Ec"],
    [[1.5, 2], ".1%2E5.2"],
  ])("encodes a dot inside %j in style label, exploded", (value, expected) => {
    const operation = { path: "/{color}", parameters: [parameter({ in: "path", style: "label" })] } as const;
    expect(build(operation, { path: { color: value } }).url).toBe(`https://api.example/${expected}`);
    expect(() => build(operation, { path: { color: ["."] } })).toThrow(TypeError);
  });

  it("takes own members only", () => {
    const operation = {
      path: "/{constructor}",
      parameters: [parameter({ in: "path", style: "simple", name: "constructor" })],
    } as const;
    expect(() => build(operation, { path: {} })).toThrow("paint: cannot send constructor: it is empty");
    expect(build(operation, { path: { constructor: "x" } }).url).toBe("https://api.example/x");
  });
});

describe("query parameters", () => {
  it.each([
    ["form", true, "", "color="],
    ["form", false, "", "color="],
    ["form", true, "blue", "color=blue"],
    ["form", false, "blue", "color=blue"],
    ["form", true, array, "color=blue&color=black&color=brown"],
    ["form", false, array, "color=blue,black,brown"],
    ["form", true, object, "R=100&G=200&B=150"],
    ["form", false, object, "color=R,100,G,200,B,150"],
    ["spaceDelimited", false, array, "color=blue%20black%20brown"],
    ["spaceDelimited", false, object, "color=R%20100%20G%20200%20B%20150"],
    ["spaceDelimited", true, array, "color=blue&color=black&color=brown"],
    ["pipeDelimited", false, array, "color=blue%7Cblack%7Cbrown"],
    ["pipeDelimited", false, object, "color=R%7C100%7CG%7C200%7CB%7C150"],
    ["deepObject", true, object, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"],
    ["form", true, [], ""],
    ["form", false, [], ""],
    ["form", true, {}, ""],
    ["form", true, undefined, ""],
    ["form", true, { R: undefined, G: 1 }, "G=1"],
    ["form", false, ["a,b", "c&d"], "color=a%2Cb,c%26d"],
    ["form", true, { "a&b": "c=d" }, "a%26b=c%3Dd"],
    ["deepObject", true, { "]": "[" }, "color%5B%5D%5D=%5B"],
    ["form", true, [1, true, null], "color=1&color=true"],
    ["form", true, null, ""],
    ["form", false, { R: null, G: 1 }, "color=G,1"],
    ["form", true, { R: [1, 2], G: ["x"] }, "R=1&R=2&G=x"],
    ["form", true, { R: { a: 1 } }, "R=%7B%22a%22%3A1%7D"],
    ["form", true, [["a", 1]], "color=%5B%22a%22%2C1%5D"],
    ["form", false, { R: ["a"] }, "color=R,%5B%22a%22%5D"],
    ["form", true, new Date(0), "color=1970-01-01T00%3A00%3A00.000Z"],
    ["deepObject", true, 7, "color=7"],
    ["deepObject", true, "", "color="],
    ["deepObject", true, ["x", { y: 1 }], "color%5B0%5D=x&color%5B1%5D%5By%5D=1"],
    ["deepObject", true, { R: [], G: {}, B: null, A: [null, 1] }, "color%5BA%5D%5B0%5D=1"],
  ] as const)("have the text of their style: %s, explode %s, %j", (style, explode, value, expected) => {
    const { url } = build({ parameters: [parameter({ in: "query", style, explode })] }, { query: { color: value } });
    expect(url).toBe(`https://api.example/${expected === "" ? "" : `?${expected}`}`);
  });

  it("writes a big integer as its digits", () => {
    const { url } = build({ parameters: [parameter({ in: "query" })] }, { query: { color: [10n ** 20n] } });
    expect(url).toBe("https://api.example/?color=100000000000000000000");
  });

  it("joins parameters in the order of the description and encodes their names", () => {
    const parameters = [
      parameter({ in: "query", name: "a b" }),
      parameter({ in: "query", name: "page[size]" }),
      parameter({ in: "query", name: "é" }),
    ];
    const { url } = build({ parameters }, { query: { é: 1, "page[size]": 2, "a b": 3, unknown: 4 } });
    expect(url).toBe("https://api.example/?a%20b=3&page%5Bsize%5D=2&%C3%A9=1");
  });

  it("leaves reserved characters alone where the description allows them, but for those that end the value", () => {
    const parameters = [parameter({ in: "query", allowReserved: true })];
    const { url } = build({ parameters }, { query: { color: "/a?b=c:@!$'()*,;[d]&e#f+g h%20i%zz" } });
    expect(url).toBe("https://api.example/?color=/a?b=c:@!$'()*,;%5Bd%5D%26e%23f%2Bg%20h%20i%25zz");
  });

  it("leaves them alone in a path too, but for those that end a segment, separate items, or lead to another path", () => {
    const text = "/a?b=c:@!$'()*,;&e#f+g h%2fi%2e%zz";
    const whole = "%2Fa%3Fb=c:@!$'()*,;&e%23f+g%20h%2fi%252e%25zz";
    const path = { path: "/{color}" };
    const one = build(
      { ...path, parameters: [parameter({ in: "path", style: "simple", allowReserved: true })] },
      { path: { color: text } },
    );
    expect(one.url).toBe(`https://api.example/${whole}`);
    const list = build(
      { ...path, parameters: [parameter({ in: "path", style: "simple", allowReserved: true })] },
      { path: { color: ["a,b", "c:d"] } },
    );
    expect(list.url).toBe("https://api.example/a%2Cb,c:d");
  });

  it("sends a document as text", () => {
    const parameters = [
      parameter({ in: "query", mediaType: "application/json" }),
      parameter({ in: "query", name: "t", mediaType: "text/plain" }),
    ];
    const { url } = build({ parameters }, { query: { color: { a: ["b"] }, t: "x y" } });
    expect(url).toBe("https://api.example/?color=%7B%22a%22%3A%5B%22b%22%5D%7D&t=x%20y");
  });

  it.each([
    ["spaceDelimited", false, ["a b"], "delimiter"],
    ["pipeDelimited", false, { k: "a|b" }, "delimiter"],
    ["deepObject", true, { "a][b": 1 }, 'no name that contains "]["'],
    ["form", true, Number.NaN, "finite numbers"],
    ["form", true, [undefined], "finite numbers"],
  ] as const)("refuses in style %s, explode %s: %j", (style, explode, value, reason) => {
    const operation = { parameters: [parameter({ in: "query", style, explode })] };
    expect(() => build(operation, { query: { color: value } })).toThrow(reason);
  });

  it("rejects half a character", () => {
    expect(() => build({ parameters: [parameter({ in: "query" })] }, { query: { color: "\ud83d" } })).toThrow(
      "paint: cannot send color: URI malformed",
    );
  });
});

describe("headers and cookies", () => {
  it.each([
    [false, "blue", "blue"],
    [false, "a, b=c é", "a, b=c é"],
    [false, array, "blue,black,brown"],
    [false, object, "R,100,G,200,B,150"],
    [true, object, "R=100,G=200,B=150"],
    [true, { R: "a=b" }, "R=a=b"],
    [true, { R: { a: "é" } }, 'R={"a":"\\u00e9"}'],
    [false, "a\u00a0b", "a\u00a0b"],
  ])("write a header with explode %s: %j", (explode, value, expected) => {
    const parameters = [parameter({ in: "header", style: "simple", explode, name: "X-Color" })];
    expect(build({ parameters }, { headers: { "X-Color": value } }).headers.get("x-color")).toBe(expected);
  });

  it.each([["a\r\nX-Evil: 1"], [" a"], [["a,b"]], [{ "a=b": 1 }], ["世"]])("rejects the header value %j", (value) => {
    const parameters = [parameter({ in: "header", style: "simple", explode: true, name: "X-Color" })];
    expect(() => build({ parameters }, { headers: { "X-Color": value } })).toThrow(
      /^paint: cannot send X-Color: [^世]*$/,
    );
  });

  it("sends cookies as pairs, percent-encoded", () => {
    const parameters = [
      parameter({ in: "cookie" }),
      parameter({ in: "cookie", name: "s" }),
      parameter({ in: "cookie", name: "list", explode: false }),
    ];
    const { headers } = build({ parameters }, { cookies: { color: "a;b c", s: ["1", "2"], list: ["x", "y"] } });
    expect(headers.get("cookie")).toBe("color=a%3Bb%20c; s=1; s=2; list=x,y");
  });

  it("requests the media types of the operation, and none where the server has no choice", () => {
    expect(build({ accept: "application/json, text/csv" }, {}).headers.get("accept")).toBe(
      "application/json, text/csv",
    );
    expect(build({}, {}).headers.has("accept")).toBe(false);
  });
});

describe("the address", () => {
  it.each([
    ["https://api.example", "https://api.example/v1/x"],
    ["https://api.example/", "https://api.example/v1/x"],
    ["https://api.example/base/", "https://api.example/base/v1/x"],
    ["", "/v1/x"],
  ])("has the path below the base URL: %j", (base, expected) => {
    expect(buildRequest({ ...bareOperation, path: "/v1/x" }, {}, base).url).toBe(expected);
  });
});

describe("bodies", () => {
  const taking = (content: Content): Partial<Operation<RequestParts>> => ({ requestBody: { content, put: putBody } });
  const asJson = taking({ "application/json": json });

  it("sends JSON with keys as they are", () => {
    const { body, headers } = build(asJson, { body: { snake_case: 1, camelCase: null, gone: undefined, é: "\u2028" } });
    expect(body).toBe('{"snake_case":1,"camelCase":null,"é":"\u2028"}');
    expect(headers.get("content-type")).toBe("application/json");
  });

  it("sends null as JSON, and nothing when there is no body", () => {
    expect(build(asJson, { body: null }).body).toBe("null");
    const { body, headers } = build(asJson, {});
    expect([body, headers.has("content-type")]).toEqual([null, false]);
  });

  it("sends no body where the operation takes none", () => {
    expect(build({}, { body: { a: 1 } }).body).toBe(null);
  });

  it("takes the media type that the request names", () => {
    const any = taking({ "application/json": json, "text/plain; charset=utf-8": text, "image/*": binary });
    const note = build(any, { contentType: "text/plain; charset=utf-8", body: "hi" });
    expect([note.body, note.headers.get("content-type")]).toEqual(["hi", "text/plain; charset=utf-8"]);
    const image = build(any, { contentType: "image/png", body: new Blob(["x"]) });
    expect(image.body).toBeInstanceOf(Blob);
    expect(image.headers.get("content-type")).toBe("image/png");
    expect(() => build(any, { contentType: "image/png", body: "x" })).toThrow("Blob");
  });

  it("sends a form", () => {
    const { body } = build(taking({ "application/x-www-form-urlencoded": form }), {
      body: { "a b": "c&d", list: [1, 2], nested: { x: [true] }, gone: undefined, e: "é+ " },
    });
    expect(body).toBe("a%20b=c%26d&list=1&list=2&nested=%7B%22x%22%3A%5Btrue%5D%7D&e=%C3%A9%2B%20");
  });

  it("sends the parts of a multipart body, of which only blobs have a file name", async () => {
    const asForm = taking({ "multipart/form-data": multipart });
    const file = new File(["bytes"], 'a"\n.bin', { type: "image/png" });
    const given = {
      file,
      blob: new Blob(["b"]),
      note: "h\ni",
      tags: ["x", "y"],
      meta: { a: 1 },
      gone: undefined,
      'é"': 1,
    };
    const { body, headers } = build(asForm, { body: given });
    if (!(body instanceof Blob)) throw new Error("not a form");
    expect(headers.has("content-type")).toBe(false);
    const boundary = body.type.replace("multipart/form-data; boundary=", "");
    expect((await body.text()).replaceAll(boundary, "B").replaceAll("\r\n", "\n").split("--B")).toEqual([
      "",
      '\nContent-Disposition: form-data; name="file"; filename="a%22%0A.bin"\nContent-Type: image/png\n\nbytes\n',
      '\nContent-Disposition: form-data; name="blob"; filename="blob"\nContent-Type: application/octet-stream\n\nb\n',
      '\nContent-Disposition: form-data; name="note"\n\nh\ni\n',
      '\nContent-Disposition: form-data; name="tags"\n\nx\n',
      '\nContent-Disposition: form-data; name="tags"\n\ny\n',
      '\nContent-Disposition: form-data; name="meta"\nContent-Type: application/json\n\n{"a":1}\n',
      '\nContent-Disposition: form-data; name="é%22"\n\n1\n',
      "--\n",
    ]);
    expect(() => build(asForm, { body: { note: "\ud83d" } })).toThrow("cannot send body");
  });
});
