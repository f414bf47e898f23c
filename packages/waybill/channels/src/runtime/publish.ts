// A message and the operation that sends it -> what is on the wire, validated.
import { addressOf } from "./address.ts";
import {
  type AnyChannel,
  type AnyMessage,
  ChannelError,
  type Connection,
  type Outgoing,
  type Placement,
  type Rest,
  type SendOperation,
  type Transport,
  type WireMessage,
  type WireOptions,
} from "./contract.ts";
import { type Codecs, encoded, type SentMessage } from "./wire.ts";

export interface PublishOptions {
  readonly signal?: AbortSignal;
  /** For media types other than JSON and text. */
  readonly codecs?: Codecs;
  /** The key of a Kafka record: records of one key stay in order. */
  readonly key?: string;
  /** The id of a server-sent event, from which a client continues. */
  readonly id?: string;
}

/** A connection has its address already. */
export type Placed<Channel extends AnyChannel, Via extends Transport> = Via extends Connection
  ? object
  : Placement<Channel>;

/**
 * Sends a message of an operation. Rejects with a `ChannelError`, before anything is sent, when a schema rejects it. It resolves when
 * the transport has taken the message, so that awaiting it is the backpressure.
 */
export async function publish<Channel extends AnyChannel, Sent extends AnyMessage, Via extends Transport>(
  transport: Via,
  operation: SendOperation<Channel, Sent, AnyMessage>,
  message: Outgoing<Sent>,
  ...[options]: Rest<PublishOptions & Placed<Channel, Via>>
): Promise<void> {
  const publishOptions: PublishOptions & { readonly parameters?: unknown; readonly address?: string } = options ?? {};
  const { channel } = operation;
  const wire = wireOf(channel.key, operation.messages, { message: message as SentMessage, options: publishOptions });
  const address = addressIn(transport, channel, publishOptions);
  await transport.publish(address, wire, wireOptionsOf(operation, publishOptions));
}

export function wireOptionsOf(
  { channel, bindings }: Pick<SendOperation, "channel" | "bindings">,
  { signal, address }: { readonly signal?: AbortSignal; readonly address?: string },
): WireOptions {
  return { channel: channel.key, signal, bindings, addressFrom: address === undefined ? undefined : "option" };
}

/** The address of a channel. A connection is of one channel only. */
export function addressIn(
  transport: Transport | Connection,
  channel: AnyChannel,
  values: { readonly parameters?: unknown; readonly address?: string },
): string {
  if (!("channel" in transport)) return addressOf(channel, values, transport.parameter);
  if (transport.channel.key === channel.key) return "";
  const reason = `the connection belongs to the channel ${JSON.stringify(transport.channel.key)}`;
  throw new ChannelError("address", reason, { channel: channel.key });
}

export function wireOf(
  channel: string,
  contracts: readonly AnyMessage[],
  { message, options: { codecs = {}, key, id } }: { readonly message: SentMessage; readonly options: PublishOptions },
): WireMessage {
  const contract = contractOf(channel, contracts, message.name);
  return {
    ...encoded(channel, contract, { message, codecs }),
    event: contract.eventName,
    ...(key === undefined ? {} : { key }),
    ...(id === undefined ? {} : { id }),
  };
}

export function contractOf(channel: string, contracts: readonly AnyMessage[], name: string | undefined): AnyMessage {
  const [only, second] = contracts;
  const contract = name === undefined && second === undefined ? only : contracts.find((each) => each.name === name);
  if (contract !== undefined) return contract;
  const known = contracts.map((each) => JSON.stringify(each.name)).join(", ");
  throw new ChannelError("unknown-message", `"name" is ${JSON.stringify(name)}, and must be one of ${known}`, {
    channel,
  });
}
