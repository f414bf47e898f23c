// The pipeline on sockets: Fastify listens, drains and answers health checks; every other request goes to the pipeline.
import { randomBytes } from "node:crypto";
import { type IncomingMessage, METHODS, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import type { RateState } from "../rate-limit/limiter.ts";
import { clientOf } from "./client-address.ts";
import { headersOf, type IncomingRequest, type OutgoingResponse } from "./message.ts";
import type { Pipeline } from "./pipeline.ts";

export interface HostParts {
  readonly pipeline: Pipeline;
  /** What a client has left, for answers to what is not even a request. */
  readonly peek: (client: string) => Promise<RateState>;
  /** Whose `X-Forwarded-For` counts: addresses, networks, or their names, such as `loopback`. */
  readonly trustProxy: readonly string[];
  /** Rejects with the reason when the service cannot do its work now. */
  readonly ready: () => Promise<void>;
  readonly onResponse: (request: FastifyRequest, response: OutgoingResponse, startedAt: number) => void;
  readonly limits?: Partial<Limits>;
}

/** Milliseconds and bytes. */
export interface Limits {
  readonly headers: number;
  /** From the first byte of a request to its last. */
  readonly requestTimeout: number;
  readonly headersTimeout: number;
  readonly keepAliveTimeout: number;
}

const defaultLimits: Limits = {
  headers: 16_384,
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 72_000,
};

export function createHost(parts: HostParts): FastifyInstance {
  const limits = { ...defaultLimits, ...parts.limits };
  let draining = false;
  const serving: Serving = { ...parts, draining: () => draining };
  const serve = (request: FastifyRequest, reply: FastifyReply): Promise<void> => respond(request, reply, serving);
  const host = fastify({
    trustProxy: parts.trustProxy.length === 0 ? false : [...parts.trustProxy],
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    http: { maxHeaderSize: limits.headers, headersTimeout: limits.headersTimeout, requireHostHeader: false },
    forceCloseConnections: "idle",
    // Whoever comes while the service drains is served: 503 is not among the statuses in use.
    return503OnClosing: false,
    genReqId: requestIds(),
    exposeHeadRoutes: false,
    clientErrorHandler: (error, socket) => void answerBrokenRequest(error, socket, parts),
    // A path that is not percent-encoded is a path all the same: the pipeline decides what becomes of it.
    frameworkErrors: (_error, request, reply) => void serve(request, reply),
  });
  for (const method of METHODS) {
    if (!host.supportedMethods.includes(method)) host.addHttpMethod(method);
  }
  host.removeAllContentTypeParsers();
  // The pipeline reads the body itself, after the key and the budget were checked.
  host.addContentTypeParser("*", (_request, _payload, done) => done(null));
  host.addHook("preClose", async () => {
    draining = true;
  });
  host.get("/healthz", () => ({ status: "ok" }));
  host.get("/readyz", (_request, reply) =>
    parts.ready().then(
      () => ({ status: "ok" }),
      (error: unknown) => reply.code(503).send({ status: "unavailable", reason: String(error) }),
    ),
  );
  host.route({ method: host.supportedMethods, url: "*", handler: serve });
  host.setNotFoundHandler(serve);
  // What Fastify itself objects to, such as a method that needs a type of content, is for the pipeline to judge.
  host.setErrorHandler((_error, request, reply) => serve(request, reply));
  host.server.on("checkExpectation", (request, response) => void host.server.emit("request", request, response));
  return host;
}

/** Short, cheap and, by its first part, different from those of other processes: `9f2c41d07b-1a`. */
function requestIds(): () => string {
  const start = randomBytes(5).toString("hex");
  let count = 0;
  return () => {
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}

interface Serving extends Pick<HostParts, "pipeline" | "onResponse"> {
  readonly draining: () => boolean;
}

async function respond(request: FastifyRequest, reply: FastifyReply, parts: Serving): Promise<void> {
  const startedAt = performance.now();
  reply.hijack();
  const response = await parts.pipeline(requestOf(request));
  write(reply.raw, response, parts.draining());
  parts.onResponse(request, response, startedAt);
}

function requestOf(request: FastifyRequest): IncomingRequest {
  const { raw } = request;
  const url = pathAndQueryOf(raw.url ?? "/");
  const mark = url.indexOf("?");
  return {
    id: request.id,
    method: raw.method ?? "GET",
    pathname: mark === -1 ? url : url.slice(0, mark),
    query: mark === -1 ? "" : url.slice(mark + 1),
    authorization: raw.headers.authorization,
    contentType: raw.headers["content-type"],
    client: clientOf(request.ip),
    readBody: (limit) => readBody(raw, limit),
  };
}

/** A request may name the whole URL, as to a proxy (RFC 9112, 3.2.2). */
function pathAndQueryOf(url: string): string {
  if (url.startsWith("/")) return url;
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/i.exec(url)?.[1] ?? url;
}

/**
 * `null` when there are more than `limit` bytes. The rest is taken in and thrown away, for as long as a request may take:
 * closing at once would often destroy the answer before a client that is still sending has read it.
 */
function readBody(raw: IncomingMessage, limit: number): Promise<Buffer | null> {
  if (Number(raw.headers["content-length"] ?? 0) > limit) return Promise.resolve(null);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    raw.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else resolve(null);
    });
    raw.on("end", () => resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)));
    // A client that went away in the middle: what came is not JSON, and nobody reads the answer.
    raw.on("error", () => resolve(Buffer.concat(chunks)));
  });
}

/** A server that drains asks the client to come back on another connection: this one has to end. */
function write(raw: ServerResponse, response: OutgoingResponse, draining: boolean): void {
  const { status, body } = response;
  const length = Buffer.byteLength(body);
  const headers = headersOf(response, length);
  if (draining) headers.push("Connection", "close");
  raw.writeHead(status, headers);
  // As many bytes as characters: ASCII, which needs no encoding.
  raw.end(body, length === body.length ? "latin1" : "utf8");
}

/** What Node could not read as a request, or not in time: the documented 400 instead of its own answers. */
async function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  { peek }: Pick<HostParts, "peek">,
): Promise<void> {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const rate = await peek(clientOf(socket.remoteAddress)).catch(() => null);
  if (rate === null) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ message: brokenRequestText(error.code) });
  const headers = headersOf({ contentType: "application/json", rate, allow: null }, Buffer.byteLength(body));
  headers.push("Connection", "close");
  const lines = headers.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${headers[index + 1] ?? ""}`] : []));
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

function brokenRequestText(code: string | undefined): string {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return "Request headers are too large";
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return "Request was not received in time";
    default:
      return "Malformed HTTP request";
  }
}
