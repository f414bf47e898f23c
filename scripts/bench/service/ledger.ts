// What the service has acknowledged, as its clients know it: no crash may take any of it back.

export interface Line {
  readonly sku: string;
  readonly quantity: number;
}

export interface LedgerEntry {
  readonly lines: readonly Line[];
  /** `cancel-sent`: no answer came, so the order may be cancelled or not. */
  state: "placed" | "cancel-sent" | "cancelled";
}

export class Ledger {
  readonly orders: Map<string, LedgerEntry> = new Map();
  /** Complete answers. */
  answers = 0;
  /** Those that a request should not have had. */
  readonly unexpected: string[] = [];

  placed(orderId: string, lines: readonly Line[]): void {
    this.answers += 1;
    if (this.orders.has(orderId)) this.unexpected.push(`${orderId} was acknowledged twice`);
    this.orders.set(orderId, { lines, state: "placed" });
  }

  cancelSent(orderId: string): void {
    this.#move(orderId, "cancel-sent");
  }

  cancelled(orderId: string): void {
    this.answers += 1;
    this.#move(orderId, "cancelled");
  }

  refused(what: string): void {
    this.answers += 1;
    this.unexpected.push(what);
  }

  cancellations(): number {
    return [...this.orders.values()].filter(({ state }) => state === "cancelled").length;
  }

  #move(orderId: string, state: LedgerEntry["state"]): void {
    const entry = this.orders.get(orderId);
    if (entry === undefined) throw new Error(`${orderId} was never placed`);
    entry.state = state;
  }
}
