// One description, client and server of it over a socket: every style and every kind of body arrives as what was sent, and
// what is wrong is refused with the status that says why.
import { request as sendRaw } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { NodeRequest, NodeResponse } from "../../../src/targets/server/runtime/node-incoming.ts";
import { type LocalServer, startServer } from "../../local-server.ts";
import { compilerErrorsOf } from "../../scenarios/compile.ts";
import { temporaryDirectory } from "../../scenarios/generation.ts";
import { description, usage } from "./round-trip.ts";
import { loadUsage } from "./usage.ts";

interface Usage {
  listener(): (request: NodeRequest, response: NodeResponse) => void;
  fetchHandler(request: Request): Promise<Response>;
  parameters(baseUrl: string): Promise<unknown>;
  bodies(baseUrl: string): Promise<Record<string, unknown>>;
  read(baseUrl: string, which: "giveEndless" | "giveBroken", stopAt: number): Promise<unknown>;
  readonly reported: string[];
  responses(baseUrl: string): Promise<Record<string, unknown>>;
}

const { directory, dispose } = temporaryDirectory();
let server: LocalServer;
let user: Usage;

beforeAll(async () => {
  user = await loadUsage<Usage>(description, usage, directory);
  const listener = user.listener();
  server = await startServer((request, response) => listener(request, response));
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  dispose();
});

it("the generated client and server compile with TypeScript 7", async () =>
  expect(await compilerErrorsOf("typescript-7.0", directory)).toBe(""));

it("the server gets every parameter as the client had it", async () => {
  const { sent, seen } = (await user.parameters(server.url)) as { sent: unknown; seen: unknown };
  expect(seen).toEqual(sent);
});

it("the server gets every body as the client had it", async () => {
  const bodies = await user.bodies(server.url);
  expect(Object.keys(bodies)).toHaveLength(11);
  for (const [name, body] of Object.entries(bodies)) {
    const { sent, seen } = body as { sent: unknown; seen: unknown };
    expect({ name, seen }).toEqual({ name, seen: sent });
  }
});

it("the client reads every response as the server wrote it", async () => {
  expect(await user.responses(server.url)).toEqual({
    json: [{ n: 1 }, { Link: ["a", "b"], Sizes: { w: 1, h: 2 }, Meta: { z: [1] } }],
    form: { n: 1, tags: ["a", "b"], on: true },
    multipart: [{ n: 2, meta: { z: 1 } }, "bytes", "image/png"],
    any: ["application/hal+json", 6],
    text: "é",
    latin: "é",
    binary: ["image/gif", "gif"],
    events: [
      ["added", 1],
      [undefined, 2],
    ],
    lines: [{ n: 1 }, { n: 2 }],
    none: 204,
  });
});

describe("a response that is under way", () => {
  it("ends with the signal of the call, and notifies its producer", async () => {
    expect(await user.read(server.url, "giveEndless", 3)).toEqual([3, "enough"]);
    await expect.poll(() => user.reported).toContain("ended");
  });

  it("is an incomplete response when its producer fails, and the service reports it", async () => {
    expect(await user.read(server.url, "giveBroken", 9)).toEqual([expect.anything(), "broken_sequence"]);
    expect(user.reported).toContain("out of items");
  });

  it("ends when the response of the Fetch handler is not read", async () => {
    user.reported.length = 0;
    const { body } = await user.fetchHandler(new Request("http://a.example/responses/endless"));
    await body?.cancel();
    await expect.poll(() => user.reported).toContain("ended");
  });
});

/** Without a client that would not send it. */
async function raw(
  method: string,
  path: string,
  { headers = {}, body = "" }: { readonly headers?: Record<string, string>; readonly body?: string } = {},
): Promise<{ readonly status: number | undefined; readonly headers: unknown; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const request = sendRaw(server.url + path, { method, headers }, async (response) => {
      resolve({ status: response.statusCode, headers: response.headers, text: await text(response) });
    });
    request.on("error", reject);
    request.end(body);
  });
}

const form = { "content-type": "application/x-www-form-urlencoded" };
const json = { "content-type": "application/json" };
const part = (head: string, body: string): string =>
  `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
const multipart = { "content-type": "multipart/form-data; boundary=b" };

describe("what is wrong", () => {
  it.each([
    ["an unknown path", 404, "not_found", "GET", "/nowhere", {}],
    ["an unknown method", 405, "method_not_allowed", "PUT", "/form", {}],
    ["a path that is no UTF-8", 400, "malformed_path", "GET", "/v/%FF", {}],
    ["a parameter of another type", 400, "invalid_parameters", "GET", "/v/x?n=many", {}],
    ["a parameter that is no JSON", 400, "invalid_parameters", "GET", "/v/x?doc={", {}],
    ["no credentials", 401, "unauthorized", "GET", "/secret", {}],
    ["no body", 400, "missing_body", "POST", "/json", {}],
    ["a body that is no JSON", 400, "malformed_body", "POST", "/json", { headers: json, body: "{" }],
    ["a body that is no UTF-8", 400, "malformed_body", "POST", "/json", { headers: json, body: "\xff" }],
    ["a body of another type", 415, "unsupported_media_type", "POST", "/json", { headers: form, body: "n=1" }],
    [
      "a body that is compressed",
      415,
      "unsupported_content_encoding",
      "POST",
      "/json",
      { headers: { ...json, "content-encoding": "gzip" }, body: "x" },
    ],
    [
      "a body in an unknown charset",
      415,
      "unsupported_media_type",
      "POST",
      "/text",
      { headers: { "content-type": "text/plain; charset=x-none" }, body: "x" },
    ],
    [
      "a body that is too large",
      413,
      "body_too_large",
      "POST",
      "/text",
      { headers: { "content-type": "text/plain" }, body: "x".repeat(200_000) },
    ],
    ["a body that is not as described", 422, "invalid_body", "POST", "/json", { headers: json, body: '{"n":"1"}' }],
    ["a field of another type", 422, "invalid_body", "POST", "/form", { headers: form, body: "n=one" }],
    ["a field twice", 422, "invalid_body", "POST", "/form", { headers: form, body: "n=1&n=2" }],
    ["a field that is no JSON", 422, "invalid_body", "POST", "/form", { headers: form, body: "n=1&meta={" }],
    [
      "a part of another type",
      415,
      "unsupported_media_type",
      "POST",
      "/multipart",
      { headers: multipart, body: `${part('name="image"; filename="a"\r\nContent-Type: text/html', "x")}--b--\r\n` },
    ],
    [
      "a part that is missing",
      422,
      "invalid_body",
      "POST",
      "/multipart",
      { headers: multipart, body: `${part('name="n"', "1")}--b--\r\n` },
    ],
    ["a body without parts", 400, "malformed_body", "POST", "/multipart", { headers: multipart, body: "x" }],
    [
      "an item that is not as described",
      422,
      "invalid_body",
      "POST",
      "/lines",
      { headers: { "content-type": "application/jsonl" }, body: '{"n":1}\n{"n":"2"}\n' },
    ],
    [
      "an item that is no JSON",
      400,
      "malformed_body",
      "POST",
      "/lines",
      { headers: { "content-type": "application/jsonl" }, body: "{" },
    ],
    ["a handler that is not implemented", 501, "not_implemented", "GET", "/later", {}],
    ["a handler that fails", 500, "internal_error", "GET", "/broken", {}],
  ])("is refused: %s", async (_, status, code, method, path, sent) => {
    const response = await raw(method, path, sent);
    expect(JSON.parse(response.text)).toMatchObject({ status, code });
    expect(response).toMatchObject({ status, headers: { "content-type": "application/problem+json" } });
  });

  it("is reported with the location", async () => {
    const { text: body } = await raw("POST", "/json", { headers: json, body: '{"n":"1"}' });
    expect(JSON.parse(body).issues).toEqual([{ in: "body", path: ["n"], message: expect.stringContaining("number") }]);
    const response = await raw("PUT", "/form");
    expect(response.headers).toMatchObject({ allow: "POST" });
  });

  it("is rejected by the Fetch handler too", async () => {
    const post = (body: string): Request =>
      new Request("http://a.example/json", { method: "POST", headers: json, body });
    expect((await user.fetchHandler(post("{"))).status).toBe(400);
    const response = await user.fetchHandler(post('{"n":1}'));
    expect([response.status, await response.json()]).toEqual([200, { seen: { n: 1 } }]);
  });
});

it("a connection stays usable after an unread body", async () => {
  const first = await raw("POST", "/secret-body", { headers: json, body: "x".repeat(100_000) });
  expect([first.status, (await raw("POST", "/json", { headers: json, body: '{"n":1}' })).status]).toEqual([401, 200]);
});
