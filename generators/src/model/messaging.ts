// The model of an AsyncAPI description: channels, the messages on them, and who sends them.
import type { Location } from "../source/index.ts";
import type { Extensions, Info } from "./http.ts";
import type { LocatedValue, Schema } from "./schema.ts";
import type { Signature } from "./signature.ts";

export interface MessagingApi {
  readonly kind: "messaging";
  readonly specVersion: string;
  readonly info: Info;
  readonly defaultContentType: string | null;
  readonly channels: readonly Channel[];
  readonly operations: readonly MessageOperation[];
  /** Every message of the document once, in channel order. */
  readonly messages: readonly Message[];
  readonly securitySchemes: readonly MessagingSecurityScheme[];
  readonly extensions: Extensions;
  readonly at: Location;
}

/** How a receiver authenticates a message: a fixed key or, as an extension of the standard, a signature. */
export interface MessagingSecurityScheme {
  readonly name: string;
  readonly type: string;
  readonly description: string | null;
  readonly extensions: Extensions;
  readonly at: Location;
}

export interface Channel {
  readonly key: string;
  /** `null` when the address is only known at run time, such as a subscriber's URL. */
  readonly address: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly parameters: readonly {
    readonly name: string;
    readonly description: string | null;
    readonly enum: readonly string[];
    readonly default: string | null;
  }[];
  readonly messages: readonly Message[];
  readonly bindings: Extensions;
  readonly at: Location;
}

export interface Message {
  readonly kind: "message";
  /** The key in `components.messages`, or that in its first channel: `orderCreated`. */
  readonly key: string;
  /** The channel the key is from; `null` when it is from components. */
  readonly channelKey: string | null;
  /** The name of the event: `order.created`; the key when the description has none. */
  readonly eventName: string;
  /** `OrderCreated`: decided by the names pass. */
  readonly typeName: string;
  readonly title: string | null;
  readonly summary: string | null;
  readonly description: string | null;
  readonly contentType: string;
  readonly payload: Schema;
  readonly headers: Schema | null;
  /** Where the message holds the value that relates it to others; `null` when the description does not say. */
  readonly correlation: Correlation | null;
  readonly examples: readonly MessageExample[];
  /** How a delivery of it is signed: as it says itself, or else its operation, channel, server or security scheme. */
  readonly signature: Signature | null;
  readonly bindings: Extensions;
  readonly extensions: Extensions;
  readonly at: Location;
}

/** `$message.header#/correlationId`. No code is generated from it yet. */
export interface Correlation {
  readonly part: "header" | "payload";
  /** A JSON pointer into that part: `/correlationId`. */
  readonly pointer: string;
  readonly description: string | null;
  readonly at: Location;
}

export interface MessageExample {
  readonly name: string | null;
  readonly payload: LocatedValue | null;
  readonly headers: LocatedValue | null;
}

export interface MessageOperation {
  readonly key: string;
  readonly action: "send" | "receive";
  readonly channel: Channel;
  readonly messages: readonly Message[];
  /** The channel and messages of the reply, for request/reply. */
  readonly reply: { readonly channel: Channel | null; readonly messages: readonly Message[] } | null;
  readonly title: string | null;
  readonly summary: string | null;
  readonly description: string | null;
  /** What it says itself about the signature of its messages. */
  readonly signature: Signature | null;
  readonly bindings: Extensions;
  readonly extensions: Extensions;
  readonly at: Location;
}
