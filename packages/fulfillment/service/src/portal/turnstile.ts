// Work that needs much memory -> the same work, so many at once at most, the others in line.

export class Turnstile {
  readonly #atOnce: number;
  readonly #longestLine: number;
  readonly #line: (() => void)[] = [];
  #passing = 0;

  constructor({ atOnce, longestLine }: { readonly atOnce: number; readonly longestLine: number }) {
    this.#atOnce = atOnce;
    this.#longestLine = longestLine;
  }

  /** `null`: the line is full, and the work was not begun. */
  async pass<T>(work: () => Promise<T>): Promise<T | null> {
    if (this.#passing >= this.#atOnce) {
      if (this.#line.length >= this.#longestLine) return null;
      await new Promise<void>((resolve) => this.#line.push(resolve));
    } else {
      this.#passing += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#line.shift();
      if (next === undefined) this.#passing -= 1;
      else next();
    }
  }
}
