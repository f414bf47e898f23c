// A service -> a listener for servers of `node:http`, of which it needs only what is declared here.
import type { Outgoing } from "./answers.ts";
import { createServe, type Service } from "./serve.ts";

/** The part of `http.IncomingMessage` that is relied on. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly complete: boolean;
  readonly readableDidRead?: boolean | undefined;
  readonly readableEnded?: boolean | undefined;
  /** Where body parsers put what they have read, such as `express.json()`. */
  readonly body?: unknown;
  /** Bytes that a parser has kept. */
  readonly rawBody?: unknown;
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "end" | "close", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

/** The part of `http.ServerResponse` that is relied on. */
export interface NodeResponse {
  readonly writableFinished: boolean;
  readonly destroyed: boolean;
  writeHead(status: number, headers: Record<string, string | string[]>): unknown;
  flushHeaders(): void;
  write(chunk: Uint8Array): boolean;
  end(chunk?: string): unknown;
  once(event: "drain" | "close", listener: () => void): unknown;
  destroy(error?: Error): unknown;
}

/**
 * For `http.createServer(createNodeHandler(service))`. What a body parser in front has read is taken from `request.body` and
 * validated; where that is not what was sent, the response is a 500 with the code `body_parsed`.
 */
export function createNodeHandler<Name extends string, Context>(
  service: Service<Name, Context>,
): (request: NodeRequest, response: NodeResponse) => void {
  const serve = createServe(service);
  return (request, response) => {
    const gone = new AbortController();
    response.once("close", () => {
      if (!response.writableFinished) gone.abort();
    });
    const target = targetOf(request.url ?? "/");
    const mark = target.indexOf("?");
    const incoming = {
      method: request.method ?? "GET",
      pathname: mark === -1 ? target : target.slice(0, mark),
      query: mark === -1 ? "" : target.slice(mark + 1),
      header: (name: string): string | null => headerOf(request, name),
      body: bodyOf(request),
      parsed: parsedOf(request),
      signal: gone.signal,
    };
    void serve(incoming).then((outgoing) => send(response, incoming.method, outgoing));
  };
}

/** A request may name the whole URL, as to a proxy (RFC 9112, 3.2.2). */
function targetOf(url: string): string {
  if (url.startsWith("/")) return url;
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/i.exec(url)?.[1] ?? url;
}

function headerOf({ headers }: NodeRequest, name: string): string | null {
  const key = name.toLowerCase();
  const value = Object.hasOwn(headers, key) ? headers[key] : undefined;
  return value === undefined ? null : typeof value === "string" ? value : value.join(", ");
}

/** Parsers also set a body, `{}`, where they have read nothing, or there was nothing to read. */
function parsedOf(request: NodeRequest): { readonly body: unknown } | undefined {
  const { readableDidRead, readableEnded, body, rawBody } = request;
  if (readableDidRead === true) return { body: rawBody ?? body };
  return readableEnded === true ? { body: new Uint8Array() } : undefined;
}

/** Read on demand. An unread body is received and discarded: closing at once could destroy the response. */
function bodyOf(request: NodeRequest): ReadableStream<Uint8Array> {
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
        // Not before the first read: Node itself discards an unread body.
        listen();
        listen = () => {};
        request.resume();
      },
      cancel: () => {
        isOver = true;
        request.resume();
      },
    },
    { highWaterMark: 0 },
  );
}

async function send(response: NodeResponse, method: string, { status, headers, body }: Outgoing): Promise<void> {
  const length = body instanceof ReadableStream ? null : lengthOf(body, method, status);
  if (length !== null) headers.set("content-length", String(length));
  response.writeHead(status, recordOf(headers));
  if (body === null || typeof body === "string") {
    response.end(body ?? undefined);
    return;
  }
  response.flushHeaders();
  const reader = (body instanceof Blob ? body.stream() : body).getReader();
  // Notifies the producer of the body that the client stopped reading.
  response.once("close", () => void reader.cancel().catch(() => {}));
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || response.destroyed) break;
      if (!response.write(value)) await drained(response);
    }
    response.end();
  } catch {
    // An end would mark the response as complete.
    response.destroy();
  }
}

/** `null` where there is none to be said: HTTP has no body there (RFC 9110, 6.4.1). */
function lengthOf(body: string | Blob | null, method: string, status: number): number | null {
  if (body === null) return method === "HEAD" || status < 200 || status === 204 || status === 304 ? null : 0;
  return typeof body === "string" ? new TextEncoder().encode(body).length : body.size;
}

function drained(response: NodeResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) resolve();
    response.once("drain", resolve);
    response.once("close", resolve);
  });
}

function recordOf(headers: Headers): Record<string, string | string[]> {
  const record: Record<string, string | string[]> = {};
  headers.forEach((value, name) => {
    record[name] = value;
  });
  const cookies = headers.getSetCookie();
  return cookies.length === 0 ? record : { ...record, "set-cookie": cookies };
}
