// A request of Node -> what the service asks of a request; what costs something is made when it is asked for.
import type { Incoming } from "./incoming.ts";
import type { Refusal } from "./refusals.ts";

/** The part of `http.IncomingMessage` that is relied on. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Names and values in turn, as sent. */
  readonly rawHeaders?: readonly string[] | undefined;
  readonly complete: boolean;
  readonly readableDidRead?: boolean | undefined;
  readonly readableEnded?: boolean | undefined;
  readonly destroyed?: boolean | undefined;
  /** Where body parsers put what they have read, such as `express.json()`. */
  readonly body?: unknown;
  /** Bytes that a parser has kept. */
  readonly rawBody?: unknown;
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "end" | "close", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  pause(): unknown;
  resume(): unknown;
  destroy?(): unknown;
}

/** The part of `http.ServerResponse` that is relied on. */
export interface NodeResponse {
  readonly writableFinished: boolean;
  readonly destroyed: boolean;
  writeHead(status: number, headers: string[]): unknown;
  flushHeaders(): void;
  /** There behind the middleware `compression`: sends what it has collected. */
  flush?(): void;
  write(chunk: Uint8Array): boolean;
  end(): unknown;
  end(chunk: string | Uint8Array, encoding: "latin1" | "utf8"): unknown;
  once(event: "drain" | "close", listener: () => void): unknown;
  destroy(error?: Error): unknown;
}

/** A request under way. */
export interface NodeCall {
  /** The rest of the body will never come: the request is rejected for this reason if its body is still waited for. */
  breakOff(reason: Refusal): void;
}

/** How long the rest of a body that is not wanted is received after the response. */
const lingerMs = 2_000;

export class NodeIncoming implements Incoming, NodeCall {
  readonly method: string;
  readonly pathname: string;
  readonly query: string;
  readonly #request: NodeRequest;
  readonly #response: NodeResponse | null;
  #body: ReadableStream<Uint8Array> | null = null;
  #signal: AbortSignal | null = null;
  #broken: Refusal | null = null;
  #onBroken: ((reason: Refusal) => void) | null = null;

  constructor(request: NodeRequest, response: NodeResponse | null) {
    const target = targetOf(request.url ?? "/");
    const mark = target.indexOf("?");
    this.method = request.method ?? "GET";
    this.pathname = mark === -1 ? target : target.slice(0, mark);
    this.query = mark === -1 ? "" : target.slice(mark + 1);
    this.#request = request;
    this.#response = response;
  }

  readonly header = (name: string): string | null => {
    const { headers } = this.#request;
    const key = name.toLowerCase();
    const value = key === "authorization" ? authorizationOf(this.#request) : ownHeader(headers, key);
    return value === undefined ? null : typeof value === "string" ? value : value.join(", ");
  };

  /** Parsers also set a body, `{}`, where they have read nothing, or there was nothing to read. */
  get parsed(): { readonly body: unknown } | undefined {
    const { readableDidRead, readableEnded, body, rawBody } = this.#request;
    if (readableDidRead === true) return { body: rawBody ?? body };
    return readableEnded === true ? { body: new Uint8Array() } : undefined;
  }

  get signal(): AbortSignal {
    this.#signal ??= this.#untilGone();
    return this.#signal;
  }

  get body(): ReadableStream<Uint8Array> {
    this.#body ??= this.#stream();
    return this.#body;
  }

  /** What is too large is received and discarded: closing at once could destroy the response. */
  bytes(largest: number): Promise<Uint8Array<ArrayBuffer> | null> {
    return new Promise((resolve, reject) => {
      const request = this.#request;
      const chunks: Uint8Array[] = [];
      let length = 0;
      this.#onceBroken(reject);
      const gone = (): void => reject(new Error("the client has gone away"));
      if (request.destroyed === true) gone();
      request.on("data", (chunk) => {
        length += chunk.length;
        if (length <= largest) chunks.push(chunk);
        else resolve(null);
      });
      request.on("end", () => resolve(joined(chunks, length)));
      request.on("error", reject);
      request.on("close", gone);
    });
  }

  breakOff(reason: Refusal): void {
    this.#broken = reason;
    this.#onBroken?.(reason);
  }

  #onceBroken(listener: (reason: Refusal) => void): void {
    if (this.#broken === null) this.#onBroken = listener;
    else listener(this.#broken);
  }

  #untilGone(): AbortSignal {
    const gone = new AbortController();
    const response = this.#response;
    if (response?.destroyed === true && !response.writableFinished) gone.abort();
    response?.once("close", () => {
      if (!response.writableFinished) gone.abort();
    });
    return gone.signal;
  }

  /** Closed at once, the connection could take the response with it (RFC 9112, 9.6); left open, a client could send for ever. */
  #discardRest(): void {
    const request = this.#request;
    request.resume();
    if (request.complete) return;
    this.#response?.once("close", () => {
      if (request.complete) return;
      const late = setTimeout(() => request.destroy?.(), lingerMs);
      request.on("close", () => clearTimeout(late));
      request.on("end", () => clearTimeout(late));
    });
  }

  /** Read on demand; Node itself discards an unread body. */
  #stream(): ReadableStream<Uint8Array> {
    const request = this.#request;
    let isOver = false;
    let listen = (): void => {};
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          const end = (finish: () => void): void => {
            if (!isOver) finish();
            isOver = true;
          };
          request.on("close", () => end(() => controller.error(new Error("the client has gone away"))));
          this.#onceBroken((reason) => end(() => controller.error(reason)));
          listen = () => {
            request.on("error", (error) => end(() => controller.error(error)));
            request.on("end", () => end(() => controller.close()));
            request.on("data", (chunk) => {
              if (isOver) return;
              controller.enqueue(chunk);
              request.pause();
            });
          };
        },
        pull: () => {
          // Not before the first read.
          listen();
          listen = () => {};
          request.resume();
        },
        cancel: () => {
          isOver = true;
          this.#discardRest();
        },
      },
      { highWaterMark: 0 },
    );
  }
}

function ownHeader(headers: NodeRequest["headers"], key: string): string | readonly string[] | undefined {
  return Object.hasOwn(headers, key) ? headers[key] : undefined;
}

/** Of several, Node has the first: which of them is meant cannot be known. Joined, as by Fetch, they are no credentials. */
function authorizationOf({ headers, rawHeaders = [] }: NodeRequest): string | readonly string[] | undefined {
  let values: string[] | null = null;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length !== 13 || name.toLowerCase() !== "authorization") continue;
    values ??= [];
    values.push(rawHeaders[index + 1] ?? "");
  }
  return values !== null && values.length > 1 ? values : ownHeader(headers, "authorization");
}

/** The path and the query. A request may name the whole URL, as to a proxy (RFC 9112, 3.2.2). */
export function targetOf(url: string): string {
  if (url.startsWith("/")) return url;
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/i.exec(url)?.[1] ?? url;
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
