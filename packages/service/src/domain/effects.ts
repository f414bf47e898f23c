// What the domain takes from outside: the time, and somewhere to put events.
import type { Transaction } from "../storage/database.ts";
import type { Event } from "./events.ts";

export interface Effects {
  /** Milliseconds of Unix time. */
  readonly now: () => number;
  /** Puts one delivery into the outbox, as part of the transaction. */
  readonly putDelivery: (transaction: Transaction, subscriptionId: string, event: Event) => Promise<void>;
}

/** `2025-11-03T09:14:27.318Z` */
export function timestampOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
