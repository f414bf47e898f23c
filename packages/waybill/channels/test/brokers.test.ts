// MQTT and AMQP over real brokers where there are some, mosquitto and RabbitMQ: what the bindings of a description mean there.
import path from "node:path";
import { type ChannelModel, connect } from "amqplib";
import { connectAsync, type IClientOptions, type MqttClient } from "mqtt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryDirectory } from "../../../../generators/test/scenarios/generation.ts";
import { describeWith, urlOf } from "../../../../scripts/testing/real-servers.ts";
import { amqpTransport } from "../src/runtime/amqp.ts";
import type * as contract from "../src/runtime/contract.ts";
import { mqttTransport } from "../src/runtime/mqtt.ts";
import { publish } from "../src/runtime/publish.ts";
import { request, respond } from "../src/runtime/request.ts";
import { subscribe } from "../src/runtime/subscribe.ts";
import { generate } from "./generated.ts";

const { directory, dispose } = temporaryDirectory(path.join(import.meta.dirname, ".."));
afterAll(dispose);

/** Names of this run: brokers keep queues and retained messages. */
const run = crypto.randomUUID();

const reference = 'messages: { reading: { $ref: "#/components/messages/reading" } }';
const at = (channel: string): string => `channel: { $ref: "#/channels/${channel}" }`;
const description = `asyncapi: 3.0.0
info: { title: T, version: "1" }
servers: { field: { host: "b.example", protocol: mqtt }, hall: { host: "b.example", protocol: amqps } }
channels:
  readings: { address: "${run}/{sensor}", parameters: { sensor: {} }, ${reference} }
  states: { address: "${run}/state", ${reference} }
  jobs: { address: jobs, ${reference}, bindings: { amqp: { is: queue, queue: { name: "jobs-${run}", durable: false } } } }
  news:
    address: "news.{region}"
    parameters: { region: {} }
    bindings: { amqp: { exchange: { name: "news-${run}", type: topic, durable: false, autoDelete: true } } }
    ${reference}
  nowhere: { address: nowhere, ${reference}, bindings: { amqp: { exchange: { name: "absent-${run}" } } } }
  questions: { address: "${run}-q", ${reference}, bindings: { amqp: { is: queue, queue: { durable: false, autoDelete: true } } } }
  replies: { address: null, ${reference} }
operations:
  sendReading: { action: send, ${at("readings")}, bindings: { mqtt: { qos: 1 } } }
  sendState: { action: send, ${at("states")}, bindings: { mqtt: { qos: 2, retain: true, messageExpiryInterval: 60 } } }
  sendJob: { action: send, ${at("jobs")}, bindings: { amqp: { deliveryMode: 1, priority: 3, expiration: 60000 } } }
  sendNews: { action: send, ${at("news")}, bindings: { amqp: { mandatory: true, timestamp: true } } }
  sendNowhere: { action: send, ${at("nowhere")} }
  reply: { action: receive, ${at("questions")}, bindings: { mqtt: { qos: 1 } }, reply: { ${at("replies")} } }
components:
  messages:
    reading:
      headers: { type: object, properties: { trace: { type: string }, attempt: { type: integer } } }
      payload: { type: object, required: [value], properties: { value: { type: integer } } }
`;

type Place = contract.ChannelContract<Readonly<Record<string, string>>>;
type Reading = contract.MessageContract<"reading", { readonly value: number }, object>;
type Named<Operation> = Record<"sendReading" | "sendState" | "sendJob" | "sendNews" | "sendNowhere", Operation>;
interface Sides {
  readonly application: Named<contract.SendOperation<Place, Reading>> & {
    readonly reply: contract.RespondOperation<Place, Reading, Reading>;
  };
  readonly peer: Named<contract.ReceiveOperation<Place, Reading>> & {
    readonly reply: contract.RequestOperation<Place, Reading, Reading>;
  };
}
const { problems } = await generate(description, path.join(directory, "brokers"), { side: "both" });
const { application, peer }: Sides = await import(path.join(directory, "brokers/channels/index.gen.ts"));

test("the transports use all bindings of the description", () => expect(problems).toEqual([]));

const reading = (value: number) => ({ headers: { trace: "é", attempt: 2 }, payload: { value } });
const received = (value: number) => ({ ...reading(value), wire: { contentType: "application/json" } });

/** The replies to two requests at once, of a service on the same transport. */
async function repliesOn(transport: contract.Transport): Promise<unknown> {
  // It ends with its connection.
  respond(transport, application.reply, ({ payload }, reply) => reply(reading(payload.value + 1))).catch(() => {});
  const replies = await Promise.all([1, 5].map((value) => request(transport, peer.reply, reading(value))));
  return replies.map(({ payload }) => payload.value);
}

describeWith("MQTT", "MQTT", () => {
  const clients: MqttClient[] = [];
  const open = async (options: IClientOptions = {}): Promise<MqttClient> => {
    const client = await connectAsync(urlOf("MQTT"), { protocolVersion: 5, ...options });
    clients.push(client);
    return client;
  };
  afterAll(async () => await Promise.all(clients.map((client) => client.endAsync(true))));
  const south = { parameters: { sensor: "south" } };

  test("a message arrives with its headers, at the topic of its parameters, with its quality of service", async () => {
    const client = await open();
    const transport = mqttTransport(client);
    const qualities: unknown[] = [];
    client.on("packetsend", (packet) => packet.cmd === "publish" && qualities.push([packet.topic, packet.qos]));
    const [first, other] = [south, { parameters: { sensor: "north" } }].map((place) =>
      subscribe(transport, peer.sendReading, place),
    );
    await Promise.all([first?.ready, other?.ready]);
    await publish(transport, application.sendReading, reading(7), south);
    expect((await first?.next())?.value).toMatchObject(received(7));
    expect(qualities).toEqual([[`${run}/south`, 1]]);
    await other?.close();
    expect(await other?.next()).toEqual({ done: true, value: undefined });
    await first?.close();
    expect(() => subscribe(transport, peer.sendReading, { parameters: { sensor: "a/b" } })).toThrow(
      '"a/b" cannot be part of a topic',
    );
  });

  test("what is retained comes to who subscribes later", async () => {
    const transport = mqttTransport(await open());
    await publish(transport, application.sendState, reading(1));
    const states = subscribe(mqttTransport(await open()), peer.sendState);
    expect((await states.next()).value).toMatchObject(received(1));
    await states.close();
  });

  test("each subscription of a client gets a message once, also where filters are the same or overlap", async () => {
    const transport = mqttTransport(await open());
    const filters = ["a", "a", "+", "#"].map((level) => `${run}/many/${level}`);
    const subscriptions = filters.map((address) => subscribe(transport, peer.sendReading, { address }));
    await Promise.all(subscriptions.map(({ ready }) => ready));
    await subscriptions[1]?.close();
    for (const value of [1, 2])
      await publish(transport, application.sendReading, reading(value), { address: `${run}/many/a` });
    for (const subscription of [0, 2, 3].map((index) => subscriptions[index]))
      for (const value of [1, 2]) expect((await subscription?.next())?.value).toMatchObject(received(value));
  });

  test("a message goes to one member of a group", async () => {
    const members = await Promise.all([open(), open()]);
    const values: number[] = [];
    const subscriptions = members.map((client) =>
      subscribe(mqttTransport(client, { group: "g" }), peer.sendReading, { address: `${run}/group/#` }),
    );
    await Promise.all(subscriptions.map(({ ready }) => ready));
    const readings = subscriptions.map(async (subscription) => {
      for await (const { payload } of subscription) values.push(payload.value);
    });
    const sender = mqttTransport(await open());
    for (const value of [1, 2, 3, 4])
      await publish(sender, application.sendReading, reading(value), { address: `${run}/group/a` });
    await expect.poll(() => values.toSorted()).toEqual([1, 2, 3, 4]);
    await Promise.all(subscriptions.map((subscription) => subscription.close()));
    await Promise.all(readings);
  });

  test("a reply comes to the topic that its request states", async () => {
    expect(await repliesOn(mqttTransport(await open()))).toEqual([2, 6]);
  });

  test("MQTT 3.1.1 carries payloads, and refuses what it has no place for", async () => {
    const transport = mqttTransport(await open({ protocolVersion: 4 }));
    const readings = subscribe(transport, peer.sendReading, { address: `${run}/old/+` });
    await readings.ready;
    await publish(transport, application.sendReading, { payload: { value: 3 } }, { address: `${run}/old/a` });
    expect((await readings.next()).value).toMatchObject({ payload: { value: 3 }, headers: {} });
    const fails = async (sending: Promise<void>, text: string): Promise<void> =>
      await expect(sending).rejects.toMatchObject({ code: "unsupported", message: expect.stringContaining(text) });
    await fails(publish(transport, application.sendReading, reading(1), south), 'cannot carry the header "trace"');
    await fails(publish(transport, application.sendState, { payload: { value: 1 } }), "`messageExpiryInterval`");
    await expect(request(transport, peer.reply, { payload: { value: 1 } })).rejects.toThrow("give `replyTo`");
  });

  test("a client that is closed, or lost and not connected again, ends what waits with an error", async () => {
    const [closed, lost] = [await open(), await open({ reconnectPeriod: 0 })];
    const outcomes = [closed, lost].map(async (client) => {
      const transport = mqttTransport(client);
      const readings = subscribe(transport, peer.sendReading, south);
      await readings.ready;
      await expect(readings.next()).rejects.toMatchObject({ code: "connection" });
      await expect(publish(transport, application.sendReading, reading(1), south)).rejects.toMatchObject({
        code: "connection",
      });
      await expect(subscribe(transport, peer.sendReading, south).next()).rejects.toMatchObject({ code: "connection" });
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    lost.stream.destroy();
    await Promise.all([closed.endAsync(), ...outcomes]);
  });

  test("more messages than the buffer holds end the subscription", async () => {
    const transport = mqttTransport(await open());
    const readings = subscribe(transport, peer.sendReading, { ...south, buffer: 1 });
    await readings.ready;
    for (const value of [1, 2, 3]) await publish(transport, application.sendReading, reading(value), south);
    expect((await readings.next()).value).toMatchObject(received(1));
    await expect(readings.next()).rejects.toMatchObject({ code: "overflow" });
  });
});

describeWith("AMQP", "AMQP", () => {
  let connection: ChannelModel;
  beforeAll(async () => {
    connection = await connect(urlOf("AMQP"));
  });
  afterAll(async () => {
    const channel = await connection.createChannel();
    await channel.deleteQueue(`jobs-${run}`);
    await connection.close();
  });

  test("a job waits in the queue of its binding, and comes again until it was processed", async () => {
    const transport = amqpTransport(connection);
    await publish(transport, application.sendJob, reading(1));
    await publish(transport, application.sendJob, reading(2));
    const first = subscribe(transport, peer.sendJob);
    expect((await first.next()).value).toMatchObject(received(1));
    expect((await first.next()).value).toMatchObject(received(2));
    await first.close();
    expect(await first.next()).toEqual({ done: true, value: undefined });
    const channel = await connection.createChannel();
    const message = await channel.get(`jobs-${run}`, { noAck: false });
    expect(message).toMatchObject({ properties: { priority: 3, deliveryMode: 1, expiration: "60000" } });
    await channel.close();
    const second = subscribe(transport, peer.sendJob);
    expect((await second.next()).value).toMatchObject(received(2));
    await second.close();
  });

  test("an exchange of the binding routes news by their address, to each subscription", async () => {
    const transport = amqpTransport(connection);
    const north = { parameters: { region: "north" } };
    const subscriptions = [north, { address: "news.*" }, { parameters: { region: "south" } }].map((place) =>
      subscribe(transport, peer.sendNews, place),
    );
    await Promise.all(subscriptions.map(({ ready }) => ready));
    await publish(transport, application.sendNews, reading(4), north);
    for (const subscription of subscriptions.slice(0, 2))
      expect((await subscription.next()).value).toMatchObject(received(4));
    await expect(publish(transport, application.sendNews, reading(4), { address: "olds" })).rejects.toMatchObject({
      code: "address",
      message: 'channel "news": no queue gets the message: olds',
    });
    await publish(transport, application.sendNews, reading(5), { parameters: { region: "south" } });
    expect((await subscriptions[2]?.next())?.value).toMatchObject(received(5));
    for (const subscription of subscriptions) await subscription.close();
    expect(() => subscribe(transport, peer.sendNews, { parameters: { region: "a.b" } })).toThrow(
      '"a.b" cannot be part of a routing key',
    );
  });

  test("a reply comes to a queue of its request", async () => {
    expect(await repliesOn(amqpTransport(connection))).toEqual([2, 6]);
  });

  test("an exchange or a queue that does not exist is an error, and the next message is sent", async () => {
    const transport = amqpTransport(connection);
    const absent = { code: "connection", message: expect.stringContaining("NOT_FOUND") };
    await expect(publish(transport, application.sendNowhere, reading(1))).rejects.toMatchObject(absent);
    await expect(subscribe(transport, peer.sendNowhere).next()).rejects.toMatchObject(absent);
    await expect(
      subscribe(amqpTransport(connection, { declare: false }), peer.sendJob, { address: run }).next(),
    ).rejects.toMatchObject(absent);
    await publish(transport, application.sendJob, reading(3));
  });

  test("a connection that is closed ends what waits with an error", async () => {
    const closing = await connect(urlOf("AMQP"));
    const transport = amqpTransport(closing);
    const news = subscribe(transport, peer.sendNews, { parameters: { region: "x" } });
    await news.ready;
    const waiting = expect(news.next()).rejects.toMatchObject({ code: "connection" });
    await closing.close();
    await waiting;
    const sending = publish(transport, application.sendNews, reading(1), { parameters: { region: "x" } });
    await expect(sending).rejects.toMatchObject({ code: "connection" });
  });
});
