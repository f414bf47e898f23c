// Work for many accounts -> at most a few pieces at once for each: those that would only wait for each other hold nothing meanwhile.

export interface TurnsOptions {
  /** How many pieces with the same key may run at once. */
  readonly atOnce: number;
  /** Milliseconds. What has waited for its turn for so long is rejected. */
  readonly longestWait: number;
}

export class Turns {
  readonly #options: TurnsOptions;
  /** By key: how many run, and what waits. */
  readonly #lines = new Map<string, { running: number; readonly waiting: Set<() => void> }>();

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    await this.#turn(key);
    try {
      return await work();
    } finally {
      this.#next(key);
    }
  }

  #turn(key: string): Promise<void> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: new Set() };
    this.#lines.set(key, line);
    if (line.running < this.#options.atOnce) {
      line.running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const { longestWait } = this.#options;
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        line.waiting.delete(begin);
        reject(new Error(`other writes of the account took more than ${longestWait / 1000} seconds`));
      }, longestWait);
      line.waiting.add(begin);
    });
  }

  /** Hands the place on, or gives it up. */
  #next(key: string): void {
    const line = this.#lines.get(key);
    if (line === undefined) return;
    for (const begin of line.waiting) {
      line.waiting.delete(begin);
      begin();
      return;
    }
    line.running -= 1;
    if (line.running === 0) this.#lines.delete(key);
  }
}
