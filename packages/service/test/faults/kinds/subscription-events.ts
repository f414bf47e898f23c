// Faults in which events there are, and which can be subscribed to.
import { z } from "zod";
import type { ServiceParts } from "../../../src/operation/parts.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, statusOf, subscribe } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { at, changed, fieldsOf, itemsOf } from "../values.ts";
import { askingWithBody, responding } from "../wraps/responses.ts";
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

/** Names that are no events are dropped instead of being refused. */
function droppingEvents(isDropped: (name: unknown) => boolean): ServiceParts {
  return {
    ...judgingBody("createWebhook", "events", z.array(z.string())),
    ...askingWithBody(create, (body) =>
      changed(body, "events", (events) => (Array.isArray(events) ? events.filter((name) => !isDropped(name)) : events)),
    ),
  };
}

export const subscriptionEvents: readonly Fault[] = faultsOf("subscription", [
  {
    id: "events-empty",
    title: "A subscription to no events is accepted",
    contradicts: "spec/schemas/webhook-events.yaml#/minItems",
    parts: () => judgingBody("createWebhook", "events", z.array(z.enum(eventNames))),
    shows: (service) => subscribing(service, service.receiver.open().url, []),
    right: 400,
    wrong: 201,
  },
  {
    id: "events-unknown",
    title: "Names that are no events are dropped, not refused",
    contradicts: "spec/schemas/webhook-event-name.yaml#/enum",
    parts: () => droppingEvents((name) => typeof name === "string" && !eventNames.includes(name)),
    shows: (service) => subscribing(service, service.receiver.open().url, ["order.created", "order.lost"]),
    right: 400,
    wrong: 201,
  },
  {
    id: "events-test",
    title: "`webhook.test` can be subscribed to",
    contradicts: "spec/schemas/webhook-event-name.yaml#/description",
    parts: () => droppingEvents((name) => name === "webhook.test"),
    shows: (service) => subscribing(service, service.receiver.open().url, ["webhook.test"]),
    right: 400,
    wrong: 201,
  },
  {
    id: "events-returned-refused",
    title: "`order.returned` cannot be subscribed to",
    contradicts: "spec/schemas/webhook-event-name.yaml#/enum/4",
    parts: () =>
      judgingBody(
        "createWebhook",
        "events",
        z.array(z.enum(eventNames.filter((name) => name !== "order.returned"))).min(1),
      ),
    shows: (service) => subscribing(service, service.receiver.open().url, ["order.returned"]),
    right: 201,
    wrong: 400,
  },
  {
    id: "events-optional",
    title: "A subscription that does not say which events gets all of them",
    contradicts: "spec/schemas/new-webhook.yaml#/required",
    parts: () => askingWithBody(create, (body) => ({ events: eventNames, ...fieldsOf(body) })),
    shows: (service) => statusOf(service.ask("POST", create, { body: { url: service.receiver.open().url } })),
    right: 400,
    wrong: 201,
  },
  {
    id: "active-text",
    title: "`active` of an update accepts strings",
    contradicts: "spec/schemas/webhook-changes.yaml#/properties/active/type",
    parts: () =>
      askingWithBody(/^\/v1\/webhooks\/[^/]+$/, (body) =>
        changed(body, "active", (active) => (typeof active === "string" ? active === "true" : active)),
      ),
    shows: async (service) => {
      const { path } = await subscribe(service, ["order.created"]);
      return statusOf(service.ask("PUT", path, { body: { active: "true" } }));
    },
    right: 400,
    wrong: 200,
  },
  {
    id: "catalog-misses-event",
    title: "The catalog lacks `invite.redeemed`",
    contradicts: "spec/paths/webhooks.yaml#/events/get/description",
    parts: () => respondingCatalog((entries) => entries.filter((entry) => at(entry, "event") !== "invite.redeemed")),
    shows: async (service) => itemsOf(await bodyOf(service.ask("GET", "/v1/webhooks/events"))).length,
    right: 8,
    wrong: 7,
  },
  {
    id: "catalog-has-test",
    title: "The catalog lists `webhook.test`",
    contradicts: "spec/paths/webhooks.yaml#/events/get/description",
    parts: () =>
      respondingCatalog((entries) => [
        ...entries,
        { event: "webhook.test", description: "A test that the account asked for.", category: "webhook" },
      ]),
    shows: async (service) => itemsOf(await bodyOf(service.ask("GET", "/v1/webhooks/events"))).length,
    right: 8,
    wrong: 9,
  },
  {
    id: "catalog-category-missing",
    title: "Entries of the catalog have no category",
    contradicts: "spec/schemas/webhook-event-description.yaml#/required",
    parts: () =>
      respondingCatalog((entries) =>
        entries.map((entry) => {
          const { category, ...rest } = fieldsOf(entry);
          return rest;
        }),
      ),
    shows: async (service) => at(await bodyOf(service.ask("GET", "/v1/webhooks/events")), 0, "category"),
    right: "order",
    wrong: undefined,
  },
]);

function respondingCatalog(change: (entries: readonly unknown[]) => readonly unknown[]): ServiceParts {
  return responding((response) =>
    response.operationId === "listWebhookEvents" && response.status === 200
      ? { ...response, body: JSON.stringify(change(itemsOf(JSON.parse(response.body)))) }
      : null,
  );
}
