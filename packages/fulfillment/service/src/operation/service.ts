// Settings -> a running service: storage, limiter, deliveries and HTTP, and the order in which they start and stop.

import type { Server } from "node:http";
import { join, resolve } from "node:path";
import type { ApiAddress } from "@fulfillment/portal-api/types";
import { hostLimits, routes, serverUrl } from "@fulfillment/server";
import type { Logger } from "pino";
import { createGuardedConnector } from "../addresses/guarded-connect.ts";
import { createResolve, type Resolve, sharedResolve } from "../addresses/resolve.ts";
import { checkWebhookUrl } from "../addresses/webhook-url.ts";
import { createApi } from "../api/api.ts";
import { createFurtherErrors } from "../api/further-errors.ts";
import type { WebhookParts } from "../api/webhooks.ts";
import { Dispatcher } from "../deliveries/dispatcher.ts";
import type { Delivery, Target } from "../deliveries/outbox.ts";
import { createPoster, type Outcome, signedDelivery } from "../deliveries/post.ts";
import type { Effects } from "../domain/effects.ts";
import { defaultPasswordCost } from "../domain/passwords.ts";
import { defaultMaxSubscriptions } from "../domain/subscriptions.ts";
import { createApiService } from "../http/api-service.ts";
import { createAuthenticate } from "../http/authenticate.ts";
import type { DocsSite } from "../http/docs-site.ts";
import { createHost } from "../http/host.ts";
import { rateHeadersOf } from "../http/rate-headers.ts";
import type { Visit } from "../http/visit.ts";
import type { RateLimiter } from "../rate-limit/limiter.ts";
import { openLocalLimiter } from "../rate-limit/local-limiter.ts";
import { reasonOf } from "../reason.ts";
import type { Sealer } from "../secrets/sealing.ts";
import type { Database } from "../storage/database.ts";
import { createOutbox } from "../storage/outbox.ts";
import { lineOf } from "../storage/turns.ts";
import type { LogResponse } from "./logger.ts";
import { createMetrics, type Metrics, serveMetrics } from "./metrics.ts";
import { Notices } from "./notices.ts";
import { openOwnDatabase } from "./open-database.ts";
import { type ServiceParts, wrapped } from "./parts.ts";
import { createReadiness } from "./readiness.ts";
import type { ResponseFields } from "./response-lines.ts";
import { type RouteTable, routeTableOf } from "./route-table.ts";
import { openSealer } from "./sealer.ts";
import type { ServiceSettings } from "./settings.ts";

export interface Service {
  /** `http://127.0.0.1:8080` */
  readonly url: string;
  /** Where metrics are served; `null`: nowhere. */
  readonly metricsUrl: string | null;
  /** Where the portal is served; `null`: nowhere. */
  readonly portalUrl: string | null;
  /** What is really served under `url`, health checks included. */
  routes(): RouteTable;
  /**
   * Takes no more requests and claims no more deliveries, waits for those under way (an attempt takes 10 seconds at most),
   * and closes. What was not delivered stays in the outbox.
   */
  close(): Promise<void>;
}

const userAgent = "Fulfillment-Webhooks/1.0";
/** An attempt ends after 10 seconds; connecting may take all of them. */
const connectTimeoutMs = 10_000;

/**
 * `logResponse`: in place of `log.info(fields, "response")`, for instance because it is faster. `parts`: what wraps parts of
 * the service, in programs that embed it and in tests.
 */
export async function startService(
  settings: ServiceSettings,
  log: Logger,
  logResponse: LogResponse = (fields) => log.info(fields, "response"),
  parts: ServiceParts = {},
): Promise<Service> {
  const closing: (() => unknown)[] = [];
  try {
    return await start({ settings, log, logResponse, parts }, closing);
  } catch (error) {
    await closeAll(closing);
    throw error;
  }
}

/** What a service is started with. */
interface Given {
  readonly settings: ServiceSettings;
  readonly log: Logger;
  readonly logResponse: LogResponse;
  readonly parts: ServiceParts;
}

/** The steps that undo the start, the last first: one that fails does not keep the others from it. */
async function closeAll(closing: (() => unknown)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of closing.reverse()) await Promise.resolve(step()).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, "some parts could not be closed");
}

async function start(setup: Given, closing: (() => unknown)[]): Promise<Service> {
  const { settings, log, logResponse, parts } = setup;
  const onError = (error: Error): void => log.error({ err: error }, error.message);
  const opened = await openOwnDatabase(settings, onError);
  closing.push(
    () => opened.release(),
    () => opened.database.close(),
  );
  const database = wrapped(opened.database, parts.database);
  const sealer = await openSealer(database, settings);
  const openedLimiter = await openLimiter(settings, onError);
  closing.push(() => openedLimiter.close());
  const limiter = wrapped(openedLimiter, parts.limiter);

  const notices = new Notices({ database, now: Date.now, log });
  closing.push(() => notices.close());
  const base = { ...setup, database, sealer, notices, resolve: wrapped(sharedResolve(createResolve()), parts.resolve) };
  const deliveries = createDeliveries(base);
  const { dispatcher, metrics } = deliveries;
  closing.push(() => deliveries.poster.close());
  const webhookParts = webhookPartsOf(base, deliveries);
  const served = {
    api: wrapped(createApi(webhookParts), parts.api),
    routes: wrapped(routes, parts.routes),
  };
  const service = createApiService({
    ...served,
    further: createFurtherErrors(database),
    authenticate: wrapped(
      createAuthenticate(database, (hash) => notices.keyUsed(hash)),
      parts.authenticate,
    ),
    limiter,
    budget: settings.rateLimit,
    headersOf: wrapped(rateHeadersOf, parts.headers),
    around: parts.serve,
    onError: (error, { id }) => log.error({ requestId: id, err: error }, "request failed"),
    onResponse: (response, { method }, visit) => {
      const seconds = (performance.now() - visit.startedAt) / 1000;
      metrics.responded(visit.operationId, response.status, seconds);
      const fields = fieldsOf(method, visit, { status: response.status, seconds });
      if (response.status >= 500) log.error(fields, "response");
      else logResponse(fields);
    },
  });
  const host = createHost({
    service,
    limits: wrapped(hostLimits, parts.limits),
    beforeResponses: () => limiter.settle?.(),
    peek: async (client) => limiter.peek(client, settings.rateLimit),
    trustProxy: settings.trustProxy,
    docs: await openDocs(settings, onError),
    ready: createReadiness({
      checks: [
        { part: "the database", check: () => database.ready() },
        { part: "the rate limit", check: () => limiter.ready() },
      ],
      onChange: (failure) => {
        if (failure === null) log.info("ready again");
        else log.error({ err: failure.cause }, `not ready: ${failure.message}`);
      },
    }),
  });
  dispatcher.start();
  // Both at once: each may take the ten seconds of an attempt.
  closing.push(() => Promise.all([host.close(), dispatcher.stop()]));
  const metricsServer = await startMetrics(settings, metrics, log);
  if (metricsServer !== null) closing.push(() => closeServer(metricsServer));
  const portal = await openPortal(base, webhookParts);
  if (portal !== null) closing.push(() => portal.close());
  const url = await host.listen({ host: settings.host, port: settings.port });
  return {
    url,
    portalUrl: portal?.url ?? null,
    metricsUrl: metricsServer === null ? null : serverUrl(metricsServer),
    routes: () => routeTableOf(served),
    close: () => closeAll(closing),
  };
}

/** What both deliveries and requests are made with. */
interface Base extends Given {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly resolve: Resolve;
  readonly notices: Notices;
}

function createDeliveries({ settings, log, database, sealer, resolve, parts, notices }: Base) {
  const guarded = { allowPrivate: settings.allowPrivateTargets, resolve, connectTimeoutMs };
  const connect = wrapped(createGuardedConnector(guarded), parts.connect);
  const sign = wrapped(signedDelivery, parts.sign);
  const poster = wrapped(createPoster({ connect, now: Date.now, userAgent, sign }), parts.poster);
  const outbox = wrapped(createOutbox(database, { sealer, now: Date.now }), parts.outbox);
  const metrics = createMetrics(() => dispatcher.inFlight);
  const attempted = (target: Target, delivery: Delivery, outcome: Outcome): void =>
    notices.attempted(target.subscriptionId, delivery, outcome);
  const dispatcher = new Dispatcher({ outbox, post: poster.post, log, metrics, attempted });
  return { poster, outbox, dispatcher, metrics };
}

/** What the handlers of `/v1` and of the portal are made with. */
function webhookPartsOf(
  { settings, database, sealer, resolve, parts }: Base,
  { poster, outbox }: ReturnType<typeof createDeliveries>,
): WebhookParts & Effects {
  const checkUrl: WebhookParts["checkUrl"] = async (url) => {
    const verdict = await checkWebhookUrl(url, { allowPrivate: settings.allowPrivateTargets, resolve });
    return verdict.ok ? verdict.canonical : null;
  };
  return {
    database,
    sealer,
    now: Date.now,
    putEvent: outbox.putEvent,
    checkUrl: wrapped(checkUrl, parts.checkUrl),
    maxSubscriptions: settings.maxSubscriptions ?? defaultMaxSubscriptions,
    post: poster.post,
  };
}

/** Loaded only when it is served. */
async function openPortal({ settings, database, notices, log }: Base, parts: WebhookParts & Effects) {
  const wanted = settings.portal ?? null;
  if (wanted === null) return null;
  const [{ startPortal }, { sessionCookie }, { readImages }, { ImportRunner }] = await Promise.all([
    import("../portal/portal.ts"),
    import("../portal/context.ts"),
    import("../portal/images.ts"),
    import("./import-runner.ts"),
  ]);
  const { host, port, origin, pages, images, checkResponses, passwordCost = defaultPasswordCost } = wanted;
  return await startPortal({
    parts: {
      ...parts,
      effects: parts,
      notices,
      imports: new ImportRunner({ database, effects: parts, log }),
      passwordCost,
      cookie: sessionCookie(origin?.startsWith("https:") === true),
      rateLimit: { budget: settings.rateLimit, windowSeconds: settings.rateWindowSeconds },
      api: apiAddressOf(settings),
      images: readImages(images),
      hashing: lineOf({ atOnce: 2, longest: 32 }),
      hashingKnown: lineOf({ atOnce: 1, longest: 32 }),
      searching: lineOf({ atOnce: 1, longest: Number.POSITIVE_INFINITY }),
      log,
    },
    host,
    port,
    origin,
    pages,
    images,
    trustProxy: settings.trustProxy,
    ...(checkResponses === undefined ? {} : { checkResponses }),
  });
}

/** Without an address that was set, the one that it listens on, for a portal on this machine: behind a proxy, no customer reaches it. */
function apiAddressOf({ publicUrl = null, host, port, docsDirectory = null, portal }: ServiceSettings): ApiAddress {
  const isUsable = portal?.origin == null && port !== 0 && host !== "0.0.0.0" && host !== "::";
  const origin = publicUrl ?? (isUsable ? `http://${host.includes(":") ? `[${host}]` : host}:${port}` : null);
  return { origin, docs: origin === null || docsDirectory === null ? null : `${origin}/` };
}

/** The client of Redis is a tenth of a second of the start, and is loaded only when there is a Redis. */
async function openLimiter(settings: ServiceSettings, onError: (error: Error) => void): Promise<RateLimiter> {
  const windowMs = settings.rateWindowSeconds * 1000;
  if (settings.redisUrl !== null) {
    const { connectRedisLimiter } = await import("../rate-limit/redis-limiter.ts");
    return await connectRedisLimiter({ url: settings.redisUrl, windowMs, onError });
  }
  return openLocalLimiter({ file: join(settings.dataDirectory, "limits.db"), windowMs, now: Date.now, onError });
}

/** The file server is loaded only when there are files to serve. */
async function openDocs(
  { docsDirectory = null }: ServiceSettings,
  onError: (error: Error) => void,
): Promise<DocsSite | undefined> {
  if (docsDirectory === null) return undefined;
  const { openDocsSite } = await import("../http/docs-site.ts");
  return await openDocsSite({ directory: resolve(docsDirectory), onError });
}

async function startMetrics(
  { metrics: wanted }: ServiceSettings,
  metrics: Metrics,
  log: Logger,
): Promise<Server | null> {
  if (wanted === null) return null;
  try {
    return await serveMetrics(metrics.registry, wanted);
  } catch (error) {
    if (wanted.required) throw error;
    log.warn(
      { port: wanted.port, reason: reasonOf(error) },
      "metrics are off: the port is in use; choose another one with --metrics-port",
    );
    return null;
  }
}

function fieldsOf(
  method: string,
  { id: requestId, url, address: client, account, operationId }: Visit,
  { status, seconds }: { readonly status: number; readonly seconds: number },
): ResponseFields {
  const durationMs = Math.round(seconds * 1_000_000) / 1000;
  return { requestId, method, url, status, durationMs, accountId: account?.id ?? null, operationId, client };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
