// Requests to one server, one after the other, never more than it allows; from other addresses of this machine where the limit counts
// addresses.
import { type Exchange, headerOf, type ReceivedResponse, type SentRequest } from "../exchange/exchange.ts";
import { reasonOf } from "../finding.ts";
import { type RateRule, remainingIn } from "./rules/rate-watch.ts";

export type Send = (request: SentRequest) => Promise<ReceivedResponse>;

/** No more requests are made; `message` says why. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

/** A request without a response. */
export class NoResponse extends Error {
  override readonly name = "NoResponse";
  readonly request: SentRequest;

  constructor(request: SentRequest, reason: string) {
    super(reason);
    this.request = request;
  }
}

export interface SessionOptions {
  readonly send: Send;
  readonly maxRequests: number;
  /** The headers that say how many requests are left. */
  readonly remainingHeaders: readonly string[];
  /** How many requests cleanup will take. */
  readonly reserved?: () => number;
  /** Called with every exchange, in order. */
  readonly onExchange: (exchange: Exchange, time: SentTime) => void;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export interface SentTime {
  /** Unix milliseconds. */
  readonly sentAt: number;
  /** Until the response was read. */
  readonly milliseconds: number;
}

export class Session {
  requests = 0;
  /** When the last request was sent, in Unix milliseconds. */
  lastSentAt = 0;
  /** Several requests are under way at once, so their order is unknown. */
  together = false;
  /** May go on until the rate limit is reached. */
  spending = false;
  /** What the last response said is left of the budget, without what cleanup takes; `null`: unknown. */
  remaining: number | null = null;
  private stopped: string | null = null;
  private mayGoOn = true;
  private isTidying = false;
  private readonly options: SessionOptions;

  constructor(options: SessionOptions) {
    this.options = options;
  }

  async exchange(request: SentRequest): Promise<Exchange> {
    const { send, maxRequests, onExchange } = this.options;
    if (this.stopped === null && !this.isTidying && this.requests >= maxRequests)
      this.stop(`the limit of ${maxRequests} requests was reached (--max-requests)`);
    if (this.stopped !== null) throw new Stopped(this.stopped);
    this.requests += 1;
    const sentAt = this.options.now();
    this.lastSentAt = sentAt;
    const started = performance.now();
    let response: ReceivedResponse;
    try {
      response = await send(request);
    } catch (error) {
      throw new NoResponse(request, reasonOf(error));
    }
    const exchange = { request, response };
    onExchange(exchange, { sentAt, milliseconds: performance.now() - started });
    // Another client has another budget.
    if (!this.spending && request.from === undefined) this.mind(response);
    return exchange;
  }

  /** A request beside the others, whose response may take its time: nothing is concluded from when it was counted. */
  async aside(request: SentRequest): Promise<Exchange> {
    if (this.stopped !== null) throw new Stopped(this.stopped);
    this.requests += 1;
    this.lastSentAt = this.options.now();
    try {
      return { request, response: await this.options.send(request) };
    } catch (error) {
      throw new NoResponse(request, reasonOf(error));
    }
  }

  /** No more requests, except for cleanup. */
  stop(reason: string): void {
    if (!this.isTidying) this.stopped ??= reason;
  }

  /** Allows the requests of `work` after a stop, unless the service itself ended the run. */
  async tidying(work: () => Promise<void>): Promise<void> {
    const { stopped } = this;
    if (!this.mayGoOn) return;
    this.stopped = null;
    this.isTidying = true;
    try {
      await work();
    } finally {
      this.isTidying = false;
      this.stopped ??= stopped;
    }
  }

  /** No more requests at all: the budget is used up, or the service is gone. */
  end(reason: string): void {
    this.mayGoOn = false;
    this.stopped ??= reason;
  }

  get reason(): string | null {
    return this.stopped;
  }

  /** Leaves the last requests of the budget to other users of the key. */
  private mind({ status, headers }: ReceivedResponse): void {
    if (status === 429) this.end("the service returned 429: the request budget is used up");
    for (const name of this.options.remainingHeaders) {
      const text = headerOf(headers, name);
      if (text === null || !/^\d+$/.test(text) || status === 401) continue;
      this.remaining = Number(text) - (this.options.reserved?.() ?? 0);
      const reason = `${name} is ${text}: the request budget is nearly used up`;
      if (Number(text) <= 2) this.end(reason);
      // What the run has made is removed with the last ones.
      else if (Number(text) <= 2 + (this.options.reserved?.() ?? 0)) this.stop(reason);
    }
  }
}

/** So many requests of each are left to the cases that need two clients. */
const reservedRequests = 20;

export class OtherAddresses {
  private readonly remaining: string[];
  private readonly rule: RateRule | null;
  private isUsed = false;

  constructor(addresses: readonly string[], rule: RateRule | null) {
    this.remaining = rule?.scope === "client-ip" ? [...addresses] : [];
    this.rule = rule;
  }

  get isThere(): boolean {
    return this.remaining.length > 0;
  }

  /** The requests of `work` come from them. */
  async during(work: () => Promise<unknown>): Promise<void> {
    this.isUsed = true;
    try {
      await work();
    } finally {
      this.isUsed = false;
    }
  }

  /** `null` where requests come from the usual address: none is left, or no other one is asked for. */
  async send(request: SentRequest, exchange: (request: SentRequest) => Promise<Exchange>): Promise<Exchange | null> {
    const [from] = this.remaining;
    if (!this.isUsed || from === undefined) return null;
    try {
      const done = await exchange({ ...request, from });
      const remaining = remainingIn(done, this.rule?.remaining ?? []);
      if (remaining !== null && remaining <= reservedRequests) this.remaining.shift();
      return done;
    } catch (error) {
      // This machine may have no such address; where the service is gone, the next request shows it.
      if (!(error instanceof NoResponse)) throw error;
      this.remaining.shift();
      return await this.send(request, exchange);
    }
  }
}

/** The option as a list. */
export function addressesIn(addressOption: string | readonly string[] | null | undefined): readonly string[] {
  return typeof addressOption === "string" ? [addressOption] : (addressOption ?? []);
}

/** No service responds at the address. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";

  constructor(server: string, reason: string) {
    super(`${server} cannot be reached: ${reason}`);
  }
}

/** The request budget of this client was used up before the run. */
export class Spent extends Error {
  override readonly name = "Spent";

  constructor(server: string, reason: string) {
    super(`${server} cannot be checked: ${reason}`);
  }
}
