// Bodies of bytes as streams for handlers, over sockets: as they arrive, within a limit, broken off, and not read.

import { once } from "node:events";
import { request as requestOf } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { byteStream } from "../../../src/targets/server/runtime/byte-streams.ts";
import { createNodeHandler } from "../../../src/targets/server/runtime/node-handler.ts";
import type { AnyResponse } from "../../../src/targets/server/runtime/refusals.ts";
import type { RequestValues } from "../../../src/targets/server/runtime/requests.ts";
import type { MediaType } from "../../../src/targets/server/runtime/runtime.ts";
import { createFetchHandler, type Service } from "../../../src/targets/server/runtime/serve.ts";
import { startServer } from "../../local-server.ts";
import { bareRoute } from "./bare-route.ts";

type Handle = (body: ReadableStream<Uint8Array>, request: RequestValues) => Promise<AnyResponse> | AnyResponse;

const bytes: MediaType = { type: "application/octet-stream", body: "binary", stream: byteStream };
const text = { type: "text/plain", body: "text" } as const;

function serviceOf(handle: Handle, changes: Partial<Service<"put", object>> = {}): Service<"put", object> {
  return {
    routes: [
      {
        ...bareRoute,
        handler: "put",
        method: "PUT",
        path: "/file",
        segments: ["file"],
        requestBody: { required: false, content: [bytes, { type: "application/json", body: "json" }] },
        responses: [200, 413].map((status) => ({ status, headers: [], content: [text] })),
        // A stream is no Blob: the schema of a body that is sent does not apply.
        schemas: {
          body: { [bytes.type]: { safeParse: () => ({ success: false, error: { issues: [] } }) } },
          responses: {},
        },
      },
    ],
    handlers: { put: (request) => handle(request.body as ReadableStream<Uint8Array>, request) },
    context: () => ({}),
    largestBody: 1_000,
    ...changes,
  };
}

const closing: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const close of closing.splice(0)) close();
});

async function listening(service: Service<"put", object>): Promise<number> {
  const { url, close } = await startServer(createNodeHandler(service));
  closing.push(close);
  return Number(new URL(url).port);
}

/** Sends the start of a request and leaves the rest to the test. */
async function begin(port: number, headers = "Content-Type: application/octet-stream\r\nTransfer-Encoding: chunked") {
  const socket = connect(port, "127.0.0.1");
  closing.push(() => socket.destroy());
  await once(socket, "connect");
  socket.on("error", () => {});
  socket.write(`PUT /file HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`);
  const received = { text: "" };
  socket.on("data", (data) => {
    received.text += String(data);
  });
  const until = async (pattern: RegExp): Promise<string> => {
    while (!pattern.test(received.text)) await once(socket, "data");
    return received.text;
  };
  return { socket, until, chunk: (data: string) => socket.write(`${data.length.toString(16)}\r\n${data}\r\n`) };
}

const lengthOf: Handle = async (body) => {
  let length = 0;
  for await (const piece of body) length += piece.length;
  return { status: 200, contentType: "text/plain", body: String(length) };
};

const put = (body: string | null, headers: Record<string, string> = { "content-type": bytes.type }): Request =>
  new Request("http://localhost/file", { method: "PUT", body, headers });

describe("a body of bytes", () => {
  it("arrives piece by piece, before all of it was sent", async () => {
    const arrived: string[] = [];
    const gate = Promise.withResolvers<void>();
    const port = await listening(
      serviceOf(async (body, { contentType }) => {
        for await (const piece of body) {
          arrived.push(new TextDecoder().decode(piece));
          gate.resolve();
        }
        return { status: 200, body: `${contentType}: ${arrived.join("+")}` };
      }),
    );
    const { socket, chunk, until } = await begin(port);
    chunk("first");
    await gate.promise;
    expect(arrived).toEqual(["first"]);
    chunk("second");
    socket.write("0\r\n\r\n");
    expect(await until(/second$/)).toMatch(/^HTTP\/1.1 200[\s\S]*application\/octet-stream: first\+second$/);
  });

  it("beyond the limit fails to be read, and the response is a 413", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const failures: unknown[] = [];
    const handle: Handle = (body) =>
      Promise.resolve(lengthOf(body, {})).catch((error: unknown) => {
        failures.push(error);
        throw error;
      });
    const service = serviceOf(handle);
    const port = await listening(service);
    const { chunk, until, socket } = await begin(port);
    chunk("x".repeat(600));
    chunk("x".repeat(600));
    expect(await until(/\}$/)).toMatch(/^HTTP\/1.1 413[\s\S]*body_too_large/);
    expect(failures).toEqual([expect.objectContaining({ code: "body_too_large", status: 413 })]);
    // The rest is received for a while, for the client to read the response; then the connection ends.
    expect(chunk("x".repeat(600))).toBe(true);
    const closed = new Promise((resolve) => socket.on("close", resolve));
    while (vi.getTimerCount() === 0) await new Promise(setImmediate);
    vi.advanceTimersByTime(2_000);
    await closed;
    vi.useRealTimers();
    expect((await createFetchHandler(service)(put("x".repeat(1_001)))).status).toBe(413);
    expect(await (await createFetchHandler(service)(put("x".repeat(1_000)))).text()).toBe("1000");
  });

  it("with a length beyond the limit is refused before the handler runs", async () => {
    let calls = 0;
    const port = await listening(
      serviceOf((body, request) => {
        calls += 1;
        return lengthOf(body, request);
      }),
    );
    const { until } = await begin(port, "Content-Type: application/octet-stream\r\nContent-Length: 1001");
    expect(await until(/\}$/)).toMatch(/^HTTP\/1.1 413/);
    expect(calls).toBe(0);
  });

  it("fails to be read when the client disconnects, which is no error of the service", async () => {
    const errors: unknown[] = [];
    const failure = Promise.withResolvers<unknown>();
    const aborted = Promise.withResolvers<void>();
    const service = serviceOf(
      async (body) => {
        try {
          return await lengthOf(body, {});
        } catch (error) {
          failure.resolve(error);
          throw error;
        }
      },
      {
        onError: (error) => errors.push(error),
        context: ({ signal }) => {
          signal.addEventListener("abort", () => aborted.resolve());
          return {};
        },
      },
    );
    const { socket, chunk } = await begin(await listening(service));
    chunk("start");
    setTimeout(() => socket.destroy(), 20);
    expect(await failure.promise).toMatchObject({ code: "malformed_body", status: 400 });
    await aborted.promise;
    expect(errors).toEqual([]);
  });

  it.each([
    ["unread", () => {}],
    [
      "read in part",
      (body: ReadableStream<Uint8Array>) =>
        body
          .getReader()
          .read()
          .then(() => {}),
    ],
    ["cancelled", (body: ReadableStream<Uint8Array>) => body.cancel()],
  ])("that is %s is discarded, and the connection serves the next request", async (_, read) => {
    const service = serviceOf(
      async (body) => {
        await read(body);
        return { status: 200, body: "done" };
      },
      { largestBody: 10_000_000 },
    );
    const { socket, until } = await begin(
      await listening(service),
      "Content-Type: application/octet-stream\r\nContent-Length: 2000000",
    );
    socket.write("x".repeat(1_000_000));
    await until(/done$/);
    socket.write("x".repeat(1_000_000));
    socket.write(
      "PUT /file HTTP/1.1\r\nHost: x\r\nContent-Type: application/octet-stream\r\nContent-Length: 1\r\n\r\nx",
    );
    await until(/done[\s\S]*done$/);
  });

  it("cannot be read after the response: what is missing would look like an end", async () => {
    const kept: ReadableStream<Uint8Array>[] = [];
    const service = serviceOf((body) => {
      kept.push(body);
      return { status: 200, body: "early" };
    });
    expect(await (await createFetchHandler(service)(put("abc"))).text()).toBe("early");
    await expect(kept[0]?.getReader().read()).rejects.toThrow("the response was sent before");
  });

  it("may be read by the response itself", async () => {
    const service = serviceOf((body) => ({ status: 200, body: body.pipeThrough(new TransformStream()) }));
    expect(await (await createFetchHandler(service)(put("echo"))).text()).toBe("echo");
    const port = await listening(service);
    const { socket, chunk, until } = await begin(port);
    chunk("one");
    await until(/one\r\n$/);
    chunk("two");
    socket.write("0\r\n\r\n");
    await until(/two\r\n0\r\n\r\n$/);
  });

  it("is absent when nothing names its type and there are no bytes, and empty when something does", async () => {
    const service = serviceOf(async (body, request) =>
      "body" in request ? lengthOf(body, request) : { status: 200, body: "absent" },
    );
    const port = await listening(service);
    const sent = async (headers: Record<string, string>, body: string): Promise<string> => {
      const request = requestOf({ port, path: "/file", method: "PUT", headers });
      request.end(body);
      const [response] = await once(request, "response");
      return String((await response.toArray()).join(""));
    };
    expect(await sent({}, "")).toBe("absent");
    expect(await sent({ "content-type": bytes.type }, "")).toBe("0");
    expect(await sent({}, "abc")).toBe("3");
    expect(await (await createFetchHandler(service)(put(null, {}))).text()).toBe("absent");
  });

  it("with a content coding is refused, and other media types of the operation are values", async () => {
    const service = serviceOf((_, { body }) => ({ status: 200, body: JSON.stringify(body) }));
    const serve = createFetchHandler(service);
    expect((await serve(put("x", { "content-type": bytes.type, "content-encoding": "gzip" }))).status).toBe(415);
    expect(await (await serve(put('{"a":1}', { "content-type": "application/json" }))).text()).toBe('{"a":1}');
  });

  it("that a parser in front has read is a stream of it", async () => {
    const handler = createNodeHandler(serviceOf(lengthOf));
    await using server = await startServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray());
      handler(Object.assign(request, { body }), response);
    });
    const response = await fetch(`${server.url}/file`, {
      method: "PUT",
      body: "four",
      headers: { "content-type": bytes.type },
    });
    expect(await response.text()).toBe("4");
  });
});
