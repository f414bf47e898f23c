// Clients of Kafka -> a transport: addresses are topics. At least once: a message is done when the next one is asked for.
import { ChannelError, type Transport, type WireMessage, type WireOptions, type WireSubscription } from "./contract.ts";
import { createQueue } from "./queue.ts";

/** The part of a producer of `kafkajs`, or of the KafkaJS API of `@confluentinc/kafka-javascript`, that is used. */
export interface KafkaProducer {
  send(record: { topic: string; messages: KafkaRecord[] }): Promise<unknown>;
}

export interface KafkaRecord {
  key?: string | null;
  value: string | Uint8Array | null;
  headers?: Record<string, string>;
}

/** A consumer that is connected. It is used for one subscription. */
export interface KafkaConsumer {
  subscribe(options: { topics: string[] }): Promise<void>;
  run(options: { eachMessage: (payload: KafkaPayload) => Promise<void> }): Promise<void>;
  disconnect(): Promise<void>;
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
}

/**
 * `publish` resolves when the producer has. A message counts as processed when the next one is asked for: Kafka then sends that, so that
 * nothing waits here, and what was not processed is delivered again.
 */
export function kafkaTransport({ producer, consumer }: KafkaSettings): Transport {
  const missing = (what: string, channel: string): ChannelError =>
    new ChannelError("unsupported", `the transport has no ${what}`, { channel });
  return {
    parameter: topicPart,
    publish: async (topic, { body, headers, key }, { channel, signal }) => {
      signal?.throwIfAborted();
      if (producer === undefined) throw missing("producer", channel);
      const value = typeof body === "string" ? new TextEncoder().encode(body) : body;
      await producer.send({
        topic,
        messages: [{ ...(key === undefined ? {} : { key }), value, headers: { ...headers } }],
      });
    },
    subscribe: (topic, { channel, signal }) => {
      if (consumer === undefined) throw missing("consumer", channel);
      return recordsOf(topic, consumer, { channel, signal });
    },
  };
}

function recordsOf(
  topic: string,
  consumer: () => Promise<KafkaConsumer>,
  { channel, signal }: WireOptions,
): WireSubscription {
  // One at a time: `eachMessage` returns when the message is processed.
  const queue = createQueue(1, { signal, onClose: () => void stop() });
  let processed: (error?: Error) => void = () => {};
  let started: Promise<KafkaConsumer> | null = null;
  const stop = async (): Promise<void> => {
    processed(new Error("the subscription was closed before the message was processed"));
    // A consumer that could not start has reported it, and has nothing to disconnect.
    await started?.then((own) => own.disconnect()).catch(() => {});
  };
  const start = async (): Promise<KafkaConsumer> => {
    const own = await consumer();
    await own.subscribe({ topics: [topic] });
    await own.run({
      eachMessage: async ({ message }) => {
        const done = new Promise<void>((resolve, reject) => {
          processed = (error) => (error === undefined ? resolve() : reject(error));
        });
        // An error here makes Kafka deliver the message again.
        if (!queue.offer(wireOf(message))) throw new Error("the subscription is closed");
        await done;
      },
    });
    return own;
  };
  started = start();
  started.catch((cause: unknown) => {
    const reason = `the topic cannot be consumed: ${cause instanceof Error ? cause.message : String(cause)}`;
    queue.end(new ChannelError("connection", reason, { channel, cause }));
  });
  const ready = started.then(() => {});
  // Those who do not ask for it see the error at `next`.
  ready.catch(() => {});
  return {
    ready,
    next: () => {
      processed();
      return queue.next();
    },
    close: queue.close,
  };
}

function wireOf({ key, value, headers }: KafkaPayload["message"]): WireMessage {
  const texts = Object.entries(headers ?? {}).map(([name, text]) => [name, textOf(text)] as const);
  return {
    body: value ?? "",
    headers: Object.fromEntries(texts),
    ...(key === undefined || key === null ? {} : { key: textOf(key) }),
  };
}

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : String(value);
}

/** What topics can be named by. */
function topicPart(value: string): string {
  if (!/^[A-Za-z0-9._-]+$/.test(value)) throw new TypeError(`${JSON.stringify(value)} cannot be part of a topic`);
  return value;
}
