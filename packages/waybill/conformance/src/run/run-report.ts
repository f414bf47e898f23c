// The result of a run, from which every report is printed.
import type { Check, Finding } from "../finding.ts";
import type { Cell } from "../ledger/ledger.ts";
import type { HarEntry } from "../report/har.ts";

export interface RunReport {
  /** No finding, and no hole or stale excuse where those count. */
  readonly ok: boolean;
  /** The server that was asked. */
  readonly url: string;
  /** Run again with it to make the same requests. */
  readonly seed: number;
  readonly milliseconds: number;
  readonly requests: number;
  readonly deliveries: number;
  readonly cases: readonly CaseResult[];
  readonly findings: readonly Finding[];
  /** The ledger. */
  readonly cells: readonly Cell[];
  /** Which checks ran, by operation and event; empty for a run of chosen cases. */
  readonly checks: readonly CheckRow[];
  /** The checks that `require` names and that did not run, each with the reason. They make the run fail. */
  readonly unmet: readonly string[];
  /** Whether holes in the ledger make the run fail. */
  readonly complete: boolean;
  /** Excuses that excuse nothing. They make the run fail. */
  readonly staleExcuses: readonly string[];
  /** Every request with its response, where the options keep them. */
  readonly exchanges: readonly HarEntry[];
  /** Cases that could not run, and the options that they need. */
  readonly notes: readonly string[];
}

export interface CaseResult {
  /** `createOrder/body/shipTo.zip/maxLength`: for `--only`. */
  readonly id: string;
  readonly phase: Phase;
  /** The operation's id, the event's name or the path. */
  readonly subject: string;
  readonly milliseconds: number;
  readonly requests: number;
  readonly findings: readonly Finding[];
  /** Why it was not run; `null` when it was. */
  readonly skipped: string | null;
}

/** What a run does, in this order. */
export const phases = [
  "baseline",
  "subscriptions",
  "life cycle",
  "links",
  "valid",
  "paging",
  "invalid",
  "authentication",
  "other accounts",
  "unknown",
  "random",
  "rate limit",
] as const;

export type Phase = (typeof phases)[number];

export interface CheckRow {
  /** The operation's id or the event's name. */
  readonly subject: string;
  readonly ran: readonly Check[];
  readonly notRun: readonly NotRun[];
}

export interface NotRun {
  readonly check: Check;
  /** The rest of `because …`. */
  readonly reason: string;
}
