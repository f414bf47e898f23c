// The pipeline on sockets: Fastify listens, drains and answers health checks; every other request goes to the pipeline.
import { randomBytes } from "node:crypto";
import { type IncomingMessage, METHODS, type ServerResponse } from "node:http";
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import type { RateState } from "../rate-limit/limiter.ts";
import { reasonOf } from "../reason.ts";
import { hasOneHost, malformed, respondToBrokenRequest, respondToTunnelRequest } from "./broken-requests.ts";
import { clientOf } from "./client-address.ts";
import { type Connections, connectionsOf, type Exchange } from "./connections.ts";
import type { DocsSite } from "./docs-site.ts";
import { type HeadersOf, headersOf, type IncomingRequest, type OutgoingResponse, type UnreadBody } from "./message.ts";
import type { Pipeline } from "./pipeline.ts";

export interface HostParts {
  readonly pipeline: Pipeline;
  /** `hostLimits` by default. */
  readonly limits?: HostLimits;
  /** `headersOf` by default. Not used for malformed requests. */
  readonly headersOf?: HeadersOf;
  /** Called when requests that arrived together are being processed, before any response. */
  readonly beforeAnswers: () => void;
  /** The remaining budget of a client, for responses to malformed requests. */
  readonly peek: (client: string) => Promise<RateState>;
  /** Whose `X-Forwarded-For` counts: addresses, networks, or their names, such as `loopback`. */
  readonly trustProxy: readonly string[];
  /** Rejects with the reason when the service cannot do its work now. */
  readonly ready: () => Promise<void>;
  readonly onResponse: (request: FastifyRequest, response: OutgoingResponse, startedAt: number) => void;
  /** Serves requests outside of the API, before the pipeline. */
  readonly docs?: DocsSite | undefined;
  /** Told of each route that does not go to the pipeline. */
  readonly onOwnRoute?: (method: string, path: string) => void;
}

/** Bytes and milliseconds. */
export interface HostLimits {
  readonly headers: number;
  /** From the first byte of a request to its last. */
  readonly requestTimeout: number;
  readonly headersTimeout: number;
  readonly keepAliveTimeout: number;
  /** How often the first two are looked after. */
  readonly checkInterval: number;
  /** How long a connection may stay after its last response, for a client that does not close it. */
  readonly linger: number;
}

export const hostLimits: HostLimits = {
  headers: 16_384,
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 72_000,
  checkInterval: 2_000,
  linger: 2_000,
};

/** How long requests under way may take when the service stops. */
const drainMs = 12_000;

export function createHost(parts: HostParts): FastifyInstance {
  let draining = false;
  const { limits = hostLimits } = parts;
  const lingerMs = limits.linger;
  const host = fastify({
    trustProxy: parts.trustProxy.length === 0 ? false : [...parts.trustProxy],
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    http: {
      maxHeaderSize: limits.headers,
      headersTimeout: limits.headersTimeout,
      connectionsCheckingInterval: limits.checkInterval,
      // Node's own response would lack the documented headers: `hasOneHost` judges.
      requireHostHeader: false,
    },
    forceCloseConnections: "idle",
    // Requests that arrive while the service drains are served: 503 is not one of the API's statuses.
    return503OnClosing: false,
    genReqId: requestIds(),
    exposeHeadRoutes: false,
    clientErrorHandler: (error, socket) => void respondToBrokenRequest(error, socket, broken),
    // A path that is not percent-encoded is a path all the same: the pipeline decides what becomes of it.
    frameworkErrors: (_error, request, reply) => {
      if (hasOneHost(request.raw)) serve(request, reply);
      else void refuseHost(request, reply);
    },
  });
  const connections = connectionsOf(host.server);
  // A client that has sent its request may close its half of the connection, and is owed the response all the same.
  Object.assign(host.server, { httpAllowHalfOpen: true });
  const broken = { connections, peek: parts.peek, lingerMs };
  const serving = { ...parts, connections, draining: () => draining };
  const serve = withDocs(serving, serveTogether(serving));
  const refuseHost = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.hijack();
    connections.began(request.raw, reply.raw);
    const rate = await parts.peek(clientOf(request.ip, request.raw.socket.remoteAddress)).catch(() => null);
    if (rate === null) reply.raw.destroy();
    else write(reply.raw, { ...malformed(), rate, allow: null, operationId: null, accountId: null }, serving);
  };
  host.addHook("onRequest", (request, reply, next) => {
    if (hasOneHost(request.raw)) next();
    else void refuseHost(request, reply);
  });
  host.addHook("preClose", async () => {
    draining = true;
    connections.drain(drainMs);
  });
  host.addHook("onRoute", ({ method, url }) => {
    if (url !== everything) for (const one of [method].flat()) parts.onOwnRoute?.(one, url);
  });
  addHealthChecks(host, async () => {
    if (draining) throw new Error("the service is stopping");
    await parts.ready();
  });
  addPipeline(host, serve);
  host.server.on("checkExpectation", (request, response) => void host.server.emit("request", request, response));
  host.server.on("connect", (request, socket) => {
    const id = `${request.socket.remotePort}`;
    const client = request.socket.remoteAddress;
    const respond = (raw: IncomingMessage) =>
      hasOneHost(raw)
        ? parts.pipeline(requestOf({ raw, id, ip: client ?? "" }))
        : parts.peek(clientOf(client)).then((rate) => ({ ...malformed(), rate }));
    void respondToTunnelRequest(request, socket, { respond, lingerMs });
  });
  return host;
}

const everything = "*";

/** Every method and path that is nothing else goes to the pipeline, as do the objections that Fastify itself has. */
function addPipeline(host: FastifyInstance, serve: Serve): void {
  for (const method of METHODS) {
    if (!host.supportedMethods.includes(method)) host.addHttpMethod(method);
  }
  host.removeAllContentTypeParsers();
  // The pipeline reads the body itself, after the key and the budget were checked.
  host.addContentTypeParser("*", (_request, _payload, done) => done(null));
  host.route({ method: host.supportedMethods, url: everything, handler: serve });
  host.setNotFoundHandler(serve);
  host.setErrorHandler((_error, request, reply) => serve(request, reply));
}

/** Anyone may ask these: what `ready` rejects with names no host, user or file. */
function addHealthChecks(host: FastifyInstance, ready: HostParts["ready"]): void {
  host.get("/healthz", () => ({ status: "ok" }));
  host.get("/readyz", (_request, reply) =>
    ready().then(
      () => ({ status: "ok" }),
      (error) => reply.code(503).send({ status: "unavailable", reason: reasonOf(error) }),
    ),
  );
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

interface Serving extends Pick<HostParts, "pipeline" | "headersOf" | "onResponse" | "beforeAnswers" | "docs"> {
  readonly connections: Connections;
  readonly draining: () => boolean;
}

type Serve = (request: FastifyRequest, reply: FastifyReply) => void;

/** Pages need no key, use up no budget and are neither logged nor measured: the API does not see them. */
function withDocs({ docs, connections, draining }: Serving, serve: Serve): Serve {
  if (docs === undefined) return serve;
  return (request, reply) => {
    const { raw } = request;
    const asked = { raw, target: pathAndQueryOf(raw.url ?? "/"), isLast: draining() };
    if (!docs.takes(asked)) return serve(request, reply);
    reply.hijack();
    connections.began(raw, reply.raw);
    void docs.answer(asked, reply.raw);
  };
}

/**
 * Takes up all requests that arrived in one turn of the event loop together, at its end. They share one look at the
 * database, and writing the responses in a row wakes the clients once, not in between reading from them: under load a
 * request takes about a third less processor time.
 */
function serveTogether(serving: Serving): Serve {
  let arrived: (() => Answer | null)[] = [];
  const serveAll = (): void => {
    const together = arrived.map((takeUp) => takeUp());
    arrived = [];
    serving.beforeAnswers();
    for (const answer of together) answer?.();
  };
  return (request, reply) => {
    const startedAt = performance.now();
    reply.hijack();
    const exchange = serving.connections.began(request.raw, reply.raw);
    arrived.push(() => takeUp(request, exchange, { serving, startedAt }));
    if (arrived.length === 1) setImmediate(serveAll);
  };
}

/** Writes a response that is ready. */
type Answer = () => void;

/** `null`: the response is not ready yet, and will be written when it is. */
function takeUp(
  request: FastifyRequest,
  exchange: Exchange,
  { serving, startedAt }: { readonly serving: Serving; readonly startedAt: number },
): Answer | null {
  const { pipeline, onResponse } = serving;
  const done = (response: OutgoingResponse): void => {
    write(exchange.response, response, serving);
    onResponse(request, response, startedAt);
  };
  const response = pipeline(requestOf(request, exchange));
  if (!(response instanceof Promise)) return () => done(response);
  void response.then(done);
  return null;
}

function requestOf(
  { raw, id, ip }: Pick<FastifyRequest, "raw" | "id" | "ip">,
  exchange: Exchange | null = null,
): IncomingRequest {
  const url = pathAndQueryOf(raw.url ?? "/");
  const mark = url.indexOf("?");
  return {
    id,
    method: raw.method ?? "GET",
    pathname: mark === -1 ? url : url.slice(0, mark),
    query: mark === -1 ? "" : url.slice(mark + 1),
    authorization: authorizationOf(raw),
    contentType: raw.headers["content-type"],
    client: clientOf(ip, raw.socket.remoteAddress),
    readBody: (limit) => readBody(raw, limit, exchange),
  };
}

/** Of several, Node would take the first: which of them is meant cannot be known, so none of them is. */
function authorizationOf({ headers, rawHeaders }: IncomingMessage): string | undefined {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 13 && name.toLowerCase() === "authorization") count += 1;
  }
  return count === 1 ? headers.authorization : undefined;
}

/** A request may name the whole URL, as to a proxy (RFC 9112, 3.2.2). */
function pathAndQueryOf(url: string): string {
  if (url.startsWith("/")) return url;
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/i.exec(url)?.[1] ?? url;
}

/**
 * What is too large is taken in and thrown away, for as long as a request may take: closing at once would often destroy the
 * response before a client that is still sending has read it.
 */
function readBody(raw: IncomingMessage, limit: number, exchange: Exchange | null): Promise<Buffer | UnreadBody> {
  // A client that went away, before or in the middle: the body is not JSON, and the response is not read.
  if (raw.destroyed) return Promise.resolve(Buffer.alloc(0));
  if (Number(raw.headers["content-length"] ?? 0) > limit) return Promise.resolve({ broken: null });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    exchange?.onceBroken((broken) => resolve({ broken }));
    raw.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else resolve({ broken: null });
    });
    raw.on("end", () => resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)));
    raw.on("error", () => resolve(Buffer.concat(chunks)));
    raw.on("close", () => resolve(Buffer.concat(chunks)));
  });
}

/** A server that drains asks the client to come back on another connection: this one has to end. */
function write(
  raw: ServerResponse,
  response: OutgoingResponse,
  { draining, headersOf: toHeaders = headersOf }: Serving,
): void {
  const { status, body } = response;
  const length = Buffer.byteLength(body);
  // The length of a body that HEAD does not get is not known, and need not be said.
  const headers = toHeaders(response, raw.req.method === "HEAD" ? null : length);
  if (draining()) headers.push("Connection", "close");
  raw.writeHead(status, headers);
  // As many bytes as characters: ASCII, which needs no encoding.
  raw.end(body, length === body.length ? "latin1" : "utf8");
}
