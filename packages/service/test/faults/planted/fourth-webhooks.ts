// The rest of the fourth set: subscriptions, deliveries and the budget of requests.
import { rejection } from "../../../src/api/reply.ts";
import { type Fault, faultsOf } from "../fault.ts";
import {
  bodyOf,
  checkElsewhere,
  headerOf,
  isSigned,
  namesOf,
  place,
  servedElsewhere,
  statusOf,
  subscribe,
} from "../probes.ts";
import { at, changed, itemsOf, mapped, textAt } from "../values.ts";
import { posting, sendingData } from "../wraps/deliveries.ts";
import { asking, changedHeader, respondingBody, sendingHeaders } from "../wraps/responses.ts";
import { repeating } from "./plant.ts";
import { webhooks } from "./third-probes.ts";

const testing = `${webhooks}/test/post`;
const delivering = "spec/asyncapi.yaml#/operations/deliver";

export const fourthOfWebhooks: readonly Fault[] = [
  ...faultsOf("subscription", [
    {
      id: "fourth-rotate-resumes",
      title: "Rotating the secret of a paused subscription resumes it",
      contradicts: `${webhooks}/rotate-secret/post`,
      parts: () => ({
        api: (api) => ({
          ...api,
          rotateWebhookSecret: async (request, caller) => {
            const reply = await api.rotateWebhookSecret(request, caller);
            if (reply.status !== 200) return reply;
            await api.updateWebhook({ path: request.path, body: { active: true } }, caller);
            return { ...reply, body: { ...reply.body, active: true } };
          },
        }),
      }),
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"]);
        await service.ask("PUT", path, { body: { active: false } });
        await service.ask("POST", `${path}/rotate-secret`);
        return at(await bodyOf(service.ask("GET", "/v1/webhooks")), "webhooks", 0, "active");
      },
      right: false,
      wrong: true,
    },
    {
      id: "fourth-deleted-url-is-known",
      title: "The URL of a deleted subscription cannot be subscribed again",
      contradicts: `${webhooks}/webhook/delete/description`,
      parts: () => {
        const urls = new Map<string, string>();
        const deleted = new Set<string>();
        return {
          api: (api) => ({
            ...api,
            createWebhook: async (request, caller) => {
              const url = `${caller.accountId} ${request.body.url}`;
              if (deleted.has(url)) return rejection("Webhook URL is already registered");
              const reply = await api.createWebhook(request, caller);
              if (reply.status === 201) urls.set(textAt(reply.body, "id"), url);
              return reply;
            },
            deleteWebhook: async (request, caller) => {
              const reply = await api.deleteWebhook(request, caller);
              if (reply.status === 200) deleted.add(urls.get(request.path.id) ?? "");
              return reply;
            },
          }),
        };
      },
      shows: async (service) => {
        const { path, url } = await subscribe(service, ["order.created"]);
        await service.ask("DELETE", path);
        return await statusOf(service.ask("POST", "/v1/webhooks", { body: { url, events: ["order.created"] } }));
      },
      right: 201,
      wrong: 400,
    },
    {
      id: "fourth-link-local-but-one",
      title: "Of 169.254.0.0/16 only 169.254.169.254 is refused",
      contradicts: "spec/schemas/webhook-url.yaml#/x-waybill-url-rules/forbiddenNetworks/3",
      parts: () => ({
        checkUrl: (check) => async (url) => (/^https:\/\/169\.254\.(?!169\.254\b)/.test(url) ? url : await check(url)),
      }),
      shows: (service) =>
        statusOf(
          service.ask("POST", "/v1/webhooks", { body: { url: "https://169.254.10.20/in", events: ["order.created"] } }),
        ),
      right: 400,
      wrong: 201,
    },
    {
      id: "fourth-twenty-subscriptions",
      title: "The list of subscriptions ends after twenty",
      contradicts: `${webhooks}/webhooks/get/description`,
      parts: () =>
        respondingBody({ operation: "listWebhooks", status: 200 }, (body) =>
          changed(body, "webhooks", (all) => itemsOf(all).slice(0, 20)),
        ),
      shows: async (service) => {
        for (let count = 0; count < 21; count += 1) await subscribe(service, ["order.created"]);
        return itemsOf(at(await bodyOf(service.ask("GET", "/v1/webhooks")), "webhooks")).length;
      },
      right: 21,
      wrong: 20,
    },
  ]),
  ...faultsOf("delivery", [
    {
      id: "fourth-test-with-first-secret",
      title: "Tests of a URL are signed with the secret of the first test, also after a rotation",
      contradicts: testing,
      parts: () => {
        const secrets = new Map<string, string>();
        return posting((post, target, delivery) => {
          if (delivery.event !== "webhook.test") return post(target, delivery);
          const secret = secrets.get(target.url) ?? target.secret;
          secrets.set(target.url, secret);
          return post({ ...target, secret }, delivery);
        });
      },
      shows: async (service) => {
        const { path, arrived } = await subscribe(service, ["order.created"]);
        await service.ask("POST", `${path}/test`);
        const secret = textAt(await bodyOf(service.ask("POST", `${path}/rotate-secret`)), "secret");
        await service.ask("POST", `${path}/test`);
        return arrived.map((test) => isSigned(test, secret));
      },
      right: [false, true],
      wrong: [false, false],
    },
    {
      id: "fourth-429-of-receivers",
      title: "A delivery that gets a 429 is sent a second time",
      contradicts: `${delivering}/x-waybill-delivery/attempts`,
      parts: () => repeating((outcome) => outcome.kind === "refused" && outcome.status === 429),
      shows: async (service) => {
        const subscription = await subscribe(service, ["order.created"], { status: 429 });
        await place(service);
        return (await namesOf(subscription)).length;
      },
      right: 1,
      wrong: 2,
    },
    {
      id: "fourth-three-recipients",
      title: "An event goes to three subscriptions at most",
      contradicts: `${delivering}/description`,
      parts: () => ({
        outbox: (outbox) => ({
          ...outbox,
          putEvent: (transaction, event) =>
            outbox.putEvent(transaction, { ...event, subscriptionIds: event.subscriptionIds.slice(0, 3) }),
        }),
      }),
      shows: async (service) => {
        const all = [];
        for (let count = 0; count < 4; count += 1) all.push(await subscribe(service, ["order.created"]));
        await place(service);
        return (await Promise.all(all.map(namesOf))).flat().length;
      },
      right: 4,
      wrong: 3,
    },
    {
      id: "fourth-cart-remove-as-update",
      title: "An item that is removed from the cart is a CART_UPDATE",
      contradicts: "spec/schemas/invite-cart-updated-details.yaml#/properties/eventType",
      parts: () =>
        sendingData("invite.cart_updated", (data) =>
          changed(data, "eventDetails", (details) =>
            changed(details, "eventType", (type) => (type === "CART_REMOVE" ? "CART_UPDATE" : type)),
          ),
        ),
      shows: async (service) => {
        const subscription = await subscribe(service, ["invite.cart_updated"]);
        for (const action of ["add", "remove"] as const) {
          await service.warehouse.changeCart(service.account.inviteId, { action, sku: "MUG", quantity: 1, page: "p" });
        }
        return itemsOf(mapped(await subscription.events(), (event) => at(event, "data", "eventDetails", "eventType")))
          .map(String)
          .sort();
      },
      right: ["CART_ADD", "CART_REMOVE"],
      wrong: ["CART_ADD", "CART_UPDATE"],
    },
  ]),
  ...faultsOf("rate-limit", [
    {
      id: "fourth-tests-are-free",
      title: "Requests for a test delivery are not counted",
      contradicts: "spec/openapi.yaml#/info/description",
      parts: () => {
        const free = "free ";
        return {
          ...asking((request) =>
            request.pathname.endsWith("/test") ? { ...request, client: `${free}${request.client}` } : request,
          ),
          limiter: (limiter) => ({
            ...limiter,
            hit: (client, budget) =>
              client.startsWith(free) ? limiter.peek(client.slice(free.length), budget) : limiter.hit(client, budget),
          }),
        };
      },
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"]);
        const before = await headerOf(checkElsewhere(service), "RateLimit-Remaining");
        await service.ask("POST", `${path}/test`, { from: service.elsewhere });
        const after = await headerOf(checkElsewhere(service), "RateLimit-Remaining");
        return Number(before) - Number(after);
      },
      right: 2,
      wrong: 1,
    },
    {
      id: "fourth-legacy-reset-of-429",
      title: "On a 429, X-RateLimit-Reset is the number of seconds to wait",
      contradicts: "spec/openapi.yaml#/components/headers/X-RateLimit-Reset",
      parts: () =>
        sendingHeaders((headers, { status, rate }) =>
          status === 429 ? changedHeader(headers, "X-RateLimit-Reset", () => String(rate.resetSeconds)) : headers,
        ),
      shows: async (service) => {
        await servedElsewhere(service, 30);
        const { status, headers } = await checkElsewhere(service);
        return [status, Number(headers.get("X-RateLimit-Reset")) > 1_000_000_000];
      },
      right: [429, true],
      wrong: [429, false],
    },
  ]),
];
