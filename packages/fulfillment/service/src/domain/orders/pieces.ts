// Pages of orders -> pieces that are read from the database one after the other: an order may be as large as a request, and reading a
// megabyte holds the event loop for some milliseconds.

/** In a piece, unless they are large. */
const mostOrders = 20;
/** Characters. */
const mostText = 524_288;
/** Characters of a page, after which it ends early: a response must fit into memory (open decision `list-limit-bounds`). */
export const fullPage = 2_097_152;

/** How many orders of an account make a piece: as many as fit if all are as large as the largest that was read of it. */
export class OrderPieces {
  /** Characters, by account; only of accounts whose pieces are smaller for it. */
  readonly #largest = new Map<string, number>();

  sizeFor(accountId: string): number {
    return Math.min(mostOrders, Math.max(1, Math.floor(mostText / (this.#largest.get(accountId) ?? 1))));
  }

  /** Whether a page of the account may take milliseconds. */
  isLarge(accountId: string): boolean {
    return this.#largest.has(accountId);
  }

  read(accountId: string, { length }: string): void {
    if (length > mostText / mostOrders && length > (this.#largest.get(accountId) ?? 0))
      this.#largest.set(accountId, length);
  }
}
