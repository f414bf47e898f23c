// The cases of a run -> for each operation and event the checks that apply to it: those that ran, and those that did not, each with the
// reason; and what of that a run requires.
import { httpMethods, type Message, type Operation } from "waybill/description";
import { textsIn } from "../description/description.ts";
import type { Check } from "../finding.ts";
import { hasKey, isConditionalChange, isConditionalRead } from "./conventions.ts";
import type { CaseResult, CheckRow, NotRun } from "./run-report.ts";

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

export interface Facts {
  /** Whether the operation returns a list. */
  readonly isList: (operation: Operation) => boolean;
  /** Whether an operation reads what this one creates. */
  readonly isRead: (operation: Operation) => boolean;
  /** The parameters of a list that a check is about: its filters, its size, its offset. */
  readonly parametersOf: (operation: Operation, check: Check) => readonly string[];
  /** The operations that create what this one is about. */
  readonly producersOf: (operation: Operation) => readonly Operation[];
  /** Whether there is a key of another account. */
  readonly hasOtherKey: boolean;
  /** Whether a state machine names the operation, or it is an action that may conflict with a state. */
  readonly isTransition: (operation: Operation) => boolean;
  /** Whether its body has an amount, times that may conflict, or a member that an extension states a rule of. */
  readonly hasRule: (operation: Operation) => boolean;
  /** Whether the description states a budget of requests. */
  readonly isLimited: boolean;
  /** Whether the run was to use it up. */
  readonly isSpending: boolean;
  /** How many methods the path of an operation describes. */
  readonly methodsOf: (operation: Operation) => number;
  /** Why the run received no delivery at all; `null`: it could receive them. */
  readonly deaf: string | null;
  /** Checks that the configuration leaves out. */
  readonly off: readonly Check[];
  /** Why a message was not delivered, or why its signature could not be checked; `null` where it was. */
  readonly unsentReasonOf: (message: Message) => string | null;
  readonly unsignedReasonOf: (message: Message) => string | null;
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

/** Made of every delivery of a message. */
const ofDeliveries: readonly Check[] = ["missing-event", "invalid-payload", "invalid-delivery-header"];

/** A check that takes requests of its own. */
interface Applicable {
  readonly check: Check;
  readonly applies: (operation: Operation, facts: Facts) => boolean;
  /** Whether a case of the run makes the check. */
  readonly isMade: (one: CaseResult, operation: Operation, facts: Facts) => boolean;
  /** Where nothing else is known. */
  readonly otherwise: string | ((facts: Facts) => string);
}

const isOf = (one: CaseResult, operation: Operation): boolean => one.subject === operation.id;
const within = (one: CaseResult, operation: Operation, place: string): boolean =>
  one.id.startsWith(`${operation.id}/${place}`);
const hasPathParameter = ({ parameters }: Operation): boolean => parameters.some((one) => one.in === "path");
const needsKey = ({ security }: Operation): boolean =>
  security.length > 0 && security.every(({ schemes }) => schemes.length > 0);
const ruleCases = /^(valid\/(amounts|overlapping)|invalid\/(references|unique)|(in)?valid\/body\/[^/]+\/url-rules)/;
const isOfRule = ({ id }: CaseResult, operation: Operation): boolean =>
  id.startsWith(`${operation.id}/`) && ruleCases.test(id.slice(operation.id.length + 1));
const isLinked = (one: CaseResult, operation: Operation): boolean =>
  one.phase === "links" && one.id.endsWith(`/links/${operation.id}`);
const neverAccepted = "no request was accepted that it could start from";
const nothingLeadsToIt = "nothing that the run creates leads to it";

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
    applies: needsKey,
    isMade: (one, operation) => one.phase === "authentication" && isOf(one, operation),
    otherwise: "--key was not passed",
  },
  {
    check: "revoked-key-accepted",
    applies: (operation) => operation.method === "get" && needsKey(operation),
    isMade: (one, operation) => within(one, operation, "authentication/revoked-after-use"),
    otherwise: "--spare-key and --trigger 'revoke=…' were not passed",
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
    isMade: (one, operation, { producersOf }) =>
      one.phase === "other accounts" && [operation, ...producersOf(operation)].some((each) => isOf(one, each)),
    otherwise: ({ hasOtherKey }) => (hasOtherKey ? nothingLeadsToIt : "--other-key was not passed"),
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
    otherwise: nothingLeadsToIt,
  },
  {
    check: "deleted-resource",
    applies: ({ method }) => method === "delete",
    isMade: isLinked,
    otherwise: nothingLeadsToIt,
  },
  {
    check: "wrong-count",
    applies: (operation, { isRead }) => operation.method === "post" && isRead(operation),
    isMade: (one, operation) => within(one, operation, "links/count"),
    otherwise: neverAccepted,
  },
  {
    check: "wrong-transition",
    applies: (operation, { isTransition }) => isTransition(operation),
    isMade: (one, operation) => one.phase === "life cycle" && isOf(one, operation),
    otherwise: "no resource was created that it could change",
  },
  {
    check: "rule-broken",
    applies: (operation, { hasRule }) => hasRule(operation),
    isMade: isOfRule,
    otherwise: neverAccepted,
  },
  {
    check: "undeclared-effect",
    applies: ({ method }) => method === "get",
    isMade: (one, operation) => within(one, operation, "valid/undeclared-headers"),
    otherwise: neverAccepted,
  },
  {
    check: "rate-limit-count",
    applies: (_, { isLimited }) => isLimited,
    isMade: (one, operation) => within(one, operation, "rate-limit/spent"),
    otherwise: ({ isSpending }) => (isSpending ? "the budget was not used up" : "--spend-budget was not passed"),
  },
  {
    check: "undeclared-method-accepted",
    applies: (operation, { methodsOf }) => methodsOf(operation) < triedMethods.length,
    isMade: (one, { path }) => one.phase === "unknown" && one.id.startsWith(`${path.text}/unknown/`),
    otherwise: neverAccepted,
  },
  {
    check: "condition-ignored",
    applies: (operation) => isConditionalRead(operation) || isConditionalChange(operation),
    isMade: (one, operation) => within(one, operation, "valid/condition"),
    otherwise: "no request was accepted whose response has an ETag",
  },
  {
    check: "repetition-served",
    applies: hasKey,
    isMade: (one, operation) => within(one, operation, "valid/repeated-key"),
    otherwise: neverAccepted,
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

/** Those that a run tries where a path does not describe them. */
const triedMethods = httpMethods.filter((method) => !["head", "options", "query", "trace"].includes(method));

/** The names that `require` takes. */
export const requirable: readonly Check[] = [
  ...new Set([
    ...ofResponses,
    ...applicable.map(({ check }) => check),
    ...ofDeliveries,
    "bad-signature" as const,
    "stale-timestamp" as const,
  ]),
];

export interface Run {
  readonly operations: readonly Operation[];
  readonly messages: readonly Message[];
  readonly cases: readonly CaseResult[];
}

export function checkRows(
  { operations, messages, cases }: Run,
  { facts, leftOut }: { readonly facts: Facts; readonly leftOut: LeftOut },
): CheckRow[] {
  const ofOperations = operations.map((operation) => rowOf(operation, cases, { facts, leftOut }));
  return [...ofOperations, ...messages.map((message) => rowOfMessage(message, facts))].map((row) =>
    without(row, facts),
  );
}

/** What is off did not run. */
function without({ subject, ran, notRun }: CheckRow, { off }: Facts): CheckRow {
  const isOff = (check: Check): boolean => off.includes(check);
  const all = [...ran, ...notRun.map(({ check }) => check)].filter(isOff);
  return {
    subject,
    ran: ran.filter((check) => !isOff(check)),
    notRun: [
      ...notRun.filter(({ check }) => !isOff(check)),
      ...all.map((check) => ({ check, reason: "the configuration turns it off" })),
    ],
  };
}

function rowOf(
  operation: Operation,
  cases: readonly CaseResult[],
  { facts, leftOut }: { readonly facts: Facts; readonly leftOut: LeftOut },
): CheckRow {
  const isSent = cases.some((one) => isOf(one, operation) && one.requests > 0);
  const ran: Check[] = isSent ? [...ofResponses] : [];
  const notRun: NotRun[] = isSent ? [] : ofResponses.map((check) => ({ check, reason: "no request was made" }));
  for (const { check, isMade, otherwise } of applicable.filter(({ applies }) => applies(operation, facts))) {
    const made = cases.filter((one) => isMade(one, operation, facts));
    const left = leftOut.reasonOf(operation, check);
    const skipped = made.find(({ skipped: reason }) => reason !== null)?.skipped ?? null;
    if (left === null && made.some((one) => one.skipped === null)) ran.push(check);
    else notRun.push({ check, reason: left ?? skipped ?? reasonOf(otherwise, facts) });
  }
  if (textsIn(operation.extensions, "x-waybill-events").length > 0) {
    if (facts.deaf === null && isSent) ran.push("missing-event");
    else notRun.push({ check: "missing-event", reason: facts.deaf ?? "no request was made" });
  }
  return { subject: operation.id, ran, notRun };
}

function reasonOf(otherwise: Applicable["otherwise"], facts: Facts): string {
  return typeof otherwise === "string" ? otherwise : otherwise(facts);
}

function rowOfMessage(message: Message, facts: Facts): CheckRow {
  const { signature } = message;
  const timed: readonly Check[] = signature?.scheme.timestamp == null ? [] : ["stale-timestamp"];
  const signed: readonly Check[] = signature === null ? [] : ["bad-signature"];
  const all = [...ofDeliveries, ...timed, ...signed];
  const unsent = facts.deaf ?? facts.unsentReasonOf(message);
  if (unsent !== null) {
    return { subject: message.eventName, ran: [], notRun: all.map((check) => ({ check, reason: unsent })) };
  }
  const unsigned = signature === null ? null : facts.unsignedReasonOf(message);
  if (unsigned === null) return { subject: message.eventName, ran: all, notRun: [] };
  const notRun: NotRun[] = [{ check: "bad-signature", reason: unsigned }];
  return { subject: message.eventName, ran: [...ofDeliveries, ...timed], notRun };
}

/** `foreign-access did not run for updateBook, because --other-key was not passed`: what is required and did not run. */
export function unmetOf(rows: readonly CheckRow[], required: readonly string[]): string[] {
  const isRequired = (check: string): boolean => required.includes(check) || required.includes("all");
  const missing = rows.flatMap(({ subject, notRun }) =>
    notRun.filter(({ check }) => isRequired(check)).map((one) => ({ subject, ...one })),
  );
  const groups = Map.groupBy(missing, ({ check, reason }) => `${check}\n${reason}`);
  const notRun = [...groups.values()].map((group) => {
    const [{ check, reason } = { check: "", reason: "" }] = group;
    return `${check} did not run for ${namesOf(group.map(({ subject }) => subject))}, because ${reason}`;
  });
  const known = new Set(rows.flatMap(({ ran, notRun: left }) => [...ran, ...left.map(({ check }) => check)]));
  const absent = required.filter((name) => name !== "all" && ![...known].some((check) => check === name));
  return [...notRun, ...absent.map((name) => `${name} did not run, because it applies to nothing in the spec`)];
}

/** `updateBook, lendBook`; of more than six, the first five and how many others there are. */
export function namesOf(names: readonly string[]): string {
  return names.length > 6 ? `${names.slice(0, 5).join(", ")} and ${names.length - 5} others` : names.join(", ");
}
