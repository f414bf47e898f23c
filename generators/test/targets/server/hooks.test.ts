// The hooks of a service: what they may add, end and replace, in which order, and what becomes of their failures.
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createNodeHandler } from "../../../src/targets/server/runtime/node-handler.ts";
import { guardNodeServer } from "../../../src/targets/server/runtime/node-server.ts";
import { type AnyResponse, problemOf, type Refusal } from "../../../src/targets/server/runtime/refusals.ts";
import { BodyText, type Outgoing } from "../../../src/targets/server/runtime/responses.ts";
import type { Route, Validator } from "../../../src/targets/server/runtime/runtime.ts";
import { createFetchHandler, type Service } from "../../../src/targets/server/runtime/serve.ts";
import { bareRoute } from "./bare-route.ts";

interface Visit {
  readonly key: string | null;
  account: string | null;
  readonly seen: string[];
}

const short: Validator = {
  safeParse: (value) =>
    typeof value === "string"
      ? { success: true, data: value }
      : {
          success: false,
          error: { issues: [Object.assign({ path: [], message: "no text" }, { code: "invalid_type" })] },
        },
};
const json = [{ type: "application/json", body: "json" as const }];

const post: Route<"echo" | "upload"> = {
  ...bareRoute,
  operationId: "echo",
  handler: "echo",
  method: "POST",
  path: "/echo",
  segments: ["echo"],
  requestBody: { required: true, content: json },
  responses: [{ status: 200, headers: [], content: json }],
  schemas: { body: { "application/json": short }, responses: { 200: { body: { "application/json": short } } } },
};
const upload: Route<"echo" | "upload"> = {
  ...post,
  operationId: "upload",
  handler: "upload",
  path: "/upload",
  segments: ["upload"],
};

function serviceOf(
  changes: Partial<Service<"echo" | "upload", { readonly account: string }, Visit>> = {},
): Service<"echo" | "upload", { readonly account: string }, Visit> {
  return {
    routes: [post, upload],
    handlers: {
      echo: ({ body }, { account }) => ({ status: 200, body: `${account}: ${String(body)}` }),
      upload: async () => ({ status: 200, body: new BodyText<string>('"stored"') }),
    },
    onRequest: (_, state): AnyResponse | undefined => {
      state.seen.push("request");
      state.account = state.key;
      return state.key === null ? { status: 401, contentType: "text/plain", body: "Unauthorized" } : undefined;
    },
    context: (request, { account, seen }) => {
      seen.push(`context of ${request.route.operationId}`);
      return account === null ? null : { account };
    },
    onResponse: ({ status, headers }, _, state) => {
      state.seen.push(`response ${status}`);
      headers.push(["X-Account", String(state.account)]);
    },
    ...changes,
  };
}

async function ask(
  service: ReturnType<typeof serviceOf>,
  path: string,
  init: RequestInit = {},
  key: string | null = "a",
) {
  const state: Visit = { key, account: null, seen: [] };
  const request = new Request(`http://x${path}`, {
    method: "POST",
    body: '"hi"',
    headers: { "content-type": "application/json" },
    ...init,
  });
  const response = await createFetchHandler(service)(request, state);
  const { status, headers } = response;
  return { status, account: headers.get("x-account"), text: await response.text(), seen: state.seen };
}

describe("hooks", () => {
  it("share a state, and give the context to handlers", async () => {
    expect(await ask(serviceOf(), "/echo")).toEqual({
      status: 200,
      account: "a",
      text: '"a: hi"',
      seen: ["request", "context of echo", "response 200"],
    });
  });

  it("end a request before its path is looked at", async () => {
    const refused = { status: 401, account: "null", text: "Unauthorized", seen: ["request", "response 401"] };
    expect(await ask(serviceOf(), "/echo", {}, null)).toEqual(refused);
    expect(await ask(serviceOf(), "/none", {}, null)).toEqual(refused);
  });

  it("add headers to refusals as well, whose words and status are the service's", async () => {
    const refuse = async ({ code, route, body, issues, allow }: Refusal): Promise<AnyResponse> => {
      const first = issues[0] === undefined ? null : Reflect.get(issues[0], "code");
      return { status: 400, body: { code, operation: route?.operationId ?? null, body, first, allow } };
    };
    const service = serviceOf({ refuse });
    const refusals = [
      await ask(service, "/none"),
      await ask(service, "/echo", { method: "PUT" }),
      await ask(service, "/echo", { body: "1" }),
      await ask(service, "/echo", { body: "{" }),
    ];
    expect(refusals.map(({ status, account, text }) => [status, account, JSON.parse(text)])).toEqual([
      [400, "a", { code: "not_found", operation: null, first: null, allow: [] }],
      [400, "a", { code: "method_not_allowed", operation: null, first: null, allow: ["POST"] }],
      [400, "a", { code: "invalid_body", operation: "echo", body: 1, first: "invalid_type", allow: [] }],
      [400, "a", { code: "malformed_body", operation: null, first: null, allow: [] }],
    ]);
  });

  it("do not add what validators know to a problem", async () => {
    const { text } = await ask(serviceOf(), "/echo", { body: "1" });
    expect(JSON.parse(text).issues).toEqual([{ in: "body", path: [], message: "no text" }]);
  });

  it.each(["onRequest", "onResponse", "context", "refuse", "find", "readParameters", "largestBody"] as const)(
    "that fail are reported as a 500 without their words: %s",
    async (name) => {
      const errors: unknown[] = [];
      const fail = (): never => {
        throw new Error("secret");
      };
      const parameter = { name: "q", in: "query", required: false, style: "form", explode: true } as const;
      const failing: Partial<ReturnType<typeof serviceOf>> = {
        routes: [{ ...post, parameters: [{ ...parameter, allowReserved: false, mediaType: null, value: "string" }] }],
        onError: (error) => errors.push(error),
      };
      const { status, text } = await ask(
        serviceOf({ ...failing, [name]: fail }),
        "/echo",
        name === "refuse" ? { body: "1" } : {},
      );
      expect([status, text]).toEqual([500, expect.not.stringContaining("secret")]);
      expect(errors[0]).toEqual(new Error("secret"));
    },
  );

  it.each(["a\nb: c", "\u2713"])("the header %j of a handler is a 500, not another header", async (text) => {
    const errors: unknown[] = [];
    const service = serviceOf({ onError: (error) => errors.push(error) });
    const respond = (): AnyResponse => ({ status: 200, headers: { "X-Own": text }, body: "" });
    const { status } = await ask({ ...service, handlers: { ...service.handlers, echo: respond } }, "/echo");
    expect([status, errors[0]]).toEqual([500, expect.any(TypeError)]);
  });

  it("are wrapped by what goes around all of it", async () => {
    const seen: string[] = [];
    const errors: unknown[] = [];
    const service = serviceOf({
      onError: (error) => errors.push(error),
      around: (serve) => async (request, state) => {
        if (request.query === "fail") throw new Error("around");
        const response = await serve({ ...request, query: "" }, state);
        seen.push(...state.seen);
        response.status = 201;
        return response;
      },
    });
    expect((await ask(service, "/echo")).status).toBe(201);
    expect(seen).toHaveLength(3);
    expect((await ask(service, "/echo?fail")).status).toBe(500);
    expect(errors).toEqual([new Error("around")]);
  });

  it("decide which route a request goes to", async () => {
    const service = serviceOf({
      find: (match, request) => match(request.method === "PUT" ? "POST" : request.method, request.pathname, request),
    });
    expect(await ask(service, "/echo", { method: "PUT" })).toMatchObject({ status: 200 });
  });

  it("can limit bodies by operation", async () => {
    const service = serviceOf({ largestBody: ({ operationId }) => (operationId === "upload" ? 100 : 3) });
    expect((await ask(service, "/echo")).status).toBe(413);
    expect(await ask(service, "/upload")).toMatchObject({ status: 200, text: '"stored"' });
  });

  it("find text as invalid as the value that it spells", async () => {
    const service = serviceOf({ checkResponses: true, onError: () => {} });
    const wrong = { ...service.handlers, upload: async () => ({ status: 200, body: new BodyText("1") }) };
    expect((await ask(service, "/upload")).status).toBe(200);
    expect((await ask({ ...service, handlers: wrong }, "/upload")).status).toBe(500);
  });
});

describe("a handler for node:http", () => {
  it("serves requests of one turn together, before it writes their responses", async () => {
    const turns: (() => void)[] = [];
    const order: string[] = [];
    const state = (): Visit => ({ key: null, account: null, seen: order });
    const together = { schedule: (run: () => void) => turns.push(run), beforeResponses: () => order.push("between") };
    const handler = createNodeHandler(serviceOf(), { state, together });
    const request = { method: "POST", url: "/echo", headers: {}, complete: true, on() {}, pause() {}, resume() {} };
    const response = {
      writableFinished: false,
      destroyed: false,
      writeHead: () => {},
      flushHeaders: () => {},
      write: () => true,
      end: () => order.push("written"),
      once: () => {},
      destroy: () => {},
    };
    handler(request, response);
    handler(request, response);
    expect(turns).toHaveLength(1);
    expect(order).toEqual([]);
    turns[0]?.();
    const served = ["request", "response 401", "request", "response 401"];
    await expect.poll(() => order).toEqual([...served, "between", "written", "written"]);
  });

  it("flushes each item of a stream behind a middleware that compresses", async () => {
    const done = new Promise((resolve) => {
      const order: string[] = [];
      const response = {
        writableFinished: false,
        destroyed: false,
        writeHead: () => {},
        flushHeaders: () => {},
        write: (chunk: Uint8Array) => order.push(`write ${chunk}`) > 0,
        flush: () => order.push("flush"),
        end: () => resolve(order),
        once: () => {},
        destroy: () => {},
      };
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue(new Uint8Array([1]));
          controller.enqueue(new Uint8Array([2]));
          controller.close();
        },
      });
      const onResponse = (outgoing: Outgoing): void => {
        outgoing.body = body;
      };
      const state = (): Visit => ({ key: null, account: null, seen: [] });
      const request = { method: "POST", url: "/echo", headers: {}, complete: true, on() {}, pause() {}, resume() {} };
      createNodeHandler(serviceOf({ onResponse }), { state })(request, response);
    });
    expect(await done).toEqual(["write 1", "flush", "write 2", "flush"]);
  });
});

describe("a guarded server", () => {
  const seen: string[] = [];
  const errors: unknown[] = [];
  const server = createServer({ requireHostHeader: false, requestTimeout: 1000, connectionsCheckingInterval: 30 });
  const stateOf = ({ headers }: IncomingMessage): Visit => ({
    key: headers.authorization ?? null,
    account: null,
    seen,
  });
  const plain = serviceOf();
  const service = serviceOf({
    onError: (error) => errors.push(error),
    onResponse: (response, request, state, route) => {
      if (request.header("x-bad") !== null) response.headers.push(["X-Own", "a\nb"]);
      if (request.header("x-large") !== null) {
        large.served += 1;
        response.body = large.body;
      }
      if (request.header("x-stream") !== null) response.body = streamOf(Number(request.header("x-stream")));
      return plain.onResponse?.(response, request, state, route);
    },
  });
  const cancelled: number[] = [];
  /** This many bytes, one every few milliseconds, and then nothing. */
  const streamOf = (count: number): ReadableStream<Uint8Array> => {
    let left = count;
    return new ReadableStream({
      pull: async (controller) => {
        await new Promise((later) => setTimeout(later, left === 0 ? 60_000 : 20).unref());
        left -= 1;
        controller.enqueue(new Uint8Array([46]));
      },
      cancel: () => void cancelled.push(left),
    });
  };
  /** More than the buffers of a connection hold. */
  const large = { body: "x".repeat(20_000_000), served: 0 };
  const handler = createNodeHandler(service, { state: stateOf });
  guardNodeServer(server, handler, {
    besides: ({ url }, response) => url === "/health" && response.end("ok", "latin1") !== undefined,
    refuse: async (refusal) => ({ ...problemOf(refusal), headers: { "X-Broken": "1" } }),
    lingerMs: 50,
  });

  beforeAll(() => once(server.listen(0), "listening"));
  afterAll(() => void server.close());

  async function dial(): Promise<Socket> {
    const address = server.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    const socket = connect({ port, allowHalfOpen: true });
    await once(socket, "connect");
    return socket;
  }

  /** Everything that comes back until the server has let go; this side stays open. */
  async function exchange(text: string, isLast = false): Promise<string> {
    const socket = await dial();
    let response = "";
    socket
      .on("error", () => socket.destroy())
      .on("data", (chunk) => {
        response += String(chunk);
      });
    socket.write(text);
    if (isLast) socket.end();
    await letGo(socket);
    return response;
  }

  async function letGo(socket: Socket): Promise<void> {
    await new Promise((resolve) => socket.on("error", resolve).once("end", resolve).once("close", resolve).resume());
    socket.destroy();
  }

  const head = (...lines: string[]): string =>
    ["POST /echo HTTP/1.1", "Host: x", "Authorization: a", "Content-Type: application/json", ...lines, "", ""].join(
      "\r\n",
    );

  it.each([
    ["a bad chunk", () => `${head("Transfer-Encoding: chunked")}zz\r\n`, 400, "malformed_request"],
    ["a body that stops", () => `${head("Content-Length: 9")}{`, 408, "request_timeout"],
  ])("rejects %s through the reader of the body", async (_, text, status, code) => {
    const response = await exchange(text());
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*X-Account: a[\\s\\S]*"code":"${code}"`));
    expect(response.match(/HTTP\/1/g)).toHaveLength(1);
  });

  it("rejects malformed requests", async () => {
    expect(await exchange("HELLO\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 [\s\S]*X-Broken: 1/);
    expect(await exchange(`${head("Host: y")}`)).toMatch(/^HTTP\/1\.1 400 [\s\S]*X-Account: null/);
  });

  it("cancels a stream that has nothing for a client that has closed its half, and no other", async () => {
    expect(await exchange(`${head("X-Stream: 10", "Content-Length: 2")}{}`, true)).toMatch(/(?:\r\n1\r\n\.){10}\r\n$/);
    await expect.poll(() => cancelled).toEqual([0]);
  });

  it("responds with a problem to what is no request, where nothing else is said", async () => {
    const other = createServer({ requireHostHeader: false });
    guardNodeServer(other, handler);
    await once(other.listen(0), "listening");
    const address = other.address();
    const socket = connect({ port: typeof address === "object" ? (address?.port ?? 0) : 0 });
    socket.write("nonsense\r\n\r\n");
    const [response] = await once(socket, "data");
    expect(String(response)).toMatch(/^HTTP\/1.1 400 Bad Request\r\nContent-Type: application\/problem\+json\r\n/);
    expect(String(response)).toContain('"code":"malformed_request"');
    socket.destroy();
    other.close();
  });

  it("responds to a client that has closed its half, and what is served beside the API", async () => {
    expect(await exchange(`${head("Content-Length: 4")}"hi"`, true)).toMatch(/^HTTP\/1\.1 200 [\s\S]*"a: hi"/);
    expect(await exchange("GET /health HTTP/1.1\r\nHost: x\r\n\r\n", true)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("gives no tunnel, and ignores what cannot be expected", async () => {
    expect(await exchange("CONNECT /echo HTTP/1.1\r\nHost: x\r\nAuthorization: a\r\n\r\n")).toMatch(/^HTTP\/1\.1 405 /);
    const expecting = `${head("Expect: miracles", "Content-Length: 4", "Connection: close")}"hi"`;
    expect(await exchange(expecting)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("ends the connection where a hook adds a header that cannot be sent, and goes on", async () => {
    errors.length = 0;
    const cookie = `${head("X-Bad: 1", "Content-Length: 4")}"hi"`;
    expect(await exchange(cookie)).toBe("");
    expect(errors.splice(0)).toHaveLength(1);
  });

  it("serves what a client sends ahead in its order, and not before the response in front of it is sent", async () => {
    const one = `${head("Content-Length: 4")}"hi"`;
    const bare = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";
    const tunnel = "CONNECT /echo HTTP/1.1\r\nHost: x\r\nAuthorization: a\r\n\r\n";
    const response = await exchange(`${one}${bare}${one}${tunnel}`);
    expect(response.match(/a: hi|ok|Method Not Allowed/g)).toEqual(["a: hi", "ok", "a: hi", "Method Not Allowed"]);
    expect(await exchange(`${one}${head("Transfer-Encoding: chunked")}zz\r\n`)).toMatch(
      /a: hi[\s\S]*malformed_request/,
    );
  });

  it("makes no response for a client that reads none, and ends a connection with too many requests", async () => {
    large.served = 0;
    const socket = await dial();
    socket.pause();
    socket.write(`${head("X-Large: 1", "Content-Length: 4")}"hi"`.repeat(30));
    await expect.poll(() => large.served).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(large.served).toBeLessThan(4);
    socket.destroy();
    const eager = await dial();
    eager.pause();
    eager.write(`${head("X-Large: 1", "Content-Length: 4")}"hi"`.repeat(1_100));
    await letGo(eager);
    expect(large.served).toBeLessThan(100);
  });
});
