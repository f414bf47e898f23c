// What all phases of a run share: sending, validating, learning, and the record of cases.
import type { Json, Operation, SecurityScheme } from "waybill/description";
import { type Description, placeOf } from "../description/description.ts";
import type { ResponseVerdict } from "../exchange/check-response.ts";
import { curlOf } from "../exchange/curl.ts";
import { type Exchange, pathOf, type SentRequest } from "../exchange/exchange.ts";
import type { Check, Finding } from "../finding.ts";
import type { Recorder } from "../recorder.ts";
import { type Credential, credentialOf, schemesOf } from "./credentials.ts";
import type { Knowledge } from "./knowledge.ts";
import { idsMadeBy, LinkGraph } from "./links.ts";
import { type RequestValues, requestOf } from "./request-values.ts";
import type { RunOptions } from "./run-options.ts";
import type { CaseResult, Phase } from "./run-report.ts";
import type { Step } from "./runtime-expression.ts";
import { NoResponse, type Session, Stopped } from "./session.ts";
import { Silence } from "./silence.ts";

/** A request, its response, and what the checks found. */
export interface CallResult extends Step {
  readonly status: number;
  readonly verdict: ResponseVerdict | null;
  /** The JSON of the body, where it is JSON. */
  readonly json: unknown;
}

/** The first call of an operation that was accepted, or the last one that was not. */
export interface Baseline {
  readonly result: CallResult;
  readonly accepted: boolean;
}

export interface ContextParts {
  readonly options: RunOptions;
  readonly recorder: Recorder;
  readonly session: Session;
  readonly knowledge: Knowledge;
  /** Milliseconds, for durations only. */
  readonly clock: () => number;
  /** Different in each run, for values that must be new to the service. */
  readonly runToken: string;
}

export class Context {
  readonly options: RunOptions;
  readonly description: Description;
  readonly recorder: Recorder;
  readonly session: Session;
  readonly knowledge: Knowledge;
  readonly links: LinkGraph;
  readonly cases: CaseResult[] = [];
  readonly notes: Set<string> = new Set();
  /** The URL for a field that needs one of its own: set once a receiver listens. */
  urlFor: (label: string) => string;
  /** The results of the first calls: filled by the phase of that name. */
  readonly baselines: Map<Operation, Baseline> = new Map();
  /** Called with every response to an operation. */
  readonly listeners: ((result: CallResult) => void)[] = [];
  /** Ids that this run has created. */
  readonly madeIds: Set<Json> = new Set();
  private readonly parts: ContextParts;
  private readonly caseIds = new Map<string, number>();
  private readonly silence = new Silence();
  private current: string | null = null;
  private urls = 0;
  private marks = 0;

  constructor(parts: ContextParts) {
    this.parts = parts;
    this.options = parts.options;
    this.description = parts.options.description;
    this.links = new LinkGraph(this.description);
    this.recorder = parts.recorder;
    this.session = parts.session;
    this.knowledge = parts.knowledge;
    // RFC 2606: no such name can lead anywhere.
    this.urlFor = (label) => `https://receiver.example/${label}`;
  }

  get server(): string {
    return this.options.url.replace(/\/+$/, "");
  }

  get caseId(): string | null {
    return this.current;
  }

  /** New at every call: for names that must be unique. */
  newMark(): string {
    this.marks += 1;
    return `${this.parts.runToken}${this.marks}`;
  }

  /** For URLs whose path is to differ from run to run. */
  get runToken(): string {
    return this.parts.runToken;
  }

  newUrl(): string {
    this.urls += 1;
    return this.urlFor(`${this.parts.runToken}-${this.urls}`);
  }

  /** Runs one case and records it. A case that can no longer be sent is recorded as skipped. */
  async case(phase: Phase, named: string, subject: string, run: () => Promise<void>): Promise<void> {
    const { only, failFast } = this.options;
    const id = this.unique(named);
    const isNeeded = phase === "baseline" || phase === "subscriptions";
    if (typeof only === "string" && !isNeeded && !id.startsWith(only)) return;
    if (failFast === true && this.recorder.findings.length > 0) this.session.stop("a finding was made (--fail-fast)");
    const before = this.recorder.findings.length;
    const started = this.parts.clock();
    const book = (skipped: string | null): void => {
      const findings = this.recorder.findings.slice(before);
      const result = { id, phase, subject, milliseconds: this.parts.clock() - started, findings, skipped };
      this.cases.push(result);
      this.options.onCase?.(result);
    };
    if (this.session.reason !== null) return book(this.session.reason);
    this.current = id;
    try {
      await run();
      book(null);
    } catch (error) {
      if (error instanceof Stopped) book(error.message);
      else if (error instanceof NoResponse) {
        await this.objectToSilence(error, subject);
        book(null);
      } else throw error;
    } finally {
      this.current = null;
    }
  }

  /** One request to see that the service responds. Rejects with the reason when it does not. */
  async reach(): Promise<void> {
    if (this.description.operations.length === 0) return;
    const reason = await this.silenceOfServer();
    if (reason !== null) throw new Unreachable(this.server, reason);
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
    return http === null ? [] : schemesOf(http, operation);
  }

  /** Sends a request of an operation with the key, or with `credential` instead, and checks the response against the description. */
  async call(operation: Operation, values: RequestValues, credential?: Credential): Promise<CallResult> {
    const carried = credential ?? credentialOf(this.schemes(operation), this.options.key);
    const request = requestOf(operation, values, { server: this.server, credential: carried });
    const exchange = await this.silence.mind(operation.id, () => this.session.exchange(request));
    const result = this.validate(operation, values, exchange);
    if (credential === undefined) for (const id of idsMadeBy(result)) this.madeIds.add(id);
    return result;
  }

  /** Sends a request of which only the status counts: a response may repeat undeclared members. */
  async try(operation: Operation, values: RequestValues): Promise<CallResult> {
    const credential = credentialOf(this.schemes(operation), this.options.key);
    const request = requestOf(operation, values, { server: this.server, credential });
    const exchange = await this.silence.mind(operation.id, () => this.session.exchange(request));
    const { status } = exchange.response;
    if (status >= 500) this.object("server-error", `${operation.id} returns ${status}`, { operation, exchange });
    return { operation, values, exchange, status, verdict: null, json: undefined };
  }

  /** Sends a request that belongs to no operation. */
  async callRaw(request: Omit<SentRequest, "server">): Promise<Exchange> {
    const exchange = await this.session.exchange({ ...request, server: this.server });
    this.recorder.observe(exchange, this.current);
    return exchange;
  }

  object(
    check: Check,
    message: string,
    about: { readonly operation: Operation; readonly exchange: Exchange; readonly where?: string | null },
  ): void {
    const { operation, exchange, where = placeOf(operation.at) } = about;
    this.recorder.add(
      { check, message, where },
      { subject: operation.id, evidence: this.recorder.evidenceOf(exchange), caseId: this.current },
    );
  }

  /** A finding that no single request shows. */
  objectTo(
    check: Check,
    message: string,
    about: Pick<Finding, "subject" | "where"> & { readonly shown?: string },
  ): void {
    const { subject, where, shown = "" } = about;
    this.recorder.add({ check, message, where }, { subject, evidence: { curl: null, shown }, caseId: this.current });
  }

  private validate(operation: Operation, values: RequestValues, exchange: Exchange): CallResult {
    const { verdict, operation: seen } = this.recorder.observe(exchange, this.current);
    const { status } = exchange.response;
    if (status >= 500) {
      this.object("server-error", `${operation.id} returns ${status}`, { operation, exchange });
    }
    const json = verdict?.json;
    if (status >= 200 && status < 300 && json !== undefined && seen === operation) {
      this.knowledge.learn(operation, json, verdict?.mediaType?.schema ?? null);
    }
    const result: CallResult = { operation, values, exchange, status, verdict, json };
    if (operation.method === "delete" && isAccepted(status)) {
      // The last id of its path is the deleted one.
      const last = operation.path.segments.findLast((part) => part.kind === "parameter");
      const value = last === undefined ? undefined : values.parameters.path[last.name];
      if (value !== undefined) this.knowledge.forget(value);
    }
    for (const listener of this.listeners) listener(result);
    return result;
  }

  /** Ends the run when the service no longer responds at all. */
  private async objectToSilence({ request, message }: NoResponse, subject: string): Promise<void> {
    const operation = this.description.find(request.method, pathOf(request.target));
    const what = operation?.id ?? `${request.method} ${pathOf(request.target)}`;
    const evidence = { curl: curlOf(request, this.recorder.secrets), shown: message };
    const where = operation === null ? null : placeOf(operation.at);
    this.recorder.add(
      { check: "no-answer", message: `${what} does not respond: ${message}`, where },
      { subject: operation?.id ?? subject, evidence, caseId: this.current },
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

/** No service responds at the address. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";

  constructor(server: string, reason: string) {
    super(`${server} cannot be reached: ${reason}`);
  }
}

export function isAccepted(status: number): boolean {
  return status >= 200 && status < 300;
}

/** A rejection of the request itself, not of the key or for the rate limit. */
export function isRefused(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 403, 407, 429].includes(status);
}
