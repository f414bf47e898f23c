// An outbox that forgets with the test: what storage promises, and failures on request.
import type { Claim, Delivery, Outbox, Room, Waiting } from "../../src/deliveries/outbox.ts";
import { secret } from "./posting.ts";

export interface Entry extends Delivery {
  readonly subscriptionId: string;
  claimed: boolean;
}

export class MemoryOutbox implements Outbox {
  readonly entries: Map<number, Entry> = new Map();
  readonly paused: Set<string> = new Set();
  /** `settle` calls with their ids, in order. */
  readonly settles: (readonly number[])[] = [];
  /** Where deliveries go. */
  url: string = "https://hooks.example/";
  /** Called in the middle of each operation: may throw, or take its time. */
  fail: (operation: "waiting" | "claim" | "settle", subscriptionId?: string) => void | Promise<void> = () => {};
  readonly calls: { waiting: number; claim: number; settle: number } = { waiting: 0, claim: 0, settle: 0 };
  /** The most `settle` calls that ran together. */
  settlesAtOnce: number = 0;
  /** Claims of one subscription that ran together: storage may rely on there being none. */
  overlaps: number = 0;
  #settling = 0;
  readonly #claiming = new Set<string>();
  #lastId = 0;
  readonly #listeners: ((waiting: readonly Waiting[]) => void)[] = [];
  /** Whose a subscription is: an account of its own, unless a test says otherwise. */
  accountOf: (subscriptionId: string) => string = (subscriptionId) => `acc_of_${subscriptionId}`;

  /** As another process would: without a notification here. */
  put(subscriptionId: string, count = 1): number[] {
    return Array.from({ length: count }, () => {
      this.#lastId += 1;
      const body = `{"event":"order.created","data":{"orderId":"ord_${this.#lastId}"}}`;
      this.entries.set(this.#lastId, {
        id: this.#lastId,
        event: "order.created",
        body,
        subscriptionId,
        claimed: false,
      });
      return this.#lastId;
    });
  }

  /** As a transaction of this process would. */
  commit(subscriptionId: string, count = 1): number[] {
    const ids = this.put(subscriptionId, count);
    this.tell([subscriptionId]);
    return ids;
  }

  tell(subscriptionIds: readonly string[]): void {
    for (const listener of this.#listeners) listener(this.#waitingOf(subscriptionIds));
  }

  /** As time would: what is claimed and not settled can be claimed again. */
  expireLeases(): void {
    for (const entry of this.entries.values()) entry.claimed = false;
  }

  unclaimed(): number {
    return [...this.entries.values()].filter(({ claimed }) => !claimed).length;
  }

  #waitingOf(subscriptionIds: readonly string[]): Waiting[] {
    return subscriptionIds.map((subscriptionId) => ({ subscriptionId, accountId: this.accountOf(subscriptionId) }));
  }

  async waiting(): Promise<Waiting[]> {
    this.calls.waiting += 1;
    await turn();
    await this.fail("waiting");
    const unclaimed = [...this.entries.values()].filter(({ claimed }) => !claimed);
    return this.#waitingOf([...new Set(unclaimed.map(({ subscriptionId }) => subscriptionId))]);
  }

  async claim(subscriptionId: string, room: Room): Promise<Claim> {
    this.calls.claim += 1;
    if (this.#claiming.has(subscriptionId)) this.overlaps += 1;
    this.#claiming.add(subscriptionId);
    try {
      await turn();
      await this.fail("claim", subscriptionId);
      const claim = this.#claim(subscriptionId, room);
      // The response is on its way.
      await turn();
      return claim;
    } finally {
      this.#claiming.delete(subscriptionId);
    }
  }

  #claim(subscriptionId: string, { count, bytes }: Room): Claim {
    const mine = [...this.entries.values()].filter((one) => one.subscriptionId === subscriptionId && !one.claimed);
    const deliveries: Entry[] = [];
    let total = 0;
    for (const entry of mine.slice(0, count)) {
      total += Buffer.byteLength(entry.body);
      if (deliveries.length > 0 && total > bytes) break;
      entry.claimed = true;
      deliveries.push(entry);
    }
    const more = deliveries.length >= count || deliveries.length < mine.length;
    if (this.paused.has(subscriptionId)) return { target: null, deliveries, more };
    const accountId = this.accountOf(subscriptionId);
    return { target: { subscriptionId, accountId, url: this.url, secret }, deliveries, more };
  }

  async settle(ids: readonly number[]): Promise<void> {
    this.calls.settle += 1;
    this.#settling += 1;
    this.settlesAtOnce = Math.max(this.settlesAtOnce, this.#settling);
    await turn();
    try {
      await this.fail("settle");
    } finally {
      this.#settling -= 1;
    }
    this.settles.push(ids);
    for (const id of ids) this.entries.delete(id);
  }

  onCommit(listener: (waiting: readonly Waiting[]) => void): void {
    this.#listeners.push(listener);
  }
}

/** The rest of this turn of the event loop. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export async function turns(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await turn();
}
