// Faults in which events there are, and which can be subscribed to.
import { z } from "zod";
import type { ServiceParts } from "../../../src/operation/parts.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, statusOf } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { at, itemsOf } from "../values.ts";
import { responding } from "../wraps/responses.ts";
import { judgingBody } from "../wraps/rules.ts";

const create = "/v1/webhooks";

/** The status of the response to a subscription with this URL, or these events. */
function subscribing(service: FaultyService, url: string, events: unknown = ["order.created"]): Promise<number> {
  return statusOf(service.ask("POST", create, { body: { url, events } }));
}

const eventNames = [
  "order.created",
  "order.shipped",
  "order.delivered",
  "order.cancelled",
  "order.returned",
  "invite.viewed",
  "invite.cart_updated",
  "invite.redeemed",
];

export const subscriptionEvents: readonly Fault[] = faultsOf("subscription", [
  {
    id: "events-empty",
    title: "A subscription to no events is accepted",
    contradicts: "spec/schemas/webhook-events.yaml#/minItems",
    foundBy: ["invalid-accepted", "wrong-refusal"],
    parts: () => judgingBody("createWebhook", "events", z.array(z.enum(eventNames))),
    shows: (service) => subscribing(service, service.receiver.open().url, []),
    right: 400,
    wrong: 201,
  },
  {
    id: "catalog-misses-event",
    title: "The catalog lacks `invite.redeemed`",
    contradicts: "spec/paths/webhooks.yaml#/events/get/description",
    foundBy: ["rule-broken"],
    parts: () => respondingCatalog((entries) => entries.filter((entry) => at(entry, "event") !== "invite.redeemed")),
    shows: async (service) => itemsOf(await bodyOf(service.ask("GET", "/v1/webhooks/events"))).length,
    right: 8,
    wrong: 7,
  },
]);

function respondingCatalog(change: (entries: readonly unknown[]) => readonly unknown[]): ServiceParts {
  return responding((response) =>
    response.operationId === "listWebhookEvents" && response.status === 200
      ? { ...response, body: JSON.stringify(change(itemsOf(JSON.parse(response.body)))) }
      : null,
  );
}
