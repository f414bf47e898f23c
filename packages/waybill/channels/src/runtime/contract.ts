// What the description says about channels, operations and messages, as types and data; and what moves their messages.

/** A Zod schema, or another object that validates like one. */
export interface Validator<Value> {
  readonly safeParse: (value: unknown) => Validation<Value>;
}

export type Validation<Value> =
  | { readonly success: true; readonly data: Value }
  | { readonly success: false; readonly error: { readonly issues: readonly ValidationIssue[] } };

interface ValidationIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** A place in a message: a JSON pointer into its payload or its headers. */
export interface MessagePlace {
  readonly part: "payload" | "headers";
  /** `/correlationId` */
  readonly pointer: string;
}

/** Headers and queries that the description does not define. */
export type Texts = Readonly<Record<string, string>>;

/** What texts are read as, by the names of headers or parameters; `json`: objects, arrays and mixed values. */
export type TextKinds = Readonly<Record<string, "number" | "boolean" | "json">>;

export type AnyMessage = MessageContract<string, unknown, unknown>;

export interface MessageContract<Name extends string, Payload, Headers = Texts> {
  /** What distinguishes it in code from the other messages of its channel. */
  readonly name: Name;
  /** Its name in the description: the type of a server-sent event. */
  readonly eventName: string;
  readonly contentType: string;
  readonly payload: Validator<Payload>;
  /** `null`: the description does not define headers. */
  readonly headers: Validator<Headers> | null;
  /** What the texts of headers are read as. Absent: they are text. */
  readonly headerKinds: TextKinds;
  /** Where it has the id that relates it to other messages, and of which type the id is. */
  readonly correlation: (MessagePlace & { readonly type: "string" | "number" }) | null;
}

export type AnyChannel = ChannelContract<unknown, unknown, unknown>;

export interface ChannelContract<Parameters = Record<never, never>, Query = Texts, Headers = Texts> {
  /** The key of the channel in the description. */
  readonly key: string;
  /** With `{name}` for each parameter; `null`: known only at run time. */
  readonly address: string | null;
  readonly parameters: readonly ChannelParameter[];
  /** How a WebSocket is opened, where the description defines it. */
  readonly query: Validator<Query> | null;
  /** What the texts of the query are read as. Absent: they are text. */
  readonly queryKinds: TextKinds;
  readonly headers: Validator<Headers> | null;
  /** Never set: it carries the type of the values of parameters. */
  readonly parameterTypes?: Parameters;
}

export interface ChannelParameter {
  readonly name: string;
  /** Empty: any value. */
  readonly values: readonly string[];
  /** `null`: it has to be given. */
  readonly default: string | null;
}

/** How the message that arrives on a channel is identified. */
export interface Inbound {
  readonly messages: readonly AnyMessage[];
  /** Messages of the channel that only this side sends. On a topic they arrive here too, and are skipped. */
  readonly others: readonly AnyMessage[];
  /** The member whose text distinguishes the messages, and the message of each text. `null`: the schema that matches decides. */
  readonly naming: {
    readonly part: "payload" | "headers";
    readonly member: string;
    readonly names: Readonly<Record<string, string>>;
    /** `false`: a message with another text may be one that the member does not distinguish. */
    readonly isComplete: boolean;
  } | null;
}

/** By protocol: what the description says to its broker about an operation and its channel. The transports have the types. */
export type Bindings = Readonly<Record<string, object>>;

/** Where a reply is sent, and what it can be. */
export interface ReplyContract<Reply extends AnyMessage = AnyMessage> {
  /** `null`: it has no channel of its own. */
  readonly channel: AnyChannel | null;
  /** Where the request says to send the reply. */
  readonly address: MessagePlace | null;
  readonly bindings?: Bindings;
  readonly messages: readonly Reply[];
  /** `null` for who sends replies. */
  readonly inbound: Inbound | null;
}

interface OperationContract<Channel, Sent extends AnyMessage, Reply extends AnyMessage> {
  /** The key of the operation in the description. */
  readonly key: string;
  readonly channel: Channel;
  readonly bindings?: Bindings;
  readonly messages: readonly Sent[];
  readonly reply: ReplyContract<Reply> | null;
}

export interface SendOperation<
  Channel extends AnyChannel = AnyChannel,
  Sent extends AnyMessage = AnyMessage,
  Reply extends AnyMessage = AnyMessage,
> extends OperationContract<Channel, Sent, Reply> {
  readonly action: "send";
}

export interface ReceiveOperation<
  Channel extends AnyChannel = AnyChannel,
  Received extends AnyMessage = AnyMessage,
  Reply extends AnyMessage = AnyMessage,
> extends OperationContract<Channel, Received, Reply> {
  readonly action: "receive";
  readonly inbound: Inbound;
}

/** An operation that sends a message and has a reply. */
export interface RequestOperation<Channel extends AnyChannel, Sent extends AnyMessage, Reply extends AnyMessage>
  extends SendOperation<Channel, Sent, Reply> {
  readonly reply: ReplyContract<Reply>;
}

/** An operation that receives a message and has a reply. */
export interface RespondOperation<Channel extends AnyChannel, Received extends AnyMessage, Reply extends AnyMessage>
  extends ReceiveOperation<Channel, Received, Reply> {
  readonly reply: ReplyContract<Reply>;
}

/** A message that has arrived, by its `name`. */
export type Received<Contract extends AnyMessage> =
  Contract extends MessageContract<infer Name, infer Payload, infer Headers>
    ? {
        readonly name: Name;
        readonly payload: Payload;
        readonly headers: Headers;
        /** `null`: the message has none, or the description does not say where. */
        readonly correlationId: string | number | null;
        /** What arrived. */
        readonly wire: WireMessage;
      }
    : never;

/** A message to send. `name` can be left out where the operation has one message. */
export type Outgoing<Contract extends AnyMessage, All extends AnyMessage = Contract> =
  Contract extends MessageContract<infer Name, infer Payload, infer Headers>
    ? ([All] extends [Contract] ? { readonly name?: Name } : { readonly name: Name }) & {
        readonly payload: Payload;
      } & (Record<never, never> extends Headers ? { readonly headers?: Headers } : { readonly headers: Headers })
    : never;

/** The values of the parameters of a channel's address, and the address itself where the description has none. */
export type Placement<Channel extends AnyChannel> =
  Channel extends ChannelContract<infer Parameters, unknown, unknown>
    ? (Record<never, never> extends Parameters
        ? { readonly parameters?: Parameters }
        : { readonly parameters: Parameters }) & {
        /** For a channel whose address is known only at run time, and in place of the described address of others. */
        readonly address?: string;
      }
    : never;

/** Options that can be left out when none of them is required. */
export type Rest<Options> = Record<never, never> extends Options ? [options?: Options] : [options: Options];

/** What is on the wire for a message. */
export interface WireMessage {
  readonly body: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** The type of a server-sent event. */
  readonly event?: string;
  /** The id of a server-sent event. */
  readonly id?: string;
  /** The key of a Kafka record. */
  readonly key?: string;
  /** Where the transport itself says to send a reply. */
  readonly replyTo?: string;
  readonly contentType?: string;
}

/** What moves messages: an adapter of a broker or a protocol. */
export interface Transport {
  /** The value of a parameter as part of an address. Throws for one that would change the address. */
  readonly parameter: (value: string, name: string) => string;
  /** Resolves when the other side, or what is between, has taken the message, as far as the protocol tells. */
  readonly publish: (address: string, message: WireMessage, options: WireOptions) => Promise<void>;
  /** Starts at the call. */
  readonly subscribe: (address: string, options: WireOptions & { readonly buffer: number }) => WireSubscription;
  /** An address at which only this program receives: where replies are sent unless the description says where. */
  readonly inbox?: () => string;
}

export interface WireOptions {
  /** The key of the channel, for errors. */
  readonly channel: string;
  readonly signal: AbortSignal | undefined;
  readonly bindings?: Bindings | undefined;
  /** Where the address is from, if not from the description: an option of the call, or the message that is replied to. */
  readonly addressFrom?: "option" | "message" | undefined;
}

export interface WireSubscription {
  /** Resolves when messages that are sent from now on arrive. */
  readonly ready: Promise<void>;
  readonly next: () => Promise<IteratorResult<WireMessage, undefined>>;
  /** Ends it; `next` then resolves to the end. */
  readonly close: () => Promise<void>;
}

/** A transport whose one address is that of a channel: a WebSocket, a stream of events. */
export interface Connection<Channel extends AnyChannel = AnyChannel> extends Transport {
  readonly channel: Channel;
  readonly close: () => Promise<void>;
}

export type ChannelErrorCode =
  /** A payload or headers that their schema rejects. */
  | "invalid-message"
  /** A message that is none of the channel's. */
  | "unknown-message"
  /** A message that several schemas accept. */
  | "ambiguous-message"
  /** A body that is not what its media type says. */
  | "unreadable-message"
  /** A media type without a codec, or something that the transport cannot carry. */
  | "unsupported"
  /** A parameter or an address that is missing or not allowed. */
  | "address"
  | "connection"
  /** More messages waited than `buffer` allows. */
  | "overflow"
  /** No reply in time, or nowhere to send one. */
  | "no-reply";

export interface MessageIssue {
  /** The message whose schema rejects it. */
  readonly message: string;
  readonly part: "payload" | "headers";
  /** A JSON pointer: `/lines/0/sku`. */
  readonly path: string;
  readonly text: string;
}

interface ErrorDetails {
  readonly channel: string;
  readonly message?: string | null;
  readonly issues?: readonly MessageIssue[];
  readonly cause?: unknown;
}

export class ChannelError extends Error {
  override readonly name = "ChannelError";
  readonly code: ChannelErrorCode;
  /** The key of the channel. */
  readonly channel: string;
  /** The name of the message; `null` when it is not known which it is. */
  readonly messageName: string | null;
  readonly issues: readonly MessageIssue[];

  constructor(code: ChannelErrorCode, reason: string, { channel, message = null, issues = [], cause }: ErrorDetails) {
    const subject = `channel ${JSON.stringify(channel)}${message === null ? "" : `, message ${JSON.stringify(message)}`}`;
    super(`${subject}: ${reason}`, cause === undefined ? {} : { cause });
    this.code = code;
    this.channel = channel;
    this.messageName = message;
    this.issues = issues;
  }
}
