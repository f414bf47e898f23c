// Deliveries that were attempted to calls of `settle`: one at a time, some time apart, each with all that ended since the last.
import { setTimeout as delay } from "node:timers/promises";
import { Backoff } from "./backoff.ts";
import type { Log } from "./log.ts";
import type { Outbox } from "./outbox.ts";

export interface SettlementOptions {
  readonly outbox: Pick<Outbox, "settle">;
  readonly log: Log;
  /** Called after each call of `settle` that succeeded. */
  readonly settled: () => void;
  /** As many as this are settled without a pause. */
  readonly atOnce: number;
}

/**
 * A commit waits for the disk, whether it is for one delivery or for hundreds. So the first of a burst is settled at once, and
 * the next ones no more often than this; what a crash makes go out again is that much more than what was under way anyway.
 */
const pauseMs = 20;

/** What was taken from the outbox and is not yet recorded there as done. */
export class Settlement {
  readonly #options: SettlementOptions;
  /** Under way, or attempted and not settled. */
  readonly #held = new Set<number>();
  readonly #backoff = new Backoff();
  #attempted: number[] = [];
  #running: Promise<void> | null = null;
  /** Set while the last call is less than `pauseMs` ago. */
  #pause: NodeJS.Timeout | undefined;

  constructor(options: SettlementOptions) {
    this.#options = options;
  }

  /** Attempts that are not recorded yet. */
  get pending(): number {
    return this.#attempted.length;
  }

  get empty(): boolean {
    return this.#attempted.length === 0 && this.#running === null;
  }

  /** The last call failed. Attempting more now would only mean more repeats if the process ended here. */
  get failing(): boolean {
    return this.#backoff.waiting;
  }

  /**
   * Says that a delivery is under way; `false` if it already is, or was attempted: its lease ran out while the outbox
   * is unknown, and it must not be sent a second time.
   */
  hold(id: number): boolean {
    if (this.#held.has(id)) return false;
    this.#held.add(id);
    return true;
  }

  /** Says that a delivery could not be attempted: it goes out when its lease has run out. */
  release(id: number): void {
    this.#held.delete(id);
  }

  /** Says that a delivery was attempted. */
  add(id: number): void {
    this.#attempted.push(id);
    if (!this.failing) this.#startUnlessPaused();
  }

  /** Tries again after a failure, when it is time to. */
  poll(): void {
    if (this.failing && this.#backoff.due()) this.#start();
  }

  /**
   * Settles what there is. After a failure it waits, and tries again, until `attempts` have failed: what is left then goes out again when
   * its lease has run out.
   */
  async drain(attempts: number, intervalMs: number): Promise<void> {
    for (let failed = 0; !this.empty; ) {
      this.#start();
      await this.#running;
      // A call that was under way has settled what had ended before it: the rest is next.
      if (!this.failing) continue;
      failed += 1;
      if (failed === attempts) break;
      await delay(intervalMs);
    }
    clearTimeout(this.#pause);
    if (this.empty) return;
    const fields = { deliveries: this.#attempted.length };
    this.#options.log.error(fields, "deliveries were attempted and could not be recorded; they will be sent again");
  }

  #startUnlessPaused(): void {
    if (this.#pause === undefined || this.#attempted.length >= this.#options.atOnce) this.#start();
  }

  #start(): void {
    if (this.#attempted.length > 0) this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    // What else ends in this turn of the event loop goes with it.
    await new Promise((resolve) => setImmediate(resolve));
    const ids = this.#attempted;
    this.#attempted = [];
    const settled = await this.#settle(ids);
    this.#running = null;
    if (!settled) return;
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.#start();
    }, pauseMs);
    this.#startUnlessPaused();
  }

  async #settle(ids: readonly number[]): Promise<boolean> {
    const { outbox, log, settled } = this.#options;
    try {
      await outbox.settle(ids);
    } catch (error) {
      this.#attempted = [...ids, ...this.#attempted];
      this.#backoff.failed();
      log.error(
        { err: error, deliveries: ids.length },
        "attempted deliveries could not be recorded; trying again soon",
      );
      return false;
    }
    for (const id of ids) this.#held.delete(id);
    this.#backoff.succeeded();
    settled();
    return true;
  }
}
