// The operation that receives messages -> the messages of its channel as they arrive, validated and typed.
import {
  type AnyChannel,
  type AnyMessage,
  ChannelError,
  type Inbound,
  type Received,
  type ReceiveOperation,
  type Rest,
  type Transport,
  type WireMessage,
  type WireSubscription,
} from "./contract.ts";
import { addressIn, type Placed, wireOptionsOf } from "./publish.ts";
import { type Codecs, decoded, type Reading } from "./wire.ts";

export interface SubscribeOptions {
  /** Ends the subscription: what waits for a message rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** For media types other than JSON and text. */
  readonly codecs?: Codecs;
  /**
   * How many messages may wait where the protocol cannot make the sender wait (WebSocket, NATS); one more fails with `overflow`.
   * Default: 1000.
   */
  readonly buffer?: number;
  /**
   * Gets each message that is unknown, unreadable or invalid; the subscription then continues, unless this throws. A promise is
   * awaited. Default: it fails with the error.
   */
  readonly onInvalid?: (error: ChannelError, wire: WireMessage) => void;
  /** The name of the message, where the description does not distinguish the messages of the channel; `null`: as the description says. */
  readonly identify?: Reading["identify"];
}

/** Leaving a `for await` closes it. */
export interface Subscription<Message> extends AsyncIterableIterator<Message, undefined> {
  /** Resolves when messages that are sent from now on arrive. */
  readonly ready: Promise<void>;
  readonly close: () => Promise<void>;
  readonly return: () => Promise<IteratorReturnResult<undefined>>;
}

/**
 * The messages of an operation, from this call on. Messages of other operations of the channel are skipped; one that is none of the
 * channel's, or not as described, fails with a `ChannelError`.
 */
export function subscribe<Channel extends AnyChannel, Message extends AnyMessage, Via extends Transport>(
  transport: Via,
  operation: ReceiveOperation<Channel, Message, AnyMessage>,
  ...[options]: Rest<SubscribeOptions & Placed<Channel, Via>>
): Subscription<Received<Message>> {
  const subscribeOptions: SubscribeOptions & { readonly parameters?: unknown; readonly address?: string } =
    options ?? {};
  const { channel, messages, inbound } = operation;
  subscribeOptions.signal?.throwIfAborted();
  const wire = transport.subscribe(addressIn(transport, channel, subscribeOptions), {
    ...wireOptionsOf(operation, subscribeOptions),
    buffer: subscribeOptions.buffer ?? 1000,
  });
  return subscriptionOf<Received<Message>>(wire, channel.key, { messages, inbound, options: subscribeOptions });
}

export function subscriptionOf<Message>(
  wire: WireSubscription,
  channel: string,
  {
    messages,
    inbound,
    options,
  }: { readonly messages: readonly AnyMessage[]; readonly inbound: Inbound; readonly options: SubscribeOptions },
): Subscription<Message> {
  const { codecs = {}, onInvalid, identify } = options;
  const wanted = new Set(messages.map(({ name }) => name));
  const reading: Reading = { inbound, codecs, identify, isWanted: (name) => wanted.has(name) };
  const next = async (): Promise<IteratorResult<Message, undefined>> => {
    for (;;) {
      const result = await wire.next();
      if (result.done === true) return result;
      try {
        const message = decoded(channel, result.value, reading);
        // Its payload and headers are valid, so it is one of the types of the operation.
        if (message !== null) return { done: false, value: message as Message };
      } catch (error) {
        try {
          if (!(error instanceof ChannelError) || onInvalid === undefined) throw error;
          await onInvalid(error, result.value);
        } catch (thrown) {
          await wire.close();
          throw thrown;
        }
      }
    }
  };
  const end = async (): Promise<IteratorReturnResult<undefined>> => {
    await wire.close();
    return { done: true, value: undefined };
  };
  const subscription: Subscription<Message> = {
    ready: wire.ready,
    next,
    return: end,
    close: wire.close,
    [Symbol.asyncIterator]: () => subscription,
  };
  return subscription;
}
