import type { ServiceParts } from "../../../src/operation/parts.ts";
import { updateSubscription } from "../../../src/storage/queries/subscriptions.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, isSigned, place, subscribe } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { at, changed, fieldsOf, itemsOf, without } from "../values.ts";
import { querying, rewritten } from "../wraps/queries.ts";
import { respondingBody } from "../wraps/responses.ts";
import { rememberingSecrets } from "../wraps/secrets.ts";

const rotation = "spec/paths/webhooks.yaml#/rotate-secret/post/description";
const listed = async (service: FaultyService): Promise<readonly unknown[]> =>
  itemsOf(at(await bodyOf(service.ask("GET", "/v1/webhooks")), "webhooks"));

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
    id: "secret-listed",
    title: "The list of subscriptions shows their secrets",
    contradicts: "spec/schemas/webhook-subscription.yaml#/properties/secret",
    parts: () =>
      rememberingSecrets((secrets) => ({
        operation: "listWebhooks",
        change: (list) =>
          changed(list, "webhooks", (webhooks) =>
            itemsOf(webhooks).map((webhook) => ({
              ...fieldsOf(webhook),
              secret: secrets.get(String(at(webhook, "id"))),
            })),
          ),
      })),
    shows: async (service) => {
      await subscribe(service, ["order.created"]);
      return typeof at((await listed(service))[0], "secret");
    },
    right: "undefined",
    wrong: "string",
  },
  {
    id: "secret-shown-on-update",
    title: "Updating a subscription shows its secret",
    contradicts: "spec/schemas/webhook-subscription.yaml#/properties/secret",
    parts: () =>
      rememberingSecrets((secrets) => ({
        operation: "updateWebhook",
        change: (webhook) => ({ ...fieldsOf(webhook), secret: secrets.get(String(at(webhook, "id"))) }),
      })),
    shows: async (service) => {
      const { path } = await subscribe(service, ["order.created"]);
      return typeof at(await bodyOf(service.ask("PUT", path, { body: { active: true } })), "secret");
    },
    right: "undefined",
    wrong: "string",
  },
  {
    id: "secret-not-shown",
    title: "Rotating a secret does not show the new one",
    contradicts: "spec/schemas/webhook-subscription-with-secret.yaml#/required",
    parts: () =>
      respondingBody({ operation: "rotateWebhookSecret", status: 200 }, (webhook) => without(webhook, "secret")),
    shows: async (service) => {
      const { path } = await subscribe(service, ["order.created"]);
      return typeof at(await bodyOf(service.ask("POST", `${path}/rotate-secret`)), "secret");
    },
    right: "string",
    wrong: "undefined",
  },
  {
    id: "secret-masked",
    title: "The secret of a new subscription is masked",
    contradicts: "spec/schemas/webhook-subscription-with-secret.yaml#/properties/secret/description",
    parts: () =>
      respondingBody({ operation: "createWebhook", status: 201 }, (webhook) =>
        changed(webhook, "secret", (secret) => `${String(secret).slice(0, 10)}${"*".repeat(60)}`),
      ),
    shows: async (service) => (await subscribe(service, ["order.created"])).secret.includes("*"),
    right: false,
    wrong: true,
  },
  {
    id: "rotate-same-secret",
    title: "Rotating a secret gives the old one again",
    contradicts: rotation,
    parts: () => ({
      ...keepingSecrets(),
      ...rememberingSecrets((secrets) => ({
        operation: "rotateWebhookSecret",
        change: (webhook) => ({ ...fieldsOf(webhook), secret: secrets.get(String(at(webhook, "id"))) }),
      })),
    }),
    shows: async (service) => {
      const { path, secret } = await subscribe(service, ["order.created"]);
      return at(await bodyOf(service.ask("POST", `${path}/rotate-secret`)), "secret") === secret;
    },
    right: false,
    wrong: true,
  },
  {
    id: "rotate-not-stored",
    title: "A rotated secret is shown and not kept: deliveries are signed with the old one",
    contradicts: rotation,
    parts: keepingSecrets,
    shows: (service) => isSignedAfter(service, "POST", "/rotate-secret"),
    right: true,
    wrong: false,
  },
  {
    id: "secret-remembered",
    title: "After a rotation, deliveries are signed with the secret that the first one was signed with",
    contradicts: rotation,
    parts: () => {
      const secrets = new Map<string, string>();
      return {
        outbox: (outbox) => ({
          ...outbox,
          claim: async (subscriptionId, limit) => {
            const claim = await outbox.claim(subscriptionId, limit);
            if (claim.target === null) return claim;
            const secret = secrets.get(subscriptionId) ?? claim.target.secret;
            secrets.set(subscriptionId, secret);
            return { ...claim, target: { ...claim.target, secret } };
          },
        }),
      };
    },
    shows: (service) => isSignedAfter(service, "POST", "/rotate-secret"),
    right: true,
    wrong: false,
  },
  {
    id: "update-rotates-secret",
    title: "Updating a subscription gives it another secret, which is not returned",
    contradicts: "spec/paths/webhooks.yaml#/webhook/put/description",
    parts: () => ({
      api: (api) => ({
        ...api,
        updateWebhook: async (request, caller) => {
          await api.rotateWebhookSecret({ path: request.path }, caller);
          return await api.updateWebhook(request, caller);
        },
      }),
    }),
    shows: (service) => isSignedAfter(service, "PUT", "", { active: true }),
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
