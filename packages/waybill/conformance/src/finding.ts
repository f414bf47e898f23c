// What the kit finds: one row per check, and one finding per place where a check failed.

const table = {
  "undeclared-operation": "every path and method that responds is described",
  "undeclared-status": "the operation declares the status",
  "undeclared-media-type": "the response declares the content type",
  "missing-header": "a required header is present",
  "invalid-header": "a header's value matches its schema",
  "unexpected-body": "a response that declares no content has no body",
  "missing-body": "a response that declares content has a body",
  "unreadable-body": "a body can be parsed as its content type",
  "invalid-body": "a body matches its schema",
  "undeclared-field": "an object has only members that its schema declares",
  "server-error": "no request causes a 5xx response",
  "slow-response": "a response takes no longer than the configuration says",
  "no-answer": "every request gets a response",
  "invalid-accepted": "an invalid request is rejected",
  "valid-refused": "a valid request is accepted",
  "wrong-refusal": "a rejection has the status and body that the spec declares",
  "bad-key-accepted": "a request without a valid key is rejected",
  "revoked-key-accepted": "a key that was used is rejected from the first request after it was revoked",
  "unknown-id-accepted": "an unknown id is rejected",
  "undeclared-method-accepted": "a method that a path does not declare does nothing",
  "unknown-path-accepted": "a path that is not described is rejected",
  "foreign-access": "an account has no access to the data of another account",
  "lost-resource": "a created resource can be read",
  "lost-write": "a resource is read back as it was sent",
  "deleted-resource": "a deleted resource cannot be read",
  "wrong-state": "a resource is in the state of its last transition",
  "wrong-transition": "a transition responds as the state machine defines",
  "list-differs": "a list and a single read return the same record",
  "wrong-count": "a create adds one record to its list, a deletion removes one, and a rejected request changes nothing",
  "page-size": "a page has exactly the requested number of records",
  "page-report": "a page reports the correct total, and whether more records follow",
  "page-offset": "the requested number of records is skipped",
  "undeclared-effect":
    "what the spec does not name has no effect: other headers, the order of a query, percent-encoding",
  "filter-ignored": "a filter returns only matching records",
  "condition-ignored": "If-None-Match with the current ETag gets a 304, and If-Match with another one a 412",
  "repetition-served": "a request that repeats an Idempotency-Key gets the first response",
  "rate-limit-headers": "the rate limit headers are consistent with each other and over time",
  "rate-limit-count": "each request uses one unit of the budget, and the budget has the stated size",
  "missing-event": "each subscription receives every event that it subscribes to",
  "undeclared-event": "every delivery is a message of the spec",
  "wrong-delivery-method": "deliveries use the method of the spec",
  "invalid-delivery-header": "the headers of a delivery match their schema",
  "invalid-payload": "the payload of a delivery matches its schema",
  "bad-signature": "each delivery is signed with the current secret of the subscription",
  "stale-timestamp": "the timestamp of a delivery is the current time",
  "unasked-delivery": "a subscription receives only events that it subscribes to",
  "repeated-delivery": "an event is delivered once, and a failed delivery is not retried",
  "payload-differs": "a delivery describes a resource as the API does",
  "delivery-deadline": "a sender waits for a response for exactly the declared time, and holds up no other delivery",
  "wrong-report": "the response to a test delivery reports its outcome correctly",
  "rule-broken":
    "the rules that the spec states outside its schemas hold: URL rules, references, unique members, catalogs",
} as const;

export type Check = keyof typeof table;

/** The rule of each check, in one line. */
export const checks: Readonly<Record<Check, string>> = table;

export interface Finding {
  readonly check: Check;
  /** The difference between the value and the description, in one sentence. */
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
  /** The response or the delivery, shortened. */
  readonly shown: string;
}

/** `createOrder 201: /status must be string, is 7` */
export function sentenceOf({ message, found }: Pick<Finding, "message" | "found">): string {
  return found === null ? message : `${message}, is ${found}`;
}

/** What a thrown value says. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Findings of the same fault are one finding, even if the values differ. */
export function identityOfFinding({ check, message, subject }: Pick<Finding, "check" | "message" | "subject">): string {
  return `${check}\n${subject}\n${message}`;
}

/** Findings with one cause: the first, and the others, which have the same fault in other operations or statuses. */
export interface Cause {
  readonly first: Finding;
  readonly others: readonly Finding[];
}

export function causesOf(findings: readonly Finding[]): Cause[] {
  const groups = Map.groupBy(findings, faultOf);
  return [...groups.values()].flatMap(([first, ...others]) => (first === undefined ? [] : [{ first, others }]));
}

/** The check, and the message without the operation and the status. What has no valid key may be rejected for another reason: one cause. */
function faultOf(finding: Finding): string {
  const text = finding.message.slice(beginningOf(finding).length).replace(/^ returns \d{3} /, " returns ");
  const isOfKey = finding.check === "wrong-refusal" && text.endsWith("; expected: 401");
  return isOfKey ? `bad-key-accepted\n${text.replace(/; expected: 401$/, "")}` : `${finding.check}\n${text}`;
}

/** `listOrders 401`: where a finding is, in a list of those with one cause. */
export function placeOfFinding(finding: Finding): string {
  return beginningOf(finding) || (finding.subject ?? "");
}

/** Of the message: an operation or an event, and the status of a response. */
function beginningOf({ subject, message }: Finding): string {
  if (subject === null || !message.startsWith(subject)) return "";
  const [status = ""] = /^ \d{3}(?=\W)/.exec(message.slice(subject.length)) ?? [];
  return `${subject}${status}`;
}
