// An eighth set, of subscriptions and deliveries; the rest of it is in eighth.ts. Above each fault is the fact it breaks.
import { rejection } from "../../../src/api/reply.ts";
import { duplicateUrl } from "../../../src/api/webhooks.ts";
import type { ServiceParts } from "../../../src/operation/parts.ts";
import type { Database, Reader, Transaction } from "../../../src/storage/database.ts";
import { orderDocument } from "../../../src/storage/queries/orders.ts";
import { activeSubscriptions, subscriptionOfAccount } from "../../../src/storage/queries/subscriptions.ts";
import type { Query } from "../../../src/storage/query.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { withInside } from "../inside.ts";
import { bodyOf, isSigned, namesOf, place, statusOf, subscribe } from "../probes.ts";
import { at, changed, fieldsOf, itemsOf, textAt } from "../values.ts";
import { posting } from "../wraps/deliveries.ts";
import { mistaking } from "./plant.ts";
import { changes, webhooks } from "./third-probes.ts";

/** So many failed deliveries in a row pause a subscription. */
const mostFailures = 3;

const pauseByUrl: Query<{ url: string }, { id: string }> = (db, { url }) =>
  db.updateTable("subscriptions").set({ active: 0 }).where("url", "=", url).returning("id");

/** Orders that are not meant fire no `order.created`. */
function creatingEventOf(isMeant: (order: unknown) => boolean): ServiceParts {
  return {
    outbox: (outbox) => ({
      ...outbox,
      putEvent: async (transaction, event) => {
        if (event.event !== "order.created") return await outbox.putEvent(transaction, event);
        const orderId = textAt(JSON.parse(event.body), "data", "orderId");
        const row = await transaction.first(orderDocument, { id: orderId, accountId: event.accountId });
        if (isMeant(JSON.parse(row?.document ?? "{}"))) await outbox.putEvent(transaction, event);
      },
    }),
  };
}

/** Which events an active subscription asks for is remembered until it is paused. */
function rememberingEvents(database: Database): Database {
  /** Of each account: lists of events by subscription. */
  const remembered = new Map<unknown, ReadonlyMap<unknown, unknown>>();
  const remembering = ({ all }: Pick<Reader, "all">): Reader["all"] => {
    return async (query, parameters) => {
      const rows = await all(query, parameters);
      if (!Object.is(query, activeSubscriptions)) return rows;
      const accountId = at(parameters, "accountId");
      const known = remembered.get(accountId);
      const events = new Map(rows.map((row) => [at(row, "id"), known?.get(at(row, "id")) ?? at(row, "events")]));
      remembered.set(accountId, events);
      // Of the same columns.
      return rows.map((row) => changed(row, "events", () => events.get(at(row, "id"))) as typeof row);
    };
  };
  const within = (transaction: Transaction): Transaction => ({ ...transaction, all: remembering(transaction) });
  return { ...database, write: (work, options) => database.write((transaction) => work(within(transaction)), options) };
}

export const eighthOfWebhooks: readonly Fault[] = [
  ...faultsOf("subscription", [
    // States: `active` is switched by PUT. POST /v1/webhooks/{id}/rotate-secret gives a new secret, and nothing else.
    {
      id: "eighth-rotation-resumes",
      title: "A new secret resumes a paused subscription",
      contradicts: `${webhooks}/rotate-secret/post/responses/200`,
      parts: () => ({
        api: (api) => ({
          ...api,
          rotateWebhookSecret: async (request, caller) => {
            await api.updateWebhook({ path: request.path, body: { active: true } }, caller);
            return await api.rotateWebhookSecret(request, caller);
          },
        }),
      }),
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"]);
        await service.ask("PUT", path, { body: { active: false } });
        return at(await bodyOf(service.ask("POST", `${path}/rotate-secret`)), "active");
      },
      right: false,
      wrong: true,
    },
    // DELETE "removes it permanently": 400 is for a "duplicate URL on the account".
    {
      id: "eighth-deleted-url-taken",
      title: "The URL of a deleted subscription stays taken",
      contradicts: `${webhooks}/webhook/delete/responses/200`,
      parts: () =>
        withInside((inside) => {
          const deleted = new Set<string>();
          const isTaken = (accountId: string, url = ""): boolean =>
            URL.canParse(url) && deleted.has(`${accountId} ${new URL(url)}`);
          return {
            api: (api) => ({
              ...api,
              deleteWebhook: async (request, caller) => {
                const { accountId } = caller;
                const row = await inside().database.first(subscriptionOfAccount, { accountId, id: request.path.id });
                const reply = await api.deleteWebhook(request, caller);
                if (reply.status === 200 && row !== null) deleted.add(`${accountId} ${row.canonical_url}`);
                return reply;
              },
              createWebhook: async (request, caller) =>
                isTaken(caller.accountId, request.body.url)
                  ? rejection(duplicateUrl)
                  : await api.createWebhook(request, caller),
              updateWebhook: async (request, caller) =>
                isTaken(caller.accountId, request.body.url)
                  ? rejection(duplicateUrl)
                  : await api.updateWebhook(request, caller),
            }),
          };
        }),
      shows: async (service) => {
        const { path, url } = await subscribe(service, ["order.created"]);
        await service.ask("DELETE", path);
        return await statusOf(service.ask("POST", "/v1/webhooks", { body: { url, events: ["order.created"] } }));
      },
      right: 201,
      wrong: 400,
    },
    // PUT body: "any subset of url, events, active".
    {
      id: "eighth-pause-alone",
      title: "An update that pauses a subscription makes none of its other changes",
      contradicts: `${changes}/active`,
      parts: () => ({
        api: (api) => ({
          ...api,
          updateWebhook: (request, caller) =>
            api.updateWebhook(
              request.body.active === false ? { ...request, body: { active: false } } : request,
              caller,
            ),
        }),
      }),
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"]);
        const body = await bodyOf(service.ask("PUT", path, { body: { active: false, events: ["order.shipped"] } }));
        return [at(body, "active"), at(body, "events")];
      },
      right: [false, ["order.shipped"]],
      wrong: [false, ["order.created"]],
    },
    // Webhook rule 4: "On a non-2xx, success is false".
    {
      id: "eighth-redirect-succeeds",
      title: "A test whose receiver returns a redirect is a success",
      contradicts: "spec/schemas/webhook-test-result.yaml#/properties/success",
      parts: () =>
        mistaking((outcome) =>
          outcome.kind === "refused" && outcome.status < 400 ? { ...outcome, kind: "accepted" } : outcome,
        ),
      shows: async (service) => {
        const redirecting = await subscribe(service, ["order.created"], { status: 302 });
        const failing = await subscribe(service, ["order.created"], { status: 404 });
        const results = [redirecting, failing].map(({ path }) => bodyOf(service.ask("POST", `${path}/test`)));
        return (await Promise.all(results)).map((result) => at(result, "success"));
      },
      right: [false, false],
      wrong: [true, false],
    },
  ]),
  ...faultsOf("delivery", [
    // POST /v1/webhooks/{id}/rotate-secret: "the old one is invalid at once".
    {
      id: "eighth-secret-of-first-delivery",
      title: "Events are signed with the secret that a subscription had at its first event, tests with the new one",
      contradicts: `${webhooks}/rotate-secret/post/description`,
      parts: () => {
        const secrets = new Map<string, string>();
        return {
          outbox: (outbox) => ({
            ...outbox,
            claim: async (subscriptionId, room) => {
              const claim = await outbox.claim(subscriptionId, room);
              if (claim.target === null) return claim;
              const secret = secrets.get(subscriptionId) ?? claim.target.secret;
              secrets.set(subscriptionId, secret);
              return { ...claim, target: { ...claim.target, secret } };
            },
          }),
        };
      },
      shows: async (service) => {
        const subscription = await subscribe(service, ["order.created"]);
        await place(service);
        await subscription.events();
        const rotated = await bodyOf(service.ask("POST", `${subscription.path}/rotate-secret`));
        await place(service);
        const [first, second] = await subscription.events();
        if (first === undefined || second === undefined) return "no events";
        return [isSigned(first, subscription.secret), isSigned(second, textAt(rotated, "secret"))];
      },
      right: [true, true],
      wrong: [true, false],
    },
    // Payloads: eventDetails of invite.cart_updated has the page where the cart was changed.
    {
      id: "eighth-page-of-view",
      title: "The page of a cart event is the one that the recipient viewed last, where one is known",
      contradicts: "spec/schemas/invite-cart-updated-details.yaml#/properties/page",
      parts: () => {
        const pages = new Map<string, string>();
        return {
          outbox: (outbox) => ({
            ...outbox,
            putEvent: async (transaction, event) => {
              const sent: unknown = JSON.parse(event.body);
              const inviteId = textAt(sent, "data", "inviteId");
              const page = textAt(sent, "data", "eventDetails", "page");
              if (event.event === "invite.viewed" && page !== "") pages.set(inviteId, page);
              const viewed = pages.get(inviteId);
              if (event.event !== "invite.cart_updated" || viewed === undefined) {
                return await outbox.putEvent(transaction, event);
              }
              const data = changed(at(sent, "data"), "eventDetails", (details) =>
                changed(details, "page", () => viewed),
              );
              const body = JSON.stringify({ ...fieldsOf(sent), data });
              await outbox.putEvent(transaction, { ...event, body });
            },
          }),
        };
      },
      shows: async (service) => {
        const subscription = await subscribe(service, ["invite.viewed", "invite.cart_updated"]);
        const { inviteId } = service.account;
        await service.warehouse.viewInvite(inviteId, "home");
        await service.warehouse.changeCart(inviteId, { action: "add", sku: "MUG", quantity: 1, page: "cart" });
        const events = await subscription.events();
        return at(events.find(({ name }) => name === "invite.cart_updated")?.data, "eventDetails", "page");
      },
      right: "cart",
      wrong: "home",
    },
    // Subscribable events: order.created fires when an order is created "by campaign redemption".
    {
      id: "eighth-redeemed-not-created",
      title: "The order of a redeemed invite fires no `order.created`",
      contradicts: "spec/asyncapi.yaml#/channels/subscriber/messages/orderCreated",
      parts: () => creatingEventOf((order) => at(order, "orderSource") !== "REDEEM_PAGE"),
      shows: async (service) => {
        const subscription = await subscribe(service, ["order.created", "invite.redeemed"]);
        const { inviteId } = service.account;
        await service.warehouse.changeCart(inviteId, { action: "add", sku: "MUG", quantity: 1, page: "home" });
        await service.warehouse.redeemInvite(inviteId);
        return await namesOf(subscription);
      },
      right: ["invite.redeemed", "order.created"],
      wrong: ["invite.redeemed"],
    },
    // Transport: "a failed or slow delivery is dropped and failures are only logged by the service".
    {
      id: "eighth-paused-by-failures",
      title: "Three failed deliveries in a row pause a subscription",
      contradicts: "spec/asyncapi.yaml#/operations/deliver/description",
      parts: () =>
        withInside((inside) => {
          const failures = new Map<string, number>();
          return posting(async (post, target, delivery) => {
            const outcome = await post(target, delivery);
            if (delivery.event === "webhook.test") return outcome;
            const count = outcome.kind === "accepted" ? 0 : (failures.get(target.url) ?? 0) + 1;
            failures.set(target.url, count);
            if (count < mostFailures) return outcome;
            await inside().database.write(async (transaction) => transaction.all(pauseByUrl, { url: target.url }));
            return outcome;
          });
        }),
      shows: async (service) => {
        const subscription = await subscribe(service, ["order.created"], { status: 500 });
        for (let order = 0; order < 4; order += 1) {
          await place(service);
          await subscription.events();
        }
        const [listed] = itemsOf(at(await bodyOf(service.ask("GET", "/v1/webhooks")), "webhooks"));
        return [subscription.arrived.length, at(listed, "active")];
      },
      right: [4, true],
      wrong: [3, false],
    },
    // PUT changes `events`; each subscription receives the events that it has.
    {
      id: "eighth-events-remembered",
      title: "After its first event, a subscription goes on to receive the events that it asked for then",
      contradicts: `${changes}/events`,
      parts: () => ({ database: rememberingEvents }),
      shows: async (service) => {
        const subscription = await subscribe(service, ["order.created"]);
        const orderId = await place(service);
        await subscription.events();
        await service.ask("PUT", subscription.path, { body: { events: ["order.shipped"] } });
        await service.warehouse.move(orderId, "ship");
        return await namesOf(subscription);
      },
      right: ["order.created", "order.shipped"],
      wrong: ["order.created"],
    },
  ]),
];
