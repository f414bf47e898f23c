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

/** How many bytes of log are written together, and after how many milliseconds fewer are: a write costs more than a line. */
const batch = { minLength: 32_768, maxWrite: 65_536, periodicFlush: 100 };

/** Lines are written while the service goes on, a batch at a time. */
export function createLog(level: LogLevel): ServiceLog {
  const stderr = destination({ fd: 2, sync: false, ...batch });
  const log = pino({ level, base: { service: "fulfillment", pid: process.pid } }, stderr);
  let broken = false;
  stderr.on("error", () => {
    broken = true;
  });
  let ended: Promise<void> | null = null;
  return {
    log,
    // Not by `flushSync`, which waits forever when there is no reader.
    end: () => {
      log.level = "silent";
      ended ??= new Promise((resolve) => {
        if (broken) return resolve();
        setTimeout(resolve, longestEndMs);
        stderr.once("close", resolve).once("error", () => resolve());
        return stderr.end();
      });
      return ended;
    },
  };
}
