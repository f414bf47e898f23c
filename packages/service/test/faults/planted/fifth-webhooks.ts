// A fifth set, of subscriptions and deliveries; the rest of it is in fifth.ts.
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout } from "node:timers/promises";
import { rejection } from "../../../src/api/reply.ts";
import type { Delivery } from "../../../src/deliveries/outbox.ts";
import { signatureOf } from "../../../src/deliveries/post.ts";
import { orderDocument } from "../../../src/storage/queries/orders.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, isSigned, namesOf, place, statusOf, subscribe } from "../probes.ts";
import { at, changed, itemsOf, mapped, textAt } from "../values.ts";
import { posting, sendingData, signing } from "../wraps/deliveries.ts";
import { changedHeader } from "../wraps/responses.ts";
import { handling, mistaking } from "./plant.ts";
import { changes, eventAfter, eventData, webhooks } from "./third-probes.ts";

/** Which subscription a delivery is for; its URL, where that is all that is known. */
function subscriptionOf(target: { readonly url: string }): string {
  return textAt(target, "subscriptionId") || target.url;
}

export const fifthOfWebhooks: readonly Fault[] = [
  ...faultsOf("subscription", [
    {
      id: "fifth-resumed-by-url",
      title: "A paused subscription is active again when its URL is changed",
      contradicts: `${changes}/active`,
      parts: () =>
        handling(
          "updateWebhook",
          (handle) => (request, caller) =>
            request.body.url === undefined
              ? handle(request, caller)
              : handle({ ...request, body: { active: true, ...request.body } }, caller),
        ),
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"]);
        await service.ask("PUT", path, { body: { active: false } });
        await service.ask("PUT", path, { body: { url: service.receiver.open().url } });
        return at(await bodyOf(service.ask("GET", "/v1/webhooks")), "webhooks", 0, "active");
      },
      right: false,
      wrong: true,
    },
    {
      id: "fifth-url-of-deleted",
      title: "The URL of a deleted subscription stays registered",
      contradicts: `${webhooks}/webhook/delete/description`,
      parts: () => {
        const deleted = new Set<string>();
        return {
          api: (api) => ({
            ...api,
            deleteWebhook: async (request, caller) => {
              const { body } = await api.listWebhooks({}, caller);
              const row = itemsOf(at(body, "webhooks")).find((webhook) => at(webhook, "id") === request.path.id);
              const reply = await api.deleteWebhook(request, caller);
              if (reply.status === 200) deleted.add(`${caller.accountId} ${textAt(row, "url")}`);
              return reply;
            },
            createWebhook: (request, caller) =>
              deleted.has(`${caller.accountId} ${request.body.url}`)
                ? rejection("Webhook URL is already registered")
                : api.createWebhook(request, caller),
          }),
        };
      },
      shows: async (service) => {
        const { url, path } = await subscribe(service, ["order.created"]);
        await service.ask("DELETE", path);
        return await statusOf(service.ask("POST", "/v1/webhooks", { body: { url, events: ["order.created"] } }));
      },
      right: 201,
      wrong: 400,
    },
    {
      id: "fifth-tests-by-first-secret",
      title: "Tests go on being signed with the secret of the first test",
      contradicts: `${webhooks}/rotate-secret/post/description`,
      parts: () => {
        const secrets = new Map<string, string>();
        return posting(async (post, target, delivery) => {
          if (delivery.event !== "webhook.test") return await post(target, delivery);
          const id = subscriptionOf(target);
          const secret = secrets.get(id) ?? target.secret;
          secrets.set(id, secret);
          return await post({ ...target, secret }, delivery);
        });
      },
      shows: async (service) => {
        const subscription = await subscribe(service, ["order.created"]);
        await service.ask("POST", `${subscription.path}/test`);
        const rotated = await bodyOf(service.ask("POST", `${subscription.path}/rotate-secret`));
        await service.ask("POST", `${subscription.path}/test`);
        return (await subscription.events()).map((event) => isSigned(event, textAt(rotated, "secret")));
      },
      right: [false, true],
      wrong: [false, false],
    },
    {
      id: "fifth-202-is-no-success",
      title: "A receiver accepts with 200, 201 or 204 only",
      contradicts: "spec/schemas/webhook-test-result.yaml#/properties/success",
      parts: () =>
        mistaking((outcome) =>
          outcome.kind === "accepted" && ![200, 201, 204].includes(outcome.status)
            ? { ...outcome, kind: "refused" }
            : outcome,
        ),
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"], { status: 202 });
        return at(await bodyOf(service.ask("POST", `${path}/test`)), "success");
      },
      right: true,
      wrong: false,
    },
    {
      id: "fifth-url-of-paused",
      title: "An update that pauses a subscription sets a URL that the rules forbid",
      contradicts: `${changes}/url`,
      parts: () => {
        const pausing = new AsyncLocalStorage<boolean>();
        return {
          ...handling(
            "updateWebhook",
            (handle) => (request, caller) => pausing.run(request.body.active === false, () => handle(request, caller)),
          ),
          checkUrl: (check) => async (url) =>
            pausing.getStore() === true && URL.canParse(url) ? new URL(url).href : await check(url),
        };
      },
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"]);
        const body = { url: "https://192.168.7.7/hook", active: false };
        return await statusOf(service.ask("PUT", path, { body }));
      },
      right: 400,
      wrong: 200,
    },
  ]),
  ...faultsOf("delivery", [
    {
      id: "fifth-two-at-a-time",
      title: "Two deliveries are under way at most",
      contradicts: "spec/asyncapi.yaml#/operations/deliver/x-waybill-delivery/parallel",
      parts: () => {
        let underWay = 0;
        const waiting: (() => void)[] = [];
        return posting(async (post, target, delivery) => {
          if (delivery.event === "webhook.test") return await post(target, delivery);
          if (underWay >= 2) await new Promise<void>((resolve) => void waiting.push(resolve));
          else underWay += 1;
          const outcome = await post(target, delivery);
          const next = waiting.shift();
          // The next one takes the place of this one.
          if (next === undefined) underWay -= 1;
          else next();
          return outcome;
        });
      },
      shows: async (service) => {
        let [open, most] = [0, 0];
        const all = Promise.withResolvers<void>();
        const receive = async (): Promise<void> => {
          open += 1;
          most = Math.max(most, open);
          if (open === 3) all.resolve();
          // Only as long as the third one cannot come.
          await Promise.race([all.promise, setTimeout(1000, undefined, { ref: false })]);
          open -= 1;
        };
        for (let count = 0; count < 3; count += 1) await subscribe(service, ["order.created"], { receive });
        await place(service);
        await service.warehouse.quiet();
        return most;
      },
      right: 3,
      wrong: 2,
    },
    {
      id: "fifth-failed-before-next",
      title: "An event that failed is sent again before the next event to the subscription",
      contradicts: "spec/asyncapi.yaml#/operations/deliver/x-waybill-delivery/attempts",
      parts: () => {
        const failed = new Map<string, Pick<Delivery, "event" | "body">>();
        return posting(async (post, target, delivery) => {
          if (delivery.event === "webhook.test") return await post(target, delivery);
          const id = subscriptionOf(target);
          const before = failed.get(id);
          failed.delete(id);
          if (before !== undefined) await post(target, before);
          const outcome = await post(target, delivery);
          if (outcome.kind !== "accepted") failed.set(id, delivery);
          return outcome;
        });
      },
      shows: async (service) => {
        const subscription = await subscribe(service, ["order.created"], { status: 500 });
        await place(service);
        await service.warehouse.quiet();
        await place(service);
        return (await subscription.events()).length;
      },
      right: 2,
      wrong: 3,
    },
    {
      id: "fifth-signed-as-latin-1",
      title: "The body is signed as Latin-1 and sent as UTF-8",
      contradicts: "spec/asyncapi.yaml#/components/securitySchemes/signature",
      parts: () =>
        signing((sign) => (secret, delivery) => {
          const { headers, body } = sign(secret, delivery);
          const timestamp = headers[headers.indexOf("X-Webhook-Timestamp") + 1] ?? "";
          const signature = signatureOf(secret, timestamp, Buffer.from(delivery.body, "latin1"));
          return { headers: changedHeader(headers, "X-Webhook-Signature", () => signature), body };
        }),
      shows: async (service) => {
        const subscription = await subscribe(service, ["invite.viewed"]);
        await service.warehouse.viewInvite(service.account.inviteId, "grüße");
        return (await subscription.events()).map((event) => isSigned(event, subscription.secret));
      },
      right: [true],
      wrong: [false],
    },
    {
      id: "fifth-nothing-of-cancelled",
      title: "In `order.cancelled`, the quantity of each product is 0",
      contradicts: `${eventData}/products`,
      parts: () =>
        sendingData("order.cancelled", (data) =>
          changed(data, "products", (lines) => mapped(lines, (line) => changed(line, "quantity", () => 0))),
        ),
      shows: async (service) => at(await eventAfter(service, "order.cancelled", "cancel"), "products", 0, "quantity"),
      right: 1,
      wrong: 0,
    },
    {
      id: "fifth-redeemed-not-created",
      title: "An order that comes of an invite does not fire `order.created`",
      contradicts: "spec/messages/order-created.yaml#/description",
      parts: () => ({
        outbox: (outbox) => ({
          ...outbox,
          putEvent: async (transaction, event) => {
            if (event.event === "order.created") {
              const id = textAt(JSON.parse(event.body), "data", "orderId");
              const row = await transaction.first(orderDocument, { id, accountId: event.accountId });
              if (at(JSON.parse(row?.document ?? "{}"), "orderSource") === "REDEEM_PAGE") return;
            }
            await outbox.putEvent(transaction, event);
          },
        }),
      }),
      shows: async (service) => {
        const { inviteId } = service.account;
        const subscription = await subscribe(service, ["order.created", "invite.redeemed"]);
        await service.warehouse.changeCart(inviteId, { action: "add", sku: "MUG", quantity: 1, page: "gifts" });
        await service.warehouse.redeemInvite(inviteId);
        return await namesOf(subscription);
      },
      right: ["invite.redeemed", "order.created"],
      wrong: ["invite.redeemed"],
    },
  ]),
];
