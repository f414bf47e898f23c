// The same outcomes over a real connection, by the global `fetch`: what a server does in the middle of a response.
import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { createSend } from "../../../src/targets/client/runtime/create-send.ts";
import { type ApiError, NetworkError, TimeoutError } from "../../../src/targets/client/runtime/errors.ts";
import { withRetries } from "../../../src/targets/client/runtime/retries.ts";
import { startServer } from "../../local-server.ts";
import { blue, createPaint, getPaint } from "./exchanges.ts";

it("the time limit ends a call whose body trickles, and the connection with it", async () => {
  const closed = Promise.withResolvers<void>();
  await using server = await startServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).write("[");
    const drops = setInterval(() => response.write("1,"), 5);
    response.on("close", () => {
      clearInterval(drops);
      closed.resolve();
    });
  });
  const error = await failureOf(createSend({ baseUrl: server.url, timeout: 3_000 })(getPaint, blue));
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error.response?.status).toBe(200);
  await closed.promise;
});

it("a signal ends a call whose body trickles, with the caller's reason", async () => {
  const caller = new AbortController();
  const reason = new Error("enough");
  const closed = Promise.withResolvers<void>();
  await using server = await startServer((_, response) => {
    response.on("close", closed.resolve);
    response.writeHead(200, { "content-type": "application/json" }).write("[");
  });
  const send = createSend({ baseUrl: server.url, onResponse: () => setImmediate(() => caller.abort(reason)) });
  await expect(send(getPaint, blue, { signal: caller.signal })).rejects.toBe(reason);
  await closed.promise;
});

it("a call fails when the connection is reset in the middle of the body, and reads again", async () => {
  const halves: ServerResponse[] = [];
  await using server = await startServer((_, response) => {
    if (halves.length > 0) return response.writeHead(200, { "content-type": "application/json" }).end("[1]");
    halves.push(response);
    return response.writeHead(200, { "content-type": "application/json", "content-length": "9" }).write("[1,");
  });
  // When the head has arrived.
  const onResponse = (): void => {
    halves.at(-1)?.socket?.resetAndDestroy();
  };
  const send = createSend({ baseUrl: server.url, onResponse });
  const error = await failureOf(send(createPaint, { body: {} }));
  expect(error).toBeInstanceOf(NetworkError);
  expect(error).toMatchObject({ status: 200, cause: expect.any(Error) });
  halves.length = 0;
  expect(await withRetries(send)(getPaint, blue)).toMatchObject({ status: 200, body: [1] });
});

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  return call.then(
    () => {
      throw new Error("the call did not fail");
    },
    (error: ApiError) => error,
  );
}
