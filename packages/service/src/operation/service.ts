// Settings -> a running service: storage, limiter, deliveries and HTTP, and the order in which they start and stop.
import type { Server } from "node:http";
import { join } from "node:path";
import type { FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { createGuardedConnector } from "../addresses/guarded-connect.ts";
import { createResolve, sharedResolve } from "../addresses/resolve.ts";
import { checkWebhookUrl } from "../addresses/webhook-url.ts";
import { createApi } from "../api/api.ts";
import { createFurtherErrors } from "../api/further-errors.ts";
import { createDispatcher } from "../deliveries/dispatcher.ts";
import { createPoster } from "../deliveries/post.ts";
import { createAuthenticate } from "../http/authenticate.ts";
import { createHost } from "../http/fastify-host.ts";
import type { OutgoingResponse } from "../http/message.ts";
import { createPipeline } from "../http/pipeline.ts";
import type { RateLimiter } from "../rate-limit/limiter.ts";
import { openLocalLimiter } from "../rate-limit/local-limiter.ts";
import { connectRedisLimiter } from "../rate-limit/redis-limiter.ts";
import { createOutbox } from "../storage/outbox.ts";
import { lockDataDirectory } from "./data-lock.ts";
import type { LogResponse } from "./logger.ts";
import { createMetrics, type Metrics, serveMetrics } from "./metrics.ts";
import { openDatabase } from "./open-database.ts";
import { openSealer } from "./sealer.ts";
import type { ServiceSettings } from "./settings.ts";

export interface Service {
  /** `http://127.0.0.1:8080` */
  readonly url: string;
  /** Where metrics are served; `null`: nowhere. */
  readonly metricsUrl: string | null;
  /**
   * Takes no more requests and claims no more deliveries, waits for those under way (an attempt takes 10 seconds at most),
   * and closes. What was not delivered stays in the outbox.
   */
  close(): Promise<void>;
}

const userAgent = "Fulfillment-Webhooks/1.0";
/** An attempt ends after 10 seconds; connecting may take all of them. */
const connectTimeoutMs = 10_000;

/** `logResponse`: in place of `log.info(fields, "response")`, for instance because it is faster. */
export async function startService(
  settings: ServiceSettings,
  log: Logger,
  logResponse: LogResponse = (fields) => log.info(fields, "response"),
): Promise<Service> {
  const closing: (() => Promise<unknown> | unknown)[] = [];
  const onError = (error: Error): void => log.error({ err: error }, error.message);
  const close = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (const step of closing.reverse()) await Promise.resolve(step()).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, "not everything was closed");
  };
  try {
    return await start(settings, { log, logResponse, closing, onError, close });
  } catch (error) {
    await close();
    throw error;
  }
}

interface Start {
  readonly log: Logger;
  readonly logResponse: LogResponse;
  /** What to undo, the last first. */
  readonly closing: (() => Promise<unknown> | unknown)[];
  readonly onError: (error: Error) => void;
  readonly close: () => Promise<void>;
}

async function start(
  settings: ServiceSettings,
  { log, logResponse, closing, onError, close }: Start,
): Promise<Service> {
  const database = await openDatabase(settings, onError);
  closing.push(() => database.close());
  if (database.dialect === "sqlite") {
    const lock = lockDataDirectory(settings.dataDirectory);
    closing.push(() => lock.release());
  }
  const sealer = await openSealer(database, settings);
  const limiter = await openLimiter(settings, onError);
  closing.push(() => limiter.close());

  const allowPrivate = settings.allowPrivateTargets;
  const resolve = sharedResolve(createResolve());
  const connect = createGuardedConnector({ allowPrivate, resolve, connectTimeoutMs });
  const poster = createPoster({ connect, now: Date.now, userAgent });
  closing.push(() => poster.close());
  const outbox = createOutbox(database, { sealer, now: Date.now });
  const metrics = createMetrics({ deliveriesInFlight: () => dispatcher.inFlight() });
  const dispatcher = createDispatcher({ outbox, post: poster.post, log, metrics });

  const api = createApi({
    database,
    sealer,
    now: Date.now,
    putDelivery: outbox.putDelivery,
    checkUrl: async (url) => {
      const verdict = await checkWebhookUrl(url, { allowPrivate, resolve });
      return verdict.ok ? verdict.canonical : null;
    },
    post: poster.post,
  });
  const pipeline = createPipeline({
    api,
    further: createFurtherErrors(database),
    authenticate: createAuthenticate(database),
    limiter,
    budget: settings.rateLimit,
    onError: (error, request) => log.error({ requestId: request.id, err: error }, "request failed"),
  });
  const host = createHost({
    pipeline,
    beforeAnswers: () => limiter.settle?.(),
    peek: async (client) => limiter.peek(client, settings.rateLimit),
    trustProxy: settings.trustProxy,
    ready: async () => {
      await Promise.all([database.ready(), limiter.ready()]);
    },
    onResponse: (request, response, startedAt) => record(request, response, { startedAt, log, logResponse, metrics }),
  });
  dispatcher.start();
  // Both at once: each may take the ten seconds of an attempt.
  closing.push(() => Promise.all([host.close(), dispatcher.stop()]));
  const metricsServer = await startMetrics(settings, metrics, log);
  if (metricsServer !== null) closing.push(() => closeServer(metricsServer));
  const url = await host.listen({ host: settings.host, port: settings.port });
  return { url, metricsUrl: metricsServer === null ? null : urlOf(metricsServer), close };
}

function openLimiter(settings: ServiceSettings, onError: (error: Error) => void): Promise<RateLimiter> | RateLimiter {
  const windowMs = settings.rateWindowSeconds * 1000;
  if (settings.redisUrl !== null) return connectRedisLimiter({ url: settings.redisUrl, windowMs, onError });
  return openLocalLimiter({ file: join(settings.dataDirectory, "limits.db"), windowMs, now: Date.now, onError });
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
    log.warn({ err: error, port: wanted.port }, "no metrics: their port is taken; --metrics-port names another");
    return null;
  }
}

interface Recording {
  readonly startedAt: number;
  readonly log: Logger;
  readonly logResponse: LogResponse;
  readonly metrics: Metrics;
}

function record(
  request: FastifyRequest,
  response: OutgoingResponse,
  { startedAt, log, logResponse, metrics }: Recording,
): void {
  const { status, operationId, accountId } = response;
  const durationMs = Math.round((performance.now() - startedAt) * 1000) / 1000;
  metrics.responded(operationId, status, durationMs / 1000);
  const { method = "", url = "" } = request.raw;
  const fields = { requestId: request.id, method, url, status, durationMs, accountId, operationId, client: request.ip };
  if (status >= 500) log.error(fields, "response");
  else logResponse(fields);
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function urlOf(server: Server): string | null {
  const address = server.address();
  if (address === null || typeof address === "string") return null;
  const host = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
