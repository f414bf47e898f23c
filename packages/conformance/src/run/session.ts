// Requests to one server, one after the other, never more than it allows.
import { type Exchange, headerOf, type ReceivedResponse, type SentRequest } from "../exchange/exchange.ts";

export type Send = (request: SentRequest) => Promise<ReceivedResponse>;

/** No more requests are made; `message` says why. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

/** A request that got no answer. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
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
  /** Told of every exchange, in order. */
  readonly onExchange: (exchange: Exchange, sentAt: number) => void;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export class Session {
  requests = 0;
  /** Several requests are under way at once, so nothing can be said of their order. */
  together = false;
  /** May go on until the service refuses. */
  spending = false;
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
      this.stop(`${maxRequests} requests were made (--max-requests)`);
    if (this.stopped !== null) throw new Stopped(this.stopped);
    this.requests += 1;
    const sentAt = this.options.now();
    let response: ReceivedResponse;
    try {
      response = await send(request);
    } catch (error) {
      throw new NoAnswer(request, error instanceof Error ? error.message : String(error));
    }
    const exchange = { request, response };
    onExchange(exchange, sentAt);
    if (!this.spending) this.mind(response);
    return exchange;
  }

  /** No more requests, but for those that tidy up. */
  stop(reason: string): void {
    if (!this.isTidying) this.stopped ??= reason;
  }

  /** Lets a few more requests through, to tidy up, where it was not the service that put an end to them. */
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

  /** Nothing more, whatever for: the service wants no more requests, or is gone. */
  end(reason: string): void {
    this.mayGoOn = false;
    this.stopped ??= reason;
  }

  get reason(): string | null {
    return this.stopped;
  }

  /** Leaves the last requests of the budget to whoever else uses the key. */
  private mind({ status, headers }: ReceivedResponse): void {
    if (status === 429) this.end("the service answered 429: its request budget is spent");
    for (const name of this.options.remainingHeaders) {
      const text = headerOf(headers, name);
      if (text !== null && /^\d+$/.test(text) && Number(text) <= 2 && status !== 401) {
        this.end(`${name} came down to ${text}: the request budget is nearly spent`);
      }
    }
  }
}
