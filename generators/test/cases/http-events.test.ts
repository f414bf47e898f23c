// Streams of events from a generated server to a generated client: ids, delays, comments and connecting again. A row of docs/http.md.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { temporaryDirectory } from "../scenarios/generation.ts";
import { type Fetch, loadProgram, type Program, type ServerModule } from "./http-program.ts";

const { directory, dispose } = temporaryDirectory();
const baseUrl = "https://api.example";
let loaded: Program;

beforeAll(async () => {
  loaded = await loadProgram(directory);
});
afterAll(dispose);

const asked = (fetch: Fetch, target: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${baseUrl}${target}`, { method: "GET", ...init });

function eventsOperation(): Program["client"]["operations"][string] {
  const { events } = loaded.client.operations;
  if (events === undefined) throw new Error("no operation events");
  return events;
}

describe("Server-sent events (HTML)", () => {
  const received = async (response: object): Promise<unknown[]> => {
    const events: unknown[] = [];
    for await (const event of Reflect.get(response, "body") as AsyncIterable<unknown>) events.push(event);
    return events;
  };

  it("the client reads ids and delays, skips comments, and connects again after the last id", async () => {
    const { createSend, withReconnect } = loaded.client;
    const stream = (text: string, isBroken = false) => {
      let rest = text;
      const pull = (controller: ReadableStreamDefaultController): void => {
        if (rest !== "") controller.enqueue(new TextEncoder().encode(rest));
        else if (isBroken) controller.error(new Error("lost"));
        else controller.close();
        rest = "";
      };
      return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), {
        headers: { "content-type": "text/event-stream" },
      });
    };
    const chunks = [": hi\n\nid: é✓\nretry: 1\ndata: a\n\n: still\n\ndata: b\n\nid: 8\ndata: lo", ": on\ndata: c\n\n"];
    const { fetch, requests } = loaded.responding(stream(chunks[0] ?? "", true), stream(chunks[1] ?? ""));
    const send = withReconnect(createSend({ baseUrl, fetch }), { reconnectAfter: 1 });
    expect(await received(await send(eventsOperation(), {} as never))).toEqual([
      { id: "é✓", retry: 1, data: "a" },
      { data: "b" },
      { data: "c" },
    ]);
    const ids = requests.map(({ headers }) => loaded.server.lastEventIdOf({ header: (name) => headers.get(name) }));
    expect(ids).toEqual([null, "é✓"]);
  });

  it("the server writes ids, delays and comments, and knows the last id of a client", async () => {
    const last: unknown[] = [];
    const { keepAlive, lastEventIdOf } = loaded.server;
    const events = async (_: never, request: Parameters<ServerModule["lastEventIdOf"]>[0]) => {
      last.push(lastEventIdOf(request));
      const items = async function* () {
        yield { id: "7", retry: 10, event: "added", data: "a\nb" };
        await new Promise((resolve) => setTimeout(resolve, 60));
        yield { data: "c" };
      };
      return { status: 200, body: keepAlive(items(), 25) };
    };
    const fetch = loaded.fetchOf({ events });
    const text = await (await asked(fetch, "/events", { headers: { "last-event-id": "\u00c3\u00a9" } })).text();
    expect(text).toMatch(/^id: 7\nretry: 10\nevent: added\ndata: a\ndata: b\n\n(: \n\n)+data: c\n\n$/);
    expect(await received(await loaded.client.createSend({ baseUrl, fetch })(eventsOperation(), {} as never))).toEqual([
      { id: "7", retry: 10, event: "added", data: "a\nb" },
      { data: "c" },
    ]);
    expect(last).toEqual(["é", null]);
  });

  it("the server writes an event that comes between a comment and the next read", async () => {
    const late = Promise.withResolvers<unknown>();
    const source = async function* () {
      yield await late.promise;
    };
    const events = loaded.server.keepAlive(source(), 5)[Symbol.asyncIterator]();
    expect(await events.next()).toMatchObject({ done: false });
    late.resolve({ data: "a" });
    await new Promise((resolve) => setImmediate(resolve));
    expect(await events.next()).toEqual({ done: false, value: { data: "a" } });
    expect(await events.next()).toMatchObject({ done: true });
  });

  it("the server stops at once when the client of a silent stream leaves", async () => {
    const ended = vi.fn();
    const silent: AsyncIterable<unknown> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => {}),
        return: async () => {
          ended();
          return { done: true, value: undefined };
        },
      }),
    };
    const events = async () => ({ status: 200, body: loaded.server.keepAlive(silent, 1_000_000) });
    const response = await asked(loaded.fetchOf({ events }), "/events");
    const reader = response.body?.getReader();
    void reader?.read();
    await reader?.cancel();
    await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce());
  });
});
