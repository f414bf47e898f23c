// The model of an AsyncAPI description: channels, the messages on them, and who sends them.
import type { Location } from "../source/index.ts";
import type { Extensions, Info, OAuthFlow, SecurityRequirement, Server } from "./http.ts";
import type { LocatedValue, Schema } from "./schema.ts";
import type { Signature } from "./signature.ts";

export interface MessagingApi {
  readonly kind: "messaging";
  readonly specVersion: string;
  readonly info: Info;
  readonly defaultContentType: string | null;
  readonly servers: readonly MessagingServer[];
  readonly channels: readonly Channel[];
  readonly operations: readonly MessageOperation[];
  /** Every message of the document once, in channel order. */
  readonly messages: readonly Message[];
  readonly securitySchemes: readonly MessagingSecurityScheme[];
  readonly extensions: Extensions;
  /** Those of `info`. */
  readonly documentation: Documentation;
  readonly at: Location;
}

/** `tags` and `externalDocs`, with references replaced by their targets. No code is generated from them. */
export type Documentation = Extensions;

/** How a receiver authenticates a message: a fixed key or, as an extension of the standard, a signature. */
export interface MessagingSecurityScheme {
  readonly name: string;
  readonly type: string;
  /** Of type `http`: `bearer`. */
  readonly scheme: string | null;
  readonly in: string | null;
  readonly parameterName: string | null;
  readonly openIdConnectUrl: string | null;
  readonly flows: readonly OAuthFlow[];
  readonly description: string | null;
  readonly extensions: Extensions;
  readonly at: Location;
}

/** Where channels are. A URL of AsyncAPI 2 is read as the host and the path that AsyncAPI 3 makes of it. */
export interface MessagingServer {
  readonly key: string;
  /** `{region}.broker.example:8883` */
  readonly host: string;
  /** `/{tenant}`; empty when there is none. */
  readonly pathname: string;
  readonly protocol: string;
  readonly protocolVersion: string | null;
  readonly title: string | null;
  readonly summary: string | null;
  readonly description: string | null;
  readonly variables: Server["variables"];
  /** Alternatives, as in `MessageOperation`. */
  readonly security: readonly SecurityRequirement[];
  readonly bindings: Extensions;
  readonly extensions: Extensions;
  readonly documentation: Documentation;
  readonly at: Location;
}

export interface Channel {
  readonly key: string;
  /** `null` when the address is only known at run time, such as a subscriber's URL. */
  readonly address: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly extensions: Extensions;
  /** The keys of its servers; `null`: every server. */
  readonly servers: readonly string[] | null;
  readonly parameters: readonly ChannelParameter[];
  readonly messages: readonly Message[];
  readonly bindings: Extensions;
  /** The binding `ws`, read: how a WebSocket is opened; `null` when the description does not say. */
  readonly webSocket: WebSocketBinding | null;
  readonly documentation: Documentation;
  readonly at: Location;
}

export interface WebSocketBinding {
  /** `GET`, which is what clients send, or `POST`. */
  readonly method: string | null;
  readonly query: Schema | null;
  readonly headers: Schema | null;
}

export interface ChannelParameter {
  readonly name: string;
  readonly description: string | null;
  readonly enum: readonly string[];
  readonly default: string | null;
  /** `$message.payload#/user/id`: where messages hold the value. */
  readonly location: string | null;
  readonly examples: readonly string[];
  /** Only in AsyncAPI 2. */
  readonly schema: Schema | null;
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
  readonly documentation: Documentation;
  readonly at: Location;
}

/** `$message.header#/correlationId` */
export interface Correlation {
  readonly part: "header" | "payload";
  /** A JSON pointer into that part: `/correlationId`. */
  readonly pointer: string;
  readonly description: string | null;
  readonly at: Location;
}

export interface MessageExample {
  readonly name: string | null;
  readonly summary: string | null;
  readonly payload: LocatedValue | null;
  readonly headers: LocatedValue | null;
}

export interface MessageOperation {
  readonly key: string;
  readonly action: "send" | "receive";
  readonly channel: Channel;
  readonly messages: readonly Message[];
  /** For request/reply. */
  readonly reply: Reply | null;
  /** Alternatives; each is a set of schemes that are all required. Empty: those of the server alone. */
  readonly security: readonly SecurityRequirement[];
  readonly title: string | null;
  readonly summary: string | null;
  readonly description: string | null;
  /** What it says itself about the signature of its messages. */
  readonly signature: Signature | null;
  readonly bindings: Extensions;
  readonly extensions: Extensions;
  readonly documentation: Documentation;
  readonly at: Location;
}

/** The channel and messages of a reply. */
export interface Reply {
  readonly channel: Channel | null;
  readonly address: ReplyAddress | null;
  readonly messages: readonly Message[];
  readonly at: Location;
}

/** Where the request says to send the reply. */
export interface ReplyAddress {
  /** `$message.header#/replyTo` */
  readonly location: string | null;
  readonly description: string | null;
  readonly at: Location;
}
