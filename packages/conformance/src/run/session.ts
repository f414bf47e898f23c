// Requests to one server, one after the other, never more than it allows.
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import {
  type Exchange,
  type HeaderPair,
  headerOf,
  type ReceivedResponse,
  type SentRequest,
} from "../exchange/exchange.ts";

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
  private readonly options: SessionOptions;

  constructor(options: SessionOptions) {
    this.options = options;
  }

  async exchange(request: SentRequest): Promise<Exchange> {
    const { send, maxRequests, onExchange } = this.options;
    if (this.stopped === null && this.requests >= maxRequests)
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

  stop(reason: string): void {
    this.stopped ??= reason;
  }

  get reason(): string | null {
    return this.stopped;
  }

  /** Leaves the last requests of the budget to whoever else uses the key. */
  private mind({ status, headers }: ReceivedResponse): void {
    if (status === 429) this.stop("the service answered 429: its request budget is spent");
    for (const name of this.options.remainingHeaders) {
      const text = headerOf(headers, name);
      if (text !== null && /^\d+$/.test(text) && Number(text) <= 2 && status !== 401) {
        this.stop(`${name} came down to ${text}: the request budget is nearly spent`);
      }
    }
  }
}

/** Over sockets that stay open. `close` ends them. */
export function createSend({ answerMs }: { readonly answerMs: number }): {
  readonly send: Send;
  readonly close: () => void;
} {
  const options = { keepAlive: true, maxSockets: 8 };
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) };
  const send: Send = (sent) => {
    const { method, server, target, body } = sent;
    const { protocol, hostname, port, pathname } = new URL(server);
    const base = pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
    const isTls = protocol === "https:";
    const settings: RequestOptions = {
      agent: isTls ? agents.https : agents.http,
      protocol,
      // An IPv6 address stands in brackets in a URL only.
      hostname: hostname.replace(/^\[(.*)\]$/, "$1"),
      port,
      method,
      path: `${base}${target}`,
      headers: headersFor(sent),
      signal: AbortSignal.timeout(answerMs),
    };
    return new Promise((resolve, reject) => {
      const request = (isTls ? httpsRequest : httpRequest)(settings, (response) => {
        read(response).then(resolve, reject);
      });
      request.on("error", (error) =>
        reject(
          error.name === "AbortError" || error.name === "TimeoutError"
            ? new Error(`no answer within ${answerMs / 1000} seconds`)
            : error,
        ),
      );
      request.end(body ?? undefined);
    });
  };
  return {
    send,
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

function headersFor({ server, headers, body }: SentRequest): string[] {
  // Node adds no Host to headers that are given as a list.
  const host: HeaderPair[] = [["Host", new URL(server).host]];
  const length: HeaderPair[] = body === null ? [] : [["Content-Length", String(body.length)]];
  const accept: HeaderPair[] = headers.some(([name]) => name.toLowerCase() === "accept") ? [] : [["Accept", "*/*"]];
  // A header value has no line ends and nothing beyond Latin-1.
  return [...host, ...headers, ...accept, ...length].flatMap(([name, value]) => [
    name,
    Buffer.from(value)
      .toString("latin1")
      .replace(/[\r\n\0]/g, " "),
  ]);
}

async function read(response: IncomingMessage): Promise<ReceivedResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const { rawHeaders } = response;
  const headers = rawHeaders.flatMap((name, index): HeaderPair[] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""]] : [],
  );
  return { status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks) };
}
