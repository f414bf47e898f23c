// Requests over sockets -> responses as received, or the reason why there was none.
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import {
  type HeaderPair,
  headerOf,
  pairsOfRaw,
  type ReceivedResponse,
  type SentRequest,
} from "../exchange/exchange.ts";
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
    const request = (isTls ? httpsRequest : httpRequest)(settings, (response) => {
      read(response, mostBytes).then(resolve, fail);
    });
    request.on("error", fail);
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
  const headers = pairsOfRaw(response.rawHeaders);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    length += chunk.length;
    if (isEndless(headers)) break;
    if (length > mostBytes) throw new Error(`the response has more than ${mostBytes} bytes`);
  }
  return { status: response.statusCode ?? 0, headers, body: unpacked(headers, Buffer.concat(chunks)) };
}

/** A stream of events has no end to wait for: only its first part is checked. */
function isEndless(headers: readonly HeaderPair[]): boolean {
  return /^(text\/event-stream|multipart\/x-mixed-replace)\b/i.test(headerOf(headers, "content-type") ?? "");
}

const unpackers: ReadonlyMap<string, (body: Buffer) => Buffer> = new Map([
  ["gzip", gunzipSync],
  ["x-gzip", gunzipSync],
  ["deflate", inflateSync],
  ["br", brotliDecompressSync],
]);

/** The server may encode, since the request does not forbid it (RFC 9110, 12.5.3). */
function unpacked(headers: readonly HeaderPair[], body: Buffer): Buffer {
  try {
    return unpackers.get(headerOf(headers, "content-encoding")?.trim().toLowerCase() ?? "")?.(body) ?? body;
  } catch {
    // A body that does not match its content encoding is checked as received.
    return body;
  }
}
