// The example over real sockets: server-sent events of node:http, the WebSocket server of `ws`, and a NATS server where there is one.
import { once } from "node:events";
import { type AddressInfo, connect as connectTcp, createServer, type Socket } from "node:net";
import { connect, headers } from "@nats-io/transport-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { describeWith, urlOf } from "../../../scripts/testing/real-servers.ts";
import { type Bus, giveQuotes, openBus, quoteOf, reportFill } from "../src/bus.ts";
import { type Desk, startDesk } from "../src/desk.ts";
import {
  application,
  type ChannelError,
  deskChannel,
  fillMessage,
  noticeMessage,
  type PlaceOrderPayload,
  peer,
  publish,
  request,
  respond,
  subscribe,
} from "../src/generated/channels/index.gen.ts";
import { natsTransport } from "../src/generated/channels/nats.gen.ts";
import { eventSourceTransport } from "../src/generated/channels/server-sent-events.gen.ts";
import { acceptWebSocket, openWebSocket } from "../src/generated/channels/web-socket.gen.ts";
import { order, pricesOf } from "../src/trader.ts";

/** JSON as bytes: what any media type other than JSON and text is. */
const codecs = {
  "application/x-lines": {
    encode: (payload: unknown) => new TextEncoder().encode(JSON.stringify(payload)),
    decode: (body: string | Uint8Array) => JSON.parse(new TextDecoder().decode(body as Uint8Array)) as unknown,
  },
};

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(async () => await desk.close());

describe("server-sent events", () => {
  test("a stream that breaks after each event continues where it was", async () => {
    expect(await pricesOf(desk.host, "wheat")).toEqual([210, 211.5, 209]);
    expect(await pricesOf(desk.host, "maize")).toEqual([180, 181]);
  });

  test("a status that is no success fails, with the channel", async () => {
    const stream = eventSourceTransport({ url: `http://${desk.host}/elsewhere` });
    const prices = subscribe(stream, peer.publishPrices, { parameters: { symbol: "wheat" } });
    await expect(prices.next()).rejects.toThrow(/channel "prices": GET .* returned status 404/);
  });

  test("an address has only values that the description lists", () => {
    const stream = eventSourceTransport({ url: `http://${desk.host}` });
    // @ts-expect-error: not one of the enum
    expect(() => subscribe(stream, peer.publishPrices, { parameters: { symbol: "gold" } })).toThrow(
      'channel "prices": the parameter "symbol" must be one of wheat, maize, and is "gold"',
    );
    // @ts-expect-error: the parameter is missing
    expect(() => subscribe(stream, peer.publishPrices)).toThrow('the parameter "symbol" is missing');
  });
});

describe("WebSocket", () => {
  test("requests and notices share a socket", async () => {
    expect(await order(desk.host, "wheat", 2)).toBe("Good morning, ada. It costs 420.");
    expect(await order(desk.host, "gold", 2)).toBe("Good morning, ada. There is no gold today.");
  });

  test("replies belong to their requests, however many there are at once", async () => {
    const socket = await openWebSocket(deskChannel, { url: `ws://${desk.host}`, query: { trader: "ada" } });
    const quantities = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    const replies = await Promise.all(
      quantities.map((quantity) =>
        request(socket, peer.takeOrder, {
          payload: { type: "place-order", reference: `r-${quantity}`, symbol: "maize", quantity },
        }),
      ),
    );
    expect(
      replies.map((reply) => [reply.correlationId, reply.name === "orderPlaced" ? reply.payload.price : null]),
    ).toEqual(quantities.map((quantity) => [`r-${quantity}`, quantity * 180]));
    await socket.close();
  });

  test("a query that is not as described opens no socket", async () => {
    const opening = openWebSocket(deskChannel, { url: `ws://${desk.host}`, query: { trader: "a" } });
    await expect(opening).rejects.toThrow(/channel "desk": the WebSocket cannot be opened \(query\/trader: /);
  });

  test("what the desk rejects ends the subscription with its reason", async () => {
    const socket = await openWebSocket(deskChannel, { url: `ws://${desk.host}`, query: { trader: "ada" } });
    const notices = subscribe(socket, peer.giveNotice);
    // @ts-expect-error: not a number
    const payload: PlaceOrderPayload = { type: "place-order", reference: "r", symbol: "wheat", quantity: "2" };
    await expect(publish(socket, peer.takeOrder, { payload })).rejects.toMatchObject({
      code: "invalid-message",
      messageName: "placeOrder",
      issues: [{ path: "/quantity" }],
    });
    await socket.publish(
      "",
      { body: '{"type":"place-order","reference":"r"}', headers: {} },
      { channel: "desk", signal: undefined },
    );
    await expect(notices.next()).rejects.toThrow(
      /channel "desk": the WebSocket was closed with 1008, channel "desk", message "placeOrder": it is not as described/,
    );
  });

  test("a message is sent with the bytes of its codec, by `ws` and by the WebSocket of the runtime", async () => {
    const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
    await once(server, "listening");
    const accepted = once(server, "connection");
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = await openWebSocket(deskChannel, { url, query: { trader: "ada" } });
    const desk = acceptWebSocket(deskChannel, (await accepted)[0] as WebSocket);
    const contract = { ...noticeMessage, contentType: "application/x-lines" };
    const inbound = { messages: [contract], others: [], naming: null };
    const payload = { type: "notice", text: "ü" } as const;
    for (const [from, to] of [
      [desk, client],
      [client, desk],
    ] as const) {
      const received = subscribe(to, { ...peer.giveNotice, messages: [contract], inbound }, { codecs });
      await publish(from, { ...application.giveNotice, messages: [contract] }, { payload }, { codecs });
      const { value } = await received.next();
      expect([value?.payload, value?.wire.body instanceof Uint8Array]).toEqual([payload, true]);
      await received.close();
    }
    await client.close();
    server.close();
  });

  test("a connection carries the messages of its channel only", async () => {
    const socket = await openWebSocket(deskChannel, { url: `ws://${desk.host}`, query: { trader: "ada" } });
    // @ts-expect-error: a connection has its address
    expect(() => subscribe(socket, peer.publishPrices, { parameters: { symbol: "wheat" } })).toThrow(
      'channel "prices": the connection belongs to the channel "desk"',
    );
    await socket.close();
  });
});

describeWith("NATS", "NATS", () => {
  let bus: Bus;
  beforeAll(async () => {
    bus = await openBus(urlOf("NATS"));
  });
  afterAll(async () => await bus.connection.close());

  test("fills arrive with typed headers, on the subject of their region", async () => {
    const fills = subscribe(bus.transport, peer.reportFill, { parameters: { region: "south" } });
    const north = subscribe(bus.transport, peer.reportFill);
    await Promise.all([fills.ready, north.ready]);
    await reportFill(bus, 7, 2);
    const { value } = await fills.next();
    expect(value).toMatchObject({ name: "fill", payload: { quantity: 7 }, headers: { trace: "t-1", attempt: 2 } });
    await north.close();
    expect(await north.next()).toEqual({ done: true, value: undefined });
    await fills.close();
  });

  test("a reply comes to an inbox of its request", async () => {
    const controller = new AbortController();
    const quotes = giveQuotes(bus, controller.signal);
    await bus.connection.flush();
    expect(await Promise.all([quoteOf(bus, "wheat"), quoteOf(bus, "maize")])).toEqual([210, 180]);
    controller.abort();
    await quotes;
  });

  test("a request that no one receives fails at once", async () => {
    const asked = quoteOf(bus, "wheat");
    await expect(asked).rejects.toMatchObject({ name: "ChannelError", code: "no-reply" });
  });

  test("a parameter is one token of a subject", () => {
    const parameters = { region: "south.>" };
    expect(() => subscribe(bus.transport, peer.reportFill, { parameters })).toThrow(
      '"south.>" cannot be part of a subject',
    );
  });

  test("a message of others that is not as described is an error with the path, or is skipped by a hook", async () => {
    const subject = `fills.${crypto.randomUUID()}`;
    const skipped: ChannelError[] = [];
    const options = { address: subject, onInvalid: (error: ChannelError) => skipped.push(error) };
    const tolerant = subscribe(bus.transport, peer.reportFill, options);
    const strict = subscribe(bus.transport, peer.reportFill, { address: subject });
    await Promise.all([tolerant.ready, strict.ready]);
    bus.connection.publish(subject, '{"symbol":"wheat","quantity":"7","price":1}');
    await publish(
      bus.transport,
      application.reportFill,
      { headers: { trace: "t" }, payload: { symbol: "w", quantity: 1, price: 1 } },
      { address: subject },
    );
    await expect(strict.next()).rejects.toThrow(
      /message "fill": it is not as described \(payload\/quantity: .*; headers\/trace: /,
    );
    const { value } = await tolerant.next();
    expect(value).toMatchObject({ payload: { symbol: "w" } });
    expect(skipped.map(({ code, issues }) => [code, issues.map(({ path }) => path)])).toEqual([
      ["invalid-message", ["/quantity", "/trace"]],
    ]);
    await tolerant.close();
  });

  /** A server in between whose connections can be cut. */
  async function cutServer(): Promise<{ readonly url: string; readonly cut: () => void }> {
    const sockets: Socket[] = [];
    const { hostname, port } = new URL(urlOf("NATS"));
    const server = createServer((socket) => {
      const upstream = connectTcp(Number(port), hostname);
      sockets.push(socket, upstream);
      for (const end of [socket, upstream]) end.on("error", () => {});
      socket.pipe(upstream).pipe(socket);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const cut = (): void => {
      server.close();
      for (const socket of sockets) socket.destroy();
    };
    return { url: `127.0.0.1:${(server.address() as AddressInfo).port}`, cut };
  }

  test("a connection that is lost or closed ends subscriptions, requests and services with an error", async () => {
    const { url, cut } = await cutServer();
    const lost = await connect({ servers: url, reconnect: false });
    const closed = await connect({ servers: urlOf("NATS") });
    const drained = await connect({ servers: urlOf("NATS") });
    const outcomes = [lost, closed, drained].map(async (connection) => {
      const transport = natsTransport(connection, { headers });
      const fills = subscribe(transport, peer.reportFill, { parameters: { region: crypto.randomUUID() } });
      await fills.ready;
      await expect(fills.next()).rejects.toMatchObject({
        code: "connection",
        message: 'channel "fills": the connection to NATS was closed',
      });
      const sent = { headers: { trace: "t" }, payload: { symbol: "w", quantity: 1, price: 1 } };
      await expect(publish(transport, application.reportFill, sent)).rejects.toMatchObject({ code: "connection" });
      expect(() => subscribe(transport, peer.reportFill)).toThrow(/^channel "fills": /);
    });
    const address = crypto.randomUUID();
    bus.connection.subscribe(address);
    await bus.connection.flush();
    const transport = natsTransport(closed, { headers });
    const message = { headers: { request: "r" }, payload: { symbol: "wheat" } };
    const pending = [
      respond(transport, application.giveQuote, (_, reply) => reply({ ...message, payload: { price: 1 } })),
      request(transport, peer.giveQuote, message, { address }),
    ];
    await new Promise((resolve) => setTimeout(resolve, 50));
    const failures = pending.map((outcome) => expect(outcome).rejects.toMatchObject({ code: "connection" }));
    cut();
    await Promise.all([closed.close(), drained.drain(), ...outcomes, ...failures]);
  });

  test("a message is sent with the bytes of its codec", async () => {
    const message = { ...fillMessage, contentType: "application/x-lines" };
    const address = `fills.${crypto.randomUUID()}`;
    const raw = bus.connection.subscribe(address, { max: 1 });
    await bus.connection.flush();
    const fill = { headers: { trace: "é" }, payload: { symbol: "ü", quantity: 1, price: 1 } };
    await publish(bus.transport, { ...application.reportFill, messages: [message] }, fill, { address, codecs });
    for await (const { data } of raw) expect(new TextDecoder().decode(data)).toBe(JSON.stringify(fill.payload));
  });
});
