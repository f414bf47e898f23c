// Imports that are not finished -> the same ones finished: run in this process one after the other, from where they are.
import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../deliveries/log.ts";
import type { Effects } from "../domain/effects.ts";
import { continueImport, failNextOrder } from "../domain/imports.ts";
import type { Database } from "../storage/database.ts";
import { runningImports } from "../storage/queries/imports.ts";

export interface ImportRunnerParts {
  readonly database: Database;
  readonly effects: Effects;
  readonly log: Log;
}

/** After so many failures in a row, the order that the import has come to is given up. */
const attempts = 3;
const pauseMs = 200;

export class ImportRunner {
  readonly #parts: ImportRunnerParts;
  readonly #wanted = new Set<string>();
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(parts: ImportRunnerParts) {
    this.#parts = parts;
  }

  /** Runs the import, unless this process runs it already. */
  wake(id: string): void {
    if (this.#stopped) return;
    this.#wanted.add(id);
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      if (this.#wanted.size > 0 && !this.#stopped) this.wake([...this.#wanted][0] ?? id);
    });
  }

  /** Runs what a process has left unfinished. */
  async resume(): Promise<void> {
    for (const { id } of await this.#parts.database.all(runningImports, {})) this.wake(id);
  }

  /** Resolves when nothing runs. Imports stay where they are. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  /** One batch of each in turn: a large import does not keep the others waiting. Never rejects. */
  async #run(): Promise<void> {
    const failures = new Map<string, number>();
    while (this.#wanted.size > 0 && !this.#stopped) {
      for (const id of [...this.#wanted]) {
        if (this.#stopped) return;
        const more = await this.#step(id, failures);
        if (!more) this.#wanted.delete(id);
      }
      // Requests are served in between.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async #step(id: string, failures: Map<string, number>): Promise<boolean> {
    const { database, effects, log } = this.#parts;
    const before = failures.get(id) ?? 0;
    try {
      const more =
        before >= attempts
          ? await failNextOrder(database, id, effects.now)
          : await continueImport(database, { id, effects, ...(before === 0 ? {} : { limit: 1 }) });
      failures.delete(id);
      return more;
    } catch (error) {
      failures.set(id, before + 1);
      log.error({ err: error, importId: id }, "an import was interrupted; it will be retried soon");
      await delay(pauseMs * 2 ** Math.min(before, 6));
      return true;
    }
  }
}
