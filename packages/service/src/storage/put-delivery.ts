// An event for a subscription -> a row of the outbox, as part of the transaction that made the event.
import { type PutDelivery, timestampOf } from "../domain/effects.ts";
import { insertDelivery } from "./queries/deliveries.ts";

/** `notify` is called with the subscription once the delivery is durable. */
export function createPutDelivery(now: () => number, notify: (subscriptionId: string) => void): PutDelivery {
  return async (transaction, subscriptionId, delivery) => {
    await transaction.all(insertDelivery, {
      ...delivery,
      subscription_id: subscriptionId,
      created_at: timestampOf(now()),
    });
    transaction.afterCommit(() => notify(subscriptionId));
  };
}
