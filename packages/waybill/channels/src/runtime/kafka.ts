// Clients of Kafka -> a transport: addresses are topics. At least once: a message is done when the next one is asked for.
import { ChannelError, type Transport, type WireMessage, type WireOptions, type WireSubscription } from "./contract.ts";
import { createQueue } from "./queue.ts";
import { bufferOf } from "./wire.ts";

/** The part of a producer of `kafkajs`, or of the KafkaJS API of `@confluentinc/kafka-javascript`, that is used. */
export interface KafkaProducer {
  send(record: { topic: string; messages: KafkaRecord[] }): Promise<unknown>;
}

/** Bytes are a `Buffer`: of another array, kafkajs writes the text `123,34`. */
export interface KafkaRecord {
  key?: Uint8Array | string | null;
  value: Uint8Array | string | null;
  headers?: { readonly [name: string]: unknown };
}

/** A consumer that is connected. It is used for one subscription. */
export interface KafkaConsumer {
  subscribe(options: { topics: string[]; fromBeginning?: boolean }): Promise<void>;
  run(options: { eachMessage: (payload: KafkaPayload) => Promise<void> }): Promise<void>;
  disconnect(): Promise<void>;
  /** Of kafkajs. Confluent's client reports no crashes: it connects again by itself. */
  on?: {
    (event: "consumer.crash", listener: (event: { payload: { error: Error; restart: boolean } }) => void): unknown;
    (event: "consumer.disconnect", listener: () => void): unknown;
  };
}

export interface KafkaPayload {
  readonly message: {
    readonly key?: Uint8Array | string | null;
    readonly value: Uint8Array | string | null;
    readonly headers?: Readonly<Record<string, unknown>>;
  };
}

export interface KafkaSettings {
  readonly producer?: KafkaProducer;
  /** Creates and connects a consumer: each subscription has its own, which is disconnected when it is closed. */
  readonly consumer?: () => Promise<KafkaConsumer>;
  /**
   * Where a group of consumers without committed offsets starts. Default: at the end of the topic. Confluent's client has this in the
   * settings of its consumer.
   */
  readonly fromBeginning?: boolean;
}

/**
 * `publish` resolves when the producer has. A message counts as processed when the next one is asked for: Kafka then sends that, so that
 * nothing waits here, and what was not processed is delivered again.
 */
export function kafkaTransport({ producer, ...settings }: KafkaSettings): Transport {
  return {
    parameter: topicPart,
    publish: async (topic, { body, headers, key }, { channel, signal }) => {
      signal?.throwIfAborted();
      if (producer === undefined) throw missing("producer", channel);
      const value = typeof body === "string" ? body : bufferOf(body, channel);
      await producer.send({
        topic,
        messages: [{ ...(key === undefined ? {} : { key }), value, headers: { ...headers } }],
      });
    },
    subscribe: (topic, options) => recordsOf(topic, settings, options),
  };
}

function missing(what: string, channel: string): ChannelError {
  return new ChannelError("unsupported", `the transport has no ${what}`, { channel });
}

function recordsOf(
  topic: string,
  { consumer, fromBeginning }: Omit<KafkaSettings, "producer">,
  { channel, signal }: WireOptions,
): WireSubscription {
  if (consumer === undefined) throw missing("consumer", channel);
  // One at a time: `eachMessage` returns when the message is processed.
  const queue = createQueue(1, { signal, onClose: () => void stop() });
  let processed: (error?: Error) => void = () => {};
  const connected = consumer();
  let isStopped = false;
  const stop = async (): Promise<void> => {
    if (isStopped) return;
    isStopped = true;
    processed(new Error("the subscription was closed before the message was processed"));
    // A consumer that could not connect has nothing to disconnect, and its error is reported where it starts.
    await connected.then((client) => client.disconnect()).catch(() => {});
  };
  const fail = (reason: string, cause?: unknown): void => {
    queue.end(new ChannelError("connection", reason, { channel, cause }));
    void stop();
  };
  const start = async (): Promise<void> => {
    const client = await connected;
    watch(client, fail);
    await client.subscribe({ topics: [topic], ...(fromBeginning === undefined ? {} : { fromBeginning }) });
    await client.run({
      eachMessage: async ({ message }) => {
        const done = new Promise<void>((resolve, reject) => {
          processed = (error) => (error === undefined ? resolve() : reject(error));
        });
        // An error here makes Kafka deliver the message again.
        if (!queue.offer(wireOf(message))) throw new Error("the subscription is closed");
        await done;
      },
    });
  };
  const ready = start();
  ready.catch((cause: unknown) =>
    fail(`the topic cannot be consumed: ${cause instanceof Error ? cause.message : String(cause)}`, cause),
  );
  if (signal?.aborted === true) void stop();
  return {
    ready,
    next: () => {
      processed();
      return queue.next();
    },
    close: queue.close,
  };
}

/** After a crash, kafkajs disconnects, reports the crash in the same turn of the event loop, and may start again by itself. */
function watch(consumer: KafkaConsumer, fail: (reason: string, cause?: unknown) => void): void {
  let lost: ReturnType<typeof setTimeout> | undefined;
  consumer.on?.("consumer.disconnect", () => {
    lost = setTimeout(() => fail("the consumer was disconnected"), 0);
  });
  consumer.on?.("consumer.crash", ({ payload: { error, restart } }) => {
    clearTimeout(lost);
    if (!restart) fail(`the consumer has crashed: ${error.message}`, error);
  });
}

function wireOf({ key, value, headers }: KafkaPayload["message"]): WireMessage {
  const texts = Object.entries(headers ?? {}).flatMap(([name, text]) =>
    text === null || text === undefined ? [] : [[name, textOf(text)] as const],
  );
  return {
    body: value ?? "",
    headers: Object.fromEntries(texts),
    ...(key === undefined || key === null ? {} : { key: textOf(key) }),
  };
}

/** A header that occurs several times is a list. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : String(value);
}

/** What topics can be named by. */
function topicPart(value: string): string {
  if (!/^[A-Za-z0-9._-]+$/.test(value)) throw new TypeError(`${JSON.stringify(value)} cannot be part of a topic`);
  return value;
}
