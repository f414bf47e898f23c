// Requests over sockets -> responses as received, or the reason why there was none.
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { brotliDecompressSync, constants, gunzipSync, inflateSync } from "node:zlib";
import {
  type HeaderPair,
  headerOf,
  pairsOfRaw,
  type ReceivedResponse,
  type SentRequest,
} from "../exchange/exchange.ts";
import { countOfItems, type SequenceKind, sequenceKindOf } from "../exchange/sequence.ts";
import type { Send } from "./session.ts";

export interface TransportOptions {
  /** The longest wait for a whole response, in milliseconds. */
  readonly responseMs: number;
  /** The most bytes of a response that are read. Default: 64 MiB. */
  readonly mostBytes?: number;
}

export interface Transport {
  readonly send: Send;
  readonly close: () => void;
}

/** Over sockets that stay open. `close` ends them. Redirects are not followed. */
export function createTransport({ responseMs, mostBytes = 64 * 1024 * 1024 }: TransportOptions): Transport {
  const options = { keepAlive: true, maxSockets: 8 };
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) };
  const once: Send = (sent) => sendOnce({ sent, agents, responseMs, mostBytes });
  return {
    send: async (sent) => {
      try {
        return await once(sent);
      } catch (error) {
        // The server had closed the socket before it saw the request: HTTP says to send it again.
        if (error instanceof StaleSocket) return await once(sent);
        throw error;
      }
    },
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

/** A socket that was kept open turned out to be closed. */
class StaleSocket extends Error {
  override readonly name = "StaleSocket";
}

interface Sending extends Required<TransportOptions> {
  readonly sent: SentRequest;
  readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };
}

function sendOnce({ sent, agents, responseMs, mostBytes }: Sending): Promise<ReceivedResponse> {
  const { method, server, target, body, from } = sent;
  const { protocol, hostname, port, pathname } = new URL(server);
  const base = pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  const isTls = protocol === "https:";
  const limit = AbortSignal.timeout(responseMs);
  const settings: RequestOptions = {
    agent: isTls ? agents.https : agents.http,
    protocol,
    // An IPv6 address has brackets only in a URL.
    hostname: hostname.replace(/^\[(.*)\]$/, "$1"),
    port,
    method,
    path: `${base}${target}`,
    headers: headersFor(sent),
    signal: limit,
    ...(from === undefined ? {} : { localAddress: from }),
  };
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      if (limit.aborted) reject(new Error(`no response within ${responseMs / 1000} seconds`));
      else if (request.reusedSocket && isReset(error)) reject(new StaleSocket(error.message));
      else reject(new Error(reasonOf(error)));
    };
    // The headers of a stream are a response, and what follows is read as long as it arrives.
    let isStream = false;
    const request = (isTls ? httpsRequest : httpRequest)(settings, (response) => {
      const stream = streamOf(response);
      isStream = stream !== null;
      const reading = stream === null ? read(response, mostBytes) : readPart(response, { ...stream, mostBytes, limit });
      reading.then(resolve, fail);
    });
    request.on("error", (error) => {
      if (!isStream) fail(error);
    });
    request.end(body ?? undefined);
  });
}

function isReset(error: Error): boolean {
  return "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

/** With advice where the cause is known. */
function reasonOf(error: Error): string {
  // Each address of the name was tried.
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const message = inner instanceof Error ? inner.message : error.message;
  const code = "code" in error ? String(error.code) : "";
  if (/SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|CERT_UNTRUSTED/.test(code)) {
    return `${message}: name its certificate in NODE_EXTRA_CA_CERTS, so that it is trusted`;
  }
  return message === "" ? code || error.name : message;
}

function headersFor({ server, headers, body }: SentRequest): string[] {
  // Node adds no Host to headers that are given as a list.
  const host: HeaderPair[] = [["Host", new URL(server).host]];
  const length: HeaderPair[] = body === null ? [] : [["Content-Length", String(body.length)]];
  const accept: HeaderPair[] = headerOf(headers, "accept") === null ? [["Accept", "*/*"]] : [];
  return [...host, ...headers, ...accept, ...length].flatMap(([name, value]) => [
    name,
    // A header value has no control characters, and nothing beyond Latin-1.
    [...Buffer.from(value).toString("latin1")].map((mark) => (mark < " " || mark === "\u007f" ? " " : mark)).join(""),
  ]);
}

async function read(response: IncomingMessage, mostBytes: number): Promise<ReceivedResponse> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > mostBytes) throw new Error(`the response has more than ${mostBytes} bytes`);
  }
  return received(response, chunks);
}

function received(response: IncomingMessage, chunks: readonly Buffer[], isPart = false): ReceivedResponse {
  const headers = pairsOfRaw(response.rawHeaders);
  return { status: response.statusCode ?? 0, headers, body: unpacked(headers, Buffer.concat(chunks), isPart) };
}

/** So long a stream is read, in milliseconds: until its first item arrives, and after it. */
const firstMs = 1_000;
const moreMs = 200;
/** Fewer would show less of the kinds of items that there are; more show little more. */
const fewItems = 10;

interface StreamReading {
  /** `null`: parts of another kind. */
  readonly kind: SequenceKind | null;
  readonly mostBytes: number;
  /** Ends the wait for a response. */
  readonly limit: AbortSignal;
}

/** A stream may have no end to wait for: a few of its items are checked, or what arrives in a short time. */
function readPart(response: IncomingMessage, { kind, mostBytes, limit }: StreamReading): Promise<ReceivedResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<ReceivedResponse>();
  const chunks: Buffer[] = [];
  const stop = (): void => {
    resolve({ ...received(response, chunks, true), isPart: true });
    response.destroy();
  };
  const first = setTimeout(stop, firstMs);
  let more: ReturnType<typeof setTimeout> | undefined;
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    const { body } = received(response, chunks, true);
    const items = kind === null ? fewItems : countOfItems(body, kind);
    if (items > 0) more ??= setTimeout(stop, moreMs);
    if (items >= fewItems || body.length > mostBytes) stop();
  });
  response.on("end", () => resolve(received(response, chunks)));
  response.on("error", (error) => (limit.aborted ? stop() : reject(error)));
  return promise.finally(() => {
    clearTimeout(first);
    clearTimeout(more);
  });
}

function streamOf({ headers }: IncomingMessage): Pick<StreamReading, "kind"> | null {
  const type = headers["content-type"] ?? "";
  const kind = sequenceKindOf(type);
  return kind !== null || /^multipart\/x-mixed-replace\b/i.test(type) ? { kind } : null;
}

type Unpack = (body: Buffer, isPart: boolean) => Buffer;

/** What follows a part is not there yet: that is no error. */
const flushed = { finishFlush: constants.Z_SYNC_FLUSH };
const gunzip: Unpack = (body, isPart) => gunzipSync(body, isPart ? flushed : {});
const unpackers: ReadonlyMap<string, Unpack> = new Map([
  ["gzip", gunzip],
  ["x-gzip", gunzip],
  ["deflate", (body, isPart) => inflateSync(body, isPart ? flushed : {})],
  ["br", (body, isPart) => brotliDecompressSync(body, isPart ? { finishFlush: constants.BROTLI_OPERATION_FLUSH } : {})],
]);

/** The server may encode, since the request does not forbid it (RFC 9110, 12.5.3). */
function unpacked(headers: readonly HeaderPair[], body: Buffer, isPart: boolean): Buffer {
  try {
    const encoding = headerOf(headers, "content-encoding")?.trim().toLowerCase() ?? "";
    return unpackers.get(encoding)?.(body, isPart) ?? body;
  } catch {
    // A body that does not match its content encoding is checked as received.
    return body;
  }
}
