// The API on sockets: a server of Node that the generated handler serves, with health checks and the docs beside it.
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, ServerResponse } from "node:http";
import proxyAddress from "@fastify/proxy-addr";
import { createNodeHandler, createNodeHost, type HostLimits, type NodeHost, targetOf } from "@fulfillment/server";
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
  readonly beforeResponses: () => void;
  /** The remaining budget of a client, for responses to what is no request. */
  readonly peek: (client: string) => Promise<RateState>;
  /** Whose `X-Forwarded-For` counts: addresses, networks, or their names, such as `loopback`. */
  readonly trustProxy: readonly string[];
  /** Rejects with the reason when the service cannot do its work now. */
  readonly ready: () => Promise<void>;
  /** Serves requests outside of the API, before it. */
  readonly docs?: DocsSite | undefined;
  /** Those of the generated server by default. */
  readonly limits?: HostLimits | undefined;
}

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

export function createHost(parts: HostParts): NodeHost {
  const { service, limits, trustProxy, docs, beforeResponses } = parts;
  const addressOf = addressOfClient(trustProxy);
  const nextId = requestIds();
  const ready = async (): Promise<void> => {
    if (host.isDraining) throw new Error("the service is stopping");
    await parts.ready();
  };
  const handler = createNodeHandler(service, {
    state: (request: IncomingMessage) => visitOf(request, { id: nextId(), address: addressOf(request) }),
    // They share one look at the database, and writing the responses in a row wakes the clients once, not in between
    // reading from them: under load a request takes about a third less processor time.
    together: { schedule: setImmediate, beforeResponses },
  });
  const host = createNodeHost(handler, {
    createServer,
    limits,
    refuse: async (refusal, socket) => {
      const rate = await parts.peek(clientOf(socket.remoteAddress)).catch(() => null);
      if (rate === null) return null;
      const reply = await replyTo(refusal, { further: {}, caller: null });
      return { ...reply, headers: Object.fromEntries(rateHeadersOf({ status: reply.status, rate })) };
    },
    besides: (request, response) => {
      const target = targetOf(request.url ?? "/");
      if (target.startsWith("/v1/") || !(response instanceof ServerResponse)) return false;
      const routeHandler = ownRoutes.get(`${request.method} ${target.split("?", 1)[0]}`);
      if (routeHandler !== undefined)
        return routeHandler(ready).then(([status, body]) => ({ status, contentType: json, body }));
      if (docs?.takes({ raw: request, target }) !== true) return false;
      void docs.respond({ raw: request, target }, response);
      return true;
    },
  });
  return host;
}

const json = "application/json; charset=utf-8";

/** `trustProxy` is of the form that the command line has checked. */
export function addressOfClient(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  if (trustProxy.length === 0) return ({ socket }) => socket.remoteAddress ?? "";
  const trust = proxyAddress.compile([...trustProxy]);
  return (request) => proxyAddress(request, trust) ?? "";
}

/** Short, cheap and, by its first part, different from those of other processes: `9f2c41d07b-1a`. */
export function requestIds(): () => string {
  const start = randomBytes(5).toString("hex");
  let count = 0;
  return () => {
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}
