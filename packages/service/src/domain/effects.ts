// What the domain takes from outside: the time, and somewhere to put events.
import type { Transaction } from "../storage/database.ts";

export interface Effects {
  /** Milliseconds of Unix time. */
  readonly now: () => number;
  readonly putDelivery: PutDelivery;
}

/** Puts one delivery into the outbox, as part of the transaction. `body`: JSON text, exactly what will be sent. */
export type PutDelivery = (
  transaction: Transaction,
  subscriptionId: string,
  delivery: { readonly event: string; readonly body: string },
) => Promise<void>;

/** `2025-11-03T09:14:27.318Z` */
export function timestampOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
