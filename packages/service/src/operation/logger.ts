// The service's log: JSON lines on standard error, with a request id on everything that belongs to a request.
import { destination, type Logger, pino } from "pino";

export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

export type LogLevel = (typeof logLevels)[number];

export interface ServiceLog {
  readonly log: Logger;
  /** Writes what is still to be written, before the process ends. */
  flush(): void;
}

/** Lines are written while the service goes on; those that wait while one is being written go out together. */
export function createLog(level: LogLevel): ServiceLog {
  const stderr = destination({ fd: 2, sync: false });
  const log = pino({ level, base: { service: "fulfillment", pid: process.pid } }, stderr);
  return { log, flush: () => stderr.flushSync() };
}
