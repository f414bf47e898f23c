// Settings -> a service that runs until a signal ends it: the ready line, the drain, and the ways out of the process.
import process from "node:process";
import { createLog, type LogLevel, type ServiceLog } from "../operation/logger.ts";
import { type Service, startService } from "../operation/service.ts";
import type { ServiceSettings } from "../operation/settings.ts";
import { printJson, type Terminal } from "./terminal.ts";

export interface ServiceRun {
  readonly level: LogLevel;
  readonly terminal: Terminal;
}

/** An attempt to deliver takes 10 seconds at most; requests get as long again. */
const longestDrainMs = 20_000;

/** What started the service may pass on a Ctrl-C that the terminal has sent to everybody already: that is one signal. */
const sameSignalMs = 200;

/** Rejects when the service cannot start. Otherwise the process ends here. */
export async function runService(settings: ServiceSettings, { level, terminal }: ServiceRun): Promise<void> {
  const { log, flush } = createLog(level);
  dieOfDefects({ log, flush });
  const stopped = untilSignal({ log, flush });
  const service = await startService(settings, log).catch((error: unknown) => {
    log.debug({ err: error }, "cannot start");
    flush();
    throw error;
  });
  if (settings.allowPrivateTargets) {
    log.warn(
      "webhooks may be sent to this machine and its networks: --allow-private-webhook-targets is for development only",
    );
  }
  log.info(factsOf(settings, service), "listening");
  printJson(terminal, { listening: service.url });
  const signal = await stopped;
  log.info({ signal }, "stopping");
  await drain(service, { log, flush });
}

/** What somebody who reads the log needs to know, without what is in URLs. */
function factsOf(settings: ServiceSettings, { url, metricsUrl }: Service): object {
  return {
    listening: url,
    metrics: metricsUrl,
    database: settings.databaseUrl === null ? settings.dataDirectory : "PostgreSQL",
    limiter: settings.redisUrl === null ? "local" : "Redis",
    rateLimit: settings.rateLimit,
    rateWindowSeconds: settings.rateWindowSeconds,
    trustProxy: settings.trustProxy,
  };
}

const codes = { SIGINT: 130, SIGTERM: 143 } as const;

/** Resolves with the first signal. Another one later ends the process at once. */
function untilSignal({ log, flush }: ServiceLog): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: number | null = null;
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => {
        if (first === null) {
          first = performance.now();
          resolve(signal);
        } else if (performance.now() - first > sameSignalMs) {
          log.warn({ signal }, "stopped at once");
          flush();
          process.exit(codes[signal]);
        }
      });
    }
  });
}

async function drain(service: Service, { log, flush }: ServiceLog): Promise<never> {
  const late = setTimeout(() => {
    log.error("stopped with work under way; deliveries that were not attempted are in the outbox");
    flush();
    process.exit(1);
  }, longestDrainMs);
  try {
    await service.close();
    log.info("stopped");
  } catch (error) {
    log.error({ err: error }, "stopped, but not cleanly");
    process.exitCode = 1;
  }
  clearTimeout(late);
  flush();
  process.exit();
}

/** A process in an unknown state must not go on: whoever started it starts it again, and nothing that was committed is lost. */
function dieOfDefects({ log, flush }: ServiceLog): void {
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "a defect of the service");
    flush();
    process.exit(1);
  });
}
