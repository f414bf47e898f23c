// Exchanges and deliveries -> findings and a ledger, and an AssertionError that lists what is wrong. Used by a run of the kit, and by any test.
import { AssertionError } from "node:assert";
import type { Operation } from "waybill/description";
import { checkDelivery, type Delivery, type DeliveryRules, type DeliveryVerdict } from "./deliveries/check-delivery.ts";
import { type Description, placeOf } from "./description/description.ts";
import { checkResponse, type Objection, type ResponseVerdict } from "./exchange/check-response.ts";
import { curlOf, hidden, type Secrets } from "./exchange/curl.ts";
import { type Exchange, headerOf, pathOf, textOfBytes } from "./exchange/exchange.ts";
import { type Evidence, type Finding, identityOfFinding } from "./finding.ts";
import { type Excuse, staleExcuses } from "./ledger/excuses.ts";
import { holesIn, Ledger } from "./ledger/ledger.ts";
import { textOfFindings } from "./report/text.ts";

export interface RecorderOptions {
  /**
   * Values that are replaced by `$NAME` wherever something is shown; those with fewer than 8 characters, which other text has by chance,
   * only as values of headers, cookies and queries.
   */
  readonly secrets?: Secrets;
  /** Called with each finding when it is made. */
  readonly onFinding?: (finding: Finding) => void;
  /** Whether to report a finding. `isKnown`: the same one was not reported before. Default: yes. */
  readonly isReported?: (finding: Finding, isKnown: boolean) => boolean;
  /** Whether an operation may return a status that it does not declare. Default: no. */
  readonly isExpected?: (operation: Operation, status: number) => boolean;
  /** Whether a finding is put aside, for `confirm` later. Default: no. */
  readonly isHeld?: (finding: Finding) => boolean;
}

export interface Seen {
  /** `null`: the path is not described. */
  readonly operation: Operation | null;
  readonly verdict: ResponseVerdict | null;
  /** New ones only: a fault is reported once. */
  readonly findings: readonly Finding[];
}

export class Recorder {
  readonly description: Description;
  readonly ledger: Ledger;
  readonly secrets: Map<string, string>;
  private readonly findingsByKey = new Map<string, Finding>();
  private quiet = false;
  private readonly unreported = new Set<string>();
  private readonly onFinding: (finding: Finding) => void;
  private readonly isReported: NonNullable<RecorderOptions["isReported"]>;
  private readonly isExpected: NonNullable<RecorderOptions["isExpected"]>;
  private readonly isHeld: NonNullable<RecorderOptions["isHeld"]>;

  constructor(description: Description, options: RecorderOptions = {}) {
    const {
      secrets = new Map(),
      onFinding = () => {},
      isReported = () => true,
      isHeld = () => false,
      isExpected = () => false,
    } = options;
    this.description = description;
    this.ledger = new Ledger(description);
    this.secrets = new Map(secrets);
    this.onFinding = onFinding;
    this.isReported = isReported;
    this.isExpected = isExpected;
    this.isHeld = isHeld;
  }

  get findings(): readonly Finding[] {
    return [...this.findingsByKey.values()];
  }

  /** Checks a response against the description. A path that is not described may only return 4XX. */
  observe(exchange: Exchange, caseId: string | null = null): Seen {
    const { request, response } = exchange;
    const path = pathOf(request.target);
    const operation = this.description.find(request.method, path);
    if (operation === null) return { operation, verdict: null, findings: this.undescribed(exchange, caseId) };
    const verdict = checkResponse(this.description, operation, response);
    this.ledger.response(operation, verdict);
    const isExpected = this.isExpected(operation, response.status);
    const objections = verdict.objections.filter(({ check }) => check !== "undeclared-status" || !isExpected);
    if (objections.length === 0) return { operation, verdict, findings: [] };
    const about = { subject: operation.id, evidence: this.evidenceOf(exchange), caseId };
    const findings = distinct(objections).flatMap((objection) => this.add(objection, about));
    return { operation, verdict, findings };
  }

  delivery(
    delivery: Delivery,
    known: Pick<DeliveryRules, "secret" | "retired">,
    caseIdOf: (verdict: DeliveryVerdict) => string | null = () => null,
  ): DeliveryVerdict {
    const verdict = checkDelivery(this.description, delivery, known);
    this.ledger.delivery(verdict);
    if (verdict.objections.length === 0) return verdict;
    const evidence = { curl: null, shown: this.shownDelivery(delivery) };
    const about = { subject: verdict.message?.eventName ?? null, evidence, caseId: caseIdOf(verdict) };
    for (const objection of distinct(verdict.objections)) this.add(objection, about);
    return verdict;
  }

  /** Adds a finding, with its secrets hidden. */
  add({ found, ...objection }: Objection, about: Pick<Finding, "subject" | "evidence" | "caseId">): Finding[] {
    const finding: Finding = {
      ...objection,
      ...about,
      message: this.hide(objection.message),
      found: found === undefined ? null : this.hide(found),
      // The command already has variables in place of secrets, with shell quotes around them.
      evidence: { curl: about.evidence.curl, shown: this.hide(about.evidence.shown) },
    };
    const identity = identityOfFinding(finding);
    if (this.findingsByKey.has(identity)) return [];
    if (!this.isReported(finding, this.unreported.has(identity))) {
      this.unreported.add(identity);
      return [];
    }
    if (this.isHeld(finding)) return [];
    return this.confirm(finding);
  }

  /** Adds a finding that was put aside. */
  confirm(finding: Finding): Finding[] {
    this.findingsByKey.set(identityOfFinding(finding), finding);
    if (!this.quiet) this.onFinding(finding);
    return [finding];
  }

  /** The evidence of a finding that `again` reproduces; `null` when it does not. No other finding is recorded. */
  async shows(finding: Finding, again: () => Promise<unknown>): Promise<Evidence | null> {
    const savedFindings = new Map(this.findingsByKey);
    this.findingsByKey.clear();
    this.quiet = true;
    try {
      await again();
      return this.findingsByKey.get(identityOfFinding(finding))?.evidence ?? null;
    } finally {
      this.quiet = false;
      this.findingsByKey.clear();
      for (const [identity, one] of savedFindings) this.findingsByKey.set(identity, one);
    }
  }

  /** Replaces the evidence of a finding. */
  replace(finding: Finding, evidence: Evidence): void {
    this.findingsByKey.set(identityOfFinding(finding), { ...finding, evidence });
  }

  evidenceOf({ request, response }: Exchange): Evidence {
    const type = headerOf(response.headers, "content-type");
    const body = textOfBytes(response.body);
    // Before shortening: a truncated secret is not recognised.
    const shownBody = body === "" ? "" : `\n${shorten(this.hide(body), 600)}`;
    const responseText = `${response.status}${type === null ? "" : ` ${type}`}${shownBody}`;
    return { curl: curlOf(request, this.secrets), shown: responseText };
  }

  private shownDelivery({ method, target, headers, body }: Delivery): string {
    const lines = headers.filter(([name]) => !["host", "connection"].includes(name.toLowerCase()));
    const headersShown = lines.map(([name, value]) => `${name}: ${hidden(value, this.secrets, true)}`);
    const deliveryLines = [`${method} ${target}`, ...headersShown, "", textOfBytes(body)];
    return shorten(this.hide(deliveryLines.join("\n")), 1200);
  }

  private hide(text: string): string {
    return hidden(text, this.secrets);
  }

  private undescribed(exchange: Exchange, caseId: string | null): Finding[] {
    const { request, response } = exchange;
    const path = pathOf(request.target);
    // A path that is not described is expected to be rejected; HTTP servers respond to HEAD and OPTIONS by themselves.
    if (response.status >= 400 && response.status < 500) return [];
    if (["HEAD", "OPTIONS"].includes(request.method) && response.status < 500) return [];
    const [neighbour] = this.description.at(path);
    const displayPath = neighbour?.path.text ?? path;
    const message = `${request.method} ${displayPath} returns ${response.status} and is not described`;
    const where = neighbour === undefined ? null : placeOf(neighbour.at);
    const objection: Objection = { check: "undeclared-operation", message, where };
    return this.add(objection, { subject: null, evidence: this.evidenceOf(exchange), caseId });
  }
}

/** One of those that are the same: each of a thousand elements may have one fault. */
function distinct(objections: readonly Objection[]): Objection[] {
  return [...Map.groupBy(objections, ({ check, message }) => `${check} ${message}`).values()].flatMap(
    ([first]) => first ?? [],
  );
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** Throws an `AssertionError` that lists the findings, if there are any. */
export function assertConforms({ findings }: Pick<Recorder, "findings">): void {
  if (findings.length === 0) return;
  const title = `${findings.length === 1 ? "one response or delivery is" : `${findings.length} things are`} not as described`;
  fail(`${title}:\n\n${textOfFindings(findings)}`, assertConforms);
}

/**
 * Throws an `AssertionError` that lists what is declared, was not seen and is not excused, and the excuses that excuse
 * nothing.
 */
export function assertComplete(ledger: Pick<Ledger, "rows">, excuses: readonly Excuse[] = []): void {
  const rows = ledger.rows(excuses);
  const holes = holesIn(rows).map(({ id, where }) => `  ${id}  ${where}`);
  const stale = staleExcuses(rows, excuses).map((line) => `  ${line}`);
  const parts = [
    ...(holes.length === 0 ? [] : [`declared but never seen; cover or excuse them:\n${holes.join("\n")}`]),
    ...(stale.length === 0 ? [] : [`stale excuses, remove them:\n${stale.join("\n")}`]),
  ];
  if (parts.length > 0) fail(parts.join("\n\n"), assertComplete);
}

/** The stack starts at the test, not here. */
function fail(message: string, stackStartFn: (...parameters: never[]) => void): never {
  throw new AssertionError({ message, stackStartFn });
}
