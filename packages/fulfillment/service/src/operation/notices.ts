// What may be lost with the process and must cost requests nothing: when keys were used, and which deliveries failed -> the database,
// some at a time.

import type { Log } from "../deliveries/log.ts";
import type { Outcome } from "../deliveries/post.ts";
import { timestampOf } from "../domain/effects.ts";
import type { Database } from "../storage/database.ts";
import { markKeyUsed } from "../storage/queries/accounts.ts";
import { insertDeliveryFailure, trimDeliveryFailures } from "../storage/queries/delivery-failures.ts";
import { subscriptionToSend } from "../storage/queries/subscriptions.ts";

/** How many failures of a subscription are stored. */
const failuresKept = 50;

/** Bytes of a body that is stored with its failure: 50 of them are few MB at most. */
const largestPayload = 65_536;

/** Bytes of bodies that wait to be stored: a slow database must not fill the memory. */
const mostPayloads = 16_777_216;

const minuteMs = 60_000;
/** More subscriptions than these at once wait for their next failure. */
const mostSubscriptions = 10_000;

interface Failure {
  readonly event: string;
  readonly at: string;
  readonly status: number | null;
  readonly error: string;
  readonly payload: string | null;
}

export interface NoticeParts {
  readonly database: Database;
  readonly now: () => number;
  readonly log: Log;
}

export class Notices {
  readonly #parts: NoticeParts;
  /** By the hash of the key. */
  #used = new Map<string, string>();
  #failures = new Map<string, Failure[]>();
  #payloadBytes = 0;
  readonly #timers: readonly NodeJS.Timeout[];
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: NoticeParts) {
    this.#parts = parts;
    this.#timers = [
      setInterval(() => void this.#writeKeys(), minuteMs).unref(),
      setInterval(() => void this.#writeFailures(), 1_000).unref(),
    ];
  }

  /** A request was made with the key: to the minute, so that a busy key is written once in a minute. */
  keyUsed(hash: string): void {
    const { now } = this.#parts;
    this.#used.set(hash, timestampOf(Math.floor(now() / minuteMs) * minuteMs));
  }

  /** A delivery was attempted. */
  attempted(
    subscriptionId: string,
    { event, body }: { readonly event: string; readonly body: string },
    outcome: Outcome,
  ): void {
    if (outcome.kind === "accepted") return;
    const failures = this.#failures.get(subscriptionId) ?? [];
    if (failures.length === 0 && this.#failures.size >= mostSubscriptions) return;
    const result =
      outcome.kind === "unreached"
        ? { status: null, error: outcome.reason }
        : { status: outcome.status, error: `Endpoint answered ${outcome.status}` };
    const bytes = Buffer.byteLength(body);
    const payload = bytes > Math.min(largestPayload, mostPayloads - this.#payloadBytes) ? null : body;
    failures.push({ event, at: timestampOf(this.#parts.now()), ...result, payload });
    const dropped = failures.length > failuresKept ? failures.splice(0, 1) : [];
    this.#payloadBytes += (payload === null ? 0 : bytes) - bytesIn(dropped);
    this.#failures.set(subscriptionId, failures);
  }

  /** Writes what is not written yet. Never rejects: what cannot be written is lost, and logged. */
  async flush(): Promise<void> {
    await this.#writeKeys();
    await this.#writeFailures();
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.flush();
  }

  #writeKeys(): Promise<void> {
    const used = this.#used;
    if (used.size === 0) return this.#writing;
    this.#used = new Map();
    return this.#write(async (database) => {
      await database.write(async (transaction) => {
        for (const [hash, at] of used) await transaction.all(markKeyUsed, { hash, at });
      });
    });
  }

  #writeFailures(): Promise<void> {
    const failed = this.#failures;
    if (failed.size === 0) return this.#writing;
    this.#failures = new Map();
    return this.#write(async (database) => {
      this.#payloadBytes -= bytesIn([...failed.values()].flat());
      for (const [subscriptionId, failures] of failed) {
        await database.write(async (transaction) => {
          // Deleted since.
          if ((await transaction.first(subscriptionToSend, { id: subscriptionId })) === null) return;
          for (const failure of failures) {
            await transaction.all(insertDeliveryFailure, { subscription_id: subscriptionId, ...failure });
          }
          await transaction.all(trimDeliveryFailures, { subscriptionId, most: failuresKept });
        });
      }
    });
  }

  #write(work: (database: Database) => Promise<void>): Promise<void> {
    const { database, log } = this.#parts;
    this.#writing = this.#writing
      .then(() => work(database))
      .catch((error: unknown) => log.error({ err: error }, "uses of keys or failed deliveries could not be recorded"));
    return this.#writing;
  }
}

function bytesIn(failures: readonly Failure[]): number {
  return failures.reduce((sum, { payload }) => sum + Buffer.byteLength(payload ?? ""), 0);
}
