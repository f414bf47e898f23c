// Gathers requests that were counted at about the same time into one row of the file, and deletes rows that have served.
import { reasonOf } from "../reason.ts";
import type { Hit, HitFile } from "./hit-file.ts";

/** Every so many rows written, up to so many are deleted: four times as fast, so that the file does not grow for ever. */
const purgeEvery = 64;
const purgeRows = 256;

/** Up to so many requests of a turn wait for their row to be written; more would wait for each other's. */
const mostAtOnce = 4;

/** After a failed write, how long to go on in memory before the next attempt, and how much waits for it at most. */
const retryAfterMs = 1000;
const mostWaiting = 100_000;

export interface HitWriterOptions {
  readonly file: HitFile;
  readonly windowMs: number;
  readonly now: () => number;
  /** At most one row in so many milliseconds: under load, what a kill may forget. 0: one in each turn of the event loop. */
  readonly betweenRowsMs: number;
  /** A write failed: requests are served all the same, but a restart would lose these counts. */
  readonly onError: (error: Error) => void;
}

interface Failure {
  readonly error: Error;
  readonly at: number;
}

export class HitWriter {
  readonly #options: HitWriterOptions;
  #waiting: Hit[] = [];
  #scheduled: NodeJS.Immediate | NodeJS.Timeout | null = null;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #failure: Failure | null = null;
  #written = 0;

  constructor(options: HitWriterOptions) {
    this.#options = options;
  }

  add(client: string, time: number): void {
    this.#waiting.push({ client, time });
    this.#scheduled ??= this.#schedule(() => {
      this.#scheduled = null;
      if (this.#mayTry()) this.#write();
    });
  }

  /**
   * Writes pending hits at once, unless there are many: a kill then loses no served request, except under load,
   * where it may forget the last few milliseconds.
   */
  settle(): void {
    if (this.#waiting.length === 0 || this.#waiting.length > mostAtOnce || !this.#mayTry()) return;
    this.#scheduled?.[Symbol.dispose]();
    this.#scheduled = null;
    this.#write();
  }

  /** At the end of this turn of the event loop; when rows come thick and fast, a little later, since each costs as much as a request. */
  #schedule(write: () => void): NodeJS.Immediate | NodeJS.Timeout {
    const { betweenRowsMs } = this.#options;
    const isQuiet = performance.now() - this.#writtenAt >= betweenRowsMs;
    return isQuiet ? setImmediate(write) : setTimeout(write, betweenRowsMs);
  }

  /**
   * Why the last write failed; null when it did not. It is tried again first: while the service is not ready, no request comes
   * that would do so.
   */
  retry(): Error | null {
    if (this.#failure !== null && this.#mayTry()) this.#write();
    return this.#failure?.error ?? null;
  }

  /** Writes what waits, once more even when the last write failed, and lets go of the file. */
  close(): void {
    this.#scheduled?.[Symbol.dispose]();
    this.#scheduled = null;
    if (this.#waiting.length > 0) this.#write();
    this.#options.file.close();
  }

  #mayTry(): boolean {
    return this.#failure === null || Math.abs(this.#options.now() - this.#failure.at) >= retryAfterMs;
  }

  #write(): void {
    this.#writtenAt = performance.now();
    try {
      this.#options.file.append(this.#waiting);
      this.#waiting = [];
      this.#failure = null;
      this.#written += 1;
      if (this.#written % purgeEvery === 0) this.#purge();
    } catch (error) {
      this.#fail(error);
    }
  }

  #purge(): void {
    const now = Math.floor(this.#options.now());
    this.#options.file.purge({ until: now - this.#options.windowMs, now, rows: purgeRows });
  }

  #fail(cause: unknown): void {
    if (this.#waiting.length > mostWaiting) this.#waiting = this.#waiting.slice(-mostWaiting);
    const unwritten = `${this.#waiting.length} counted requests are in memory only, and a restart would forget them`;
    const error = new Error(`The rate limit cannot write its file: ${reasonOf(cause)}. ${unwritten}.`, { cause });
    this.#failure = { error, at: this.#options.now() };
    this.#options.onError(error);
  }
}
