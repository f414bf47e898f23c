// What HTTP has besides methods, bodies and statuses, in a generated client and a generated server: docs/http.md has a row for each `describe`.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { readApi } from "../../src/checks/model-checks.ts";
import { Report } from "../../src/diagnostics/index.ts";
import { retirementProblemsOf } from "../../src/targets/server/response-headers.ts";
import { compilerErrorsOf } from "../scenarios/compile.ts";
import { temporaryDirectory } from "../scenarios/generation.ts";
import {
  type ClientModule,
  description,
  type Fetch,
  loadProgram,
  type Operations,
  type Program,
  type ServerModule,
  type Service,
} from "./http-program.ts";

const { directory, dispose } = temporaryDirectory();
const baseUrl = "https://api.example/v1";
let loaded: Program;

beforeAll(async () => {
  loaded = await loadProgram(directory);
});
afterAll(dispose);
afterEach(() => void vi.restoreAllMocks());

function operation(name: string): Operations[string] {
  const found = loaded.client.operations[name];
  if (found === undefined) throw new Error(`no operation ${name}`);
  return found;
}

type Settings = Parameters<ClientModule["createSend"]>[0];

async function call(name: string, fetch: Fetch, parts: object = {}, settings: Partial<Settings> = {}) {
  const send = loaded.client.createSend({ baseUrl: "https://api.example", fetch, ...settings });
  return send(operation(name), parts as never);
}

const asked = (fetch: Fetch, target: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`https://api.example${target}`, { method: "GET", ...init });

const json = (body: unknown, status: number, headers: Readonly<Record<string, string>> = {}): Response =>
  Response.json(body, { status, headers });

it("what is generated compiles", async () => {
  expect(await compilerErrorsOf("typescript-7.0", directory)).toBe("");
}, 120_000);

const slow = { "Retry-After": 1, RateLimit: '"day";r=0;t=1', "RateLimit-Policy": '"day";q=5' };

describe("`RateLimit`, `RateLimit-Policy` (draft), `RateLimit-*`", () => {
  it("the server sends what is described, and the client has it as one value", async () => {
    const { createSend } = loaded.client;
    const fetch = loaded.fetchOf({ limited: async () => ({ status: 429, headers: slow }) });
    const send = createSend({ baseUrl: "https://api.example", fetch });
    const { status, rateLimit } = await send(operation("limited"), {} as never);
    expect([status, rateLimit]).toEqual([429, { limit: 5, remaining: 0, reset: 1 }]);
  });
});

describe("`Retry-After` (RFC 9110)", () => {
  it("the server sends what is described, and the client waits so long", async () => {
    const { createSend, withRetries } = loaded.client;
    let calls = 0;
    const limited = async () => {
      calls += 1;
      return calls === 1 ? { status: 429, headers: slow } : { status: 204 };
    };
    const send = createSend({ baseUrl: "https://api.example", fetch: loaded.fetchOf({ limited }) });
    vi.useFakeTimers();
    const response = withRetries(send, { maxRateLimitWait: 1000 })(operation("limited"), {} as never);
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    expect([(await response).status, calls]).toEqual([204, 2]);
  });
});

describe("`WWW-Authenticate` (RFC 9110)", () => {
  const refusing: Partial<Service> = { context: () => null };

  it("the server challenges with a 401, for each scheme that the operation takes", async () => {
    const fetch = loaded.fetchOf({}, refusing);
    const [either, token] = [await asked(fetch, "/either"), await asked(fetch, "/token")];
    expect([either.status, either.headers.get("www-authenticate")]).toEqual([
      401,
      'Bearer scope="read write", Basic realm="api", charset="UTF-8", ApiKey in="header", name="X-Key"',
    ]);
    expect(token.headers.get("www-authenticate")).toBe("Bearer");
    expect((await asked(fetch, "/plain")).headers.has("www-authenticate")).toBe(false);
  });

  it("the server names a token that is not valid, and keeps the challenge of the service", async () => {
    const headers = { authorization: "Bearer x" };
    const fetch = loaded.fetchOf({}, refusing);
    expect((await asked(fetch, "/token", { headers })).headers.get("www-authenticate")).toBe(
      'Bearer error="invalid_token"',
    );
    expect((await asked(fetch, "/either", { headers })).headers.get("www-authenticate")).toMatch(
      /^Bearer scope="read write", error="invalid_token", Basic /,
    );
    const refuse = () => ({ status: 401, headers: { "WWW-Authenticate": "Negotiate" } });
    const own = await asked(loaded.fetchOf({}, { ...refusing, refuse }), "/token");
    expect(own.headers.get("www-authenticate")).toBe("Negotiate");
  });

  it("the client passes it on to what renews credentials", async () => {
    const { client } = loaded;
    const challenges: unknown[] = [];
    let isFresh = false;
    const context = () => (isFresh ? {} : null);
    const send = client.withRefresh(
      client.createSend({
        baseUrl: "https://api.example",
        fetch: loaded.fetchOf({}, { context }),
        unexpected: "throw",
      }),
      (refused) => {
        challenges.push(refused.response.headers.get("www-authenticate"));
        isFresh = true;
      },
    );
    const either = operation("token");
    const described = { ...either, responses: { ...either.responses, 401: {} } };
    expect((await send(described, {} as never)).status).toBe(200);
    expect(challenges).toEqual(["Bearer"]);
  });
});

describe("`Deprecation` (RFC 9745), `Sunset` (RFC 8594)", () => {
  it("the server sends both, with a link to documentation, also where it rejects", async () => {
    const fetch = loaded.fetchOf({});
    const headersOf = async (target: string, init?: RequestInit) => {
      const { headers } = await asked(fetch, target, init);
      return ["deprecation", "sunset", "link"].map((name) => headers.get(name));
    };
    const announced = [
      "@1769817600",
      "Sun, 31 Jan 2027 11:00:00 GMT",
      '<https://api.example/changes>; rel="deprecation"',
    ];
    expect(await headersOf("/old")).toEqual(announced);
    expect(await headersOf("/older")).toEqual(["@0", null, null]);
    expect(await headersOf("/plain")).toEqual([null, null, null]);
    const refused = loaded.fetchOf({}, { context: () => null });
    expect((await asked(refused, "/old")).headers.get("deprecation")).toBe("@1769817600");
  });

  it("a date that is none is a warning of the server target", () => {
    const text = description.replace("operationId: older,", 'operationId: older, x-sunset: "2027-02-30",');
    const http = readApi({ cwd: "/case", openapi: "openapi.yaml", readText: () => text }, new Report()).api?.http;
    expect((http == null ? [] : retirementProblemsOf(http)).map(({ message }) => message)).toEqual([
      'x-sunset of "older" is "2027-02-30", which is not a date, so no header states it',
    ]);
  });

  it("the client has both as dates, and documentation as URLs", async () => {
    const { deprecationOf } = loaded.client;
    expect(deprecationOf(await call("old", loaded.fetchOf({})))).toEqual({
      since: new Date("2026-01-31T00:00:00Z"),
      sunset: new Date("2027-01-31T11:00:00Z"),
      links: ["https://api.example/changes"],
    });
    expect(deprecationOf(await call("older", loaded.fetchOf({})))).toEqual({ since: null, sunset: null, links: [] });
    expect(deprecationOf(await call("plain", loaded.fetchOf({})))).toBeNull();
    const response = new Response(null, {
      headers: { Deprecation: "true", Link: '</a>; rel=other, <../b>; rel="sunset x"' },
    });
    Object.defineProperty(response, "url", { value: "https://api.example/v1/c" });
    expect(deprecationOf({ response })).toEqual({ since: null, sunset: null, links: ["https://api.example/b"] });
  });

  it("the client warns once for each operation, or calls a hook", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const fetch = loaded.fetchOf({});
    const onResponse = loaded.client.reportDeprecations();
    for (const name of ["old", "old", "plain", "older"]) await call(name, fetch, {}, { onResponse });
    expect(warn.mock.calls).toEqual([
      ["old is deprecated since 2026-01-31, until 2027-01-31: https://api.example/changes"],
      ["older is deprecated"],
    ]);
    const seen: string[] = [];
    await call("old", fetch, {}, { onResponse: loaded.client.reportDeprecations((_, { id }) => seen.push(id)) });
    expect([seen, warn.mock.calls.length]).toEqual([["old"], 2]);
  });
});

describe("Problem details (RFC 9457)", () => {
  const problem = { title: "Gone", status: "404", detail: "it was removed", code: 7 };

  it("the client has those that are not described, without members of a wrong type", async () => {
    const fetch = async () =>
      new Response(JSON.stringify(problem), { status: 404, headers: { "content-type": "application/problem+json" } });
    const failure: unknown = await call("getItem", fetch, { path: { id: "a" } }).catch((error: unknown) => error);
    const expected = { type: "about:blank", title: "Gone", detail: "it was removed", code: 7 };
    expect(loaded.client.problemIn(failure)).toEqual(expected);
    const lenient = loaded.client.createSend({ baseUrl, fetch, unexpected: "lenient" });
    expect(loaded.client.problemIn(await lenient(operation("getItem"), { path: { id: "a" } } as never))).toEqual(
      expected,
    );
    const plain = await call("getItem", async () => json({ message: "none" }, 404), { path: { id: "a" } });
    expect(loaded.client.problemIn(plain)).toBeNull();
  });

  it("the server rejects requests with them", async () => {
    const fetch = loaded.fetchOf({});
    const response = await asked(fetch, "/items", {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    expect([response.status, response.headers.get("content-type")]).toEqual([422, "application/problem+json"]);
    expect(await response.json()).toMatchObject({ status: 422, title: expect.any(String), issues: [{ path: ["n"] }] });
  });
});

describe("`ETag`, `If-Match`, `If-None-Match`, 304, 412 (RFC 9110)", () => {
  it("the client sends the version that it has", async () => {
    const { ifMatch, ifNoneMatch } = loaded.client;
    const known = { response: json({ n: 1 }, 200, { etag: '"1"' }) };
    const { fetch, requests } = loaded.responding(
      new Response(null, { status: 412 }),
      new Response(null, { status: 304 }),
    );
    expect((await call("putItem", fetch, { path: { id: "a" }, ...ifMatch(known), body: { n: 2 } })).status).toBe(412);
    expect((await call("getItem", fetch, { path: { id: "a" }, ...ifNoneMatch(known) })).status).toBe(304);
    expect(requests.map(({ headers }) => [headers.get("if-match"), headers.get("if-none-match")])).toEqual([
      ['"1"', null],
      [null, '"1"'],
    ]);
  });

  it("the client can keep responses, and has them again at a 304", async () => {
    let n = 1;
    const statuses: number[] = [];
    const serve = loaded.fetchOf(
      { getItem: async () => ({ status: 200, body: { n } }) },
      { onResponse: loaded.server.respondConditionally },
    );
    const counting: Fetch = async (url, init) => {
      const response = await serve(url, init);
      statuses.push(response.status);
      return response;
    };
    const fetch = loaded.client.revalidating({ fetch: counting, entries: 1 });
    const read = async (id = "a", headers?: Record<string, string>) => {
      const send = loaded.client.createSend({ baseUrl: "https://api.example", fetch });
      const response = await send(operation("getItem"), { path: { id } } as never, { headers });
      return [response.status, Reflect.get(response, "body"), response.response.url];
    };
    expect([await read(), await read()]).toEqual([
      [200, { n: 1 }, ""],
      [200, { n: 1 }, ""],
    ]);
    n = 2;
    expect(await read()).toEqual([200, { n: 2 }, ""]);
    expect(statuses).toEqual([200, 304, 200]);
    // Another account, and what was dropped for another response.
    await read("a", { authorization: "Bearer b" });
    await read();
    expect(statuses.slice(3)).toEqual([200, 200]);
  });

  it("the server has an ETag for each body, and responds with 304 to a client that has it", async () => {
    const handlers = {
      getItem: async () => ({ status: 200, body: { n: 1 } }),
      plain: async () => ({ status: 200, body: {} }),
    };
    const fetch = loaded.fetchOf(handlers, { onResponse: loaded.server.respondConditionally });
    const first = await asked(fetch, "/items/a");
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]{24}"$/);
    for (const list of [etag, `"x", W/${etag}`, "*"]) {
      const again = await asked(fetch, "/items/a", { headers: { "if-none-match": list } });
      expect([again.status, await again.text(), again.headers.get("etag"), again.headers.has("content-type")]).toEqual([
        304,
        "",
        etag,
        false,
      ]);
    }
    expect((await asked(fetch, "/items/a", { headers: { "if-none-match": '"x"' } })).status).toBe(200);
    expect((await asked(fetch, "/items/a", { method: "HEAD", headers: { "if-none-match": etag } })).status).toBe(304);
    const own = loaded.fetchOf(
      { getItem: async () => ({ status: 200, headers: { ETag: 'W/"7"' }, body: { n: 1 } }) },
      { onResponse: loaded.server.respondConditionally },
    );
    expect((await asked(own, "/items/a", { headers: { "if-none-match": '"7"' } })).status).toBe(304);
  });

  it.each([
    ["If-Match", '"1"', '"1"', 204],
    ["If-Match", '"0", "1"', '"1"', 204],
    ["If-Match", '"0"', '"1"', 412],
    ["If-Match", 'W/"1"', 'W/"1"', 412],
    ["If-Match", "*", '"1"', 204],
    ["If-Match", "*", null, 412],
    ["If-None-Match", "*", '"1"', 412],
    ["If-None-Match", "*", null, 204],
    ["If-None-Match", 'W/"1"', '"1"', 412],
    ["X-None", "", '"1"', 428],
  ])(
    "the server tells a handler whether a change is about the current version: %s: %s, at %s, is %d",
    async (name, value, etag, status) => {
      const putItem = async (_: never, request: Parameters<ServerModule["expectVersion"]>[0]) => {
        loaded.server.expectVersion(request, etag, { required: true });
        return { status: 204 };
      };
      const headers = { "content-type": "application/json", [name]: value };
      const response = await asked(loaded.fetchOf({ putItem }), "/items/a", {
        method: "PUT",
        body: '{"n":1}',
        headers,
      });
      expect(response.status).toBe(status);
    },
  );
});

describe("`Link` (RFC 8288)", () => {
  it("the client follows relative links to the next page", async () => {
    const page = (n: number, link?: string) => json([{ n }], 200, link === undefined ? {} : { link });
    const { fetch, requests } = loaded.responding(
      page(1, '<?page=0>; rel="prev", <?page=2>; title="a, b"; rel="last next"'),
      page(2, "</v1/items?page=3>;rel=next"),
      page(3, "<items?page=4>; rel=NEXT"),
      page(4, '<?page=5>; rel="next"; anchor="/others"'),
    );
    const { createSend, pagesOf } = loaded.client;
    const seen: unknown[] = [];
    for await (const item of pagesOf(createSend({ baseUrl, fetch }), operation("listItems") as never, {}))
      seen.push(item);
    expect(seen).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
    expect(requests.map(({ url }) => url.slice(baseUrl.length))).toEqual([
      "/items",
      "/items?page=2",
      "/items?page=3",
      "/items?page=4",
    ]);
  });

  it("the server links to other pages, which the client follows", async () => {
    const targets: string[] = [];
    const { pageLinks } = loaded.server;
    const serve = loaded.fetchOf({
      listItems: async (parts: { readonly query: { readonly page?: number } }, request: { readonly query: string }) => {
        const { page = 1 } = parts.query;
        const link = pageLinks(request, { next: page < 3 ? { page: page + 1, at: "ü&" } : null, prev: null });
        return { status: 200, headers: { Link: link }, body: [{ n: page }] };
      },
    } as never);
    const fetch: Fetch = async (url, init) => {
      targets.push(url.slice(url.indexOf("/items")));
      const response = await serve(url, init);
      // What `fetch` sets.
      return Object.defineProperty(response, "url", { value: url });
    };
    const { createSend, pagesOf } = loaded.client;
    const send = createSend({ baseUrl: "https://api.example", fetch });
    const seen: unknown[] = [];
    for await (const item of pagesOf(send, operation("listItems") as never, { query: { page: 1 } } as never))
      seen.push(item);
    expect(seen).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(targets).toEqual(["/items?page=1", "/items?page=2&at=%C3%BC%26", "/items?page=3&at=%C3%BC%26"]);
    const of = (query: string, links: Parameters<typeof pageLinks>[1]) => pageLinks({ query }, links);
    expect(of("state=a%20b&page=2", { first: { page: null }, next: { page: 3 }, last: "/all?page=9" })).toBe(
      '<?state=a%20b>; rel="first", <?state=a%20b&page=3>; rel="next", </all?page=9>; rel="last"',
    );
    expect([of("page=1", { first: { page: null } }), of("", {})]).toEqual(['<?>; rel="first"', undefined]);
    expect(() => of("", { next: "a>b" })).toThrow("no URL");
  });
});

describe("`Idempotency-Key` (draft)", () => {
  it("the client sends one key in all attempts of a call", async () => {
    const { createSend, withIdempotencyKeys, withRetries } = loaded.client;
    const { fetch, requests } = loaded.responding(new Response(null, { status: 503 }), json({ n: 1 }, 201));
    const addItem = operation("addItem");
    const described = { ...addItem, responses: { ...addItem.responses, 503: {} } };
    const send = withIdempotencyKeys(withRetries(createSend({ baseUrl, fetch })));
    expect((await send(described, { body: { n: 1 } } as never)).status).toBe(201);
    const keys = requests.map(({ headers }) => headers.get("idempotency-key"));
    expect([keys[0], keys.length]).toEqual([keys[1], 2]);
  });

  it("the server serves a request once, and has its response for repetitions", async () => {
    let served = 0;
    let release = (): void => {};
    const addItem = async ({ body }: { readonly body: { readonly n: number } }) => {
      served += 1;
      if (body.n === 3)
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      if (body.n === 4) throw new Error("failed");
      return { status: 201, body: { n: served } };
    };
    const fetch = loaded.fetchOf({ addItem }, { around: loaded.server.idempotent(), onError: () => {} });
    const post = async (key: string | null, n: unknown, more: Record<string, string> = {}) => {
      const headers = {
        "content-type": "application/json",
        ...(key === null ? {} : { "idempotency-key": key }),
        ...more,
      };
      const response = await asked(fetch, "/items", { method: "POST", body: JSON.stringify({ n }), headers });
      const body: { readonly n?: number; readonly code?: string } = Object(await response.json());
      return [response.status, body.n ?? body.code, response.headers.get("idempotency-replayed")];
    };
    expect([await post("a", 1), await post("a", 1)]).toEqual([
      [201, 1, null],
      [201, 1, "true"],
    ]);
    expect(await post("a", 2)).toEqual([422, "idempotency_key_reused", null]);
    // Another account, and no key.
    expect([await post("a", 1, { authorization: "Bearer b" }), await post(null, 1)]).toEqual([
      [201, 2, null],
      [201, 3, null],
    ]);
    const first = post("c", 3);
    await vi.waitFor(() => expect(served).toBe(4));
    expect(await post("c", 3)).toEqual([409, "idempotency_key_in_use", null]);
    release();
    expect([await first, await post("c", 3)]).toEqual([
      [201, 4, null],
      [201, 4, "true"],
    ]);
    // What failed is served again; what is invalid stays so.
    expect([await post("d", 4), await post("d", 4), served]).toEqual([
      [500, "internal_error", null],
      [500, "internal_error", null],
      6,
    ]);
    expect([await post("e", "x"), await post("e", "x")]).toEqual([
      [422, "invalid_body", null],
      [422, "invalid_body", "true"],
    ]);
  });

  it("the server may require a key, and forgets keys in time", async () => {
    const addItem = async () => ({ status: 201, body: { n: 1 } });
    const clock = { now: 0 };
    const store = loaded.server.memoryStore({ lifetime: 10, entries: 2, now: () => clock.now });
    const fetch = loaded.fetchOf(
      { addItem },
      { around: loaded.server.idempotent({ store, required: true, largestBody: 9 }) },
    );
    const post = async (key?: string, body = '{"n":1}') => {
      const headers = { "content-type": "application/json", ...(key === undefined ? {} : { "idempotency-key": key }) };
      const { status, headers: sent } = await asked(fetch, "/items", { method: "POST", body, headers });
      return [status, sent.has("idempotency-replayed")];
    };
    expect([await post(), await post("a", '{"n":   1}')]).toEqual([
      [400, false],
      [413, false],
    ]);
    expect([await post("a"), await post("a")]).toEqual([
      [201, false],
      [201, true],
    ]);
    clock.now = 10;
    expect(await post("a")).toEqual([201, false]);
    await post("b");
    await post("c");
    expect(await post("a")).toEqual([201, false]);
  });
});
