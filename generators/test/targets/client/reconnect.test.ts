// Streams of events whose connections break or end, over sockets: what is sent to continue them, and what a program sees.
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { createSend } from "../../../src/targets/client/runtime/create-send.ts";
import { type Reconnection, withReconnect } from "../../../src/targets/client/runtime/reconnect.ts";
import type { Operation } from "../../../src/targets/client/runtime/runtime.ts";
import { withItemErrors } from "../../../src/targets/client/runtime/sequence-errors.ts";
import { receivedEventsOf } from "../../../src/targets/http/runtime/event-streams.ts";
import { startServer } from "../../local-server.ts";
import { bareOperation } from "./bare-operation.ts";

type Items = AsyncIterable<{ readonly data: unknown }>;

const events = withItemErrors(receivedEventsOf({ data: "json", end: "[DONE]" }));
const { "~types": _, ...bare } = bareOperation;
const follow: Operation<object, { readonly status: 200; readonly body: Items }> = {
  ...bare,
  id: "follow",
  method: "GET",
  safe: true,
  responses: { 200: { content: { "text/event-stream": events } } },
};

type Connection = (response: ServerResponse, request: IncomingMessage) => void;

const stream = (text: string): Connection => {
  return (response) => response.writeHead(200, { "content-type": "text/event-stream" }).end(text);
};
const breaking = (text: string): Connection => {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write(text, () => response.destroy());
  };
};
const status = (code: number): Connection => {
  return (response) => response.writeHead(code).end();
};

interface Followed {
  /** What each connection does, in order; the last one repeats. */
  readonly connections: readonly Connection[];
  readonly options?: Reconnection;
  readonly operation?: typeof follow;
  readonly stopAt?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The items, the `Last-Event-ID` of each request, and how it ended. */
async function followed({
  connections,
  options = {},
  operation = follow,
  stopAt,
  headers,
}: Followed): Promise<unknown> {
  const ids: (string | undefined)[] = [];
  await using server = await startServer((request, response) => {
    ids.push(request.headers["last-event-id"]?.toString());
    (connections[ids.length - 1] ?? connections.at(-1))?.(response, request);
  });
  const send = withReconnect(createSend({ baseUrl: server.url }), { reconnectAfter: 1 });
  const items: unknown[] = [];
  try {
    const { body } = await send(operation, {}, { ...options, ...(headers === undefined ? {} : { headers }) });
    for await (const { data } of body) {
      items.push(data);
      if (items.length === stopAt) break;
    }
    return [items, ids, "end"];
  } catch (error) {
    return [items, ids, error instanceof Error ? `${error.name}: ${error.message}` : error];
  }
}

const broken = "BrokenSequenceError: follow: the connection failed after item";

it.each<[string, Followed, unknown]>([
  [
    "a broken connection continues after the last whole event",
    { connections: [breaking("id: 1\ndata: 1\n\nid: 2\ndata: 2\n\nid: 3\nda"), stream("id: 3\ndata: 3\n\n")] },
    [[1, 2, 3], [undefined, "2"], "end"],
  ],
  [
    "an id without data counts, and an empty one resets",
    { connections: [breaking("id: 7\n\ndata: 1\n\n"), breaking("id:\n\n"), stream("data: 2\n\n")] },
    [[1, 2], [undefined, "7", undefined], "end"],
  ],
  ["a stream that the server ends is over", { connections: [stream("id: 1\ndata: 1\n\n")] }, [[1], [undefined], "end"]],
  [
    "always: until the server responds with 204",
    {
      connections: [stream("id: 1\ndata: 1\n\n"), stream(": nothing\n\n"), status(204)],
      options: { reconnect: "always" },
    },
    [[1], [undefined, "1", "1"], "end"],
  ],
  [
    "always: until the mark that ends it",
    { connections: [stream("data: 1\n\n"), stream("data: 2\n\ndata: [DONE]\n\n")], options: { reconnect: "always" } },
    [[1, 2], [undefined, undefined], "end"],
  ],
  [
    "always: until the program stops",
    { connections: [stream("data: 1\n\n")], options: { reconnect: "always" }, stopAt: 3 },
    [[1, 1, 1], [undefined, undefined, undefined], "end"],
  ],
  [
    "never",
    { connections: [breaking("data: 1\n\n")], options: { reconnect: "never" } },
    [[1], [undefined], `${broken} 1`],
  ],
  [
    "failures of the server are tried again, up to a number in a row",
    {
      connections: [breaking("data: 1\n\n"), status(503), breaking("data: 2\n\n"), status(500)],
      options: { reconnects: 2 },
    },
    [[1, 2], [undefined, undefined, undefined, undefined, undefined], `${broken} 2`],
  ],
  [
    "any other status is final",
    { connections: [breaking("id: 4\ndata: 1\n\n"), status(404)] },
    [[1], [undefined, "4"], `${broken} 1`],
  ],
  [
    "a request that may have effects is sent once, unless the call asks for it",
    { connections: [breaking("data: 1\n\n")], operation: { ...follow, method: "POST", safe: false } },
    [[1], [undefined], `${broken} 1`],
  ],
  [
    "a call may ask for it",
    {
      connections: [breaking("id: 1\ndata: 1\n\n"), stream("data: 2\n\n")],
      operation: { ...follow, method: "POST", safe: false },
      options: { reconnect: "broken" },
    },
    [[1, 2], [undefined, "1"], "end"],
  ],
  [
    "an id of the program is where the stream begins",
    { connections: [breaking("data: 1\n\n"), stream("data: 2\n\n")], headers: { "Last-Event-ID": "9" } },
    [[1, 2], ["9", "9"], "end"],
  ],
  [
    "an item that is not JSON ends it",
    { connections: [stream("data: 1\n\ndata: x\n\n")], options: { reconnect: "always" } },
    [[1], [undefined], "MalformedItemError: follow: item 2 is not JSON"],
  ],
])("a followed stream reconnects from its last event: %s", async (_, given, expected) => {
  expect(await followed(given)).toEqual(expected);
});

it("the delay is what the server states with retry", async () => {
  const times: number[] = [];
  const note = (next: Connection): Connection => {
    return (response, request) => {
      times.push(performance.now());
      next(response, request);
    };
  };
  await followed({ connections: [note(breaking("retry: 150\n\ndata: 1\n\n")), note(stream(""))] });
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(149);
});

it("the signal of the call ends a wait, with its reason", async () => {
  await using server = await startServer((request, response) => breaking("data: 1\n\n")(response, request));
  const stop = new AbortController();
  const send = withReconnect(createSend({ baseUrl: server.url }), { reconnectAfter: 60_000 });
  const { body } = await send(follow, {}, { signal: stop.signal });
  const reading = (async () => {
    for await (const _ of body) setTimeout(() => stop.abort(new Error("enough")), 20);
  })();
  await expect(reading).rejects.toThrow("enough");
});

it("a program that stops early closes the connection", async () => {
  let isClosed = false;
  await using server = await startServer((_, response) => {
    response.on("close", () => {
      isClosed = true;
    });
    response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
  });
  const { body } = await withReconnect(createSend({ baseUrl: server.url }))(follow, {});
  for await (const _ of body) break;
  await expect.poll(() => isClosed).toBe(true);
});
