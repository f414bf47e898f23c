// Operations with a reply: a request and the reply that belongs to it, on either side.
import { addressOf } from "./address.ts";
import {
  type AnyChannel,
  type AnyMessage,
  ChannelError,
  type Outgoing,
  type Received,
  type ReplyContract,
  type RequestOperation,
  type RespondOperation,
  type Rest,
  type SendOperation,
  type Transport,
  type WireMessage,
} from "./contract.ts";
import { addressIn, contractOf, type Placed, type PublishOptions, wireOf, wireOptionsOf } from "./publish.ts";
import { type SubscribeOptions, subscribe, subscriptionOf } from "./subscribe.ts";
import { type ReadMessage, type SentMessage, unvalidated, valueAt, withValueAt } from "./wire.ts";

export interface RequestOptions extends PublishOptions, Pick<SubscribeOptions, "onInvalid" | "identify"> {
  /** How long to wait for the reply, in milliseconds. Default: 30,000. */
  readonly timeout?: number;
  /** Where the reply is sent, for a reply whose address only the request states. Default: an address of the transport. */
  readonly replyTo?: string;
  /** The parameters of the address of the reply's channel. Default: those of the request. */
  readonly replyParameters?: Readonly<Record<string, string>>;
}

/**
 * Sends a message and resolves to its reply: the next one that has the same correlation id, where the description says where it is. The id
 * is made up if the message has none. Rejects with a `ChannelError` of the code `no-reply` when there is none in time.
 */
export async function request<
  Channel extends AnyChannel,
  Sent extends AnyMessage,
  Reply extends AnyMessage,
  Via extends Transport,
>(
  transport: Via,
  operation: RequestOperation<Channel, Sent, Reply>,
  message: Outgoing<Sent>,
  ...[options]: Rest<RequestOptions & Placed<Channel, Via>>
): Promise<Received<Reply>> {
  const requestOptions: RequestOptions & { readonly parameters?: unknown; readonly address?: string } = options ?? {};
  const { channel, reply } = operation;
  requestOptions.signal?.throwIfAborted();
  if (reply.inbound === null)
    throw new ChannelError("no-reply", "the operation has no reply", { channel: channel.key });
  const { contract, sent, correlationId } = correlated(operation, message as SentMessage);
  const place = replyPlaceOf(transport, operation, requestOptions);
  const addressed = reply.address === null || !place.isStated ? sent : withValueAt(sent, reply.address, place.address);
  const wire = wireOf(channel.key, [contract], { message: addressed, options: requestOptions });
  const address = addressIn(transport, channel, requestOptions);
  const { signal, dispose } = deadline(requestOptions.timeout ?? 30_000, requestOptions.signal, channel.key);
  const onInvalid = (error: ChannelError, received: WireMessage): void => {
    const id = unvalidated(received, reply.messages, requestOptions.codecs).correlationId;
    // A connection carries the messages of other requests too.
    const isOfOther = id === null ? error.code === "unknown-message" : String(id) !== String(correlationId);
    if (correlationId === undefined || !isOfOther) throw error;
  };
  const replies = subscriptionOf<Received<Reply>>(
    transport.subscribe(place.address, {
      channel: reply.channel?.key ?? channel.key,
      signal,
      buffer: 1000,
      bindings: reply.bindings,
      addressFrom: place.from,
    }),
    reply.channel?.key ?? channel.key,
    { messages: reply.messages, inbound: reply.inbound, options: { onInvalid, ...requestOptions } },
  );
  try {
    await replies.ready;
    const replied = place.isStated ? { ...wire, replyTo: place.address } : wire;
    await transport.publish(address, replied, { ...wireOptionsOf(operation, requestOptions), signal });
    // Its payload and headers are valid, so it is one of the types of the reply.
    for await (const one of replies) if (isReply(one, reply, correlationId)) return one;
    throw new ChannelError("no-reply", "the subscription ended before the reply", { channel: channel.key });
  } finally {
    dispose();
    await replies.close();
  }
}

/** A request that is not as described, whose handler has thrown, or whose reply could not be sent. */
export interface FailedRequest<Message extends AnyMessage, Replied extends AnyMessage> {
  /** `null`: the request itself is unknown, unreadable or invalid. */
  readonly message: Received<Message> | null;
  readonly wire: WireMessage;
  readonly reply: (message: Outgoing<Replied>) => Reply;
}

export interface RespondOptions<Message extends AnyMessage = AnyMessage, Replied extends AnyMessage = AnyMessage>
  extends PublishOptions,
    Omit<SubscribeOptions, "onInvalid"> {
  /** How many requests are handled at once. Default: 1, so that they are handled in their order. */
  readonly concurrency?: number;
  /**
   * Gets the error of each request that is not as described, whose handler throws or whose reply cannot be sent. It may return an error
   * reply, `reply(…)`; if it throws, that ends the subscription. Default: the error is logged with `console.error`.
   */
  readonly onError?: (
    error: unknown,
    request: FailedRequest<Message, Replied>,
  ) => Reply | void | Promise<Reply | undefined> | Promise<void>;
}

/** What a handler returns: the result of the function `reply` that it gets. */
export interface Reply {
  readonly message: SentMessage;
}

/**
 * Calls `handler` for each message of an operation, and sends the reply that it returns with `reply(…)`, with the correlation id of the
 * request. A request that fails does not affect the others: see `onError`. Resolves when the subscription ends, and rejects with its error.
 */
export async function respond<
  Channel extends AnyChannel,
  Message extends AnyMessage,
  Replied extends AnyMessage,
  Via extends Transport,
>(
  transport: Via,
  operation: RespondOperation<Channel, Message, Replied>,
  // What it returns is no type parameter: TypeScript would widen the literals of a returned object.
  handler: (message: Received<Message>, reply: (message: Outgoing<Replied>) => Reply) => Reply | Promise<Reply>,
  ...[options]: Rest<RespondOptions<Message, Replied> & Placed<Channel, Via>>
): Promise<void> {
  const respondOptions: RespondOptions<Message, Replied> & {
    readonly parameters?: unknown;
    readonly address?: string;
  } = options ?? {};
  const { channel, reply: contract } = operation;
  const { concurrency = 1, onError = (error: unknown) => console.error(error) } = respondOptions;
  const reply = (sent: Outgoing<Replied>): Reply => ({ message: sent as SentMessage });
  const send = async (request: Unnamed, replied: Reply): Promise<void> =>
    await sendReply(transport, contract, { channel, request, replied: replied.message, options: respondOptions });

  const running = new Set<Promise<void>>();
  const thrown: unknown[] = [];
  /** Resolves when there is room for another one. */
  const run = async (task: () => Promise<void>): Promise<void> => {
    const settled = task()
      .catch(async (error: unknown) => {
        thrown.push(error);
        await messages.close();
      })
      .finally(() => running.delete(settled));
    running.add(settled);
    while (running.size >= concurrency) await Promise.race(running);
  };
  const report = async (error: unknown, request: Unnamed, message: Received<Message> | null): Promise<void> => {
    const replied = await onError(error, { message, wire: request.wire, reply });
    // The sender of a bad request need not say where its reply goes.
    if (typeof replied === "object") await send(request, replied).catch((unsent: unknown) => console.error(unsent));
  };
  const handle = async (message: Received<Message>): Promise<void> => {
    try {
      await send(message, await handler(message, reply));
    } catch (error) {
      await report(error, message, message);
    }
  };
  const onInvalid = async (error: ChannelError, wire: WireMessage): Promise<void> =>
    await run(
      async () => await report(error, unvalidated(wire, operation.inbound.messages, respondOptions.codecs), null),
    );
  const messages = subscribe<AnyChannel, Message, Via>(
    transport,
    operation,
    ...([{ ...respondOptions, onInvalid }] as never),
  );
  try {
    for await (const message of messages) await run(async () => await handle(message));
  } finally {
    await Promise.all(running);
  }
  if (thrown.length > 0) throw thrown[0];
}

type Unnamed = Omit<ReadMessage, "name">;

interface RepliedRequest {
  readonly channel: AnyChannel;
  readonly request: Unnamed;
  readonly replied: SentMessage;
  readonly options: PublishOptions & { readonly parameters?: unknown };
}

async function sendReply(
  transport: Transport,
  reply: ReplyContract,
  { channel, request: { payload, headers, correlationId, wire }, replied, options }: RepliedRequest,
): Promise<void> {
  const key = reply.channel?.key ?? channel.key;
  const contract = contractOf(key, reply.messages, replied.name);
  const { correlation } = contract;
  const related =
    correlation === null || correlationId === null ? replied : withValueAt(replied, correlation, correlationId);
  const stated = reply.address === null ? undefined : valueAt({ payload, headers }, reply.address);
  const address = typeof stated === "string" ? stated : wire.replyTo;
  const place = "channel" in transport ? "" : (address ?? knownAddressOf(transport, reply, options.parameters));
  if (place === null)
    throw new ChannelError("no-reply", "the request does not say where to send the reply", { channel: key });
  await transport.publish(place, wireOf(key, [contract], { message: related, options }), {
    channel: key,
    signal: options.signal,
    bindings: reply.bindings,
    addressFrom: address === undefined ? undefined : "message",
  });
}

/** Where a request or a reply has no id, the next message is the reply. */
function isReply({ name, correlationId }: ReadMessage, { messages }: ReplyContract, expected: unknown): boolean {
  const hasId = messages.some((contract) => contract.name === name && contract.correlation !== null);
  return expected === undefined || !hasId || correlationId === expected;
}

/** The message with the id by which its reply is found. */
function correlated(
  { channel, messages }: SendOperation,
  message: SentMessage,
): { readonly contract: AnyMessage; readonly sent: SentMessage; readonly correlationId: unknown } {
  const contract = contractOf(channel.key, messages, message.name);
  const { correlation } = contract;
  if (correlation === null) return { contract, sent: message, correlationId: undefined };
  const existingId = valueAt({ payload: message.payload, headers: message.headers }, correlation);
  if (existingId !== undefined) return { contract, sent: message, correlationId: existingId };
  const id = crypto.randomUUID();
  // 48 bits of it, which a number holds exactly.
  const correlationId = correlation.type === "number" ? Number.parseInt(id.replaceAll("-", "").slice(-12), 16) : id;
  return { contract, sent: withValueAt(message, correlation, correlationId), correlationId };
}

/** `isStated`: the request has to say it. */
interface ReplyPlace {
  readonly address: string;
  readonly isStated: boolean;
  readonly from?: "message";
}

function replyPlaceOf(
  transport: Transport,
  { channel, reply }: SendOperation,
  { replyTo, replyParameters, parameters }: { replyTo?: string; replyParameters?: object; parameters?: unknown },
): ReplyPlace {
  if ("channel" in transport) return { address: "", isStated: false };
  if (replyTo !== undefined) return { address: replyTo, isStated: true, from: "message" };
  const known = reply === null ? null : knownAddressOf(transport, reply, replyParameters ?? parameters);
  if (known !== null) return { address: known, isStated: reply?.address !== null };
  if (transport.inbox !== undefined) return { address: transport.inbox(), isStated: true, from: "message" };
  const reason = "the description does not say where the reply is sent: give `replyTo`";
  throw new ChannelError("no-reply", reason, { channel: channel.key });
}

function knownAddressOf(transport: Transport, { channel }: ReplyContract, parameters: unknown): string | null {
  if (channel === null || channel.address === null) return null;
  const channelParameters = Object.entries(Object(parameters)).filter(([name]) =>
    channel.parameters.some((known) => known.name === name),
  );
  return addressOf(channel, { parameters: Object.fromEntries(channelParameters) }, transport.parameter);
}

function deadline(
  timeout: number,
  outer: AbortSignal | undefined,
  channel: string,
): { readonly signal: AbortSignal; readonly dispose: () => void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort(outer?.reason);
  const late = new ChannelError("no-reply", `no reply within ${timeout} ms`, { channel });
  const timer = setTimeout(() => controller.abort(late), timeout);
  if (outer?.aborted === true) abort();
  else outer?.addEventListener("abort", abort, { once: true });
  return {
    signal: controller.signal,
    dispose: () => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", abort);
    },
  };
}
