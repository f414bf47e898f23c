// The options of the target, their defaults, and the values they accept.
import { listOf, oneOf, orNull, type RenderContext, type Target } from "waybill/plugin";

/** JSON values: they are part of the hash of a run. */
export interface ChannelsOptions {
  /**
   * Whose operations: those of the application that is described, those of its peers, who receive what it sends, or `both`. Default:
   * `application`.
   */
  readonly side: string;
  /** The transports that are generated beside the one in memory. Default: those of the protocols of the servers. */
  readonly transports: readonly string[] | null;
}

export type Context = RenderContext<ChannelsOptions>;

export const defaults: ChannelsOptions = { side: "application", transports: null };

export type Side = "application" | "peer";

export function sidesOf({ side }: ChannelsOptions): readonly Side[] {
  return side === "both" ? ["application", "peer"] : [side === "peer" ? "peer" : "application"];
}

/** The transports, with the protocols that each is for. */
export const transports: Readonly<Record<string, readonly string[]>> = {
  "web-socket": ["ws", "wss"],
  "server-sent-events": ["http", "https", "sse", "mercure"],
  nats: ["nats"],
  kafka: ["kafka", "kafka-secure"],
  mqtt: ["mqtt", "mqtts", "mqtt5", "secure-mqtt"],
  // AMQP 1.0 is another protocol.
  amqp: ["amqp", "amqps"],
};

export const accepts: NonNullable<Target<ChannelsOptions>["accepts"]> = {
  side: oneOf("application", "peer", "both"),
  transports: orNull(listOf(...Object.keys(transports))),
};
