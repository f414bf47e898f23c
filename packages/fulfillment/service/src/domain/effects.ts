// What the domain takes from outside: the time, and somewhere to put events.
import type { Transaction } from "../storage/database.ts";

export interface Effects {
  /** Milliseconds of Unix time. */
  readonly now: () => number;
  readonly putEvent: PutEvent;
}

/** Puts an event into the outbox, and one delivery of it for each subscription, as part of the transaction. */
export type PutEvent = (transaction: Transaction, event: NewEvent) => Promise<void>;

export interface NewEvent {
  readonly accountId: string;
  /** `order.created` */
  readonly event: string;
  /** JSON text, exactly what will be sent. */
  readonly body: string;
  /** At least one. */
  readonly subscriptionIds: readonly string[];
}

/** `2025-11-03T09:14:27.318Z` */
export function timestampOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
