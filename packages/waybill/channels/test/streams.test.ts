// The edges of two protocols: how events are parsed and written, and what a WebSocket does with more than is read.
import { expect, it } from "vitest";
import {
  application,
  deskChannel,
  peer,
  pricesChannel,
  publish,
  subscribe,
} from "../../../../examples/channels/src/generated/channels/index.gen.ts";
import {
  eventSourceTransport,
  eventStream,
} from "../../../../examples/channels/src/generated/channels/server-sent-events.gen.ts";
import {
  acceptWebSocket,
  type WebSocketLike,
} from "../../../../examples/channels/src/generated/channels/web-socket.gen.ts";

interface Asked {
  readonly url: string;
  readonly lastEventId: string | null;
}

/** Each response in turn: the chunks of its body, or a status. Then status 204. */
function sourceOf(responses: readonly (readonly string[] | number | Error)[]) {
  const asked: Asked[] = [];
  const waits: number[] = [];
  const transport = eventSourceTransport({
    url: "https://stream.example/v1/",
    fetch: async (url, { headers }) => {
      const id = new Headers(headers).get("last-event-id");
      asked.push({ url, lastEventId: id === null ? null : Buffer.from(id, "latin1").toString() });
      const response = responses[asked.length - 1] ?? 204;
      if (response instanceof Error) throw response;
      if (typeof response === "number") return new Response(null, { status: response });
      const body = ReadableStream.from(response.map((chunk) => new TextEncoder().encode(chunk)));
      return new Response(body as unknown as ReadableStream<Uint8Array>, {
        headers: { "content-type": "text/event-stream; charset=utf-8" },
      });
    },
    wait: async (milliseconds) => void waits.push(milliseconds),
  });
  return { transport, asked, waits };
}

const parameters = { symbol: "wheat" } as const;

it("events are parsed as HTML says: ends of lines across chunks, several lines of data, comments, unfinished events", async () => {
  const { transport, asked, waits } = sourceOf([
    [
      "\uFEFFevent: price.changed\r",
      "\nid: 7✓\r\nda",
      'ta: {"price":\r\ndata: 1}\r\n\r\n: comment\n\ndata: {"pri',
      'ce":9}',
    ],
    ["retry: 20\nretry: soon\nid\n", 'event: price.changed\rdata:{"price":2}\r\r'],
    new TypeError("the network is down"),
    ['event: trading.halted\ndata: {"reason":"over"}\n\n'],
  ]);
  const prices = subscribe(transport, peer.publishPrices, { parameters });
  const found: unknown[] = [];
  for await (const { name, payload, wire } of prices) found.push([name, payload, wire.id, wire.event === name]);
  expect(found).toEqual([
    ["price.changed", { price: 1 }, "7✓", true],
    ["price.changed", { price: 2 }, "", true],
    ["trading.halted", { reason: "over" }, "", true],
  ]);
  expect(asked.map(({ lastEventId }) => lastEventId)).toEqual([null, "7✓", null, null, null]);
  expect(asked[0]?.url).toBe("https://stream.example/v1/prices/wheat");
  expect(waits).toEqual([3000, 20, 20, 20]);
});

it.each([
  [500, /returned status 500/],
  [301, /returned status 301/],
])("status %s is the end, with an error", async (status, text) => {
  const { transport, asked } = sourceOf([status, ["data: 1\n\n"]]);
  const prices = subscribe(transport, peer.publishPrices, { parameters });
  await expect(prices.ready).rejects.toThrow(text);
  await expect(prices.next()).rejects.toThrow(text);
  expect(asked.length).toBe(1);
});

it("an event is read only when it is asked for", async () => {
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new TextEncoder().encode('event: price.changed\ndata: {"price":1}\n\n'));
      },
    },
    { highWaterMark: 0 },
  );
  const transport = eventSourceTransport({
    url: (address) => `https://stream.example/?topic=${encodeURIComponent(address)}`,
    fetch: async () => new Response(body, { headers: { "content-type": "text/event-stream" } }),
  });
  const prices = subscribe(transport, peer.publishPrices, { parameters });
  await prices.next();
  await prices.next();
  await new Promise((resolve) => setImmediate(resolve));
  expect(pulled).toBe(2);
  await prices.close();
  expect(await prices.next()).toEqual({ done: true, value: undefined });
});

it("a server writes events one after the other, and knows when the client is gone", async () => {
  const { body, connection, closed } = eventStream(pricesChannel, { retry: 5 });
  const reader = body.getReader();
  const texts: string[] = [];
  const read = async (): Promise<void> => {
    const { value } = await reader.read();
    texts.push(new TextDecoder().decode(value));
  };
  const message = { name: "price.changed", payload: { price: 1, note: "a\nb" } } as const;
  const sent = publish(connection, application.publishPrices, message, { id: "3" });
  await read();
  await sent;
  await read();
  expect(texts).toEqual(["retry: 5\n\n", 'event: price.changed\nid: 3\ndata: {"price":1,"note":"a\\nb"}\n\n']);
  await expect(publish(connection, application.publishPrices, message, { id: "3\n4" })).rejects.toMatchObject({
    code: "unsupported",
  });
  await publish(connection, application.publishPrices, message);
  const waiting = publish(connection, application.publishPrices, message);
  await reader.cancel();
  await expect(waiting).rejects.toThrow("the client is gone");
  expect(closed.aborted).toBe(true);
});

it("a stream of many events does not grow with them", async () => {
  const { body, connection } = eventStream(pricesChannel);
  const message = { name: "price.changed", payload: { price: 1 } } as const;
  const count = 20_000;
  const sending = (async () => {
    for (let sent = 0; sent < count; sent += 1) await publish(connection, application.publishPrices, message);
    await connection.close();
  })();
  let received = 0;
  for await (const _ of body) {
    received += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  await sending;
  expect(received).toBe(count);
});

/** A socket that is open, and what is sent over it. */
function socketInMemory() {
  const target = new EventTarget();
  const sent: unknown[] = [];
  const state = { readyState: 1, bufferedAmount: 0, closed: [] as (number | undefined)[] };
  const socket: WebSocketLike = {
    get readyState() {
      return state.readyState;
    },
    get bufferedAmount() {
      return state.bufferedAmount;
    },
    binaryType: "blob",
    send: (data) => void sent.push(data),
    close: (code) => void state.closed.push(code),
    addEventListener: (type: string, listener: unknown) => target.addEventListener(type, listener as () => void),
  };
  const arrive = (text: string): void => void target.dispatchEvent(Object.assign(new Event("message"), { data: text }));
  const end = (code: number, reason: string): void =>
    void target.dispatchEvent(Object.assign(new Event("close"), { code, reason }));
  return { socket, sent, state, arrive, end };
}

const notice = (text: string): string => JSON.stringify({ type: "notice", text });

it("what arrives on a WebSocket before the first subscription is its beginning, and a clean close its end", async () => {
  const { socket, arrive, end } = socketInMemory();
  const desk = acceptWebSocket(deskChannel, socket);
  arrive(notice("early"));
  const notices = subscribe(desk, peer.giveNotice);
  arrive(notice("late"));
  end(1000, "");
  const texts: string[] = [];
  for await (const { payload } of notices) texts.push(payload.text);
  expect(texts).toEqual(["early", "late"]);
});

it("more than the buffer holds is an error after what was held", async () => {
  const { socket, arrive } = socketInMemory();
  const notices = subscribe(acceptWebSocket(deskChannel, socket), peer.giveNotice, { buffer: 2 });
  for (const text of ["1", "2", "3"]) arrive(notice(text));
  expect((await notices.next()).value).toMatchObject({ payload: { text: "1" } });
  expect((await notices.next()).value).toMatchObject({ payload: { text: "2" } });
  await expect(notices.next()).rejects.toMatchObject({ code: "overflow" });
});

it("a message waits until the socket has sent what waits before it", async () => {
  const { socket, sent, state } = socketInMemory();
  const desk = acceptWebSocket(deskChannel, socket, { highWater: 10 });
  state.bufferedAmount = 11;
  const sending = publish(desk, application.giveNotice, { payload: { type: "notice", text: "x" } });
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent).toEqual([]);
  state.bufferedAmount = 10;
  await sending;
  expect(sent).toEqual([notice("x")]);
  state.bufferedAmount = 11;
  const controller = new AbortController();
  const abandoned = publish(
    desk,
    application.giveNotice,
    { payload: { type: "notice", text: "z" } },
    { signal: controller.signal },
  );
  controller.abort(new Error("enough"));
  await expect(abandoned).rejects.toThrow("enough");
  state.bufferedAmount = 0;
  state.readyState = 3;
  await expect(publish(desk, application.giveNotice, { payload: { type: "notice", text: "y" } })).rejects.toMatchObject(
    {
      code: "connection",
    },
  );
});
