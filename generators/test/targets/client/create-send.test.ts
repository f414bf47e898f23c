import { describe, expect, it } from "vitest";
import { asStream } from "../../../src/targets/client/runtime/byte-streams.ts";
import { createSend, type SendOptions } from "../../../src/targets/client/runtime/create-send.ts";
import { ApiError, NetworkError, UnexpectedResponseError } from "../../../src/targets/client/runtime/errors.ts";
import { refuseBody } from "../../../src/targets/client/runtime/places.ts";
import { binary, json, text } from "../../../src/targets/http/runtime/bodies.ts";
import { startServer } from "../../local-server.ts";
import { baseUrl, blue, createPaint, getPaint, jsonResponse, responding } from "./exchanges.ts";
import { tableParameterOf } from "./writers.ts";

const echo = () =>
  startServer(({ method, url, headers }, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ method, url, headers }));
  });

describe("headers", () => {
  it("of all requests are replaced by those of authorize and of the call, in any case", async () => {
    await using server = await echo();
    const send = createSend({
      baseUrl: server.url,
      headers: { "X-A": "default", "X-B": "default", "X-C": "default", "X-D": "default" },
      authorize: () => ({ "x-b": "authorize", "x-c": "authorize", "X-D": undefined }),
    });
    const response = await send(getPaint, blue, { headers: { "X-c": "call" } });
    expect(Object(response).body.headers).toMatchObject({
      "x-a": "default",
      "x-b": "authorize",
      "x-c": "call",
      "x-d": "default",
    });
  });

  it("of all requests are replaced by header parameters that have a value", async () => {
    await using server = await echo();
    const parameter = tableParameterOf({ in: "header", style: "simple", plain: true });
    const operation = {
      ...getPaint,
      parameters: [...getPaint.parameters, ...["X-A", "X-B"].map((name) => ({ ...parameter, name }))],
    };
    const send = createSend({ baseUrl: server.url, headers: { "x-a": "default", "x-b": "default" } });
    const response = await send(operation, { ...blue, headers: { "X-A": "own", "X-B": undefined } });
    expect(Object(response).body.headers).toMatchObject({ "x-a": "own", "x-b": "default" });
  });
});

describe("other fetch options", () => {
  it("comes from the client and from the call, which wins", async () => {
    const { fetch, attempts } = responding(jsonResponse({}));
    const init = { credentials: "include", cache: "no-store", mode: "cors", next: { revalidate: 60 } } as const;
    const send = createSend({ baseUrl, fetch, init });
    await send(getPaint, blue, { init: { cache: "reload", keepalive: true } });
    await send(getPaint, blue);
    expect(attempts[0]?.init).toMatchObject({
      ...init,
      cache: "reload",
      keepalive: true,
      redirect: "manual",
      method: "GET",
    });
    expect(attempts[1]?.init).toMatchObject({ ...init, redirect: "manual" });
  });

  it("does not include following redirects, which takes keys to other hosts", () => {
    // @ts-expect-error: `followRedirects` does it without them.
    expect(createSend({ baseUrl, init: { redirect: "follow" } })).toBeInstanceOf(Function);
  });

  it("includes what a redirect comes to", async () => {
    await using server = await startServer((_, response) => response.writeHead(302, { location: "/" }).end("there"));
    const send = createSend({ baseUrl: server.url, init: { redirect: "error" } });
    await expect(send(getPaint, blue)).rejects.toMatchObject({ code: "network" });
    await expect(send(getPaint, blue, { init: { redirect: "manual" } })).rejects.toMatchObject({
      status: 302,
      body: "there",
    });
  });
});

describe("lists of hooks", () => {
  it("are called in order, each after the one before, with the operation and the options of the call", async () => {
    await using server = await echo();
    const calls: unknown[] = [];
    const note =
      (name: string) =>
      async (_: unknown, { id }: { readonly id: string }, call: unknown) => {
        calls.push(`${name} begins`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        calls.push(`${name} ${id}`, call);
      };
    const options = { signal: new AbortController().signal };
    const send = createSend({
      baseUrl: server.url,
      onRequest: [note("first"), note("second")],
      onResponse: [note("third"), note("fourth")],
      onError: [note("never")],
    });
    await send(getPaint, blue, options);
    const expected = ["first", "second", "third", "fourth"].flatMap((name) => [
      `${name} begins`,
      `${name} getPaint`,
      options,
    ]);
    expect(calls).toEqual(expected);
  });

  it("of errors see every error, and may replace it", async () => {
    const seen: unknown[] = [];
    const other = new Error("other");
    const note = (error: unknown): void => void seen.push(Object(error).code ?? Object(error).message);
    const settings: SendOptions = { baseUrl: "http://127.0.0.1:1", onError: [note] };
    await expect(createSend(settings)(getPaint, blue)).rejects.toMatchObject({ code: "network" });
    await expect(createSend(settings)(getPaint, { path: { color: "" } })).rejects.toThrow(TypeError);
    const throwing = (): never => {
      throw other;
    };
    await expect(createSend({ ...settings, onError: [throwing, note] })(getPaint, blue)).rejects.toBe(other);
    expect(seen).toEqual(["network", "getPaint: cannot send color: it is empty or dots"]);
  });
});

describe("an address", () => {
  it("that is missing is named, as a variable of the environment that is not set", async () => {
    const unset: string = Object(process.env)["WAYBILL_TEST_NO_SUCH_VARIABLE"];
    for (const missing of [unset, () => unset])
      await expect(createSend({ baseUrl: missing })(getPaint, blue)).rejects.toThrow("getPaint: baseUrl is undefined");
  });

  it("without a server is an error with the code of the platform", async () => {
    // Where no server of this machine is: the port of one that has ended may be another one's at once.
    const baseUrl = "http://127.0.0.1:2";
    const error = await createSend({ baseUrl })(getPaint, blue).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({
      message: "getPaint: the connection failed: ECONNREFUSED",
      request: { operation: "getPaint" },
      status: null,
    });
    expect(Object(error).cause).toBeInstanceOf(TypeError);
  });

  it("that is no URL is the error of the platform", async () => {
    await expect(createSend({ baseUrl: "" })(getPaint, blue)).rejects.toThrow(/URL.*\/paint\/blue/);
  });
});

describe("a response that the description does not define", () => {
  const page = "<html><h1>502 Bad Gateway</h1></html>";
  const gateway = () =>
    startServer((_, response) => {
      response.writeHead(502, { "content-type": "text/html", "x-proxy": "edge" }).end(page);
    });

  it("is an error with status, headers and text", async () => {
    await using server = await gateway();
    const error = await createSend({ baseUrl: server.url })(getPaint, blue).catch((thrown: unknown) => thrown);
    if (!(error instanceof UnexpectedResponseError)) throw error;
    const { status, response, body, undescribed, message } = error;
    expect({ status, body, undescribed, message }).toEqual({
      status: 502,
      body: page,
      undescribed: "status",
      message:
        "getPaint: 502 text/html is not described: expected 404 application/json, 429 application/json, or 500 text/plain",
    });
    expect(response.headers.get("x-proxy")).toBe("edge");
    expect(error).toBeInstanceOf(ApiError);
  });

  const failures = "404 application/json, 429 application/json, or 500 text/plain";
  it.each([
    [
      "a reason of its server",
      502,
      "application/json",
      '{"detail":"no route"}',
      `502 application/json is not described: expected ${failures}; the server's reason: no route`,
    ],
    [
      "a text of its server",
      503,
      "text/plain",
      "try later",
      `503 text/plain is not described: expected ${failures}; the server's reason: try later`,
    ],
    [
      "no reason of a success",
      202,
      "text/plain",
      "ann@acme.example",
      "202 text/plain is not described: expected 200 application/json, or 204",
    ],
  ])("is named in the message: %s", async (_, status, type, text, message) => {
    const { fetch } = responding(() => new Response(text, { status, headers: { "content-type": type } }));
    await expect(createSend({ baseUrl, fetch })(getPaint, blue)).rejects.toMatchObject({
      message: `getPaint: ${message}`,
    });
  });

  const problem = { content: { "application/problem+json": json } };
  const both = { content: { "application/json": json, "text/csv": text } };
  it.each([
    [
      { 201: both, default: problem },
      200,
      "expected 201 application/json or text/csv, or default application/problem+json",
    ],
    [{ 201: both, default: problem }, 404, "expected default application/problem+json"],
    [{ 201: both }, 404, "expected 201 application/json or text/csv"],
    [{ 201: both, 404: {}, "4XX": problem }, 400, "expected 4XX application/problem+json"],
    [{ "2XX": problem, 201: both, "5XX": {} }, 201, "expected 201 application/json or text/csv"],
  ])("says what was expected: of %j, at %i", async (responses, status, message) => {
    const { fetch } = responding(() => new Response("<html>", { status, headers: { "content-type": "text/html" } }));
    const operation = { ...getPaint, responses };
    await expect(createSend({ baseUrl, fetch })(operation, blue)).rejects.toMatchObject({
      message: `getPaint: ${status} text/html is not described: ${message}`,
    });
  });

  it.each([
    ["/base/paint/blue/?key=secret", "302 to https://api.example/base/paint/blue/ was not followed"],
    ["https://user:secret@cdn.example/secret?key=secret", "302 to https://cdn.example was not followed"],
    ["https://", "302 was not followed"],
    ["mailto:ann@acme.example", "302 was not followed"],
  ])("is a redirect that was not followed: %s", async (location, message) => {
    const { fetch } = responding(() => new Response(null, { status: 302, headers: { location } }));
    for (const responses of [getPaint.responses, { default: problem }]) {
      await expect(createSend({ baseUrl, fetch })({ ...getPaint, responses }, blue)).rejects.toMatchObject({
        message: `getPaint: ${message}`,
        status: 302,
      });
    }
  });

  it("is a redirect that a browser hides", async () => {
    const hidden = new Response(null);
    Object.defineProperties(hidden, { type: { value: "opaqueredirect" }, status: { value: 0 } });
    const { fetch } = responding(() => hidden);
    await expect(createSend({ baseUrl, fetch })(getPaint, blue)).rejects.toMatchObject({
      message: "getPaint: a redirect was not followed",
    });
  });

  it("is no redirect where the description has it with another body", async () => {
    const { fetch } = responding(() => new Response(null, { status: 302, headers: { location: "/" } }));
    const operation = { ...getPaint, responses: { 302: both } };
    await expect(createSend({ baseUrl, fetch })(operation, blue)).rejects.toMatchObject({
      message: "getPaint: 302 without a content type is not described: expected 302 application/json or text/csv",
    });
  });

  it("is an error of the program's own, where it has one", async () => {
    await using server = await gateway();
    const own = new UnexpectedResponseError("own", Object(null));
    const seen: unknown[] = [];
    const errorOf = (received: unknown): UnexpectedResponseError => {
      seen.push(Object(received).undescribed);
      return own;
    };
    await expect(createSend({ baseUrl: server.url, errorOf })(getPaint, blue)).rejects.toBe(own);
    expect(seen).toEqual(["status"]);
  });

  it("is a response in lenient mode", async () => {
    await using server = await gateway();
    const received = await createSend({ baseUrl: server.url, unexpected: "lenient" })(getPaint, blue);
    if (received.unexpected === undefined) throw new Error("described");
    const { unexpected, status, contentType, body, text, response, request } = received;
    expect({ unexpected, status, contentType, body, text }).toEqual({
      unexpected: "status",
      status: 502,
      contentType: "text/html",
      body: page,
      text: page,
    });
    expect([response.headers.get("x-proxy"), request.operation]).toEqual(["edge", "getPaint"]);
  });

  it.each([
    ["status", 418, "application/problem+json; charset=utf-8", '{"title":"Teapot"}', { title: "Teapot" }],
    ["content-type", 200, "application/vnd.api+json", '{"data":1}', { data: 1 }],
    ["content-type", 200, "text/x-json", "{}", {}],
    ["content-type", 200, "text/plain", "{}", "{}"],
    ["body", 200, "application/json", "{", "{"],
    ["content", 201, "application/json", '{"id":7}', { id: 7 }],
    ["content", 201, "text/plain", "made", "made"],
  ])("keeps its body in lenient mode: %s, %d, %s", async (unexpected, status, type, text, body) => {
    await using server = await startServer((_, response) => {
      response.writeHead(status, { "content-type": type }).end(text);
    });
    const operation = { ...getPaint, responses: { ...getPaint.responses, 201: {} } };
    const received = await createSend({ baseUrl: server.url, unexpected: "lenient" })(operation, blue);
    expect(received).toMatchObject({ unexpected, contentType: type, body, text });
  });

  it.each([undefined, new AbortController().signal])(
    "is no stream that is yet to be read, in lenient mode",
    async (signal) => {
      await using server = await startServer((_, response) => {
        response.writeHead(200, { "content-type": "application/octet-stream" }).end("bytes");
      });
      const operation = { ...getPaint, responses: { 200: { content: { "application/octet-stream": binary } } } };
      const send = createSend({ baseUrl: server.url, unexpected: "lenient" });
      const received = await send(asStream(operation), blue, { signal });
      expect(received.unexpected).toBeUndefined();
      expect(await new Response(Object(received).body).text()).toBe("bytes");
    },
  );

  it("does not exist without a body where none is described, in lenient mode", async () => {
    await using server = await startServer((_, response) => response.writeHead(204).end());
    const received = await createSend({ baseUrl: server.url, unexpected: "lenient" })(getPaint, blue);
    expect([received.unexpected, received.status]).toEqual([undefined, 204]);
  });

  it("leaves a body that is not described to read, and frees its connection", async () => {
    let open = 0;
    await using local = await startServer((_, response) => response.writeHead(201).end("x".repeat(1_000_000)));
    local.server.on("connection", () => {
      open += 1;
    });
    const send = createSend({ baseUrl: local.url });
    const operation = { ...getPaint, responses: { 201: {} } };
    for (let count = 0; count < 10; count += 1) {
      const { response } = await send(operation, blue);
      if (count === 9) expect(await response.text()).toHaveLength(1_000_000);
    }
    // Without reading, each of them would be one more.
    expect(open).toBeLessThan(4);
  });

  it("leaves other errors alone in lenient mode", async () => {
    const lenient = createSend({ baseUrl: "http://127.0.0.1:1", unexpected: "lenient" });
    await expect(lenient(getPaint, blue)).rejects.toMatchObject({ code: "network" });
  });
});

it("a body with GET is refused before it is sent, and its absence is not", async () => {
  const { fetch, attempts } = responding(jsonResponse({}));
  const search = { ...createPaint, id: "search", method: "GET", requestBody: { content: {}, put: refuseBody } };
  const send = createSend({ baseUrl, fetch });
  await expect(send(search, { body: { color: "blue" } })).rejects.toEqual(
    new TypeError("search: cannot send body: fetch sends none with GET and HEAD"),
  );
  expect(attempts).toEqual([]);
  await send(search, {});
  expect(attempts).toHaveLength(1);
});
