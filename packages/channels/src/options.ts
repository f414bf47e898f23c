// The options of the target, and what is wrong with those that a configuration gives.
import type { OptionProblem, RenderContext } from "waybill/plugin";

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
};

export function checkOptions(given: Readonly<Record<string, unknown>>): OptionProblem[] {
  const { side, transports: chosen } = { ...defaults, ...given };
  const problems: OptionProblem[] = [];
  if (!["application", "peer", "both"].includes(side))
    problems.push({ at: "side", message: "must be application, peer or both" });
  const known = Object.keys(transports);
  if (chosen !== null && (!Array.isArray(chosen) || chosen.some((name) => !known.includes(name))))
    problems.push({ at: "transports", message: `must be a list of ${known.join(", ")}` });
  return problems;
}
