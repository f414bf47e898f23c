// A connection to a broker of AMQP 0-9-1 -> a transport: addresses are routing keys or queues. At least once: a message is acknowledged
// when the next one is asked for.
import { ChannelError, type Transport, type WireMessage, type WireOptions, type WireSubscription } from "./contract.ts";
import { createQueue } from "./queue.ts";
import { bufferOf } from "./wire.ts";

/** The part of a connection of `amqplib` that is used. Each subscription has a channel of its own, and so has what is published. */
export interface AmqpConnection {
  createChannel(): Promise<AmqpChannel>;
  createConfirmChannel(): Promise<AmqpConfirmChannel>;
}

export interface AmqpChannel {
  assertExchange(name: string, type: string, options: { durable?: boolean; autoDelete?: boolean }): Promise<unknown>;
  assertQueue(
    name: string,
    options: { durable?: boolean; exclusive?: boolean; autoDelete?: boolean },
  ): Promise<{ readonly queue: string }>;
  bindQueue(queue: string, exchange: string, routingKey: string): Promise<unknown>;
  prefetch(count: number): Promise<unknown>;
  consume(
    queue: string,
    onMessage: (message: AmqpMessage | null) => void,
    options: { noAck: boolean },
  ): Promise<unknown>;
  ack(message: AmqpMessage): void;
  close(): Promise<void>;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "close", listener: () => void): unknown;
  on(event: "return", listener: (message: AmqpMessage) => void): unknown;
}

export interface AmqpConfirmChannel extends AmqpChannel {
  publish(
    exchange: string,
    routingKey: string,
    content: Uint8Array,
    options: AmqpOptions,
    callback: (error: unknown) => void,
  ): boolean;
}

/** Of an operation and its channel. */
export interface AmqpBinding {
  /** Its routing keys are addresses. Absent: the default exchange, where addresses are queues. With a type it is declared. */
  readonly exchange?: {
    readonly name: string;
    readonly type?: string;
    readonly durable?: boolean;
    readonly autoDelete?: boolean;
  };
  /**
   * Is declared; without a name it is the address. Absent: it has to exist; for an exchange, each subscription has a queue that only it
   * uses.
   */
  readonly queue?: AmqpQueue;
  /** `false`: messages count as processed when they are sent. */
  readonly ack?: boolean;
  readonly publish?: AmqpPublishing;
}

interface AmqpQueue {
  readonly name?: string;
  readonly durable?: boolean;
  readonly exclusive?: boolean;
  readonly autoDelete?: boolean;
}

/** As `amqplib` names them. `expiration`: in milliseconds; `timestamp`: whether messages say when they were sent. */
export interface AmqpPublishing {
  readonly expiration?: number;
  readonly userId?: string;
  readonly CC?: string[];
  readonly BCC?: string[];
  readonly priority?: number;
  readonly persistent?: boolean;
  readonly mandatory?: boolean;
  readonly timestamp?: boolean;
}

/** Of a message that is published. */
export interface AmqpOptions extends Omit<AmqpPublishing, "timestamp"> {
  headers: Record<string, string>;
  contentType?: string;
  replyTo?: string;
  messageId?: string;
  timestamp?: number;
}

export interface AmqpMessage {
  readonly content: Uint8Array;
  // Those of the client's own types are `any`.
  readonly fields: object;
  readonly properties: {
    readonly headers?: { readonly [name: string]: unknown } | undefined;
    readonly contentType?: unknown;
    readonly replyTo?: unknown;
    readonly messageId?: unknown;
  };
}

export interface AmqpSettings {
  /** How many messages the broker sends ahead to a subscription. They are sent again if they are not processed. Default: 10. */
  readonly prefetch?: number;
  /** `false`: exchanges and queues exist, also those that the description defines. Default: those are declared. */
  readonly declare?: boolean;
}

/**
 * `publish` resolves when the broker has the message, and rejects when no queue gets a message that is mandatory, as messages to a queue
 * are. Senders do not wait for receivers: what is not processed waits in the queue of the broker.
 */
export function amqpTransport(connection: AmqpConnection, settings: AmqpSettings = {}): Transport {
  const send = publisherOf(connection);
  /** By what is declared. */
  const declared = new Map<string, Promise<unknown>>();
  /** Fails without closing the channel that publishes. */
  const declareOnce = async (binding: AmqpBinding, address: string): Promise<void> => {
    const key = JSON.stringify([binding.exchange ?? null, binding.queue ?? null, address]);
    const declaring = declared.get(key) ?? declareWith(connection, binding, address);
    declared.set(key, declaring);
    await declaring.catch((error: unknown) => {
      declared.delete(key);
      throw error;
    });
  };
  return {
    parameter: word,
    inbox: () => `${INBOX}${crypto.randomUUID()}`,
    publish: async (address, message, options) => {
      const { channel, signal } = options;
      signal?.throwIfAborted();
      const binding = bindingFor(options);
      try {
        if (settings.declare !== false) await declareOnce(binding, address);
        await send(address, message, { binding, channel });
      } catch (cause) {
        throw cause instanceof ChannelError ? cause : lost(channel, cause);
      }
    },
    subscribe: (address, options) => deliveriesOf(connection, address, { ...settings, ...options }),
  };
}

/** A reply goes to the queue that its request states, and an address that is an option is in place of the name of a queue. */
function bindingFor({ bindings, addressFrom }: WireOptions): AmqpBinding {
  const binding: AmqpBinding = bindings?.["amqp"] ?? {};
  if (addressFrom === "message") return {};
  if (addressFrom === undefined || binding.exchange !== undefined || binding.queue === undefined) return binding;
  const { name: _, ...queue } = binding.queue;
  return { ...binding, queue };
}

async function declareWith(connection: AmqpConnection, binding: AmqpBinding, address: string): Promise<void> {
  const { exchange, queue } = binding;
  // A queue of an exchange is of who receives, and an exclusive one of the connection that declares it.
  const isQueueDeclared = exchange === undefined && queue !== undefined && queue.exclusive !== true;
  if (exchange?.type === undefined && !isQueueDeclared) return;
  const channel = await connection.createChannel();
  channel.on("error", () => {});
  await declareExchange(channel, exchange);
  if (isQueueDeclared) await declareQueue(channel, queue, address);
  await channel.close();
}

async function declareExchange(channel: AmqpChannel, exchange: AmqpBinding["exchange"]): Promise<void> {
  if (exchange?.type === undefined) return;
  const { name, type, ...options } = exchange;
  await channel.assertExchange(name, type, options);
}

async function declareQueue(channel: AmqpChannel, { name, ...options }: AmqpQueue, address: string): Promise<string> {
  return (await channel.assertQueue(name ?? address, options)).queue;
}

interface Sending {
  readonly binding: AmqpBinding;
  readonly channel: string;
}

/** One channel for all messages; when it was closed, the next message opens another one. */
function publisherOf(
  connection: AmqpConnection,
): (address: string, message: WireMessage, sending: Sending) => Promise<void> {
  const returned = new Set<unknown>();
  /** Why channels were closed: the error of a message that waits for the broker does not say it. */
  const reasons = new WeakMap<AmqpChannel, Error>();
  let opened: Promise<AmqpConfirmChannel> | null = null;
  const open = async (): Promise<AmqpConfirmChannel> => {
    const created = await connection.createConfirmChannel();
    created.on("error", (reason) => reasons.set(created, reason));
    created.on("close", () => {
      opened = null;
    });
    created.on("return", ({ properties }) => returned.add(properties.messageId));
    return created;
  };
  return async (address, { body, headers, replyTo, contentType }, { binding, channel }) => {
    opened ??= open();
    opened.catch(() => {
      opened = null;
    });
    const publisher = await opened;
    const { exchange, queue, publish: { timestamp, ...publishing } = {} } = binding;
    const messageId = crypto.randomUUID();
    const routingKey = exchange === undefined ? (queue?.name ?? address) : address;
    const options: AmqpOptions = {
      headers: { ...headers },
      messageId,
      // Messages to a queue that does not exist would be lost without an error.
      mandatory: exchange === undefined,
      ...(contentType === undefined ? {} : { contentType }),
      ...(replyTo === undefined ? {} : { replyTo }),
      ...(timestamp === true ? { timestamp: Math.floor(Date.now() / 1000) } : {}),
      ...publishing,
    };
    const content = bufferOf(body, channel);
    await new Promise<void>((resolve, reject) => {
      publisher.publish(exchange?.name ?? "", routingKey, content, options, (error) =>
        error === null || error === undefined ? resolve() : reject(reasons.get(publisher) ?? error),
      );
    });
    if (returned.delete(messageId))
      throw new ChannelError("address", `no queue gets the message: ${routingKey}`, { channel });
  };
}

function deliveriesOf(
  connection: AmqpConnection,
  address: string,
  options: AmqpSettings & SubscriptionOptions,
): WireSubscription {
  const { prefetch = 10, declare = true, channel: key, signal, buffer } = options;
  const { exchange, queue: described, ack = true } = bindingFor(options);
  const unacknowledged = new Map<WireMessage, AmqpMessage>();
  let processing: AmqpMessage | undefined;
  const queue = createQueue(ack ? prefetch : buffer, { signal, onClose: () => void stop() });
  const fail = (error: ChannelError): void => {
    queue.end(error);
    void stop();
  };
  const opened = connection.createChannel();
  let isStopped = false;
  // What was not acknowledged is delivered again.
  const stop = async (): Promise<void> => {
    if (isStopped) return;
    isStopped = true;
    await opened.then((channel) => channel.close()).catch(() => {});
  };
  const start = async (): Promise<void> => {
    const channel = await opened;
    channel.on("error", (error) => fail(lost(key, error)));
    channel.on("close", () => {
      if (!isStopped) fail(lost(key, "the connection to the broker was closed"));
    });
    if (ack) await channel.prefetch(prefetch);
    if (declare) await declareExchange(channel, exchange);
    let name = described?.name ?? address;
    const isPrivate = address.startsWith(INBOX) || (exchange !== undefined && described === undefined);
    const isDeclared = described !== undefined && declare;
    if (isPrivate) {
      const options = { exclusive: true, autoDelete: true, durable: false };
      name = (await channel.assertQueue(exchange === undefined ? address : "", options)).queue;
    } else if (isDeclared) await declareQueue(channel, described, address);
    if (exchange !== undefined && (isPrivate || isDeclared)) await channel.bindQueue(name, exchange.name, address);
    const receive = (message: AmqpMessage | null): void => {
      if (message === null) {
        fail(lost(key, `the broker has ended the subscription to ${name}`));
        return;
      }
      const wire = wireOf(message);
      if (ack) unacknowledged.set(wire, message);
      if (!queue.offer(wire))
        fail(
          new ChannelError("overflow", "messages arrive faster than they are read: raise `buffer`", { channel: key }),
        );
    };
    await channel.consume(name, receive, { noAck: !ack });
  };
  const ready = start().catch((cause: unknown) => {
    const error = cause instanceof ChannelError ? cause : lost(key, cause);
    fail(error);
    throw error;
  });
  ready.catch(() => {});
  if (signal?.aborted === true) void stop();
  return {
    ready,
    next: async () => {
      const done = processing;
      processing = undefined;
      if (done !== undefined && !isStopped) (await opened).ack(done);
      const result = await queue.next();
      if (result.done !== true) processing = unacknowledged.get(result.value);
      if (result.done !== true) unacknowledged.delete(result.value);
      return result;
    },
    close: async () => {
      await queue.close();
      await stop();
    },
  };
}

interface SubscriptionOptions extends WireOptions {
  readonly buffer: number;
}

const INBOX = "reply.";

function wireOf({ content, properties: { headers, contentType, replyTo } }: AmqpMessage): WireMessage {
  const texts = Object.entries(headers ?? {}).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, textOf(value)] as const],
  );
  return {
    body: content,
    headers: Object.fromEntries(texts),
    ...(typeof contentType === "string" ? { contentType } : {}),
    ...(typeof replyTo === "string" ? { replyTo } : {}),
  };
}

/** Headers of AMQP can be numbers, lists and tables too. */
function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function lost(channel: string, cause: unknown): ChannelError {
  return new ChannelError("connection", cause instanceof Error ? cause.message : String(cause), { channel, cause });
}

/** A dot would begin another word, `*` and `#` would match others. */
function word(value: string): string {
  if (/[.*#]/.test(value)) throw new TypeError(`${JSON.stringify(value)} cannot be part of a routing key`);
  return value;
}
