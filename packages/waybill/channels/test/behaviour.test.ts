// The runtime, as it is generated for the example, on the transport in memory: validation, unknown messages, codecs, backpressure,
// replies, and the end of a subscription.
import { expect, it, vi } from "vitest";
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
} from "../../../../examples/channels/src/generated/channels/index.gen.ts";
import { memoryTransport } from "../../../../examples/channels/src/generated/channels/memory.gen.ts";

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

const quoteOf = (symbol: string) => ({ headers: { request: symbol }, payload: { symbol } });
const priced = (price: number) => ({ headers: { request: "" }, payload: { price } });

it("a request that fails does not affect others, and its error can be a reply", async () => {
  const transport = memoryTransport();
  const errors: unknown[] = [];
  const controller = new AbortController();
  const served = respond(
    transport,
    application.giveQuote,
    ({ payload }, reply) => {
      if (payload.symbol === "throws") throw new Error("no such thing");
      return reply(priced(payload.symbol === "invalid" ? -1 : 3));
    },
    {
      signal: controller.signal,
      onError: (error, { message, wire: { headers }, reply }) => {
        errors.push([error instanceof Error ? error.message : error, message?.payload.symbol, headers["request"]]);
        return message?.payload.symbol === "invalid" ? undefined : reply(priced(0));
      },
    },
  );
  const asked = async (symbol: string): Promise<number> =>
    (await request(transport, peer.giveQuote, quoteOf(symbol), { timeout: 200 })).payload.price;
  expect(await asked("throws")).toBe(0);
  await expect(asked("invalid")).rejects.toMatchObject({ code: "no-reply" });
  const replies = transport.subscribe("here", { ...wire, buffer: 1 });
  const bad = { body: '{"symbol":7}', headers: { request: "bad", replyTo: "here" } };
  await transport.publish("quotes", bad, wire);
  expect((await replies.next()).value).toMatchObject({ body: '{"price":0}', headers: { request: "bad" } });
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  await transport.publish("quotes", { body: "{", headers: {} }, wire);
  expect(await asked("wheat")).toBe(3);
  expect(String(logged.mock.calls)).toContain("the request does not say where to send the reply");
  logged.mockRestore();
  expect(errors).toEqual([
    ["no such thing", "throws", "throws"],
    [expect.stringContaining('message "quote": it is not as described (payload/price'), "invalid", "invalid"],
    [expect.stringContaining('message "quoteRequest": it is not as described (payload/symbol'), undefined, "bad"],
    [expect.stringContaining("the body is not application/json"), undefined, undefined],
  ]);
  controller.abort(new Error("done"));
  await expect(served).rejects.toThrow("done");
});

it("without onError, a failed request is logged; what onError throws ends the service", async () => {
  const transport = memoryTransport();
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const controller = new AbortController();
  const fails = (): never => {
    throw new Error("no such thing");
  };
  const served = respond(transport, application.giveQuote, fails, { signal: controller.signal });
  await publish(transport, peer.giveQuote, quoteOf("wheat"));
  await publish(transport, peer.giveQuote, quoteOf("maize"));
  await vi.waitFor(() => expect(logged.mock.calls.map(([error]) => String(error))).toHaveLength(2));
  expect(String(logged.mock.calls[0]?.[0])).toBe("Error: no such thing");
  controller.abort(new Error("done"));
  await expect(served).rejects.toThrow("done");
  logged.mockRestore();
  for (const message of [quoteOf("wheat"), { headers: { request: "r" }, payload: { symbol: 7 } }]) {
    const strict = respond(transport, application.giveQuote, fails, {
      onError: (error) => {
        throw error;
      },
    });
    await transport.publish("quotes", { body: JSON.stringify(message.payload), headers: message.headers }, wire);
    await expect(strict).rejects.toThrow(/no such thing|not as described/);
  }
});

it.each([1, 3])("at most %i requests are handled at once", async (concurrency) => {
  const transport = memoryTransport();
  const controller = new AbortController();
  const waiting: (() => void)[] = [];
  let most = 0;
  let handled = 0;
  const served = respond(
    transport,
    application.giveQuote,
    async (_, reply) => {
      await new Promise<void>((resolve) => {
        most = Math.max(most, waiting.push(resolve));
      });
      handled += 1;
      return reply(priced(1));
    },
    { signal: controller.signal, concurrency },
  );
  const asked = Array.from({ length: 7 }, (_, at) => request(transport, peer.giveQuote, quoteOf(String(at))));
  while (handled < 7) {
    await new Promise((resolve) => setImmediate(resolve));
    waiting.shift()?.();
  }
  const replies = await Promise.all(asked);
  expect(replies.map(({ correlationId }) => correlationId)).toEqual(["0", "1", "2", "3", "4", "5", "6"]);
  expect(most).toBe(concurrency);
  controller.abort(new Error("done"));
  await expect(served).rejects.toThrow("done");
});

it("a bad reply of another request does not end a request, a bad reply of its own does", async () => {
  const transport = memoryTransport();
  const asked = async (of: string): Promise<unknown> => {
    const reply = request(transport, peer.giveQuote, quoteOf("mine"), { replyTo: "here", timeout: 200 });
    await new Promise((resolve) => setImmediate(resolve));
    await transport.publish("here", { body: '{"price":"x"}', headers: { request: of } }, wire);
    await transport.publish("here", { body: '{"price":4}', headers: { request: "mine" } }, wire);
    return (await reply).payload;
  };
  expect(await asked("another")).toEqual({ price: 4 });
  await expect(asked("mine")).rejects.toMatchObject({ code: "invalid-message" });
});

it("a hook that throws ends the subscription and closes it", async () => {
  let isClosed = false;
  const transport = memoryTransport();
  const watched = {
    ...transport,
    subscribe: (...given: Parameters<typeof transport.subscribe>) => {
      const subscription = transport.subscribe(...given);
      const close = async (): Promise<void> => {
        isClosed = true;
        await subscription.close();
      };
      return { ...subscription, close };
    },
  };
  const onInvalid = async (error: ChannelError): Promise<void> => {
    throw new Error(`seen: ${error.code}`);
  };
  const fills = subscribe(watched, peer.reportFill, { onInvalid });
  await transport.publish("fills.north", { body: "{", headers: {} }, wire);
  await expect(fills.next()).rejects.toThrow("seen: unreadable-message");
  expect(isClosed).toBe(true);
});
