// Bytes as streams, over a real connection: as they arrive, and as they are produced.
import { createReadStream, mkdtempSync, openAsBlob, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, expectTypeOf, it } from "vitest";
import { asStream, fromStream } from "../../../src/targets/client/runtime/byte-streams.ts";
import { createSend } from "../../../src/targets/client/runtime/create-send.ts";
import { putBody } from "../../../src/targets/client/runtime/places.ts";
import type { Operation } from "../../../src/targets/client/runtime/runtime.ts";
import { isErrorOf, throwing } from "../../../src/targets/client/runtime/throwing.ts";
import { binary, json } from "../../../src/targets/http/runtime/bodies.ts";
import { startServer } from "../../local-server.ts";
import { bareOperation } from "./bare-operation.ts";

type FileResponse =
  | { readonly status: 200; readonly contentType: "image/png"; readonly body: Blob }
  | { readonly status: 404; readonly contentType: "application/json"; readonly body: { readonly message: string } };

const responses = { 200: { content: { "image/png": binary } }, 404: { content: { "application/json": json } } };
const { "~types": _, ...bare } = bareOperation;
const getFile: Operation<object, FileResponse> = { ...bare, id: "getFile", method: "GET", responses };
const putFile: Operation<{ readonly body: Blob }, FileResponse> = {
  ...bare,
  id: "putFile",
  requestBody: { content: { "image/png": binary }, put: putBody },
  responses,
};

it("a response arrives piece by piece, and the time limit ends when it begins", async () => {
  const gate = Promise.withResolvers<void>();
  await using server = await startServer(async (_, response) => {
    response.writeHead(200, { "content-type": "image/png" }).write("first");
    await gate.promise;
    response.end("second");
  });
  const received = await createSend({ baseUrl: server.url, timeout: 3_000 })(asStream(getFile), {});
  if (received.status !== 200) throw new Error("no file");
  expectTypeOf(received.body).toEqualTypeOf<ReadableStream<Uint8Array>>();
  const texts: string[] = [];
  for await (const bytes of received.body) {
    texts.push(new TextDecoder().decode(bytes));
    if (texts.length > 1) break;
    await new Promise((resolve) => setTimeout(resolve, 3_100));
    gate.resolve();
  }
  expect(texts).toEqual(["first", "second"]);
});

it("other bodies are what they were, and so is the operation", async () => {
  await using server = await startServer((_, response) => {
    response.writeHead(404, { "content-type": "application/json" }).end('{"message":"None"}');
  });
  expect(await createSend({ baseUrl: server.url })(asStream(getFile), {})).toMatchObject({ body: { message: "None" } });
  expect(getFile.responses).toBe(responses);
});

it("the signal of the call ends a stream, and its connection", async () => {
  const closed = Promise.withResolvers<void>();
  await using server = await startServer((_, response) => {
    response.on("close", closed.resolve);
    response.writeHead(200, { "content-type": "image/png" }).write("first");
  });
  const caller = new AbortController();
  const reason = new Error("enough");
  const received = await createSend({ baseUrl: server.url })(asStream(getFile), {}, { signal: caller.signal });
  if (received.status !== 200) throw new Error("no file");
  const reader = received.body.getReader();
  await reader.read();
  const next = reader.read();
  caller.abort(reason);
  await expect(next).rejects.toBe(reason);
  await closed.promise;
});

const file = join(mkdtempSync(join(tmpdir(), "bytes-")), "a.bin");
writeFileSync(file, "streamed bytes");

it.each([
  ["a stream", () => new Blob(["streamed bytes"]).stream(), true],
  ["a stream of a file in Node", () => createReadStream(file), true],
  [
    "a generator",
    async function* () {
      yield new TextEncoder().encode("streamed ");
      yield new TextEncoder().encode("bytes");
    },
    true,
  ],
  ["a file", () => openAsBlob(file), false],
  ["a buffer", () => new TextEncoder().encode("streamed bytes").buffer, false],
  ["a view", () => new TextEncoder().encode("streamed bytes"), false],
])("a stream is sent from %s", async (_, source, isChunked) => {
  const seen: unknown[] = [];
  await using server = await startServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    seen.push(body, request.headers["content-type"], request.headers["transfer-encoding"] === "chunked");
    response.writeHead(200, { "content-type": "image/png" }).end();
  });
  const body = await source();
  expect(await createSend({ baseUrl: server.url })(fromStream(putFile), { body })).toMatchObject({ status: 200 });
  expect(seen).toEqual(["streamed bytes", "image/png", isChunked]);
});

it.each(["the signal", "the time limit"])("a request stream ends with %s of a call", async (end) => {
  await using server = await startServer((request) => void request.resume());
  const caller = new AbortController();
  const reason = new Error("enough");
  const cancelled = Promise.withResolvers<void>();
  const body = (async function* () {
    try {
      for (;;) {
        yield new Uint8Array(10);
        await new Promise((resolve) => setTimeout(resolve, 5));
        if (end === "the signal") caller.abort(reason);
      }
    } finally {
      cancelled.resolve();
    }
  })();
  const send = createSend({ baseUrl: server.url, timeout: end === "the signal" ? undefined : 200 });
  const sent = send(fromStream(putFile), { body }, { signal: caller.signal });
  await expect(sent).rejects.toMatchObject(end === "the signal" ? reason : { code: "timeout" });
  await cancelled.promise;
});

it("what is none of these is refused, with the name of the operation", async () => {
  const send = createSend({ baseUrl: "http://127.0.0.1:1" });
  await expect(send(putFile as Operation<{ body: unknown }>, { body: "text" })).rejects.toThrow(
    "putFile: cannot send body: the body has to be a Blob",
  );
});

it("a failure of a call with streams is an error of the operation, and of no other", async () => {
  const getFile: Operation = { ...bareOperation, id: "getFile", parameters: [], responses: { 200: {}, 404: {} } };
  const other: Operation = { ...bareOperation, id: "other", parameters: [], responses: { 200: {}, 404: {} } };
  const send = throwing(
    createSend({ baseUrl: "http://files.example", fetch: async () => new Response(null, { status: 404 }) }),
  );
  const parts: never = {} as never;
  const error: unknown = await send(asStream(getFile), parts).catch((reason: unknown) => reason);
  expect([isErrorOf(getFile, error), isErrorOf(other, error)]).toEqual([true, false]);
});
