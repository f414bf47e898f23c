// What HTTP has besides methods, bodies and statuses, from the mock server: docs/http.md has a row for each `describe`.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readApi } from "waybill/description";
import { description } from "../../../../generators/test/cases/http-program.ts";
import { type Handle, mockHandlerOf } from "../src/server/mock-handler.ts";

const events = `text/event-stream: { itemSchema: { type: object, properties: { id: { type: string }, data: { type: string } } }, example: "id: 1é\\ndata: a\\n\\nid: 2\\ndata: b\\n\\n" }`;
const text = description
  .replace("openapi: 3.1.0", "openapi: 3.2.0")
  .replace("text/event-stream: { schema: { type: string } }", events)
  .replace(
    "Item: { type: object, required: [n], properties: {",
    "Item: { type: object, required: [n], properties: { id: { type: string },",
  );
const folder = mkdtempSync(path.join(tmpdir(), "waybill-http-"));
const handlers: { readonly handle: Handle; readonly dispose: () => void }[] = [];

beforeAll(async () => {
  writeFileSync(path.join(folder, "openapi.yaml"), text);
  const { api } = await readApi({ cwd: folder, openapi: "openapi.yaml" });
  if (api === null) throw new Error("nothing was read");
  for (const stateful of [false, true])
    handlers.push(
      await mockHandlerOf(api, { dynamic: false, cors: false, auth: true, url: null, secret: null, stateful }),
    );
});
afterAll(() => {
  for (const { dispose } of handlers) dispose();
  rmSync(folder, { recursive: true, force: true });
});

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly stateful?: boolean;
}

async function asked(
  url: string,
  { method = "GET", headers = {}, body, stateful = false }: Sent = {},
): Promise<Response> {
  const handler = handlers[stateful ? 1 : 0];
  if (handler === undefined) throw new Error("there is no handler");
  const json = body === undefined ? {} : { "content-type": "application/json" };
  const stream = body === undefined ? null : new Blob([JSON.stringify(body)]).stream();
  return (await handler.handle({ method, url, headers: new Headers({ ...json, ...headers }), body: stream })).response;
}

describe.each([
  ["`RateLimit`, `RateLimit-Policy` (draft), `RateLimit-*`", "ratelimit", '"day";r=0;t=1'],
  ["`Retry-After` (RFC 9110)", "retry-after", "1"],
])("%s", (_, name, value) => {
  it("the mock server sends what is described", async () => {
    const { status, headers } = await asked("/limited", { headers: { prefer: "code=429" } });
    expect([status, headers.get(name)]).toEqual([429, value]);
  });
});

describe("`WWW-Authenticate` (RFC 9110)", () => {
  it("the mock server challenges with a 401", async () => {
    const { status, headers } = await asked("/token");
    expect([status, headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  });
});

describe("`Deprecation` (RFC 9745), `Sunset` (RFC 8594)", () => {
  it("the mock server sends both", async () => {
    const { headers } = await asked("/old");
    expect([headers.get("deprecation"), headers.get("sunset")]).toEqual([
      "@1769817600",
      "Sun, 31 Jan 2027 11:00:00 GMT",
    ]);
  });
});

describe("Problem details (RFC 9457)", () => {
  it("the mock server rejects requests with them", async () => {
    const response = await asked("/items", { method: "POST", body: {} });
    expect([response.status, response.headers.get("content-type")]).toEqual([400, "application/problem+json"]);
  });
});

describe("`ETag`, `If-Match`, `If-None-Match`, 304, 412 (RFC 9110)", () => {
  it("the mock server has a version for each body", async () => {
    const etag = (await asked("/items/a")).headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]{24}"$/);
    expect((await asked("/items/a", { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await asked("/plain")).headers.has("etag")).toBe(false);
    const put = async (headers: Record<string, string>) =>
      (await asked("/items/a", { method: "PUT", body: { n: 2 }, headers })).status;
    expect([await put({ "if-match": etag }), await put({ "if-match": '"other"' }), await put({})]).toEqual([
      204, 412, 204,
    ]);
  });

  it("the mock server that remembers has another version after a change", async () => {
    const created = await (await asked("/items", { method: "POST", body: { n: 1 }, stateful: true })).json();
    const url = `/items/${Object(created).id}`;
    const etag = (await asked(url, { stateful: true })).headers.get("etag") ?? "";
    const put = async (n: number) =>
      (await asked(url, { method: "PUT", body: { n }, headers: { "if-match": etag }, stateful: true })).status;
    expect([await put(2), await put(3)]).toEqual([204, 412]);
    expect((await asked(url, { headers: { "if-none-match": etag }, stateful: true })).status).toBe(200);
  });
});

describe("`Link` (RFC 8288)", () => {
  it("the mock server links to the next page", async () => {
    const { headers } = await asked("/items", { headers: { host: "mock.example" } });
    expect(headers.get("link")).toMatch(/^<http:\/\/mock\.example\/items\?[^>]+>; rel="next"$/);
  });
});

describe("`Idempotency-Key` (draft)", () => {
  it("the mock server creates once for a key", async () => {
    const create = async (key: string, n: number) => {
      const response = await asked("/items", {
        method: "POST",
        body: { n },
        headers: { "idempotency-key": key },
        stateful: true,
      });
      return [response.status, Object(await response.json()).id];
    };
    const first = await create("a", 1);
    expect([await create("a", 1), (await create("a", 2))[0]]).toEqual([first, 422]);
    expect(await create("b", 1)).not.toEqual(first);
  });
});

describe("Server-sent events (HTML)", () => {
  it("the mock server goes on after the last event of a client", async () => {
    const read = async (headers?: Record<string, string>) =>
      (await asked("/events", headers === undefined ? {} : { headers })).text();
    expect(await read()).toBe("id: 1é\ndata: a\n\nid: 2\ndata: b\n\n");
    expect(await read({ "last-event-id": Buffer.from("1é").toString("latin1") })).toBe("id: 2\ndata: b\n\n");
  });
});
