import type { ServiceParts } from "../../../src/operation/parts.ts";
import { updateSubscription } from "../../../src/storage/queries/subscriptions.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { isSigned, place, subscribe } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { at } from "../values.ts";
import { querying, rewritten } from "../wraps/queries.ts";

const rotation = "spec/paths/webhooks.yaml#/rotate-secret/post/description";
/** Whether deliveries verify with the secret that was given last. */
async function isSignedAfter(service: FaultyService, method: string, action: string, body?: unknown): Promise<boolean> {
  const subscription = await subscribe(service, ["order.created"]);
  await place(service);
  await service.warehouse.quiet();
  const response = await service.ask(method, `${subscription.path}${action}`, body === undefined ? {} : { body });
  await place(service);
  const secret = at(response.body, "secret") ?? subscription.secret;
  const last = (await subscription.events()).at(-1);
  return last !== undefined && isSigned(last, String(secret));
}

export const subscriptionSecrets: readonly Fault[] = faultsOf("subscription", [
  {
    id: "rotate-not-stored",
    title: "A rotated secret is shown and not kept: deliveries are signed with the old one",
    contradicts: rotation,
    foundBy: ["bad-signature"],
    parts: keepingSecrets,
    shows: (service) => isSignedAfter(service, "POST", "/rotate-secret"),
    right: true,
    wrong: false,
  },
]);

/** What is updated of a subscription does not include its secret. */
function keepingSecrets(): ServiceParts {
  return querying(
    rewritten(updateSubscription, (db, { id, secret: _, ...columns }) =>
      db.updateTable("subscriptions").set(columns).where("id", "=", id).returning("id"),
    ),
  );
}
