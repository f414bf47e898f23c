// The rate limit of a single service process: a sliding log in memory, and a file that brings it back after a restart.
import { openHitFile } from "./hit-file.ts";
import { HitWriter } from "./hit-writer.ts";
import type { RateLimiter } from "./limiter.ts";
import { SlidingLog } from "./sliding-log.ts";

export interface LocalLimiterOptions {
  /** The path of an SQLite file that no other process may have open; `null` keeps everything in memory. */
  readonly file: string | null;
  /** How long a request counts. It may differ from what it was before a restart, see `openLocalLimiter`. */
  readonly windowMs: number;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** See `HitWriterOptions`. 4 unless given: a row costs as much as a request. */
  readonly betweenRowsMs?: number;
  /** Hears why the file cannot be written. Requests go on. By default it becomes a warning of the process. */
  readonly onError?: (error: Error) => void;
}

/**
 * Throws when the file is in use by another process, or is not one of these files.
 *
 * The file has every counted request that is still in the window. Killing the process loses no request with a response, except
 * under load, where it may lose the last few milliseconds. With a shorter window than before, older requests no longer count; with a longer one
 * those count that were in the shorter one, since nothing older was kept: the longer window is exact once it has passed.
 */
export function openLocalLimiter({
  file,
  windowMs,
  now,
  betweenRowsMs = 4,
  onError = (error) => process.emitWarning(error),
}: LocalLimiterOptions): RateLimiter {
  const log = new SlidingLog(windowMs);
  if (file === null) return limiterOf(log, now, null);
  const opened = openHitFile(file);
  try {
    const start = Math.floor(now());
    opened.pullBack(start);
    opened.load(start - windowMs, (client, time) => log.add(client, time));
  } catch (error) {
    opened.close();
    throw error;
  }
  return limiterOf(log, now, new HitWriter({ file: opened, windowMs, now, betweenRowsMs, onError }));
}

function limiterOf(log: SlidingLog, now: () => number, writer: HitWriter | null): RateLimiter {
  const counted = writer === null ? undefined : (client: string, time: number): void => writer.add(client, time);
  let closed = false;
  const checkOpen = (): void => {
    if (closed) throw new Error("The rate limit was asked after it was closed.");
  };
  return {
    async hit(client, budget) {
      checkOpen();
      return log.hit(client, budget, Math.floor(now()), counted);
    },
    async peek(client, budget) {
      checkOpen();
      return log.peek(client, budget, Math.floor(now()));
    },
    settle() {
      writer?.settle();
    },
    async ready() {
      checkOpen();
      const failure = writer?.retry() ?? null;
      if (failure !== null) throw failure;
    },
    async close() {
      if (!closed) writer?.close();
      closed = true;
    },
  };
}
