// Requests that never become whole, and connections that are half closed, on real sockets: each gets a response or is let go.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { newOrder } from "./accounts.ts";
import { describeOnEach } from "./backends.ts";
import { type RunningService, runService } from "./running-service.ts";

describeOnEach("connections with broken requests", (open) => {
  let service: RunningService;
  const endless = {
    begun: false,
    givenUp: false,
    stream: () =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => {
          endless.begun = true;
          controller.enqueue(new Uint8Array(1_000_000));
        },
        cancel: () => {
          endless.givenUp = true;
        },
      }),
  };

  beforeAll(async () => {
    const quick = { headersTimeout: 1_000, requestTimeout: 1_500, checkInterval: 100, linger: 100, stalled: 3_000 };
    service = await runService(
      await open(),
      {},
      {
        limits: (limits) => ({ ...limits, ...quick }),
        serve: (serve) => async (request, visit) => {
          const response = await serve(request, visit);
          return request.header("x-endless") === null ? response : { ...response, body: endless.stream() };
        },
      },
    );
    return () => service.end();
  });

  const head = (path: string, ...more: string[]): string =>
    [`POST ${path} HTTP/1.1`, "Host: x", `Authorization: Bearer ${service.account.key}`, ...more, "", ""].join("\r\n");
  const json = "Content-Type: application/json";
  const bodyOf = (response: string): unknown => JSON.parse(response.slice(response.lastIndexOf("\r\n\r\n") + 4));

  /** One that stays open on this side, as an attacker's does. */
  function dial(): { readonly socket: Socket; readonly response: () => string } {
    const { hostname, port } = new URL(service.url);
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    let response = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      response += chunk;
    });
    socket.on("error", () => socket.destroy());
    return { socket, response: () => response };
  }

  /** Resolves once the service has let go of the connection. */
  async function exchange(text: string, isLast = false): Promise<string> {
    const { socket, response: respond } = dial();
    const gone = new Promise((resolve) => socket.once("close", resolve));
    socket.write(text);
    if (isLast) socket.end();
    await Promise.race([once(socket, "end"), gone]);
    // A connection of which only one half was closed takes what is written; one that is gone resets.
    const poking = setInterval(() => socket.writable && socket.write("x"), 20);
    if (!isLast) await gone;
    clearInterval(poking);
    socket.destroy();
    return respond();
  }

  describe.concurrent.each(["/v1/orders/create", "/v1/orders/cancel"])("to %s", (path) => {
    test.each<[string, string, string]>([
      ["a chunk whose size is no number", "Transfer-Encoding: chunked", "zz\r\n{}\r\n0\r\n\r\n"],
      ["chunks that end with a line feed only", "Transfer-Encoding: chunked", "2\n{}\n0\n\n"],
      ["an unknown transfer coding", "Transfer-Encoding: xchunked", "2\r\n{}\r\n0\r\n\r\n"],
    ])("get a 400 and are closed: %s", async (_, coding, body) => {
      const response = await exchange(`${head(path, json, coding)}${body}`);
      expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1);
      expect(response).toMatch(/^HTTP\/1\.1 400 /);
      expect(response).toMatch(/^Connection: close\r$/im);
      expect(response.match(/^(X-)?RateLimit-(Limit|Remaining|Reset): \d+\r$/gm)).toHaveLength(6);
      expect(bodyOf(response)).toEqual({ message: "Malformed HTTP request" });
    });

    test("a body that does not arrive in time is 400, and the end", async () => {
      const response = await exchange(`${head(path, json, "Content-Length: 100")}{`);
      expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1);
      expect(response).toMatch(/^HTTP\/1\.1 400 /);
      expect(bodyOf(response)).toEqual({ message: "Request was not received in time" });
    });

    test("a body that is shorter than announced is 400, and the end", async () => {
      const response = await exchange(`${head(path, json, "Content-Length: 100")}{`, true);
      expect(response).toMatch(/^HTTP\/1\.1 400 /);
      expect(bodyOf(response)).toEqual({ message: "Malformed HTTP request" });
    });
  });

  test.concurrent.each<[string, () => string]>([
    ["a body that no operation reads", () => `${head("/v1/auth", "Content-Length: 100")}{`],
    ["a body beyond the limit", () => `${head("/v1/orders/create", json, "Content-Length: 999999")}{`],
    ["a body without a key", () => "POST /v1/orders/create HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"],
  ])("get their response at once and are closed in time: %s", async (_, text) => {
    const response = await exchange(text());
    expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(response).toMatch(/^HTTP\/1\.1 (200|400|401) /);
  });

  test.concurrent.each<[string, string]>([
    ["a connection on which nothing arrives", ""],
    ["half a header", "GET /v1/auth HT"],
    ["no HTTP at all", "HELLO\r\n\r\n"],
    ["a tunnel", "CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n"],
  ])("are closed: %s", async (_, text) => {
    expect(await exchange(text)).toMatch(/^HTTP\/1\.1 40[01] /);
  });

  test("a client that stops reading its response is given up", async () => {
    const { socket } = dial();
    socket.pause();
    socket.write(head("/v1/auth", "X-Endless: 1").replace("POST", "GET"));
    await expect.poll(() => endless.begun).toBe(true);
    await expect.poll(() => endless.givenUp).toBe(true);
    socket.destroy();
  });

  test("many such connections leave nothing behind", async () => {
    const texts = [`${head("/v1/orders/create", json, "Content-Length: 100")}{`, head("/v1/auth", "Content-Length: 9")];
    await Promise.all(Array.from({ length: 60 }, (_, index) => exchange(texts[index % texts.length] ?? "")));
    expect((await service.call("GET", "/v1/auth")).status).toBe(200);
  });

  test("a client that closes its half after a whole request gets the response", async () => {
    const body = JSON.stringify(newOrder(service.account));
    const create = `${head("/v1/orders/create", json, `Content-Length: ${body.length}`)}${body}`;
    expect(await exchange(create, true)).toMatch(/^HTTP\/1\.1 201 /);
    const get = head("/v1/auth").replace("POST", "GET");
    expect(await exchange(get, true)).toMatch(/^HTTP\/1\.1 200 /);
    expect((await exchange(`${get}${create}`, true)).match(/HTTP\/1\.1 20[01] /g)).toHaveLength(2);
  });

  test.each<[string, string, number]>([
    ["no Host", "GET /v1/auth HTTP/1.1", 400],
    ["two of them", "GET /v1/auth HTTP/1.1\r\nHost: x\r\nHost: x", 400],
    ["two of them, in HTTP/1.0", "GET /v1/auth HTTP/1.0\r\nHost: x\r\nhost: y", 400],
    ["one that is none", "GET /v1/auth HTTP/1.1\r\nHost: a b", 400],
    ["one that is a path", "GET /v1/auth HTTP/1.1\r\nHost: a/b", 400],
    ["none outside of the API", "GET /healthz HTTP/1.1", 400],
    ["none for a tunnel", "CONNECT /v1/auth HTTP/1.1", 400],
    ["an empty one", "GET /v1/auth HTTP/1.1\r\nHost:", 200],
    ["an address and a port", "GET /v1/auth HTTP/1.1\r\nHost: [::1]:8080", 200],
  ])("get a 400 without a valid Host, and else their response: %s, %j is %i", async (_, start, status) => {
    const text = `${start}\r\nAuthorization: Bearer ${service.account.key}\r\nConnection: close\r\n\r\n`;
    const response = await exchange(text);
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(response.match(/^(X-)?RateLimit-(Limit|Remaining|Reset): \d+\r$/gm)).toHaveLength(6);
    if (status === 400) expect(bodyOf(response)).toEqual({ message: "Malformed HTTP request" });
  });
});
