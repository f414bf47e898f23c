// Faults of the kind "subscription".

import type { ServiceParts } from "../../../src/operation/parts.ts";
import { insertSubscription, subscriptionByUrl } from "../../../src/storage/queries/subscriptions.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, statusOf, subscribe } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { at, itemsOf } from "../values.ts";
import { querying, rewritten } from "../wraps/queries.ts";
import { responding } from "../wraps/responses.ts";

const rules = "spec/schemas/webhook-url.yaml#/x-waybill-url-rules";

const create = "/v1/webhooks";

/** Matching URLs are accepted, regardless of the rules. */
function accepting(pattern: RegExp): ServiceParts {
  return { checkUrl: (checkUrl) => async (url) => (pattern.test(url) ? url : await checkUrl(url)) };
}

function refusing(pattern: RegExp): ServiceParts {
  return { checkUrl: (checkUrl) => async (url) => (pattern.test(url) ? null : await checkUrl(url)) };
}

interface UrlFault {
  readonly id: string;
  readonly title: string;
  readonly rule: string;
  readonly parts: () => ServiceParts;
  readonly url: string;
  readonly wrong: 201 | 400;
}

const urlFaults: readonly UrlFault[] = [
  {
    id: "url-network-172-short",
    title: "Of 172.16.0.0/12 only 172.16.0.0/16 is refused",
    rule: "forbiddenNetworks/1",
    parts: () => accepting(/^https:\/\/172\.(?:1[7-9]|2\d|3[01])\./),
    url: "https://172.31.255.255/hook",
    wrong: 201,
  },
  {
    id: "url-network-172-long",
    title: "Beyond 172.16.0.0/12, 172.32.0.0 is refused as well",
    rule: "forbiddenNetworks/1",
    parts: () => refusing(/^https:\/\/172\.32\./),
    url: "https://172.32.0.0/hook",
    wrong: 400,
  },
];

/** The status of the response to a subscription with this URL, or these events. */
function subscribing(service: FaultyService, url: string, events: unknown = ["order.created"]): Promise<number> {
  return statusOf(service.ask("POST", create, { body: { url, events } }));
}

function respondingCatalog(change: (entries: readonly unknown[]) => readonly unknown[]): ServiceParts {
  return responding((response) =>
    response.operationId === "listWebhookEvents" && response.status === 200
      ? { ...response, body: JSON.stringify(change(itemsOf(JSON.parse(response.body)))) }
      : null,
  );
}

export const subscriptionFaults: readonly Fault[] = faultsOf("subscription", [
  ...urlFaults.map(({ id, title, rule, parts, url, wrong }) => ({
    id,
    title,
    contradicts: `${rules}/${rule}`,
    foundBy: ["rule-broken"] as const,
    parts,
    shows: (service: FaultyService): Promise<number> => subscribing(service, url),
    right: wrong === 201 ? 400 : 201,
    wrong,
  })),
  {
    id: "duplicate-url",
    title: "A URL can be subscribed twice",
    contradicts: "spec/paths/webhooks.yaml#/webhooks/post/description",
    foundBy: ["rule-broken"],
    parts: () =>
      querying(
        rewritten(subscriptionByUrl, (db, { accountId, canonicalUrl }) =>
          db
            .selectFrom("subscriptions")
            .select("id")
            .where("account_id", "=", accountId)
            .where("canonical_url", "=", canonicalUrl)
            .where("active", ">", 1),
        ),
        rewritten(insertSubscription, (db, row) =>
          db
            .insertInto("subscriptions")
            .values({ ...row, canonical_url: row.id })
            .returning("id"),
        ),
      ),
    shows: async (service) => {
      const { url } = await subscribe(service, ["order.created"]);
      return subscribing(service, url, ["order.shipped"]);
    },
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
  {
    id: "test-of-paused",
    title: "Testing a paused subscription returns 200, and sends nothing",
    contradicts: "spec/schemas/webhook-subscription.yaml#/x-waybill-state-machine/refusals/0",
    foundBy: ["wrong-transition"],
    parts: () =>
      responding((response) =>
        response.body.includes("Webhook is not active")
          ? { ...response, status: 200, body: JSON.stringify({ success: true, statusCode: 200, error: null }) }
          : null,
      ),
    shows: async (service) => {
      const { path } = await subscribe(service, ["order.created"]);
      await service.ask("PUT", path, { body: { active: false } });
      return statusOf(service.ask("POST", `${path}/test`));
    },
    right: 400,
    wrong: 200,
  },
]);
