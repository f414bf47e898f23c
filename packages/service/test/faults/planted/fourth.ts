// A fourth set: one fault for each of twenty-five facts that the requirements state, chosen again over all their parts, to measure what
// the checks find of faults that no author of the checks has seen. Those of subscriptions and deliveries are in fourth-webhooks.ts.
import type { ServiceParts } from "../../../src/operation/parts.ts";
import { shipTo } from "../../contract/accounts.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, cancel, create, headerOf, place, read, readNew, shippingTo, statusOf } from "../probes.ts";
import { at, changed, type Fields, fieldsOf, itemsOf, renamed, without } from "../values.ts";
import { askingList, responding, respondingBody, showingOrders } from "../wraps/responses.ts";
import { handling } from "./plant.ts";
import {
  address,
  cancelling,
  creating,
  list,
  listed,
  ordering,
  recipientOf,
  shippingOtherwise,
} from "./third-probes.ts";

/** Orders look different, by what they were created with. */
function showingByRequest(change: (order: Fields, asked: Fields) => unknown): ServiceParts {
  const requests = new Map<unknown, Fields>();
  return {
    ...handling("createOrder", (handle) => async (request, caller) => {
      const reply = await handle(request, caller);
      requests.set(at(reply.body, "orderId"), fieldsOf(request.body));
      return reply;
    }),
    ...showingOrders((order) => change(order, requests.get(order["id"]) ?? {})),
  };
}

/** 254 characters. */
const longestEmail = `${"a".repeat(64)}@${[1, 2, 3].map(() => "b".repeat(61)).join(".")}.com`;

export const fourthOfOrders: readonly Fault[] = [
  ...faultsOf("authentication", [
    {
      id: "fourth-options-as-preflight",
      title: "Each OPTIONS request gets a 204 without a body, as a preflight of browsers",
      contradicts: "spec/paths/auth.yaml#/auth/options",
      parts: () =>
        responding((response, { method }) =>
          method === "OPTIONS" ? { ...response, status: 204, contentType: null, body: "" } : null,
        ),
      shows: (service) => statusOf(service.ask("OPTIONS", "/v1/auth")),
      right: 200,
      wrong: 204,
    },
    {
      id: "fourth-401-as-plain-text",
      title: "The 401 for a key of 96 characters has the content type text/plain",
      contradicts: "spec/openapi.yaml#/components/responses/Unauthorized",
      parts: () =>
        responding((response, { authorization = "" }) =>
          response.status === 401 && authorization.length === "Bearer ".length + 96
            ? { ...response, contentType: "text/plain; charset=utf-8" }
            : null,
        ),
      shows: (service) => headerOf(service.ask("GET", "/v1/auth", { key: "x".repeat(96) }), "content-type"),
      right: "text/html; charset=utf-8",
      wrong: "text/plain; charset=utf-8",
    },
    {
      id: "fourth-scheme-of-six-letters",
      title: "The first seven characters of Authorization are cut off without a look at the scheme",
      contradicts: "spec/openapi.yaml#/components/securitySchemes",
      parts: () => ({
        authenticate: (authenticate) => (authorization) =>
          authenticate(authorization?.[6] === " " ? `Bearer ${authorization.slice(7)}` : authorization),
      }),
      shows: (service) =>
        statusOf(
          service.ask("GET", "/v1/auth", { key: null, headers: { Authorization: `ApiKey ${service.account.key}` } }),
        ),
      right: 401,
      wrong: 200,
    },
  ]),
  ...faultsOf("response", [
    {
      id: "fourth-limit-as-end",
      title: "With an offset, the limit is where the page ends, counted from the first order",
      contradicts: `${list}/parameters/0`,
      parts: () =>
        askingList("/v1/orders/list", (query) => {
          const [limit, offset] = [query.get("limit"), query.get("offset")];
          if (limit !== null && offset !== null)
            query.set("limit", String(Math.max(0, Number(limit) - Number(offset))));
        }),
      shows: async (service) => {
        for (let count = 0; count < 3; count += 1) await place(service);
        return (await listed(service, "?limit=2&offset=1")).length;
      },
      right: 2,
      wrong: 1,
    },
    {
      id: "fourth-street2-of-recipient",
      title: "An order that was created with `street2` has it in its recipient",
      contradicts: "spec/schemas/recipient.yaml#/properties",
      parts: () =>
        showingByRequest((order, asked) => {
          const street2 = at(asked, "shipTo", "street2");
          return typeof street2 === "string"
            ? changed(order, "recipient", (person) => ({ ...fieldsOf(person), street2 }))
            : order;
        }),
      shows: async (service) => at(await recipientOf(service, { street2: "Floor 2" }), "street2") ?? "(absent)",
      right: "(absent)",
      wrong: "Floor 2",
    },
    {
      id: "fourth-source-with-contact",
      title: "An order that also creates a contact has the source MANUAL_ORDER",
      contradicts: "spec/schemas/order.yaml#/properties/orderSource",
      parts: () =>
        showingByRequest((order, asked) =>
          asked["createContactRecord"] === true ? { ...order, orderSource: "MANUAL_ORDER" } : order,
        ),
      shows: async (service) => at(await readNew(service, { createContactRecord: true }), "orderSource"),
      right: "EXTERNAL",
      wrong: "MANUAL_ORDER",
    },
    {
      id: "fourth-camel-case-of-later-items",
      title: "From the second item of the inventory on, the stock on hand is `onHand`",
      contradicts: "spec/schemas/inventory-item.yaml#/properties/on_hand",
      parts: () =>
        respondingBody({ operation: "listInventory", status: 200 }, (body) =>
          changed(body, "inventory", (items) =>
            itemsOf(items).map((item, index) => (index === 0 ? item : renamed(item, "on_hand", "onHand"))),
          ),
        ),
      shows: async (service) =>
        Object.keys(fieldsOf(at(await bodyOf(service.ask("GET", "/v1/inventory/list")), "inventory", 1))).includes(
          "on_hand",
        ),
      right: true,
      wrong: false,
    },
    {
      id: "fourth-offset-of-products-alone",
      title: "Without a limit, no product is skipped",
      contradicts: "spec/paths/products.yaml#/list/get",
      parts: () =>
        askingList("/v1/products/list", (query) => {
          if (!query.has("limit")) query.delete("offset");
        }),
      shows: async (service) => itemsOf(await bodyOf(service.ask("GET", "/v1/products/list?offset=1"))).length,
      right: 1,
      wrong: 2,
    },
    {
      id: "fourth-contact-again",
      title: "A second contact with an e-mail address that the campaign has gets a 200",
      contradicts: "spec/paths/contacts.yaml#/create/post/responses/201",
      parts: () => {
        const known = new Set<string>();
        return responding((response) => {
          if (response.operationId !== "createContact" || response.status !== 201) return null;
          const { campaignId, email } = fieldsOf(JSON.parse(response.body));
          const contact = `${campaignId} ${email}`;
          if (known.has(contact)) return { ...response, status: 200 };
          known.add(contact);
          return null;
        });
      },
      shows: async (service) => {
        const body = { campaignId: service.account.campaignId, email: "ada@example.com" };
        await service.ask("POST", "/v1/contacts/create", { body });
        return await statusOf(service.ask("POST", "/v1/contacts/create", { body }));
      },
      right: 201,
      wrong: 200,
    },
  ]),
  ...faultsOf("life-cycle", [
    {
      id: "fourth-date-of-cancel",
      title: "When an order is cancelled, its `orderDate` becomes the time of the cancel",
      contradicts: "spec/schemas/order.yaml#/properties/orderDate",
      parts: () => {
        const cancelled = new Map<unknown, string>();
        return {
          ...handling("cancelOrder", (handle) => async (request, caller) => {
            const reply = await handle(request, caller);
            // One millisecond more: the order may have been placed in this one.
            if (reply.status === 201) cancelled.set(request.body.orderId, new Date(Date.now() + 1).toISOString());
            return reply;
          }),
          ...showingOrders((order) => changed(order, "orderDate", (date) => cancelled.get(order["id"]) ?? date)),
        };
      },
      shows: async (service) => {
        const orderId = await place(service);
        const before = at(await bodyOf(read(service, orderId)), "orderDate");
        await cancel(service, orderId);
        return at(await bodyOf(read(service, orderId)), "orderDate") === before;
      },
      right: true,
      wrong: false,
    },
    {
      id: "fourth-cancel-of-others",
      title: "Cancelling an order of another account gets a 400, and cancels it",
      contradicts: `${cancelling}/description`,
      parts: () => {
        const owners = new Map<unknown, string>();
        return {
          api: (api) => ({
            ...api,
            createOrder: async (request, caller) => {
              const reply = await api.createOrder(request, caller);
              owners.set(at(reply.body, "orderId"), caller.accountId);
              return reply;
            },
            cancelOrder: async (request, caller) => {
              const reply = await api.cancelOrder(request, caller);
              const accountId = owners.get(request.body.orderId) ?? caller.accountId;
              if (accountId !== caller.accountId) await api.cancelOrder(request, { accountId });
              return reply;
            },
          }),
        };
      },
      shows: async (service) => {
        const orderId = await place(service);
        await service.ask("POST", "/v1/orders/cancel", { body: { orderId }, key: service.other.key });
        return at(await bodyOf(read(service, orderId)), "status");
      },
      right: "AWAITING_SHIPMENT",
      wrong: "CANCELLED",
    },
  ]),
  ...faultsOf("validation", [
    {
      id: "fourth-one-error-of-each-object",
      title: "Of several invalid fields of one object or array, `errors` has the first",
      contradicts: `${creating}/responses/400`,
      parts: () =>
        respondingBody({ operation: "createOrder", status: 400 }, (body) =>
          changed(body, "errors", (errors) => {
            const byField = new Map(
              itemsOf(errors)
                .toReversed()
                .map((error) => [String(error).split(/[.:]/)[0], error]),
            );
            return [...byField.values()].toReversed();
          }),
        ),
      shows: async (service) =>
        itemsOf(at((await create(service, { shipTo: shipTo({ city: "", zip: "" }) })).body, "errors")).length,
      right: 2,
      wrong: 1,
    },
    {
      id: "fourth-longest-email",
      title: "An e-mail address of 254 characters is rejected",
      contradicts: `${address}/email`,
      parts: () => shippingOtherwise((to) => changed(to, "email", (text) => (String(text).length >= 254 ? "" : text))),
      shows: (service) => shippingTo(service, { email: longestEmail }),
      right: 201,
      wrong: 400,
    },
    {
      id: "fourth-unknown-sku-dropped",
      title: "Later lines with an unknown SKU are dropped, and the order is accepted",
      contradicts: "spec/schemas/new-order.yaml#/x-waybill-references/0",
      parts: () =>
        handling("createOrder", (handle) => async (request, caller) => {
          const reply = await handle(request, caller);
          const errors = itemsOf(at(reply.body, "errors")).map(String);
          const lines = errors.map((error) => Number(/^products\.(\d+)\.sku/.exec(error)?.[1] ?? 0));
          if (errors.length === 0 || lines.includes(0)) return reply;
          const products = request.body.products.filter((_, index) => !lines.includes(index));
          return await handle({ ...request, body: { ...request.body, products } }, caller);
        }),
      shows: (service) =>
        ordering(service, [
          { sku: "MUG", quantity: 1 },
          { sku: "NONE", quantity: 1 },
        ]),
      right: 400,
      wrong: 201,
    },
    {
      id: "fourth-phone-null",
      title: "null for `phone` is taken for none",
      contradicts: `${address}/phone`,
      parts: () => shippingOtherwise((to) => (to["phone"] === null ? without(to, "phone") : to)),
      shows: (service) => shippingTo(service, { phone: null }),
      right: 400,
      wrong: 201,
    },
  ]),
];
