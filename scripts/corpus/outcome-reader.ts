// Descriptions, one after the other -> their outcomes, from a worker that is replaced when it times out or crashes.
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Order, Outcome } from "./directory-worker.ts";

const limit = 120_000;
const failed = { ok: false, errors: {}, tolerated: {}, warnings: {}, texts: {}, unplaced: [], bytes: 0 };

export class OutcomeReader {
  private worker: Worker | null = null;

  /** Never rejects: an error becomes the outcome's `crash`. */
  async read(order: Order): Promise<Outcome> {
    this.worker ??= new Worker(join(import.meta.dirname, "directory-worker.ts"));
    const { worker } = this;
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const fail = (crash: string): void => resolve({ ...failed, crash, milliseconds: 0 });
    const timer = setTimeout(() => fail(`no response in ${limit / 1000} s`), limit);
    const broken = (error: Error): void => fail(error.stack ?? error.message);
    const ended = (): void => fail("the worker ended");
    worker.once("message", resolve).once("error", broken).once("exit", ended);
    worker.postMessage(order);
    const outcome = await promise;
    clearTimeout(timer);
    worker.off("message", resolve).off("error", broken).off("exit", ended);
    if (outcome.crash !== null) await this.close();
    return outcome;
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
    this.worker = null;
  }
}
