// A server of `node:http` and a handler -> the server guarded: broken requests get the service's own responses, every wait has a bound, and it can drain.

import { andThen, type Maybe } from "./maybe.ts";
import { type NodeHandler, sendOutgoing } from "./node-handler.ts";
import type { NodeCall, NodeRequest, NodeResponse } from "./node-incoming.ts";
import { plainResponseOf } from "./outgoing.ts";
import { type AnyResponse, problemOf, Refusal, type RefusalCode } from "./refusals.ts";
import type { Outgoing } from "./responses.ts";

/** The part of `net.Socket` that is relied on. */
export interface NodeSocket {
  readonly writable: boolean;
  /** What is not yet sent, and what was sent, in bytes. */
  readonly writableLength: number;
  readonly bytesWritten: number;
  end(): unknown;
  end(last: string): unknown;
  resume(): unknown;
  destroy(): unknown;
  once(event: "close" | "end", listener: () => void): unknown;
  on(event: "error", listener: () => void): unknown;
}

/** What a guarded server needs of a request and a response besides what a handler does. */
export interface GuardedRequest extends NodeRequest {
  readonly socket: NodeSocket;
  readonly httpVersion: string;
  readonly rawHeaders: readonly string[];
}

export interface GuardedResponse extends NodeResponse {
  readonly writableEnded: boolean;
  readonly headersSent: boolean;
  shouldKeepAlive: boolean;
  once(event: "drain" | "close" | "finish", listener: () => void): unknown;
}

/** The part of `http.Server` that is relied on. */
export interface NodeServer<Source extends GuardedRequest> {
  on(event: "connection", listener: (socket: Source["socket"]) => void): unknown;
  on(event: "request" | "checkExpectation", listener: (request: Source, response: GuardedResponse) => void): unknown;
  on(event: "connect", listener: (request: Source, socket: NodeSocket) => void): unknown;
  on(event: "clientError", listener: (error: Error & { code?: string }, socket: Source["socket"]) => void): unknown;
  once(event: "close", listener: () => void): unknown;
}

export interface GuardOptions<Source extends GuardedRequest> {
  /**
   * What is served beside the API: returns the response, such as that of a health check; or `true` where something else has
   * taken the request, such as a server of files; or `false`, and the handler serves it. Must not throw or reject.
   */
  readonly besides?: ((request: Source, response: GuardedResponse) => boolean | Maybe<AnyResponse>) | undefined;
  /** The response to bytes that are no request; `null`: none, the connection ends. By default the problem (RFC 9457). */
  readonly refuse?: ((refusal: Refusal, socket: Source["socket"]) => Maybe<AnyResponse | null>) | undefined;
  /** How long a connection stays open after its last response, for a client that does not close it. Default 2,000. */
  readonly lingerMs?: number | undefined;
}

export interface GuardedServer {
  readonly isDraining: boolean;
  /**
   * Ends connections on which nothing is under way, also those that never sent a whole request, the others with the response to
   * their last request (`Connection: close`), and those that are left once `graceMs` have passed. Call it beside `server.close()`.
   */
  drain(graceMs: number): void;
}

/**
 * Serves requests and everything that is none. Create the server with `requireHostHeader: false` (the handler refuses
 * instead), `headersTimeout` and `requestTimeout`, and without a listener.
 *
 * - A request that is malformed, late or cut off in its body is rejected where its body is read. If nothing reads it and the
 *   response was sent, the connection ends.
 * - A request whose `Host` is missing, repeated or none is refused (RFC 9112, 3.2).
 * - Requests that a client sends ahead of their responses are served one after the other, in their order.
 * - A client that closes its half of the connection after a whole request gets the response. One that has left looks the
 *   same, so a stream that has nothing for it during `lingerMs` is cancelled.
 * - `CONNECT` is a method like any other and gets no tunnel; an `Expect` that cannot be met is ignored.
 */
export function guardNodeServer<Source extends GuardedRequest>(
  server: NodeServer<NoInfer<Source>>,
  handler: NodeHandler<Source>,
  { besides, refuse = problemOf, lingerMs = 2_000 }: GuardOptions<NoInfer<Source>> = {},
): GuardedServer {
  const open = new Map<NodeSocket, readonly Exchange[]>();
  let isDraining = false;
  // Of Node, and not in its documentation: without it, a connection of which one half is closed ends.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("connection", (socket) => {
    open.set(socket, []);
    socket.once("close", () => open.delete(socket));
    socket.once("end", () => endSilence(socket, lingerMs, () => (open.get(socket) ?? none).some(isStreaming)));
  });
  const serve = (exchange: Exchange, request: Source): void => {
    const { response, broken } = exchange;
    if (!hasOneHost(request)) {
      response.shouldKeepAlive = false;
      handler.refuse(refusalOf("malformed_request"), request, response);
      return;
    }
    const intercepted = besides?.(request, response) ?? false;
    if (intercepted === false) {
      exchange.call = handler(request, response);
      if (broken !== null) exchange.call.breakOff(broken);
    } else if (intercepted !== true) void sendResponse(response, request.method, intercepted);
  };
  const refusedOn = (socket: Source["socket"], refusal: Refusal): Maybe<Outgoing | null> =>
    andThen(refuse(refusal, socket), (refused) => (refused === null ? null : plainResponseOf(refused)));
  const onRequest = (request: Source, response: GuardedResponse): void => {
    const exchange: Exchange = { request, response, call: null, broken: null };
    const ahead = unsentOf(open.get(request.socket));
    open.set(request.socket, ahead.length === 0 ? [exchange] : [...ahead, exchange]);
    if (isDraining) response.shouldKeepAlive = false;
    if (ahead.length === 0) serve(exchange, request);
    else if (ahead.length > mostWaiting) request.socket.destroy();
    else after(ahead, () => serve(exchange, request));
  };
  server.on("request", onRequest);
  server.on("checkExpectation", onRequest);
  server.on("clientError", (error, socket) => {
    const exchanges = open.get(socket) ?? [];
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else if (!wasUnderWay(exchanges, refusalOf(codeOf(error)), () => endConnection(socket, lingerMs)))
      void endWith(socket, lingerMs, () => refusedOn(socket, refusalOf(codeOf(error))));
  });
  server.on("connect", (request, socket) => {
    socket.on("error", () => socket.destroy());
    after(unsentOf(open.get(request.socket)), () => {
      void endWith(socket, lingerMs, () =>
        hasOneHost(request) ? handler.respond(request) : refusedOn(request.socket, refusalOf("malformed_request")),
      );
    });
  });
  return {
    get isDraining() {
      return isDraining;
    },
    drain: (graceMs) => {
      isDraining = true;
      for (const [socket, exchanges] of open) {
        const last = exchanges.filter(isOwed).at(-1);
        if (last === undefined) endConnection(socket, lingerMs);
        else last.response.shouldKeepAlive = false;
      }
      const late = setTimeout(() => {
        for (const socket of open.keys()) socket.destroy();
      }, graceMs);
      server.once("close", () => clearTimeout(late));
    },
  };
}

async function sendResponse(
  response: GuardedResponse,
  method: string | undefined,
  pendingResponse: Maybe<AnyResponse>,
): Promise<void> {
  try {
    await sendOutgoing(response, method ?? "GET", plainResponseOf(await pendingResponse));
  } catch {
    // After a failure the response must not look whole.
    response.destroy();
  }
}

/** A request and its response. */
interface Exchange {
  readonly request: GuardedRequest;
  readonly response: GuardedResponse;
  /** `null`: not served by the handler, or not yet. */
  call: NodeCall | null;
  /** Why its body will never come, where that was known before it was served. */
  broken: Refusal | null;
}

/** Requests that a client may send ahead of their responses. */
const mostWaiting = 1_000;

/**
 * Requests of one connection are served one after the other: a client that sends many and reads nothing would have all of
 * their responses in the memory of the server.
 */
function after(ahead: readonly Exchange[], serve: () => void): void {
  const last = ahead.at(-1);
  if (last === undefined) serve();
  else last.response.once("finish", serve);
}

const none: readonly Exchange[] = [];

/** Of a connection that sends one request after the other there is none: nothing is copied then. */
function unsentOf(known: readonly Exchange[] = none): readonly Exchange[] {
  return known.some(isUnsent) ? known.filter(isUnsent) : none;
}

function isUnsent({ response }: Exchange): boolean {
  return !response.writableFinished;
}

function isOwed({ response }: Exchange): boolean {
  return !response.writableEnded;
}

function isStreaming({ response }: Exchange): boolean {
  return response.headersSent && !response.writableEnded;
}

/** Destroys a connection on which a response is under way and nothing is sent. */
function endSilence(socket: NodeSocket, lingerMs: number, isStreaming: () => boolean): void {
  let sent = socket.bytesWritten;
  const looks = setInterval(() => {
    if (isStreaming() && socket.writableLength === 0 && socket.bytesWritten === sent) socket.destroy();
    sent = socket.bytesWritten;
  }, lingerMs);
  socket.once("close", () => clearInterval(looks));
}

/** Whether the connection had a request that was complete, or is what is broken; the connection then ends after its response. */
function wasUnderWay(exchanges: readonly Exchange[], refusal: Refusal, end: () => void): boolean {
  const latest = exchanges.at(-1);
  const isCutOff = latest?.request.complete === false;
  const owed = exchanges.filter(isOwed).at(-1);
  if (owed === undefined) {
    // A second response would be taken for that to the next request.
    if (isCutOff) end();
    return isCutOff;
  }
  owed.response.once("finish", end);
  if (isCutOff) {
    latest.response.shouldKeepAlive = false;
    if (latest.call === null) latest.broken = refusal;
    else latest.call.breakOff(refusal);
  }
  return true;
}

function refusalOf(code: RefusalCode): Refusal {
  const statuses: Partial<Record<RefusalCode, number>> = { request_timeout: 408, headers_too_large: 431 };
  return new Refusal(code, { status: statuses[code] ?? 400 });
}

function codeOf({ code }: { readonly code?: string }): RefusalCode {
  if (code === "HPE_HEADER_OVERFLOW") return "headers_too_large";
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? "request_timeout" : "malformed_request";
}

/** What HTTP asks of the header that says where a request goes (RFC 9112, 3.2): one, of a form that can be a host. */
function hasOneHost({ httpVersion, rawHeaders }: GuardedRequest): boolean {
  let host: string | null = null;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length !== 4 || name.toLowerCase() !== "host") continue;
    if (host !== null) return false;
    host = rawHeaders[index + 1] ?? "";
  }
  return host === null ? httpVersion === "1.0" : hostPattern.test(host);
}

const hostPattern = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

async function endWith(socket: NodeSocket, lingerMs: number, respond: () => Maybe<Outgoing | null>): Promise<void> {
  const response = await Promise.resolve()
    .then(respond)
    .catch(() => null);
  if (response === null) socket.destroy();
  else endConnection(socket, lingerMs, textOf(response));
}

/** As Node would write it; `http` is not imported for the texts of statuses. */
function textOf({ status, headers, body }: Outgoing): string {
  const text = typeof body === "string" ? body : "";
  const length: [string, string] = ["Content-Length", String(new TextEncoder().encode(text).length)];
  const lines = [...headers, length, ["Connection", "close"]].map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${reasonPhrases.get(status) ?? ""}\r\n${lines.join("\r\n")}\r\n\r\n${text}`;
}

/** Of what a server says about bytes that are no request, and about tunnels. */
const reasonPhrases: ReadonlyMap<number, string> = new Map([
  [200, "OK"],
  [400, "Bad Request"],
  [401, "Unauthorized"],
  [404, "Not Found"],
  [405, "Method Not Allowed"],
  [408, "Request Timeout"],
  [429, "Too Many Requests"],
  [431, "Request Header Fields Too Large"],
  [500, "Internal Server Error"],
  [501, "Not Implemented"],
]);

/**
 * Ends the connection once what was written is sent. It takes in what still arrives for `lingerMs`: closed at once, the
 * client might never read the response (RFC 9112, 9.6). One that does not close its own half is not waited for.
 */
function endConnection(socket: NodeSocket, lingerMs: number, last?: string): void {
  if (last === undefined) socket.end();
  else socket.end(last);
  socket.resume();
  const late = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(late));
}
