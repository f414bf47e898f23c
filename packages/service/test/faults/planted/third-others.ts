// The other faults of the third set: webhooks, deliveries, keys and limits.
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, createdEvent, isSigned, place, statusOf, subscribe } from "../probes.ts";
import { at, changed, fieldsOf, itemsOf, mapped, textAt } from "../values.ts";
import { posting, sendingData } from "../wraps/deliveries.ts";
import { asking, askingWithBody, responding, respondingBody } from "../wraps/responses.ts";
import { changes, eventAfter, eventData, two, webhooks } from "./third-probes.ts";

export const thirdOthers: readonly Fault[] = [
  ...faultsOf("authentication", [
    {
      id: "third-401-of-short-keys",
      title: "The 401 for a key of another length is JSON",
      contradicts: "spec/openapi.yaml#/components/responses",
      parts: () =>
        responding((response, { authorization }) =>
          response.status === 401 && authorization?.length !== "Bearer ".length + 96
            ? { ...response, contentType: "application/json", body: '{"message":"Unauthorized"}' }
            : null,
        ),
      shows: async (service) => (await service.ask("GET", "/v1/auth", { key: "short" })).text,
      right: "Unauthorized",
      wrong: '{"message":"Unauthorized"}',
    },
    {
      id: "third-key-in-query",
      title: "A key in the query is accepted as well",
      contradicts: "spec/openapi.yaml#/components/securitySchemes",
      parts: () =>
        asking((request) => {
          const key = new URLSearchParams(request.query).get("api_key");
          return key === null ? request : { ...request, authorization: `Bearer ${key}` };
        }),
      shows: (service) => statusOf(service.ask("GET", `/v1/auth?api_key=${service.account.key}`, { key: null })),
      right: 401,
      wrong: 200,
    },
  ]),
  ...faultsOf("subscription", [
    {
      id: "third-update-without-events",
      title: "An update to no events at all is accepted, and changes nothing",
      contradicts: `${changes}/events`,
      parts: () =>
        askingWithBody(/^\/v1\/webhooks\//, (body) => {
          const { events, ...others } = fieldsOf(body);
          return Array.isArray(events) && events.length === 0 ? others : body;
        }),
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"]);
        return statusOf(service.ask("PUT", path, { body: { events: [], active: true } }));
      },
      right: 400,
      wrong: 200,
    },
    {
      id: "third-active-as-text",
      title: 'An update takes "false" for false',
      contradicts: `${changes}/active`,
      parts: () =>
        askingWithBody(/^\/v1\/webhooks\//, (body) =>
          changed(body, "active", (active) =>
            active === "false" || active === "true" || typeof active === "string" ? active === "true" : active,
          ),
        ),
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"]);
        return statusOf(service.ask("PUT", path, { body: { active: "false" } }));
      },
      right: 400,
      wrong: 200,
    },
    {
      id: "third-created-at-moves",
      title: "In the list, `createdAt` is the time of the last update",
      contradicts: "spec/schemas/webhook-subscription.yaml#/properties/createdAt",
      parts: () =>
        respondingBody({ operation: "listWebhooks", status: 200 }, (body) =>
          changed(body, "webhooks", (all) =>
            mapped(all, (one) => ({ ...fieldsOf(one), createdAt: at(one, "updatedAt") })),
          ),
        ),
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"]);
        await new Promise((resolve) => setTimeout(resolve, 5));
        await service.ask("PUT", path, { body: { active: false } });
        const one = at(await bodyOf(service.ask("GET", "/v1/webhooks")), "webhooks", 0);
        return at(one, "createdAt") === at(one, "updatedAt");
      },
      right: false,
      wrong: true,
    },
    {
      id: "third-test-without-error",
      title: "A test that the endpoint rejects has no error",
      contradicts: "spec/schemas/webhook-test-result.yaml#/properties/error",
      parts: () =>
        respondingBody({ operation: "testWebhook", status: 200 }, (body) =>
          at(body, "success") === false ? { ...fieldsOf(body), error: null } : body,
        ),
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"], { status: 500 });
        return at(await bodyOf(service.ask("POST", `${path}/test`)), "error") === null;
      },
      right: false,
      wrong: true,
    },
  ]),
  ...faultsOf("delivery", [
    {
      id: "third-cancelled-says-awaiting",
      title: "The status in `order.cancelled` is the one before",
      contradicts: `${eventData}/status`,
      parts: () => sendingData("order.cancelled", (data) => ({ ...data, status: "AWAITING_SHIPMENT" })),
      shows: async (service) => (await eventAfter(service, "order.cancelled", "cancel"))["status"],
      right: "CANCELLED",
      wrong: "AWAITING_SHIPMENT",
    },
    {
      id: "third-created-tracking-empty",
      title: "The tracking number in `order.created` is empty text",
      contradicts: "spec/schemas/unshipped-order-event-data.yaml#/properties/trackingNumber",
      parts: () => sendingData("order.created", (data) => ({ ...data, trackingNumber: "" })),
      shows: async (service) => (await createdEvent(service))?.data["trackingNumber"],
      right: null,
      wrong: "",
    },
    {
      id: "third-shipped-without-date",
      title: "`order.shipped` has no ship date",
      contradicts: `${eventData}/shipDate`,
      parts: () => sendingData("order.shipped", (data) => ({ ...data, shipDate: null })),
      shows: async (service) => (await eventAfter(service, "order.shipped", "ship"))["shipDate"] === null,
      right: false,
      wrong: true,
    },
    {
      id: "third-last-line-not-delivered",
      title: "Events have all lines of an order but the last of several",
      contradicts: `${eventData}/products`,
      parts: () =>
        sendingData(null, (data) =>
          changed(data, "products", (lines) => (itemsOf(lines).length > 1 ? itemsOf(lines).slice(0, -1) : lines)),
        ),
      shows: async (service) => {
        const subscription = await subscribe(service, ["order.created"]);
        await place(service, { products: two });
        return itemsOf((await subscription.events())[0]?.data["products"]).length;
      },
      right: 2,
      wrong: 1,
    },
    {
      id: "third-invite-title",
      title: "`invite.redeemed` has the title of the campaign",
      contradicts: "spec/schemas/invite-redeemed-data.yaml#/properties/campaignTitle",
      parts: () => sendingData("invite.redeemed", (data) => ({ ...data, campaignTitle: "Spring" })),
      shows: async (service) => {
        const subscription = await subscribe(service, ["invite.redeemed"]);
        await service.warehouse.changeCart(service.account.inviteId, {
          action: "add",
          sku: "MUG",
          quantity: 1,
          page: "home",
        });
        await service.warehouse.redeemInvite(service.account.inviteId);
        return (await subscription.events())[0]?.data["campaignTitle"];
      },
      right: null,
      wrong: "Spring",
    },
    {
      id: "third-old-secret-once",
      title: "The first delivery after a rotation is signed with the old secret",
      contradicts: `${webhooks}/rotate-secret/post/description`,
      parts: () => {
        const last = new Map<string, string>();
        return posting(async (post, target, delivery) => {
          const before = last.get(target.url);
          last.set(target.url, target.secret);
          return await post(before === undefined ? target : { ...target, secret: before }, delivery);
        });
      },
      shows: async (service) => {
        const { path, events, secret } = await subscribe(service, ["order.created"]);
        await place(service);
        await events();
        const rotated = textAt(await bodyOf(service.ask("POST", `${path}/rotate-secret`)), "secret");
        await place(service);
        const [, second] = await events();
        return second === undefined
          ? "none"
          : isSigned(second, rotated)
            ? "new"
            : isSigned(second, secret)
              ? "old"
              : "";
      },
      right: "new",
      wrong: "old",
    },
  ]),
];
