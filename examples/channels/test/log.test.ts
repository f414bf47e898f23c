// Records of Kafka over a broker where there is one, librdkafka's, which kcat starts; and what clients report.
import type { KafkaJS } from "@confluentinc/kafka-javascript";
import { Kafka, logLevel } from "kafkajs";
import { expect, test } from "vitest";
import { describeWith, urlOf } from "../../../scripts/testing/real-servers.ts";
import {
  application,
  type ChannelError,
  fillMessage,
  peer,
  publish,
  subscribe,
} from "../src/generated/channels/index.gen.ts";
import { type KafkaPayload, type KafkaSettings, kafkaTransport } from "../src/generated/channels/kafka.gen.ts";
import { openLog } from "../src/log.ts";

const fill = (quantity: number) => ({ headers: { trace: "t" }, payload: { symbol: "wheat", quantity, price: 1 } });
const parameters = { region: "north" };

/** JSON as bytes: what any media type other than JSON and text is. */
const lines = {
  operation: { ...application.recordFill, messages: [{ ...fillMessage, contentType: "application/x-lines" }] },
  codecs: {
    "application/x-lines": {
      encode: (payload: unknown) => new TextEncoder().encode(JSON.stringify(payload)),
      decode: (body: string | Uint8Array) =>
        JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body)) as unknown,
    },
  },
};

test("a header that occurs several times is one text, one without a value is absent, and a topic has no slash", async () => {
  const value = JSON.stringify(fill(1).payload);
  const headers = [
    { trace: ["a", Buffer.from("b")], attempt: Buffer.from("2") },
    { trace: Buffer.from("c"), attempt: null },
  ];
  const run = async ({ eachMessage }: { eachMessage: (payload: KafkaPayload) => Promise<void> }): Promise<void> => {
    for (const each of headers) await eachMessage({ message: { value, headers: each } });
  };
  const consumer = async () => ({ subscribe: async () => {}, disconnect: async () => {}, run });
  const fills = subscribe(kafkaTransport({ consumer }), peer.recordFill, { parameters });
  expect((await fills.next()).value?.headers).toEqual({ trace: "a, b", attempt: 2 });
  expect((await fills.next()).value?.headers).toEqual({ trace: "c" });
  await fills.close();
  const slash = () => subscribe(kafkaTransport({ consumer }), peer.recordFill, { parameters: { region: "a/b" } });
  expect(slash).toThrow('"a/b" cannot be part of a topic');
});

/** A consumer that `fail` ends as kafkajs does. */
function consumerThatFails(subscribing: Promise<void> = Promise.resolve()) {
  const listeners = new Map<string, (event: never) => void>();
  const state = { disconnected: 0 };
  const emit = (name: string, event: unknown): void => listeners.get(name)?.(event as never);
  const consumer = async () => ({
    subscribe: async () => await subscribing,
    run: async () => {},
    disconnect: async () => {
      state.disconnected += 1;
      emit("consumer.disconnect", {});
    },
    on: (name: string, listener: (event: never) => void) => void listeners.set(name, listener),
  });
  return { consumer, emit, state };
}

test("a consumer that crashes for good ends the subscription, one that starts again does not", async () => {
  const { consumer, emit, state } = consumerThatFails();
  const fills = subscribe(kafkaTransport({ consumer }), peer.recordFill, { parameters });
  await fills.ready;
  const next = fills.next();
  const crash = (restart: boolean): void => {
    emit("consumer.disconnect", {});
    emit("consumer.crash", { payload: { error: new Error("the coordinator is gone"), restart } });
  };
  crash(true);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(state.disconnected).toBe(0);
  crash(false);
  await expect(next).rejects.toMatchObject({
    code: "connection",
    message: 'channel "ledger": the consumer has crashed: the coordinator is gone',
  });
  expect(await fills.next().catch((error: ChannelError) => error.code)).toBe("connection");
  expect(state.disconnected).toBe(1);
});

test("a consumer that is disconnected elsewhere ends the subscription", async () => {
  const { consumer, emit } = consumerThatFails();
  const fills = subscribe(kafkaTransport({ consumer }), peer.recordFill, { parameters });
  await fills.ready;
  const next = fills.next();
  emit("consumer.disconnect", {});
  await expect(next).rejects.toThrow('channel "ledger": the consumer was disconnected');
});

test("a consumer that cannot subscribe is disconnected", async () => {
  const { consumer, state } = consumerThatFails(Promise.reject(new Error("no such topic")));
  const fills = subscribe(kafkaTransport({ consumer }), peer.recordFill, { parameters });
  await expect(fills.next()).rejects.toThrow('channel "ledger": the topic cannot be consumed: no such topic');
  await expect(fills.ready).rejects.toThrow("no such topic");
  expect(state.disconnected).toBe(1);
});

test("the clients that the documentation names fit", () => {
  const settings = (kafka: Kafka, confluent: KafkaJS.Kafka): KafkaSettings[] => [
    { producer: kafka.producer(), consumer: async () => kafka.consumer({ groupId: "desk" }) },
    {
      producer: confluent.producer(),
      consumer: async () => confluent.consumer({ kafkaJS: { groupId: "desk", fromBeginning: true } }),
    },
  ];
  expect(settings).toBeTypeOf("function");
});

describeWith("Kafka", "Kafka", () => {
  test("records arrive as they were published, and an unprocessed one arrives again", async () => {
    const log = await openLog([urlOf("Kafka")], {
      groupId: crypto.randomUUID(),
      maxWaitTimeInMs: 50,
      sessionTimeout: 6000,
    });
    const own = { parameters: { region: crypto.randomUUID() }, key: "one" };
    await publish(log.transport, application.recordFill, fill(1), own);
    await publish(log.transport, lines.operation, fill(2), { ...own, codecs: lines.codecs });
    const first = subscribe(log.transport, peer.recordFill, own);
    expect((await first.next()).value).toMatchObject({ ...fill(1), wire: { key: "one" } });
    expect((await first.next()).value).toMatchObject(fill(2));
    await first.close();
    const second = subscribe(log.transport, peer.recordFill, own);
    expect((await second.next()).value).toMatchObject(fill(2));
    await second.close();
    await log.close();
  }, 60_000);

  test("a consumer that is disconnected ends its subscription with an error", async () => {
    const kafka = new Kafka({ brokers: [urlOf("Kafka")], logLevel: logLevel.NOTHING });
    const consumer = kafka.consumer({ groupId: crypto.randomUUID(), maxWaitTimeInMs: 50 });
    await consumer.connect();
    const fills = subscribe(kafkaTransport({ consumer: async () => consumer }), peer.recordFill, {
      parameters: { region: crypto.randomUUID() },
    });
    await fills.ready;
    const next = fills.next();
    await Promise.all([expect(next).rejects.toThrow("the consumer was disconnected"), consumer.disconnect()]);
  }, 60_000);
});
