// Work for many accounts -> at most a few pieces at once for each: those that would only wait for each other hold nothing meanwhile.

// A maintained queue, which takes out what was cancelled while it waited.
import PQueue from "p-queue";

export interface TurnsOptions {
  /** How many pieces with the same key may run at once. */
  readonly atOnce: number;
  /** Milliseconds. What has waited for its turn for so long is rejected. */
  readonly longestWait: number;
}

export class Turns {
  readonly #options: TurnsOptions;
  /** By key, as long as anything runs or waits. */
  readonly #queues = new Map<string, PQueue>();

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const { longestWait } = this.#options;
    const wait = new AbortController();
    const late = (): Error => new Error(`other writes of the account took more than ${longestWait / 1000} seconds`);
    const timer = setTimeout(() => wait.abort(late()), longestWait);
    const begin = (): Promise<T> => {
      clearTimeout(timer);
      return work();
    };
    return await this.#queueOf(key).add(begin, { signal: wait.signal });
  }

  #queueOf(key: string): PQueue {
    const known = this.#queues.get(key);
    if (known !== undefined) return known;
    const queue = new PQueue({ concurrency: this.#options.atOnce });
    this.#queues.set(
      key,
      queue.on("idle", () => this.#queues.delete(key)),
    );
    return queue;
  }
}

/** `null`: so many wait already, and the work was not begun. */
export type Line = <T>(work: () => Promise<T>) => Promise<T | null>;

/** Work that needs much memory, or holds others up -> the same work, so many pieces at once at most, the others in line. */
export function lineOf({ atOnce, longest }: { readonly atOnce: number; readonly longest: number }): Line {
  const queue = new PQueue({ concurrency: atOnce });
  return async (work) => (queue.pending >= atOnce && queue.size >= longest ? null : await queue.add(work));
}
