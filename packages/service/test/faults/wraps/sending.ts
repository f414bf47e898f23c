// Deliveries made at the wrong moment, or for the wrong subscriptions, as the parts of a service that makes them so.
import type { Poster } from "../../../src/deliveries/post.ts";
import type { ServiceParts } from "../../../src/operation/parts.ts";
import type { StoredOutbox } from "../../../src/storage/outbox.ts";
import { subscriptionsOfAccount } from "../../../src/storage/queries/subscriptions.ts";
import { withInside } from "../inside.ts";
import { fieldsOf } from "../values.ts";
import { responding } from "./responses.ts";

/** What a test of one subscription does, for each one that the account has. */
export function testingAll(): ServiceParts {
  return withInside((inside) => ({
    api: (api) => ({
      ...api,
      testWebhook: async (request, caller) => {
        const all = await inside().database.all(subscriptionsOfAccount, { accountId: caller.accountId });
        for (const { id } of all) {
          if (id !== request.path.id) await api.testWebhook({ path: { id } }, caller);
        }
        return await api.testWebhook(request, caller);
      },
    }),
  }));
}

/** Events are sent where they come to be: inside the transaction that is still to be committed. */
export function sendingInTransactions(): ServiceParts {
  const targets = new Map<string, { url: string; secret: string }>();
  let post: Poster["post"] | null = null;
  const remember = responding((response) => {
    if (response.operationId !== "createWebhook" || response.status !== 201) return null;
    const { id, url, secret } = fieldsOf(JSON.parse(response.body));
    targets.set(String(id), { url: String(url), secret: String(secret) });
    return null;
  });
  return {
    ...remember,
    poster: (poster) => {
      post = poster.post;
      return poster;
    },
    outbox: (outbox): StoredOutbox => ({
      ...outbox,
      putEvent: async (transaction, event) => {
        const others: string[] = [];
        for (const id of event.subscriptionIds) {
          const target = targets.get(id);
          if (target === undefined) others.push(id);
          else await post?.(target, event);
        }
        if (others.length > 0) await outbox.putEvent(transaction, { ...event, subscriptionIds: others });
      },
    }),
  };
}
