// Deliveries that nothing more is to be done for -> deleted, and with the last delivery of an event the event.
import type { Transaction } from "./database.ts";
import { deleteDelivered, deleteDeliveries, deliveriesOf, eventsOfDeliveries } from "./queries/deliveries.ts";

/** Those with these ids, as far as they are still there. */
export async function deleteAttempted(transaction: Transaction, deliveryIds: readonly number[]): Promise<void> {
  const ids = JSON.stringify(deliveryIds);
  await transaction.all(eventsOfDeliveries, { ids });
  await deleteEventsOf(transaction, await transaction.all(deleteDeliveries, { ids }));
}

/** Deleting a large event takes some tenths of a millisecond. */
const droppedAtOnce = 50;

/** All that wait for a subscription. */
export async function dropDeliveries(transaction: Transaction, subscriptionId: string): Promise<void> {
  for (;;) {
    const rows = await transaction.all(deliveriesOf, { subscriptionId, limit: droppedAtOnce });
    if (rows.length === 0) return;
    await deleteAttempted(
      transaction,
      rows.map(({ id }) => id),
    );
  }
}

async function deleteEventsOf(
  transaction: Transaction,
  deleted: readonly { readonly event_id: number }[],
): Promise<void> {
  if (deleted.length === 0) return;
  const ids = [...new Set(deleted.map(({ event_id }) => event_id))];
  await transaction.all(deleteDelivered, { ids: JSON.stringify(ids) });
}
