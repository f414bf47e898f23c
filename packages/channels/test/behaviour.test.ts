// The runtime, as it is generated for the example, on the transport in memory and on a Kafka client in memory: validation, unknown
// messages, codecs, backpressure, replies, and the end of a subscription.
import { expect, it } from "vitest";
import {
  application,
  type ChannelError,
  deskChannel,
  fillMessage,
  matchUrl,
  peer,
  pricesChannel,
  publish,
  quoteRepliesChannel,
  request,
  respond,
  subscribe,
} from "../../../examples/channels/src/generated/channels/index.gen.ts";
import { type KafkaPayload, kafkaTransport } from "../../../examples/channels/src/generated/channels/kafka.gen.ts";
import { memoryTransport } from "../../../examples/channels/src/generated/channels/memory.gen.ts";

const fill = (quantity: number) => ({ headers: { trace: "t" }, payload: { symbol: "wheat", quantity, price: 1 } });
const quoteRequest = { headers: { request: "r-1" }, payload: { symbol: "wheat" } };
const wire = { channel: "fills", signal: undefined };

it("a subscription starts with the call, and leaving the loop ends it", async () => {
  const transport = memoryTransport();
  const fills = subscribe(transport, peer.reportFill);
  await publish(transport, application.reportFill, fill(1));
  await publish(transport, application.reportFill, { name: "fill", ...fill(2) });
  const quantities: number[] = [];
  for await (const { payload } of fills) {
    quantities.push(payload.quantity);
    if (quantities.length === 2) break;
  }
  expect(quantities).toEqual([1, 2]);
  await publish(transport, application.reportFill, fill(3));
  expect(await fills.next()).toEqual({ done: true, value: undefined });
});

it("a sender waits while the buffer of a receiver is full", async () => {
  const transport = memoryTransport();
  const fills = subscribe(transport, peer.reportFill, { buffer: 1 });
  await publish(transport, application.reportFill, fill(1));
  let isSent = false;
  const second = publish(transport, application.reportFill, fill(2)).then(() => {
    isSent = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isSent).toBe(false);
  expect((await fills.next()).value).toMatchObject({ payload: { quantity: 1 } });
  await second;
  expect((await fills.next()).value).toMatchObject({ payload: { quantity: 2 } });
});

it("an abort rejects what waits, with the reason of the signal", async () => {
  const controller = new AbortController();
  const fills = subscribe(memoryTransport(), peer.reportFill, { signal: controller.signal });
  const waiting = fills.next();
  controller.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  expect(() => subscribe(memoryTransport(), peer.reportFill, { signal: controller.signal })).toThrow("enough");
  const asked = request(memoryTransport(), peer.giveQuote, quoteRequest, { signal: controller.signal });
  await expect(asked).rejects.toThrow("enough");
});

it("a server finds the parameters and the query of a URL, as the description types them", () => {
  expect(matchUrl(pricesChannel, "/prices/wheat?more=1")).toEqual({
    parameters: { symbol: "wheat" },
    query: { more: "1" },
  });
  for (const url of ["/prices/gold", "/prices", "/prices/wheat/more", "/prices/%ff", "/"])
    expect(matchUrl(pricesChannel, url)).toBe(null);
  const opened = matchUrl(deskChannel, "/desk?trader=ada&notices=true");
  expect(opened?.query).toEqual({ trader: "ada", notices: true });
  expect(() => matchUrl(deskChannel, "/desk?trader=ada&notices=maybe")).toThrow(/query\/notices: /);
  expect(matchUrl(quoteRepliesChannel, "/")).toBe(null);
});

it("what is not as described is not sent", async () => {
  const message = { headers: { trace: "", attempt: 0 }, payload: { symbol: "wheat", quantity: 1, price: -1 } };
  const failure = publish(memoryTransport(), application.reportFill, message);
  await expect(failure).rejects.toMatchObject({
    name: "ChannelError",
    code: "invalid-message",
    channel: "fills",
    messageName: "fill",
    issues: [
      { part: "payload", path: "/price" },
      { part: "headers", path: "/trace" },
      { part: "headers", path: "/attempt" },
    ],
  });
});

it.each([
  ["{", "unreadable-message", /message "fill": the body is not application\/json: /],
  ["{}", "invalid-message", /message "fill": it is not as described \(payload\/symbol: .*; and 1 more\)/],
])("the body %s is %s", async (body, code, text) => {
  const transport = memoryTransport();
  const fills = subscribe(transport, peer.reportFill);
  await transport.publish("fills.north", { body, headers: {} }, wire);
  const failure = await fills.next().catch((error: ChannelError) => error);
  expect(failure).toMatchObject({ code, message: expect.stringMatching(text) });
  // The subscription is over.
  expect(await fills.next()).toMatchObject({ done: true });
});

it("a message that is none of the channel's is unknown, one that only this side sends is skipped", async () => {
  const transport = memoryTransport();
  const errors: ChannelError[] = [];
  const notices = subscribe(transport, peer.giveNotice, { address: "desk", onInvalid: (error) => errors.push(error) });
  const send = async (payload: object): Promise<void> =>
    await transport.publish("desk", { body: JSON.stringify(payload), headers: {} }, wire);
  await send({ type: "weather" });
  await send({ type: "place-order", reference: "r", symbol: "wheat", quantity: 1 });
  await send({ type: "order-placed" });
  await send({ type: "notice", text: "Hello." });
  expect((await notices.next()).value).toMatchObject({ name: "notice", payload: { text: "Hello." } });
  expect(errors.map(({ code, message }) => [code, message])).toEqual([
    [
      "unknown-message",
      'channel "desk": payload/type is "weather", and must be one of "order-placed", "order-refused", "notice", "place-order"',
    ],
  ]);
});

it("schemas decide where nothing else does: what several accept is an error unless identify says which it is", async () => {
  const transport = memoryTransport();
  const options = {
    parameters: { symbol: "wheat" },
    onInvalid: (error: ChannelError) => errors.push(error.code),
  } as const;
  const errors: string[] = [];
  const prices = subscribe(transport, peer.publishPrices, options);
  const identified = subscribe(transport, peer.publishPrices, {
    ...options,
    identify: ({ payload }) =>
      typeof payload === "object" && payload !== null && "reason" in payload ? "trading.halted" : null,
  });
  const send = async (payload: object): Promise<void> =>
    await transport.publish("/prices/wheat", { body: JSON.stringify(payload), headers: {} }, wire);
  await send({ price: 1, reason: "both" });
  await send({ neither: true });
  await send({ price: 2 });
  expect((await prices.next()).value).toMatchObject({ name: "price.changed", payload: { price: 2 } });
  expect(errors).toEqual(["ambiguous-message", "unknown-message"]);
  expect((await identified.next()).value).toMatchObject({ name: "trading.halted" });
});

it("a media type other than JSON and text takes a codec", async () => {
  const contract = { ...fillMessage, contentType: "application/x-lines" };
  const operation = { ...application.reportFill, messages: [contract] };
  await expect(publish(memoryTransport(), operation, fill(1))).rejects.toMatchObject({ code: "unsupported" });
  const transport = memoryTransport();
  const codecs = {
    "application/x-lines": {
      encode: (payload: unknown) => new TextEncoder().encode(JSON.stringify(payload)),
      decode: (body: string | Uint8Array) =>
        JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body)),
    },
  };
  const receiving = {
    ...peer.reportFill,
    messages: [contract],
    inbound: { messages: [contract], others: [], naming: null },
  };
  const fills = subscribe(transport, receiving, { codecs });
  await publish(transport, operation, fill(1), { codecs });
  expect((await fills.next()).value).toMatchObject({ payload: { quantity: 1 } });
});

it("a reply goes where the request says, with its correlation id", async () => {
  const transport = memoryTransport();
  const seen: unknown[] = [];
  const controller = new AbortController();
  const served = respond(
    transport,
    application.giveQuote,
    ({ headers, correlationId }, reply) => {
      seen.push([headers.replyTo, correlationId === headers.request]);
      return reply({ headers: { request: "replaced" }, payload: { price: 3 } });
    },
    { signal: controller.signal },
  );
  const message = { headers: { request: "r-1" }, payload: { symbol: "wheat" } };
  const reply = await request(transport, peer.giveQuote, message);
  expect(reply).toMatchObject({ name: "quote", payload: { price: 3 }, correlationId: "r-1" });
  const stated = await request(transport, peer.giveQuote, message, { replyTo: "elsewhere" });
  expect(stated.correlationId).toBe("r-1");
  expect(seen).toEqual([
    ["inbox-1", true],
    ["elsewhere", true],
  ]);
  controller.abort(new Error("done"));
  await expect(served).rejects.toThrow("done");
});

it("a reply that does not come in time is an error, and one of another request is not taken for it", async () => {
  const transport = memoryTransport();
  const message = { headers: { request: "r-1" }, payload: { symbol: "wheat" } };
  const asked = request(transport, peer.giveQuote, message, { replyTo: "here", timeout: 50 });
  const other = { body: '{"price":1}', headers: { request: "r-2" } };
  await transport.publish("here", other, wire);
  await expect(asked).rejects.toMatchObject({ code: "no-reply", message: 'channel "quotes": no reply within 50 ms' });
});

it("only operations with a reply are requests", () => {
  const call = async (): Promise<void> => {
    // @ts-expect-error: it has no reply
    await request(memoryTransport(), application.reportFill, fill(1));
    // @ts-expect-error: the application receives requests for quotes
    await publish(memoryTransport(), application.giveQuote, { headers: { request: "r" }, payload: { symbol: "s" } });
    // @ts-expect-error: the region has no default
    await publish(memoryTransport(), application.recordFill, fill(1));
  };
  expect(call).toBeTypeOf("function");
});

/** A broker with one partition: the next record is delivered when the one before is processed, and again if it was not. */
function kafkaInMemory() {
  const records: KafkaPayload["message"][] = [];
  let committed = 0;
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  return {
    records,
    committed: () => committed,
    producer: {
      send: async ({
        messages,
      }: {
        messages: { key?: string | null; value: string | Uint8Array | null; headers?: Record<string, string> }[];
      }) => {
        for (const { key = null, value, headers = {} } of messages) {
          const texts = Object.entries(headers).map(([name, text]) => [name, encode(text)]);
          records.push({ key: key === null ? null : encode(key), value, headers: Object.fromEntries(texts) });
        }
      },
    },
    consumer: async () => {
      let isConnected = true;
      return {
        subscribe: async () => {},
        run: async ({ eachMessage }: { eachMessage: (payload: KafkaPayload) => Promise<void> }) => {
          const poll = async (): Promise<void> => {
            while (isConnected) {
              const message = records[committed];
              if (message !== undefined) {
                try {
                  await eachMessage({ message });
                  committed += 1;
                } catch {
                  return;
                }
              }
              await new Promise((resolve) => setImmediate(resolve));
            }
          };
          void poll();
        },
        disconnect: async () => {
          isConnected = false;
        },
      };
    },
  };
}

it("a record of Kafka is committed when the next one is asked for, and delivered again if it was not processed", async () => {
  const broker = kafkaInMemory();
  const transport = kafkaTransport(broker);
  const parameters = { region: "north" };
  await publish(transport, application.recordFill, fill(1), { parameters, key: "wheat" });
  await publish(transport, application.recordFill, { ...fill(2), headers: { trace: "t", attempt: 2 } }, { parameters });
  const first = subscribe(transport, peer.recordFill, { parameters });
  expect((await first.next()).value).toMatchObject({ payload: { quantity: 1 }, wire: { key: "wheat" } });
  expect((await first.next()).value).toMatchObject({ payload: { quantity: 2 }, headers: { trace: "t", attempt: 2 } });
  expect(broker.committed()).toBe(1);
  await first.close();
  const second = subscribe(transport, peer.recordFill, { parameters });
  expect((await second.next()).value).toMatchObject({ payload: { quantity: 2 } });
  await second.close();
  expect(broker.committed()).toBe(1);
  expect(() => subscribe(transport, peer.recordFill, { parameters: { region: "a/b" } })).toThrow(
    '"a/b" cannot be part of a topic',
  );
});
