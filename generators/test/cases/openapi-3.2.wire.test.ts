// What OpenAPI 3.2 adds to requests, from a generated client to a generated server over a socket: the bytes, and the values on both sides.
import { writeFileSync } from "node:fs";
import type { IncomingMessage, RequestListener } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer } from "../local-server.ts";
import { compilerErrorsOf } from "../scenarios/compile.ts";
import { generate, temporaryDirectory } from "../scenarios/generation.ts";

const object = (text: string): string => `type: object, required: [n], properties: { n: { type: integer } }, ${text}`;
const described = `openapi: 3.2.0
info: { title: t, version: "1" }
paths:
  /form:
    get:
      operationId: form
      security: [{ key: [] }, {}]
      parameters:
        - name: q
          in: querystring
          required: true
          content:
            application/x-www-form-urlencoded:
              schema: { $ref: "#/components/schemas/Find" }
              encoding: { ids: { explode: false }, near: { style: deepObject } }
      responses: { "204": { description: ok } }
  /optional:
    get:
      operationId: optional
      parameters:
        - { name: q, in: querystring, content: { application/x-www-form-urlencoded: { schema: { type: object, additionalProperties: { type: integer } } } } }
      responses: { "204": { description: ok } }
  /json:
    get:
      operationId: json
      security: [{ key: [] }, {}]
      parameters: [{ name: q, in: querystring, content: { application/json: { schema: { $ref: "#/components/schemas/Find" } } } }]
      responses: { "204": { description: ok } }
  /path:
    get:
      operationId: jsonPath
      parameters: [{ name: q, in: querystring, required: true, content: { application/jsonpath: { schema: { type: string } } } }]
      responses: { "204": { description: ok } }
  /cookies:
    get:
      operationId: cookies
      parameters:
        - { name: raw, in: cookie, style: cookie, required: true, schema: { type: string } }
        - { name: list, in: cookie, style: cookie, explode: false, schema: { type: array, items: { type: integer } } }
        - { name: many, in: cookie, style: cookie, schema: { type: array, items: { type: string } } }
        - { name: prefs, in: cookie, style: cookie, schema: { type: object, properties: { a: { type: string }, b: { type: integer } } } }
        - { name: coded, in: cookie, schema: { type: string } }
        - { name: reserved, in: cookie, allowReserved: true, schema: { type: string } }
      responses: { "204": { description: ok } }
  /items:
    post:
      operationId: items
      requestBody:
        required: true
        content:
          multipart/mixed:
            itemSchema: { ${object("")} }
            itemEncoding: { contentType: application/json }
      responses: { "204": { description: ok } }
  /related:
    post:
      operationId: related
      requestBody:
        required: true
        content:
          multipart/related; type=application/json:
            schema:
              type: array
              minItems: 2
              prefixItems: [{ ${object("")} }, {}, { type: integer }]
              items: { type: string }
            prefixEncoding:
              - { contentType: application/json, headers: { Content-ID: { schema: { const: <root> } } } }
              - { contentType: "image/png, image/jpeg" }
      responses: { "204": { description: ok } }
  /nested:
    post:
      operationId: nested
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [parts]
              properties:
                name: { type: string }
                parts: { type: array, prefixItems: [{ ${object("")} }, {}], items: false, minItems: 2 }
                form: { type: object, properties: { a: { type: integer }, b: { type: array, items: { type: string } } } }
            encoding:
              parts: { contentType: multipart/mixed, prefixEncoding: [{}, { contentType: image/png }] }
              form: { contentType: application/x-www-form-urlencoded, encoding: { b: { style: pipeDelimited, explode: false } } }
      responses: { "204": { description: ok } }
  /both:
    post:
      operationId: both
      requestBody:
        required: true
        content: { multipart/mixed: { schema: { type: array, items: { ${object("")} } } } }
      responses:
        "200": { description: ok, content: { multipart/mixed: { itemSchema: { ${object("")} } } } }
components:
  securitySchemes:
    key: { type: apiKey, in: query, name: api key }
  schemas:
    Find:
      type: object
      required: [foo]
      properties:
        foo: { type: string }
        bar: { type: array, items: { type: integer } }
        ids: { type: array, items: { type: integer } }
        near: { type: object, properties: { lat: { type: number } } }
      additionalProperties: false
`;

const program = `
import { authorizeWith, createClient, type Client } from "./client/index.gen.ts";
import { createNodeHandler, type Handlers, routes } from "./server/index.gen.ts";
import type { ItemsRequest, NestedReceived, NestedRequest, RelatedReceived, RelatedRequest } from "./types/index.gen.ts";
export const seen: unknown[] = [];
const done = async (request: object): Promise<{ status: 204 }> => {
  seen.push(request);
  return { status: 204 };
};
const handlers: Handlers = {
  form: done, optional: done, json: done, jsonPath: done, cookies: done, items: done, related: done, nested: done,
  both: async ({ body }) => ({ status: 200, body: body.map(({ n }) => ({ n: n + 1 })) }),
};
export const listener: ReturnType<typeof createNodeHandler> = createNodeHandler({ routes, handlers, context: () => ({}) });
export const clientOf = (baseUrl: string, key?: string): Client =>
  createClient({ baseUrl, ...(key === undefined ? {} : { onRequest: authorizeWith({ key }) }) });
type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
export const listed: Same<ItemsRequest["body"], { n: number }[]> = true;
export const parts: Same<RelatedReceived["body"], [{ n: number }, File, number?, ...string[]]> = true;
export const inner: Same<NestedReceived["body"]["parts"], [{ n: number }, File]> = true;
// @ts-expect-error the second part is bytes
export const text: RelatedRequest["body"] = [{ n: 1 }, "text"];
// @ts-expect-error and so is it inside of another part
export const innerText: NestedRequest["body"]["parts"] = [{ n: 1 }, 5];
`;

const output = temporaryDirectory();
afterAll(output.dispose);
beforeAll(async () => {
  const targets = ["types", "zod", "client", "server"] as const;
  await generate(new Map([["openapi.yaml", described]]), targets, output.directory);
  writeFileSync(path.join(output.directory, "usage.ts"), program.trimStart());
}, 60_000);

interface Usage {
  readonly seen: unknown[];
  readonly listener: RequestListener;
  // biome-ignore lint/suspicious/noExplicitAny: the methods of a client that only this test has
  readonly clientOf: (url: string, key?: string) => Record<string, (request: object) => Promise<any>>;
}

test("everything compiles", async () => {
  expect(await compilerErrorsOf("typescript-7.0", output.directory)).toBe("");
}, 120_000);

/** What the call sends, what the handler gets, and the response. */
async function exchangeOf(name: string, request: object, raw?: string | ((url: string) => Promise<Response>)) {
  const usage: Usage = await import(pathToFileURL(path.join(output.directory, "usage.ts")).href);
  let sent: { request: IncomingMessage; body: Buffer[] } | null = null;
  await using server = await startServer((incoming, outgoing) => {
    const body: Buffer[] = [];
    sent = { request: incoming, body };
    incoming.on("data", (chunk: Buffer) => body.push(chunk));
    usage.listener(incoming, outgoing);
  });
  const response =
    typeof raw === "function" ? await raw(server.url) : await usage.clientOf(server.url, raw)[name]?.(request);
  const { request: incoming, body } = sent as unknown as { request: IncomingMessage; body: Buffer[] };
  return { response, incoming, body: Buffer.concat(body).toString("latin1"), received: usage.seen.pop() };
}

const png = new Blob([new Uint8Array([137, 80, 255])], { type: "image/png" });

test.each<[string, object, string]>([
  [
    "form",
    { foo: "a + b&", bar: [1, 2], ids: [3, 4], near: { lat: 1.5 } },
    "/form?foo=a%20%2B%20b%26&bar=1&bar=2&ids=3,4&near%5Blat%5D=1.5",
  ],
  ["optional", { a: 1, b: 2 }, "/optional?a=1&b=2"],
  ["json", { foo: "ü+", bar: [1] }, "/json?%7B%22foo%22%3A%22%C3%BC%2B%22%2C%22bar%22%3A%5B1%5D%7D"],
])("the query %s arrives as its value", async (name, q, url) => {
  const { incoming, received } = await exchangeOf(name, { query: { q } });
  expect(incoming.url).toBe(url);
  expect(received).toEqual({ query: { q } });
});

test.each([
  ["json", { foo: "a&b" }, "/json?%7B%22foo%22%3A%22a%26b%22%7D&api%20key=k%261"],
  ["form", { foo: "a&b" }, "/form?foo=a%26b&api%20key=k%261"],
])("an API key in the query is no part of the value of a whole query: %s", async (name, q, url) => {
  const { incoming, received } = await exchangeOf(name, { query: { q } }, "k&1");
  expect([incoming.url, received]).toEqual([url, { query: { q } }]);
});

test("a query that is a text arrives as it is, and one that is absent is not sent", async () => {
  const { incoming, received } = await exchangeOf("jsonPath", { query: { q: "$.a.b[1:1]" } });
  expect(incoming.url).toBe("/path?%24.a.b%5B1%3A1%5D");
  expect(received).toEqual({ query: { q: "$.a.b[1:1]" } });
  expect(await exchangeOf("optional", {})).toMatchObject({ received: { query: {} }, incoming: { url: "/optional" } });
});

test.each([
  ["/json?%7B", "q", "Invalid JSON"],
  ["/json?%7B%22foo%22%3A1%7D", "q.foo", ""],
  ["/form?foo=1&other=2", "q", ""],
  ["/form", "q.foo", ""],
  ["/optional?a=x", "q.a", ""],
])("the server refuses %s", async (target, place, message) => {
  const { response } = await exchangeOf("", {}, (url) => fetch(url + target));
  expect(response.status).toBe(400);
  const { issues } = await response.json();
  expect(issues[0].path.join(".")).toBe(place);
  expect(issues[0].message).toContain(message);
});

test("cookies of the style cookie are sent as they are", async () => {
  const cookies = {
    raw: "a%20b=c d",
    list: [1, 2],
    many: ["x", "y"],
    prefs: { a: "%2C", b: 2 },
    coded: "a%20 b",
    reserved: "a/b;c",
  };
  const { incoming, received } = await exchangeOf("cookies", { cookies });
  expect(incoming.headers.cookie).toBe(
    "raw=a%20b=c d; list=1,2; many=x; many=y; a=%2C; b=2; coded=a%2520%20b; reserved=a/b%3Bc",
  );
  expect(received).toEqual({ cookies });
  await expect(exchangeOf("cookies", { cookies: { raw: "a;b" } })).rejects.toThrow(
    '"raw" in style cookie takes nothing',
  );
});

test("parts without names arrive in their order", async () => {
  const { incoming, body, received } = await exchangeOf("items", { body: [{ n: 1 }, { n: 2 }] });
  expect(incoming.headers["content-type"]).toMatch(/^multipart\/mixed; boundary=/);
  expect(body).toMatch(
    /^--\S+\r\nContent-Type: application\/json\r\n\r\n\{"n":1\}\r\n--\S+\r\nContent-Type: application\/json\r\n\r\n\{"n":2\}\r\n--\S+--\r\n$/,
  );
  expect(received).toMatchObject({ body: [{ n: 1 }, { n: 2 }] });
});

test("each part has the encoding of its place", async () => {
  const { incoming, body, received } = await exchangeOf("related", { body: [{ n: 1 }, png, 7, "a", "b"] });
  expect(incoming.headers["content-type"]).toMatch(/^multipart\/related; type=application\/json; boundary=/);
  expect(body).toContain('Content-Type: application/json\r\nContent-ID: <root>\r\n\r\n{"n":1}\r\n');
  expect(body).toContain("Content-Type: image/png\r\n\r\n\x89P\xff\r\n");
  expect(body).toContain("Content-Type: text/plain; charset=utf-8\r\n\r\n7\r\n");
  const { body: parts } = received as { body: [object, Blob, number, string, string] };
  expect([parts[0], ...parts.slice(2)]).toEqual([{ n: 1 }, 7, "a", "b"]);
  expect(parts[1]).toBeInstanceOf(File);
  expect([parts[1].type, ...new Uint8Array(await parts[1].arrayBuffer())]).toEqual(["image/png", 137, 80, 255]);
});

test("a part has parts and fields of its own", async () => {
  const { body, received } = await exchangeOf("nested", {
    body: { name: "x", parts: [{ n: 1 }, png], form: { a: 5, b: ["p", "q"] } },
  });
  expect(body).toMatch(/name="parts"\S*\r\nContent-Type: multipart\/mixed; boundary=/);
  expect(body).toContain('name="form"\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\na=5&b=p%7Cq\r\n');
  const { body: read } = received as { body: { name: string; parts: [object, Blob]; form: object } };
  expect([read.name, read.parts[0], read.form]).toEqual(["x", { n: 1 }, { a: 5, b: ["p", "q"] }]);
  expect(read.parts[1]).toBeInstanceOf(File);
  expect([...new Uint8Array(await read.parts[1].arrayBuffer())]).toEqual([137, 80, 255]);
});

test("a response has parts without names, and wrong parts are refused", async () => {
  const { response } = await exchangeOf("both", { body: [{ n: 1 }, { n: 2 }] });
  expect(response.body).toEqual([{ n: 2 }, { n: 3 }]);
  const wrong = await exchangeOf("", {}, (url) =>
    fetch(`${url}/items`, {
      method: "POST",
      headers: { "content-type": "multipart/mixed; boundary=b" },
      body: '--b\r\nContent-Type: application/json\r\n\r\n{"n":"x"}\r\n--b--\r\n',
    }),
  );
  expect([wrong.response.status, (await wrong.response.json()).issues[0].path]).toEqual([422, [0, "n"]]);
});
