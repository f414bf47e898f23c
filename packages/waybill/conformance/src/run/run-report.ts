// The result of a run, from which every report is printed; and its cases -> for each operation the checks that apply to it: those that ran,
// and those that did not, each with the reason.
import type { Operation } from "waybill/description";
import type { Check, Finding } from "../finding.ts";
import type { Cell } from "../ledger/ledger.ts";

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
  /** Which checks ran, by operation; empty for a run of chosen cases. */
  readonly checks: readonly CheckRow[];
  /** Whether holes in the ledger make the run fail. */
  readonly complete: boolean;
  /** Excuses that excuse nothing. They make the run fail. */
  readonly staleExcuses: readonly string[];
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
  /** The operation's id. */
  readonly subject: string;
  readonly ran: readonly Check[];
  readonly notRun: readonly NotRun[];
}

export interface NotRun {
  readonly check: Check;
  readonly reason: string;
}

/** What phases note when they leave a check out: the reason, by operation and check. */
export class LeftOut {
  private readonly reasons = new Map<string, string>();

  note({ id }: Operation, check: Check, reason: string): void {
    this.reasons.set(`${id} ${check}`, reason);
  }

  reasonOf({ id }: Operation, check: Check): string | null {
    return this.reasons.get(`${id} ${check}`) ?? null;
  }
}

/** Made of every response to an operation. */
const ofResponses: readonly Check[] = [
  "server-error",
  "no-answer",
  "undeclared-status",
  "undeclared-media-type",
  "invalid-body",
  "unreadable-body",
  "undeclared-field",
];

/** A check that takes requests of its own. */
interface Applicable {
  readonly check: Check;
  readonly applies: (operation: Operation, facts: Facts) => boolean;
  /** Whether a case of the run makes the check. */
  readonly isMade: (one: CaseResult, operation: Operation, facts: Facts) => boolean;
  /** Where nothing else is known. */
  readonly otherwise: string;
}

export interface Facts {
  /** Whether the operation returns a list. */
  readonly isList: (operation: Operation) => boolean;
  /** Whether an operation reads what this one creates. */
  readonly isRead: (operation: Operation) => boolean;
  /** The parameters of a list that a check is about: its filters, its size, its offset. */
  readonly parametersOf: (operation: Operation, check: Check) => readonly string[];
}

const isOf = (one: CaseResult, operation: Operation): boolean => one.subject === operation.id;
const within = (one: CaseResult, operation: Operation, place: string): boolean =>
  one.id.startsWith(`${operation.id}/${place}`);
const hasPathParameter = ({ parameters }: Operation): boolean => parameters.some((one) => one.in === "path");
const isLinked = (one: CaseResult, operation: Operation): boolean =>
  one.phase === "links" && one.id.endsWith(`/links/${operation.id}`);
const neverAccepted = "no request was accepted that it could start from";

const applicable: readonly Applicable[] = [
  {
    check: "valid-refused",
    applies: () => true,
    isMade: (one, operation) => within(one, operation, "baseline") || within(one, operation, "valid"),
    otherwise: "no valid request can be made",
  },
  {
    check: "invalid-accepted",
    applies: ({ parameters, requestBody }) => parameters.length > 0 || requestBody !== null,
    isMade: (one, operation) => one.phase === "invalid" && isOf(one, operation),
    otherwise: "its schemas accept every request, or no valid one was accepted",
  },
  {
    check: "bad-key-accepted",
    applies: ({ security }) => security.length > 0 && security.every(({ schemes }) => schemes.length > 0),
    isMade: (one, operation) => one.phase === "authentication" && isOf(one, operation),
    otherwise: "--key was not passed",
  },
  {
    check: "unknown-id-accepted",
    applies: hasPathParameter,
    isMade: (one, operation) => one.phase === "unknown" && isOf(one, operation),
    otherwise: neverAccepted,
  },
  {
    check: "foreign-access",
    applies: (operation, { isList }) =>
      operation.security.length > 0 && (hasPathParameter(operation) || isList(operation)),
    isMade: (one, operation) => one.phase === "other accounts" && isOf(one, operation),
    otherwise: "--other-key was not passed",
  },
  {
    check: "lost-resource",
    applies: (operation, { isRead }) => operation.method === "post" && isRead(operation),
    isMade: (one, operation) => within(one, operation, "links/"),
    otherwise: neverAccepted,
  },
  {
    check: "lost-write",
    applies: ({ method, requestBody }) => (method === "put" || method === "patch") && requestBody !== null,
    isMade: (one, operation) => within(one, operation, "links/updates") || isLinked(one, operation),
    otherwise: "nothing that the run creates leads to it",
  },
  {
    check: "deleted-resource",
    applies: ({ method }) => method === "delete",
    isMade: isLinked,
    otherwise: "nothing that the run creates leads to it",
  },
  ...(["page-size", "page-offset", "filter-ignored"] as const).map(
    (check): Applicable => ({
      check,
      applies: (operation, { parametersOf }) => parametersOf(operation, check).length > 0,
      isMade: (one, operation, { parametersOf }) =>
        parametersOf(operation, check).some((name) => one.id === `${operation.id}/paging/${name}`),
      otherwise: "the list was not accepted",
    }),
  ),
];

export function checkRows(
  operations: readonly Operation[],
  cases: readonly CaseResult[],
  { facts, leftOut }: { readonly facts: Facts; readonly leftOut: LeftOut },
): CheckRow[] {
  return operations.map((operation) => {
    const own = applicable.filter(({ applies }) => applies(operation, facts));
    const isSent = cases.some((one) => isOf(one, operation) && one.requests > 0);
    const ran: Check[] = isSent ? [...ofResponses] : [];
    const notRun: NotRun[] = isSent ? [] : ofResponses.map((check) => ({ check, reason: "no request was made" }));
    for (const { check, isMade, otherwise } of own) {
      const made = cases.filter((one) => isMade(one, operation, facts));
      const left = leftOut.reasonOf(operation, check);
      const skipped = made.find(({ skipped: reason }) => reason !== null)?.skipped ?? null;
      if (left === null && made.some((one) => one.skipped === null)) ran.push(check);
      else notRun.push({ check, reason: left ?? skipped ?? otherwise });
    }
    return { subject: operation.id, ran, notRun };
  });
}
