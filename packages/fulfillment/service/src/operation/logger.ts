// The service's log: JSON lines on standard error, with a request id on everything that belongs to a request.
import { destination, type Logger, pino } from "pino";
import { type ResponseFields, ResponseLines } from "./response-lines.ts";

export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

export type LogLevel = (typeof logLevels)[number];

export type LogResponse = (fields: ResponseFields) => void;

export interface ServiceLog {
  readonly log: Logger;
  readonly logResponse: LogResponse;
  /**
   * Resolves once everything has been written, or cannot be because the reader is gone: before the process ends. Nothing is
   * logged after it.
   */
  end(): Promise<void>;
}

/** For a reader that has stopped reading and has not gone away. */
const longestEndMs = 1000;

/** For how long lines of responses wait for each other at most. */
const batchMs = 50;

/** A stream in its mode for bytes, which its type does not know. */
interface ByteStream extends Pick<ReturnType<typeof destination>, "on" | "once" | "end"> {
  write(bytes: string | Buffer): boolean;
}

/** Lines are written while the service continues. */
export function createLog(level: LogLevel): ServiceLog {
  const stderr: ByteStream = destination({ fd: 2, sync: false, contentMode: "buffer" });
  const base = { service: "fulfillment", pid: process.pid };
  const log = pino({ level, base }, { write: (line) => void stderr.write(Buffer.from(line)) });
  const responses = new ResponseLines({ base, write: (bytes) => void stderr.write(bytes) });
  stderr.on("drain", () => responses.written());
  let broken = false;
  stderr.on("error", () => {
    broken = true;
  });
  let ended: Promise<void> | null = null;
  let scheduled: NodeJS.Timeout | null = null;
  const writeResponses = (): void => {
    if (scheduled !== null) clearTimeout(scheduled);
    scheduled = null;
    responses.flush();
  };
  return {
    log,
    logResponse: (fields) => {
      if (!log.isLevelEnabled("info")) return;
      responses.add(fields);
      scheduled ??= setTimeout(writeResponses, batchMs);
    },
    // Not by `flushSync`, which waits forever when there is no reader.
    end: () => {
      if (ended === null && !broken) writeResponses();
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
