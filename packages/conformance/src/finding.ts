// What the kit finds: one row per check, and one finding per place where a check failed.

const table = {
  "undeclared-operation": "a path and method that answer are described",
  "undeclared-status": "the status is one that the operation declares",
  "undeclared-media-type": "the content type is one that the response declares",
  "missing-header": "a required header is there",
  "invalid-header": "a header's value matches its schema",
  "unexpected-body": "a response that declares no content has no body",
  "missing-body": "a response that declares content has a body",
  "unreadable-body": "a body is what its content type says",
  "invalid-body": "a body matches its schema",
  "undeclared-field": "an object has no member that its schema does not speak of",
  "server-error": "no request makes the service fail",
  "no-answer": "every request is answered",
  "invalid-accepted": "what the description forbids is refused",
  "valid-refused": "what the description allows is accepted",
  "wrong-refusal": "a refusal has the status and the form that the description gives it",
  "bad-key-accepted": "without a good key nothing is answered but the refusal",
  "unknown-id-accepted": "an id that nobody has leads nowhere",
  "undeclared-method-accepted": "a method that a path does not have does nothing",
  "unknown-path-accepted": "a path that is not described leads nowhere",
  "foreign-access": "one account does not reach what another one has",
  "lost-resource": "what was created can be read",
  "lost-write": "what was sent is what is read back",
  "deleted-resource": "what was deleted is gone",
  "wrong-state": "a resource is in the state that its last transition led to",
  "wrong-transition": "a transition answers as the state machine says",
  "page-size": "a page holds what was asked for, and no more",
  "page-report": "a page says rightly how many records there are, and whether more follow",
  "page-offset": "the records to skip are skipped",
  "filter-ignored": "a filter leaves only what matches it",
  "rate-limit-headers": "the headers of the rate limit agree with each other and with time",
  "rate-limit-count": "each request uses up one of the budget, and the budget is what it says",
  "missing-event": "each subscription hears of each event that it asks for",
  "undeclared-event": "every delivery is a message of the description",
  "wrong-delivery-method": "deliveries use the method of the description",
  "invalid-delivery-header": "the headers of a delivery match their schema",
  "invalid-payload": "the payload of a delivery matches its schema",
  "bad-signature": "each delivery is signed with the subscription's present secret",
  "stale-timestamp": "a delivery's timestamp is the present time",
  "unasked-delivery": "a subscription hears of nothing that it did not ask for",
  "repeated-delivery": "an event is delivered once, and a failed delivery is not tried again",
  "payload-differs": "a delivery says of a resource what the API says of it",
  "wrong-report": "the answer to a test delivery says what became of it",
  "rule-broken":
    "what the description states beside its schemas holds: URL rules, references, unique members, catalogs",
} as const;

export type Check = keyof typeof table;

/** What each check holds, in one line. */
export const checks: Readonly<Record<Check, string>> = table;

export interface Finding {
  readonly check: Check;
  /** What was found and what the description says, in one sentence. */
  readonly message: string;
  /** The value that was found, shortened; `null` when there is none to show. */
  readonly found: string | null;
  /** The operation's id or the event's name; `null` for a path that is not described. */
  readonly subject: string | null;
  /** The line of the description behind it: `spec/schemas/order.yaml:41:5`; `null` when there is none. */
  readonly where: string | null;
  /** The request or delivery that shows it. */
  readonly evidence: Evidence;
  /** Which case of a run it was: give it to `--only` to run it again. */
  readonly caseId: string | null;
}

export interface Evidence {
  /** One line to paste into a shell, with the key as `$WAYBILL_KEY`; `null` for a delivery. */
  readonly curl: string | null;
  /** What came back, or what arrived, shortened. */
  readonly shown: string;
}

/** `createOrder 201: /status must be string, is 7` */
export function sentenceOf({ message, found }: Pick<Finding, "message" | "found">): string {
  return found === null ? message : `${message}, is ${found}`;
}

/** Two findings about the same thing are one, whatever the values were. */
export function identityOfFinding({ check, message, subject }: Pick<Finding, "check" | "message" | "subject">): string {
  return `${check}\n${subject}\n${message}`;
}
