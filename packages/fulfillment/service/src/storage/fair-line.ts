// Work of many accounts -> one piece of each account in turn, and those of one account in the order in which they came.

export class FairLine<T> {
  /** The account whose turn it is comes first. */
  readonly #lines = new Map<string, T[]>();
  /** Whose piece was taken last: what it adds meanwhile is not before a piece of another one. */
  #served: string | null = null;

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  add(account: string, piece: T): void {
    const line = this.#lines.get(account);
    if (line === undefined) this.#lines.set(account, [piece]);
    else line.push(piece);
  }

  /** The oldest of each account. */
  heads(): T[] {
    return [...this.#lines.values()].flatMap((line) => line.slice(0, 1));
  }

  /** Takes it out; `undefined`: there is none. */
  next(): T | undefined {
    const [first, second] = this.#lines.keys();
    const account = first === this.#served && second !== undefined ? second : first;
    if (account === undefined) return undefined;
    const line = this.#lines.get(account) ?? [];
    const piece = line.shift();
    this.#lines.delete(account);
    if (line.length > 0) this.#lines.set(account, line);
    this.#served = account;
    return piece;
  }

  /** Takes out all for which it holds. */
  remove(holds: (piece: T) => boolean): T[] {
    const removed: T[] = [];
    for (const [account, line] of this.#lines) {
      const rest = line.filter((piece) => !holds(piece));
      removed.push(...line.filter(holds));
      if (rest.length > 0) this.#lines.set(account, rest);
      else this.#lines.delete(account);
    }
    return removed;
  }
}
