import { beforeAll, describe, expect, test } from "vitest";
import { newOrder } from "./accounts.ts";
import { describeOnEach } from "./backends.ts";
import { exchanged, type RunningService, runService } from "./running-service.ts";

describeOnEach("requests that are not as described", (open) => {
  let service: RunningService;

  beforeAll(async () => {
    service = await runService(await open());
    return () => service.end();
  });

  const json = { "Content-Type": "application/json" };
  const create = (body: string | Uint8Array | undefined, headers: Record<string, string> = json) =>
    service.call("POST", "/v1/orders/create", { headers, ...(body === undefined ? {} : { body }) });

  test.each<[string, string | Uint8Array | undefined]>([
    ["no body", undefined],
    ["an empty body", ""],
    ["half an object", '{"campaignId": "x"'],
    ["single quotes", "{'campaignId': 1}"],
    ["a trailing comma", '{"a": 1,}'],
    ["not a number", "NaN"],
    ["bytes that are not UTF-8", Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)],
    ["form data", "campaignId=x"],
  ])("are malformed JSON: %s", async (_, body) => {
    expect(await create(body)).toMatchObject({ status: 400, body: { message: "Malformed JSON in request body" } });
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonp",
    "multipart/form-data; boundary=x",
  ])("are no JSON with the type %s", async (type) => {
    const response = await create("{}", { "Content-Type": type });
    expect(response).toMatchObject({ status: 400, body: { message: "Content-Type must be application/json" } });
  });

  test("parameters of the type are accepted, in any case", async () => {
    const body = JSON.stringify(newOrder(service.account));
    expect((await create(body, { "Content-Type": "Application/JSON ; charset=UTF-8" })).status).toBe(201);
  });

  test("up to 256 KiB is read; beyond that the response is 400", async () => {
    const padded = (length: number): string => {
      const text = JSON.stringify({ ...newOrder(service.account), pad: "" });
      return text.replace('"pad":""', `"pad":"${"x".repeat(length - text.length)}"`);
    };
    expect((await create(padded(262_144))).status).toBe(201);
    expect(await create(padded(262_145))).toMatchObject({
      status: 400,
      body: { message: "Request body is too large" },
    });
    const chunked = await fetch(new URL("/v1/orders/create", service.url), {
      method: "POST",
      headers: { ...json, Authorization: `Bearer ${service.account.key}` },
      body: new Blob([padded(2_000_000)]).stream(),
      duplex: "half",
    } as RequestInit);
    expect([chunked.status, await chunked.json()]).toEqual([400, { message: "Request body is too large" }]);
  });

  test("of a body with very many errors the first thousand are listed", async () => {
    const lines = Array.from({ length: 60_000 }, () => 0);
    const response = await service.call("POST", "/v1/orders/create", {
      body: newOrder(service.account, { products: lines }),
    });
    expect(response.status).toBe(400);
    const errors = Array.from({ length: 1_000 }, (_, index) => `products.${index}: Expected object`);
    expect(response.body).toEqual({ message: "Invalid request body", errors });
    const good = { sku: "MUG", quantity: 1 };
    const late = [...Array.from({ length: 2_000 }, () => good), 0, { ...good, quantity: 0 }];
    const later = await service.call("POST", "/v1/orders/create", {
      body: newOrder(service.account, { products: late, campaignId: undefined }),
    });
    expect(later.body).toMatchObject({ errors: ["products.2000: Expected object", "campaignId: Required"].toSorted() });
  });

  test("names that mean something to JavaScript are names like any other", async () => {
    const text = JSON.stringify(newOrder(service.account)).replace(
      "{",
      '{"__proto__":{"products":[]},"constructor":1,',
    );
    expect((await create(text)).status).toBe(201);
    const response = await create('{"__proto__":{"campaignId":"x"}}');
    expect(response.body).toEqual({
      message: "Invalid request body",
      errors: ["campaignId: Required", "shipTo: Required", "products: Required"],
    });
  });

  test.each<[string, string, string]>([
    ["PUT", "/v1/orders/create", "GET, POST"],
    ["POST", "/v1/orders/list", "GET"],
    ["DELETE", "/v1/webhooks", "GET, POST"],
    ["GET", "/v1/webhooks/sub_1", "PUT, DELETE"],
    ["OPTIONS", "/v1/orders/list", "GET"],
    ["PROPFIND", "/v1/orders/list", "GET"],
  ])("get a 400 with Allow for another method: %s %s", async (method, path, allow) => {
    const response = await service.call(method, path);
    expect(response).toMatchObject({ status: 400, body: { message: "Method not allowed" } });
    expect(response.headers.get("allow")?.split(", ").sort()).toEqual(allow.split(", ").sort());
  });

  test("HEAD of anything but the key check is refused without a body", async () => {
    expect(await service.call("HEAD", "/v1/orders/list")).toMatchObject({ status: 400, text: "" });
    expect(await service.call("HEAD", "/v1/none")).toMatchObject({ status: 404, text: "" });
  });

  test.each([
    "/",
    "/v1",
    "/v1/",
    "/v2/orders/list",
    "/v1/orders/list/",
    "/v1//orders/list",
    "/v1/orders",
    "/v1/Orders/list",
    "/%ZZ",
    "/v1/orders/a/b",
  ])("get a 404 for an unknown route: %s", async (path) => {
    expect(await service.call("GET", path)).toMatchObject({ status: 404, body: { message: "Not found" } });
  });

  test("a body on an operation that takes none is ignored", async () => {
    expect((await service.call("POST", "/v1/auth", { body: "{", headers: json })).status).toBe(200);
    expect((await service.call("DELETE", "/v1/auth", { body: "x", headers: { "Content-Type": "x/y" } })).status).toBe(
      200,
    );
  });

  describe("on the wire", () => {
    const authorization = (): string => `Authorization: Bearer ${service.account.key}`;

    const exchange = (text: string): Promise<string> => exchanged(service.url, text);
    const bodyOf = (response: string): unknown => JSON.parse(response.slice(response.indexOf("\r\n\r\n") + 4));

    test.each<[string, string, string]>([
      ["no HTTP at all", "HELLO\r\n\r\n", "Malformed HTTP request"],
      ["a broken header", "GET /v1/auth HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n", "Malformed HTTP request"],
      [
        "headers beyond 16 KiB",
        `GET /v1/auth HTTP/1.1\r\nHost: x\r\nA: ${"a".repeat(20_000)}\r\n\r\n`,
        "Request headers are too large",
      ],
    ])("get a 400 with the six headers: %s", async (_, text, message) => {
      const response = await exchange(text);
      expect(response).toMatch(/^HTTP\/1\.1 400 /);
      expect(response.match(/^(X-)?RateLimit-(Limit|Remaining|Reset): \d+\r$/gm)).toHaveLength(6);
      expect(bodyOf(response)).toEqual({ message });
    });

    test("of two Authorization headers neither counts", async () => {
      const bad = `Authorization: Bearer ${"x".repeat(96)}`;
      for (const pair of [`${authorization()}\r\n${bad}`, `${bad}\r\n${authorization()}`]) {
        const response = await exchange(`GET /v1/auth HTTP/1.1\r\nHost: x\r\n${pair}\r\nConnection: close\r\n\r\n`);
        expect(response).toMatch(/^HTTP\/1\.1 401 /);
      }
    });

    test("CONNECT is a method like any other, and gets no tunnel", async () => {
      const response = await exchange(`CONNECT /v1/auth HTTP/1.1\r\nHost: x\r\n${authorization()}\r\n\r\n`);
      expect(response).toMatch(/^HTTP\/1\.1 200 /);
      expect(bodyOf(response)).toMatchObject({ account_id: service.account.id });
      const elsewhere = await exchange(`CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n`);
      expect(elsewhere).toMatch(/^HTTP\/1\.1 401 /);
    });

    test("garbage behind a request does not cost that request its response", async () => {
      const body = JSON.stringify(newOrder(service.account));
      const head = `POST /v1/orders/create HTTP/1.1\r\nHost: x\r\n${authorization()}\r\nContent-Type: application/json`;
      const response = await exchange(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}GARBAGE\r\n\r\n`);
      expect(response).toMatch(/^HTTP\/1\.1 201 /);
      expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1);
    });

    test("HEAD says nothing about the length of a body that it does not get", async () => {
      const response = await exchange(
        `HEAD /v1/auth HTTP/1.1\r\nHost: x\r\n${authorization()}\r\nConnection: close\r\n\r\n`,
      );
      expect(response).toMatch(/^HTTP\/1\.1 200 /);
      expect(response).not.toMatch(/content-length/i);
    });

    test.each(["TRACE", "PURGE", "M-SEARCH", "QUERY"])(
      "can use any method with the key: %s /v1/auth",
      async (method) => {
        const response = await exchange(
          `${method} /v1/auth HTTP/1.1\r\nHost: x\r\n${authorization()}\r\nConnection: close\r\n\r\n`,
        );
        expect(response).toMatch(/^HTTP\/1\.1 200 /);
        expect(bodyOf(response)).toMatchObject({ account_id: service.account.id });
      },
    );

    test("a request may name the whole URL, or no host", async () => {
      const whole = await exchange(
        `GET http://else.where/v1/auth?x HTTP/1.1\r\nHost: x\r\n${authorization()}\r\nConnection: close\r\n\r\n`,
      );
      expect(whole).toMatch(/^HTTP\/1\.1 200 /);
      expect(await exchange(`GET /v1/auth HTTP/1.0\r\n${authorization()}\r\n\r\n`)).toMatch(/^HTTP\/1\.[01] 200 /);
      expect(
        await exchange(`OPTIONS * HTTP/1.1\r\nHost: x\r\n${authorization()}\r\nConnection: close\r\n\r\n`),
      ).toMatch(/ 404 /);
    });

    test("an Expect that cannot be met is ignored", async () => {
      const response = await exchange(
        `GET /v1/auth HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n${authorization()}\r\nConnection: close\r\n\r\n`,
      );
      expect(response).toMatch(/^HTTP\/1\.1 200 /);
    });
  });
});
