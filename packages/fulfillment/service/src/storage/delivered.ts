// Deliveries that nothing more is to be done for -> deleted, and with the last delivery of an event the event.
import type { Transaction } from "./database.ts";
import {
  deleteDelivered,
  deleteDeliveries,
  deleteDeliveriesOf,
  eventsOfDeliveries,
  eventsOfSubscription,
} from "./queries/deliveries.ts";

/** Those with these ids, as far as they are still there. */
export async function deleteAttempted(transaction: Transaction, deliveryIds: readonly number[]): Promise<void> {
  const ids = JSON.stringify(deliveryIds);
  await transaction.all(eventsOfDeliveries, { ids });
  await deleteEventsOf(transaction, await transaction.all(deleteDeliveries, { ids }));
}

/** All that wait for a subscription. */
export async function dropDeliveries(transaction: Transaction, subscriptionId: string): Promise<void> {
  await transaction.all(eventsOfSubscription, { subscriptionId });
  await deleteEventsOf(transaction, await transaction.all(deleteDeliveriesOf, { subscriptionId }));
}

async function deleteEventsOf(
  transaction: Transaction,
  deleted: readonly { readonly event_id: number }[],
): Promise<void> {
  if (deleted.length === 0) return;
  const ids = [...new Set(deleted.map(({ event_id }) => event_id))];
  await transaction.all(deleteDelivered, { ids: JSON.stringify(ids) });
}
