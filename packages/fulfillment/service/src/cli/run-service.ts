// Settings -> a service that runs until a signal ends it: the ready line, the drain, and the ways out of the process.
import process from "node:process";
import { createLog, type LogLevel, type ServiceLog } from "../operation/logger.ts";
import { type Service, startService } from "../operation/service.ts";
import type { ServiceSettings } from "../operation/settings.ts";
import { printJson, type Terminal } from "./terminal.ts";

/** An attempt to deliver takes 10 seconds at most; requests get as long again. */
const longestDrainMs = 20_000;

/** What started the service may pass on a Ctrl-C that the terminal has sent to everyone already: that is one signal. */
const sameSignalMs = 200;

/** Rejects when the service cannot start. Otherwise the process ends here. */
export async function runService(settings: ServiceSettings, level: LogLevel, terminal: Terminal): Promise<void> {
  const serviceLog = createLog(level);
  const { log } = serviceLog;
  exitOnUncaughtErrors(serviceLog);
  const stopped = untilSignal(serviceLog);
  const service = await startService(settings, log, serviceLog.logResponse).catch((error: unknown) => {
    log.debug({ err: error }, "cannot start");
    throw error;
  });
  if (settings.allowPrivateTargets) {
    log.warn(
      "--allow-private-webhook-targets: anyone with an API key can make this machine send requests to itself and its networks; for development only",
    );
  }
  log.info(factsOf(settings, service), "listening");
  const { portalUrl } = service;
  if (portalUrl !== null && settings.portal?.pages == null) {
    log.warn(
      "the pages of the portal are not built, so only its API is served; build them, or set --portal-pages to their folder",
    );
  }
  printJson(terminal, { listening: service.url, ...(portalUrl === null ? {} : { portal: portalUrl }) });
  const signal = await stopped;
  log.info({ signal }, "stopping");
  await drain(service, serviceLog);
}

/** The settings to log, without the contents of URLs. */
function factsOf(settings: ServiceSettings, { url, metricsUrl, portalUrl }: Service): object {
  return {
    listening: url,
    metrics: metricsUrl,
    ...(portalUrl === null ? {} : { portal: portalUrl }),
    ...(settings.docsDirectory == null ? {} : { docs: settings.docsDirectory }),
    database: settings.databaseUrl === null ? settings.dataDirectory : "PostgreSQL",
    limiter: settings.redisUrl === null ? "local" : "Redis",
    rateLimit: settings.rateLimit,
    rateWindowSeconds: settings.rateWindowSeconds,
    trustProxy: settings.trustProxy,
  };
}

const codes = { SIGINT: 130, SIGTERM: 143 } as const;

/** Resolves with the first signal. Another one later ends the process at once. */
function untilSignal(serviceLog: ServiceLog): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: number | null = null;
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => {
        if (first === null) {
          first = performance.now();
          resolve(signal);
        } else if (performance.now() - first > sameSignalMs) {
          serviceLog.log.warn({ signal }, "stopped immediately");
          void leave(codes[signal], serviceLog);
        }
      });
    }
  });
}

async function drain(service: Service, serviceLog: ServiceLog): Promise<never> {
  const { log } = serviceLog;
  const late = setTimeout(() => {
    log.error("stopped before all work was done; deliveries that were not attempted remain in the outbox");
    void leave(1, serviceLog);
  }, longestDrainMs);
  try {
    await service.close();
  } catch (error) {
    log.error({ err: error }, "stopped with an error");
    return await leave(1, serviceLog);
  } finally {
    clearTimeout(late);
  }
  log.info("stopped");
  return await leave(0, serviceLog);
}

/** A process in an unknown state must not continue: its supervisor restarts it, and no committed change is lost. */
function exitOnUncaughtErrors(serviceLog: ServiceLog): void {
  let isDying = false;
  process.on("uncaughtException", (error) => {
    // A further error during the exit must not cause a loop.
    if (isDying) return;
    isDying = true;
    serviceLog.log.fatal({ err: error }, "internal error");
    void leave(1, serviceLog);
  });
}

async function leave(code: number, { end }: ServiceLog): Promise<never> {
  await end();
  process.exit(code);
}
