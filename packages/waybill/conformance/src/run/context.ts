// What all phases of a run share: sending, validating, learning, and the record of cases.
import type { Json, Operation, SecurityScheme } from "waybill/description";
import { type Description, placeOf } from "../description/description.ts";
import { openedResponse } from "../description/envelope.ts";
import type { ResponseVerdict } from "../exchange/check-response.ts";
import { curlOf, hasSecret } from "../exchange/curl.ts";
import { type Exchange, jsonOf, pathOf, type SentRequest } from "../exchange/exchange.ts";
import type { Check, Finding } from "../finding.ts";
import type { Recorder } from "../recorder.ts";
import { LeftOut } from "./check-rows.ts";
import { Consistency } from "./consistency.ts";
import type { Corrections } from "./corrections.ts";
import { type Credential, credentialOf, keyFor, schemesOf } from "./credentials.ts";
import type { Doubts } from "./doubts.ts";
import { Knowledge, ownerOfPath } from "./knowledge.ts";
import { idsMadeBy, LinkGraph, type Step } from "./links.ts";
import { type ObservedResponse, Records } from "./records.ts";
import { type RequestValues, requestOf } from "./request-values.ts";
import { rateRuleOf } from "./rules/rate-watch.ts";
import { isRun, type RunOptions } from "./run-options.ts";
import type { CaseResult, Phase } from "./run-report.ts";
import { addressesIn, NoResponse, OtherAddresses, type Session, Spent, Stopped, Unreachable } from "./session.ts";
import { Slots } from "./slots.ts";
import { lastParameterOf, Versions } from "./versions.ts";

/** A request, its response, and what the checks found. */
export interface CallResult extends Step {
  readonly status: number;
  readonly verdict: ResponseVerdict | null;
  /** The JSON of the body, where it is JSON. */
  readonly json: unknown;
}

/** What a phase is made of: some requests about one thing, and what has to hold of their responses. */
export interface Case {
  readonly phase: Phase;
  /** `createOrder/valid/repeated`: for `--only`. */
  readonly id: string;
  /** The operation's id, the event's name or the path. */
  readonly subject: string;
  readonly run: () => Promise<unknown>;
  /**
   * What it has in common with others, such as texts that are too long: of those, only the first runs now; the second waits for the
   * second round of `runRounds`, and so on. A budget that ends early then leaves out what repeats what was tried elsewhere.
   */
  readonly kind?: string | undefined;
  /** Whether its requests come from another address, where there is one; without one, whether it runs now or after all rounds. */
  readonly elsewhere?: "or now" | "or last";
}

/** A request -> the same, written otherwise or with more. */
export type Rewrite = (request: SentRequest) => SentRequest;

/** Each is asked for when the one before is over: it may depend on what that one has found. */
export type Cases = Iterable<Case>;

/** A case about an operation; `name` follows the operation's id. */
export function caseOf(
  phase: Phase,
  { id }: Pick<Operation, "id">,
  name: string,
  run: Case["run"],
  more: Pick<Case, "kind" | "elsewhere"> = {},
): Case {
  return { phase, id: `${id}/${name}`, subject: id, run, ...more };
}

/** A case that waits for its round. */
interface Deferred extends Case {
  readonly round: number;
}

/** So often an operation may leave a request without a response before it is left alone. */
const patience = 3;

/** After all rounds of kinds. */
const lastRound = 1_000_000;

/** So many requests are kept for what comes after the last round, of which one case may take most. */
const keptForEnd = 60;

export class Context {
  readonly options: RunOptions;
  readonly description: Description;
  readonly recorder: Recorder;
  readonly session: Session;
  readonly knowledge: Knowledge;
  readonly links: LinkGraph;
  /** Different in each run, for values and URLs that must be new to the service. */
  readonly runToken: string = Date.now().toString(36);
  readonly cases: CaseResult[] = [];
  readonly notes: Set<string> = new Set();
  readonly leftOut: LeftOut = new LeftOut();
  /** The URL for a field that needs one of its own: set once a receiver listens. */
  urlFor: (label: string) => string;
  /** The first call of each operation that was accepted, or the last one that was not: filled by the phase of that name. */
  readonly baselines: Map<Operation, CallResult> = new Map();
  /** Called with every response to an operation. */
  readonly listeners: ((result: CallResult) => void)[] = [];
  /** The lists that have what an operation makes: found when they are first needed. */
  readonly listsWith: Map<Operation, readonly CallResult[]> = new Map();
  /** Why cases of the last round were left out, although others could still be run. */
  shortage: string | null = null;
  /** The case that is running. */
  caseId: string | null = null;
  /** Ids that this run has created. */
  readonly madeIds: Set<Json> = new Set();
  readonly records: Records = new Records();
  readonly slots: Slots = new Slots();
  /** With what in its body an operation was first accepted. */
  readonly corrections: Map<Operation, Corrections> = new Map();
  /** What is changed with the version that it is based on is changed with its current one. */
  readonly versions: Versions = new Versions();
  readonly consistency: Consistency = new Consistency(this);
  /** What is done before each request of an operation that is rejected otherwise. */
  readonly preparations: Map<Operation, (values: RequestValues) => Promise<unknown>> = new Map();
  /** What makes the very thing that an operation is about, where another one makes it at the same address. */
  readonly makers: Map<Operation, (values: RequestValues) => Promise<unknown>> = new Map();
  /** How many requests the cleanup at the end takes by now. */
  reserved: () => number = () => 0;
  /** What is under way and would be changed by the call is waited for. */
  beforeCall: (operation: Operation) => Promise<void> = async () => {};
  /** Resolves when nothing that was caused is expected to arrive any more. */
  quiet: () => Promise<void> = async () => {};
  readonly doubts: Doubts;
  /** Requests were made whose place among the others is not known. */
  onAside: () => void = () => {};
  private readonly caseIds = new Map<string, number>();
  private readonly runs = new Map<string, Case["run"]>();
  /** How many cases of each kind there are. */
  private readonly kinds = new Map<string, number>();
  private deferred: Deferred[] = [];
  /** How often each operation gave no response. */
  private readonly silences = new Map<Operation, number>();
  private readonly keys = new Set<string>();
  private urls = 0;
  private marks = 0;
  private readonly others: OtherAddresses;

  constructor(options: RunOptions, { recorder, session, doubts }: Pick<Context, "recorder" | "session" | "doubts">) {
    this.doubts = doubts;
    this.options = options;
    this.description = options.description;
    this.links = new LinkGraph(this.description);
    this.recorder = recorder;
    this.session = session;
    this.knowledge = new Knowledge(options.values);
    // RFC 2606: no such name can lead anywhere.
    this.urlFor = (label) => `https://receiver.example/${label}`;
    this.others = new OtherAddresses(addressesIn(options.otherAddress), rateRuleOf(this.description));
  }

  get server(): string {
    return this.options.url.replace(/\/+$/, "");
  }

  /** The first calls that were accepted. */
  get accepted(): CallResult[] {
    return [...this.baselines.values()].filter(({ status }) => isAccepted(status));
  }

  /** New at every call: for names that must be unique. */
  newMark(): string {
    this.marks += 1;
    return `${this.runToken}${this.marks}`;
  }

  /** A value of `Idempotency-Key`. Each request is sent with another one, also where its values are those of an earlier request. */
  newKey(): string {
    const key = crypto.randomUUID();
    this.keys.add(key);
    return key;
  }

  newUrl(): string {
    this.urls += 1;
    return this.urlFor(`${this.runToken}-${this.urls}`);
  }

  /** Runs the cases of a phase one after the other, and records each. Those that can no longer be sent are recorded as skipped. */
  async run(cases: Cases): Promise<void> {
    for (const one of cases) await this.case(one);
  }

  async case(testCase: Case): Promise<void> {
    const one = { ...testCase, id: this.unique(testCase.id) };
    const { kind, elsewhere } = one;
    if (!isRun(this.options.only ?? null, one.phase, one.id)) return;
    if (elsewhere !== undefined && (elsewhere === "or now" || this.others.isThere)) {
      return await this.runCase({ ...one, round: 0, run: () => this.elsewhere(one.run) });
    }
    const round = elsewhere === "or last" ? lastRound : kind === undefined ? 0 : (this.kinds.get(kind) ?? 0);
    if (kind !== undefined) this.kinds.set(kind, round + 1);
    if (round === 0) await this.runCase({ ...one, round });
    else this.deferred.push({ ...one, round });
  }

  /** The cases that wait, round by round. */
  async runRounds(): Promise<void> {
    const waiting = this.deferred.sort((a, b) => a.round - b.round);
    this.deferred = [];
    for (const one of waiting) await this.runCase(one);
  }

  private async runCase({ round, id, phase, subject, run }: Deferred): Promise<void> {
    const { failFast } = this.options;
    if (failFast === true && this.recorder.findings.length > 0) this.session.stop("a finding was made (--fail-fast)");
    const before = this.recorder.findings.length;
    const [started, sentBefore] = [performance.now(), this.session.requests];
    const book = (skipped: string | null): void => {
      const findings = this.recorder.findings.slice(before);
      const milliseconds = performance.now() - started;
      const requests = this.session.requests - sentBefore;
      const result = { id, phase, subject, milliseconds, requests, findings, skipped };
      this.cases.push(result);
      this.options.onCase?.(result);
    };
    if (this.session.reason !== null) return book(this.session.reason);
    const { remaining: left } = this.session;
    if (round === lastRound && left !== null && left < keptForEnd) {
      this.shortage = `the last ${left} requests are kept for the end of the run`;
      return book(this.shortage);
    }
    this.caseId = id;
    this.runs.set(id, run);
    try {
      await run();
      await this.repeatDoubtful();
      book(null);
    } catch (error) {
      if (error instanceof Stopped) book(error.message);
      else if (error instanceof NoResponse) {
        await this.objectToSilence(error, subject);
        book(null);
      } else throw error;
    } finally {
      this.caseId = null;
    }
  }

  /** Cases whose findings a busy machine may have caused, each alone. */
  private async repeatDoubtful(): Promise<void> {
    const { caseId, recorder, notes } = this;
    const runOf = (id: string | null): Case["run"] | null => {
      const run = id === null ? undefined : this.runs.get(id);
      if (run === undefined) return null;
      return async () => {
        this.caseId = id;
        await run();
      };
    };
    await this.doubts.settle({ recorder, notes, runOf, quiet: () => this.quiet() });
    this.caseId = caseId;
  }

  /** One request to see that the service responds. Rejects with the reason when it does not. */
  async reach(): Promise<void> {
    if (this.description.operations.length === 0) return;
    const reason = await this.silenceOfServer();
    if (reason !== null) throw new Unreachable(this.server, reason);
    // Nothing could be said of a service that only says to come back later.
    if (this.session.reason !== null) throw new Spent(this.server, this.session.reason);
  }

  /** `null` when the service responds. */
  private async silenceOfServer(): Promise<string | null> {
    try {
      await this.session.exchange({ method: "GET", server: this.server, target: "/", headers: [], body: null });
      return null;
    } catch (error) {
      if (error instanceof NoResponse) return error.message;
      throw error;
    }
  }

  schemes(operation: Operation): SecurityScheme[] {
    const { http } = this.description;
    return http === null ? [] : schemesOf(http, operation, this.options.keys);
  }

  /** What carries the key, or another one in its place: keys of single schemes go with the key. */
  credential(operation: Operation, key: string | null = this.options.key): Credential {
    const { keys = {}, otherKey, otherKeys = {} } = this.options;
    const own = key === this.options.key ? keys : key === otherKey ? otherKeys : {};
    return credentialOf(this.schemes(operation), { shared: key, own });
  }

  /** The key for an operation; `null` where there is none, or none is needed. */
  keyOf(operation: Operation): string | null {
    const { key, keys = {} } = this.options;
    const [scheme] = this.schemes(operation);
    return scheme === undefined ? null : keyFor({ shared: key, own: keys }, scheme);
  }

  /**
   * Sends a request of an operation with the key, or with `credential` instead, and checks the response against the description.
   * `written`: the same values as another text.
   */
  async call(
    operation: Operation,
    usual: RequestValues,
    credential?: Credential,
    written: RequestValues = usual,
  ): Promise<CallResult> {
    await this.beforeCall(operation);
    // Another account's request changes nothing of this one, and neither does what is done before it.
    if (credential === undefined) await this.preparations.get(operation)?.(usual);
    const values = this.versions.current(operation, usual);
    const exchange = await this.send(operation, this.versions.current(operation, written), credential);
    const result = this.validate(operation, values, exchange);
    if (credential === undefined) for (const id of idsMadeBy(result)) this.madeIds.add(id);
    if (!this.session.together) await this.consistency.settle();
    return result;
  }

  /** The same request as `rewrite` changes it: the response is checked as that to the usual one. */
  async callAs(operation: Operation, usual: RequestValues, rewrite: Rewrite): Promise<CallResult> {
    const values = this.versions.current(operation, usual);
    return this.validate(operation, values, await this.sendAs(operation, values, rewrite));
  }

  /** The same, without a check of the response: where it differs from the usual one, that alone is the finding. */
  async sendAs(operation: Operation, values: RequestValues, rewrite: Rewrite): Promise<Exchange> {
    await this.beforeCall(operation);
    await this.preparations.get(operation)?.(values);
    return await this.send(operation, this.versions.current(operation, values), undefined, rewrite);
  }

  /** Sends a request of which only the status counts: a response may repeat undeclared members. */
  async try(operation: Operation, usual: RequestValues): Promise<CallResult> {
    await this.preparations.get(operation)?.(usual);
    const values = this.versions.current(operation, usual);
    const exchange = await this.send(operation, values);
    const { status } = exchange.response;
    if (status >= 500) this.object("server-error", `${operation.id} returns ${status}`, { operation, exchange });
    this.observe({ operation, values, status, json: jsonOf(exchange), isOfOther: false });
    this.consistency.forget();
    return { operation, values, exchange, status, verdict: null, json: undefined };
  }

  /**
   * A call whose response takes long, beside the others; `checked` validates it, in the case that waits for it. `counted` is called
   * once the service has surely counted the request.
   */
  aside(
    operation: Operation,
    values: RequestValues,
  ): { readonly exchange: Promise<Exchange>; readonly counted: () => void } {
    const exchange = this.session.aside(this.requestFor(operation, values));
    return { exchange, counted: () => this.onAside() };
  }

  checked(operation: Operation, values: RequestValues, exchange: Exchange): CallResult {
    return this.validate(operation, values, exchange);
  }

  /** A call from another address of this machine. Rejects with `NoResponse` where there is no such address. */
  async callFrom(from: string, operation: Operation, values: RequestValues): Promise<CallResult> {
    const exchange = await this.session.exchange({ ...this.requestFor(operation, values), from });
    return this.validate(operation, values, exchange);
  }

  /**
   * The requests of `work` come from another address, where the limit counts addresses and there is one: they are taken from a
   * budget of their own. From the usual address otherwise.
   */
  async elsewhere(work: () => Promise<unknown>): Promise<void> {
    await this.others.during(work);
  }

  /** Calls under way at the same time: in which order the service sees them is not known. */
  async atOnce<Done>(calls: readonly (() => Promise<Done>)[]): Promise<Done[]> {
    this.session.together = true;
    return await Promise.all(calls.map((call) => call())).finally(() => {
      this.session.together = false;
    });
  }

  /** Sends a request that belongs to no operation. */
  async callRaw(request: Omit<SentRequest, "server">): Promise<Exchange> {
    const exchange = await this.session.exchange({ ...request, server: this.server });
    this.recorder.observe(exchange, this.caseId);
    return exchange;
  }

  /** With the key, or with `credential` in place of it. */
  requestFor(operation: Operation, values: RequestValues, credential?: Credential): SentRequest {
    return requestOf(operation, values, { server: this.server, credential: credential ?? this.credential(operation) });
  }

  /** Rejects with `Stopped` where the operation was silent too often; the rest of the run goes on. */
  private async send(
    operation: Operation,
    values: RequestValues,
    credential?: Credential,
    rewrite: Rewrite = (request) => request,
  ): Promise<Exchange> {
    const count = this.silences.get(operation) ?? 0;
    if (count >= patience) throw new Stopped(`${operation.id} did not respond ${patience} times`);
    const { headers, ...rest } = this.requestFor(operation, values, credential);
    const fresh = headers.map(([name, value]) => [name, this.keys.has(value) ? this.newKey() : value] as const);
    const request = rewrite({ ...rest, headers: fresh });
    const exchange = await this.others.send(request, (one) => this.session.exchange(one));
    if (exchange !== null) return exchange;
    try {
      return await this.session.exchange(request);
    } catch (error) {
      if (error instanceof NoResponse) this.silences.set(operation, count + 1);
      throw error;
    }
  }

  /** A finding about the response to an operation, whose name comes before the text. */
  fault(check: Check, result: CallResult, text: string, where: string | null = placeOf(result.operation.at)): void {
    const { id } = result.operation;
    // What a service may return besides is no refusal of its own.
    if (["valid-refused", "wrong-refusal"].includes(check) && this.options.expect?.[id]?.includes(result.status))
      return;
    this.object(check, `${result.operation.id} ${text}`, { ...result, where });
  }

  object(
    check: Check,
    message: string,
    about: { readonly operation: Operation; readonly exchange: Exchange; readonly where?: string | null },
  ): void {
    const { operation, exchange, where = placeOf(operation.at) } = about;
    this.recorder.add(
      { check, message, where },
      { subject: operation.id, evidence: this.recorder.evidenceOf(exchange), caseId: this.caseId },
    );
  }

  /** A finding that no single request shows. */
  objectTo(
    check: Check,
    message: string,
    about: Pick<Finding, "subject" | "where"> & { readonly shown?: string; readonly caseId?: string | null },
  ): void {
    const { subject, where, shown = "", caseId = this.caseId } = about;
    this.recorder.add({ check, message, where }, { subject, evidence: { curl: null, shown }, caseId });
  }

  private validate(operation: Operation, values: RequestValues, exchange: Exchange): CallResult {
    const { verdict: observed, operation: seen } = this.recorder.observe(exchange, this.caseId);
    const { status } = exchange.response;
    const isOpened = observed !== null && isAccepted(status);
    const verdict = isOpened ? openedResponse(observed, [ownerOfPath(operation.path.text)]) : observed;
    if (status >= 500) this.object("server-error", `${operation.id} returns ${status}`, { operation, exchange });
    const json = verdict?.json;
    const isOfOther = this.isOfOther(exchange);
    // What is another account's does not exist for this one.
    if (isAccepted(status) && json !== undefined && seen === operation && !isOfOther) {
      this.knowledge.learn(operation, json, verdict?.mediaType?.schema ?? null);
    }
    const result: CallResult = { operation, values, exchange, status, verdict, json };
    if (operation.method === "delete" && isAccepted(status)) {
      const value = values.parameters.path[lastParameterOf(operation) ?? ""];
      if (value !== undefined) this.knowledge.forget(value);
    }
    for (const listener of this.listeners) listener(result);
    this.observe({ ...result, isOfOther });
    this.consistency.take(result, isOfOther);
    return result;
  }

  private observe(observed: ObservedResponse): void {
    this.records.take(observed);
    this.versions.take(observed);
  }

  /** Whether the key of another account was used. */
  isOfOther({ request }: Exchange): boolean {
    const { otherKey = null, otherKeys = {} } = this.options;
    const all = [otherKey ?? "", ...Object.values(otherKeys)].filter((one) => one !== "");
    const texts = [request.target, ...request.headers.map(([, value]) => value)];
    return all.some((one) => texts.some((text) => hasSecret(text, one)));
  }

  /** Ends the run when the service no longer responds at all. */
  private async objectToSilence({ request, message }: NoResponse, subject: string): Promise<void> {
    const operation = this.description.find(request.method, pathOf(request.target));
    const what = operation?.id ?? `${request.method} ${pathOf(request.target)}`;
    const evidence = { curl: curlOf(request, this.recorder.secrets), shown: message };
    const where = operation === null ? null : placeOf(operation.at);
    this.recorder.add(
      { check: "no-answer", message: `${what} does not respond: ${message}`, where },
      { subject: operation?.id ?? subject, evidence, caseId: this.caseId },
    );
    if (this.session.reason !== null) return;
    const reason = await this.silenceOfServer().catch(() => null);
    if (reason !== null) this.session.end(`the service stopped responding: ${reason}`);
  }

  /** Each case has an id of its own, for `--only` and for comparing runs. */
  private unique(id: string): string {
    const count = (this.caseIds.get(id) ?? 0) + 1;
    this.caseIds.set(id, count);
    return count === 1 ? id : `${id}#${count}`;
  }
}

export function isAccepted(status: number): boolean {
  return status >= 200 && status < 300;
}

/** A rejection of the request itself, not of the key or for the rate limit. */
export function isRefused(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 403, 407, 429].includes(status);
}
