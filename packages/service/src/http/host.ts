// The API on sockets: a server of Node that the generated handler serves, with health checks and the docs beside it.
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, ServerResponse } from "node:http";
import proxyAddress from "@fastify/proxy-addr";
import { createNodeHandler, guardNodeServer, type Outgoing, type Refusal, targetOf } from "@fulfillment/server";
import type { RateState } from "../rate-limit/limiter.ts";
import { reasonOf } from "../reason.ts";
import type { ApiService } from "./api-service.ts";
import { clientOf } from "./client-address.ts";
import type { DocsSite } from "./docs-site.ts";
import { rateHeadersOf } from "./rate-headers.ts";
import { replyTo } from "./refuse.ts";
import { visitOf } from "./visit.ts";

export interface HostParts {
  readonly service: ApiService;
  /** Called when requests that arrived together are being processed, before any response. */
  readonly beforeAnswers: () => void;
  /** The remaining budget of a client, for responses to what is no request. */
  readonly peek: (client: string) => Promise<RateState>;
  /** Whose `X-Forwarded-For` counts: addresses, networks, or their names, such as `loopback`. */
  readonly trustProxy: readonly string[];
  /** Rejects with the reason when the service cannot do its work now. */
  readonly ready: () => Promise<void>;
  /** Serves requests outside of the API, before it. */
  readonly docs?: DocsSite | undefined;
  /** `hostLimits` by default. */
  readonly limits?: HostLimits;
}

export interface Host {
  /** Resolves with the URL. */
  listen(at: { readonly host: string; readonly port: number }): Promise<string>;
  /** Whether the connection of a response should end with it. */
  readonly isDraining: boolean;
  /** Takes no more connections, and resolves once requests under way have their responses. */
  close(): Promise<void>;
}

/** Bytes and milliseconds. */
export interface HostLimits {
  readonly headers: number;
  /** From the first byte of a request to its last. */
  readonly requestTimeout: number;
  readonly headersTimeout: number;
  readonly keepAliveTimeout: number;
  /** How long nothing may move on a connection that has a request: a client that reads no response is given up. */
  readonly stalled: number;
  /** How often the first two are looked after. */
  readonly checkInterval: number;
  /** How long a connection may stay after its last response, for a client that does not close it. */
  readonly linger: number;
  /** How long requests under way may take when the service stops. */
  readonly drain: number;
}

export const hostLimits: HostLimits = {
  headers: 16_384,
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 72_000,
  stalled: 60_000,
  checkInterval: 2_000,
  linger: 2_000,
  drain: 12_000,
};

/** A request that is no part of the API -> the status and the body of its response. */
type OwnRoute = (ready: () => Promise<void>) => Promise<readonly [status: number, body: object]>;

/** By method and path. Anyone may ask these: what `ready` rejects with names no host, user or file. */
export const ownRoutes: ReadonlyMap<string, OwnRoute> = new Map<string, OwnRoute>([
  ["GET /healthz", async () => [200, { status: "ok" }]],
  [
    "GET /readyz",
    (ready) =>
      ready().then(
        () => [200, { status: "ok" }],
        (error) => [503, { status: "unavailable", reason: reasonOf(error) }],
      ),
  ],
]);

export function createHost(parts: HostParts): Host {
  const { service, limits = hostLimits, trustProxy, docs, beforeAnswers } = parts;
  const server = createServer({
    maxHeaderSize: limits.headers,
    headersTimeout: limits.headersTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionsCheckingInterval: limits.checkInterval,
    // Node's own response would lack the documented headers: the guarded server refuses.
    requireHostHeader: false,
  });
  server.setTimeout(limits.stalled);
  const addressOf = addressOfClient(trustProxy);
  const nextId = requestIds();
  const handler = createNodeHandler(service, {
    state: (request: IncomingMessage) => visitOf(request, { id: nextId(), address: addressOf(request) }),
    // They share one look at the database, and writing the responses in a row wakes the clients once, not in between
    // reading from them: under load a request takes about a third less processor time.
    together: { schedule: setImmediate, beforeResponses: beforeAnswers },
  });
  const ready = async (): Promise<void> => {
    if (guarded.isDraining) throw new Error("the service is stopping");
    await parts.ready();
  };
  const guarded = guardNodeServer(server, handler, {
    lingerMs: limits.linger,
    refuse: (refusal, socket) => refused(refusal, () => parts.peek(clientOf(socket.remoteAddress))),
    besides: (request, response) => {
      const target = targetOf(request.url ?? "/");
      if (target.startsWith("/v1/") || !(response instanceof ServerResponse)) return false;
      const own = ownRoutes.get(`${request.method} ${target.split("?", 1)[0]}`);
      const asked = { raw: request, target, isLast: guarded.isDraining };
      if (own !== undefined) void own(ready).then(([status, body]) => writeJson(response, status, body));
      else if (docs?.takes(asked) === true) void docs.answer(asked, response);
      else return false;
      return true;
    },
  });
  return {
    listen: ({ host, port }) => listen(server, host, port),
    get isDraining() {
      return guarded.isDraining;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        guarded.drain(limits.drain);
      }),
  };
}

function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      resolve(urlOf(server) ?? "");
    });
  });
}

/** A host that stands for every address of the machine is named by the one that this machine reaches it at. */
export function urlOf(server: Server): string | null {
  const address = server.address();
  if (address === null || typeof address === "string") return null;
  const own = new Map([
    ["0.0.0.0", "127.0.0.1"],
    ["::", "::1"],
  ]);
  const host = own.get(address.address) ?? address.address;
  return `http://${address.family === "IPv6" ? `[${host}]` : host}:${address.port}`;
}

/** `trustProxy` is of the form that the command line has checked. */
function addressOfClient(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  if (trustProxy.length === 0) return ({ socket }) => socket.remoteAddress ?? "";
  const trust = proxyAddress.compile([...trustProxy]);
  return (request) => proxyAddress(request, trust) ?? "";
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

async function refused(refusal: Refusal, peek: () => Promise<RateState>): Promise<Outgoing | null> {
  const rate = await peek().catch(() => null);
  if (rate === null) return null;
  const { status, contentType = "", body } = await replyTo(refusal, { further: {}, caller: null });
  const names = rateHeadersOf({ status, rate });
  const headers = names.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, names[index + 1] ?? ""]] : [],
  );
  return { status, headers: [...headers, ["Content-Type", contentType]], body: JSON.stringify(body) };
}

function writeJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(text),
  });
  response.end(text);
}
