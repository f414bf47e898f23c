// The service's log: JSON lines on standard error, with a request id on everything that belongs to a request.
import { destination, type Logger, pino } from "pino";

export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

export type LogLevel = (typeof logLevels)[number];

export interface ServiceLog {
  readonly log: Logger;
  /**
   * Resolves once everything has been written, or cannot be because nobody reads it: before the process ends. Nothing is
   * logged after it.
   */
  end(): Promise<void>;
}

/** For a reader that has stopped reading and has not gone away. */
const longestEndMs = 1000;

/** Lines are written while the service goes on; those that wait while one is being written go out together. */
export function createLog(level: LogLevel): ServiceLog {
  const stderr = destination({ fd: 2, sync: false });
  const log = pino({ level, base: { service: "fulfillment", pid: process.pid } }, stderr);
  let broken = false;
  stderr.on("error", () => {
    broken = true;
  });
  return {
    log,
    // Not by `flushSync`, which waits forever when there is no reader.
    end: () => {
      log.level = "silent";
      if (broken) return Promise.resolve();
      return new Promise((resolve) => {
        setTimeout(resolve, longestEndMs);
        stderr.once("close", resolve).once("error", () => resolve());
        stderr.end();
      });
    },
  };
}
