// A sixth set, of orders, subscriptions, the catalog, keys and the budget: with sixth-webhooks.ts, one fault for each of thirty
// statements of the description, written by an author who has not seen the checks. Above each fault is the statement it breaks.
import { AsyncLocalStorage } from "node:async_hooks";
import type { Api } from "../../../src/api/reply.ts";
import { stockOfSkus, warehousesOfAccount } from "../../../src/storage/queries/catalog.ts";
import { orderPage, orderPageByStatus } from "../../../src/storage/queries/orders.ts";
import { shipTo } from "../../contract/accounts.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { type Inside, withInside } from "../inside.ts";
import { bodyOf, cancel, create, place, placeAnd, read, readNew, statusOf, subscribe } from "../probes.ts";
import { at, changed, itemsOf, mapped, textAt } from "../values.ts";
import { limiting } from "../wraps/limits.ts";
import { querying, rewritten } from "../wraps/queries.ts";
import {
  changedHeader,
  responding,
  respondingBody,
  sendingHeaders,
  serving,
  showingOrders,
} from "../wraps/responses.ts";
import { handling, parameter } from "./plant.ts";
import { address, cancelling, creating, list, listed, recipient, recipientOf, webhooks } from "./third-probes.ts";

type CreateOrder = Parameters<Api["createOrder"]>[0];
type ShipTo = CreateOrder["body"]["shipTo"];

/** What is stored of the recipient of a valid order is another one. */
function keeping(change: (to: ShipTo) => ShipTo) {
  return handling(
    "createOrder",
    (handle) => (request, caller) =>
      handle({ ...request, body: { ...request.body, shipTo: change(request.body.shipTo) } }, caller),
  );
}

async function ordersOf({ database }: Inside, accountId: string): Promise<readonly unknown[]> {
  const rows = await database.all(orderPage, { account_id: accountId, limit: 1000, offset: 0 });
  return rows.map(({ document }): unknown => JSON.parse(document));
}

export const sixthOfOrders: readonly Fault[] = [
  ...faultsOf("response", [
    // ship-to.yaml, street2: "It is used for shipping and is not returned with the order."
    {
      id: "sixth-street2-joined",
      title: "The second line of an address is appended to the first",
      contradicts: `${address}/street2/description`,
      parts: () =>
        keeping((to) =>
          typeof to.street2 === "string" && to.street2 !== "" ? { ...to, street1: `${to.street1}, ${to.street2}` } : to,
        ),
      shows: async (service) => at(await recipientOf(service, { street2: "Apt 5" }), "street1"),
      right: "418 Juniper Lane",
      wrong: "418 Juniper Lane, Apt 5",
    },
    // new-order.yaml, createContactRecord: "Whether to also add the recipient as a contact of the campaign."
    {
      id: "sixth-recipient-of-contact",
      title: "An order with createContactRecord ships to the address that was first recorded for the e-mail address",
      contradicts: "spec/schemas/new-order.yaml#/properties/createContactRecord",
      parts: () =>
        handling("createOrder", (handle) => {
          const contacts = new Map<string, ShipTo>();
          return async (request, caller) => {
            const { campaignId, shipTo: to, createContactRecord } = request.body;
            if (createContactRecord !== true) return await handle(request, caller);
            const contact = `${caller.accountId} ${campaignId} ${to.email}`;
            const known = contacts.get(contact) ?? to;
            const reply = await handle({ ...request, body: { ...request.body, shipTo: known } }, caller);
            if (reply.status === 201) contacts.set(contact, known);
            return reply;
          };
        }),
      shows: async (service) => {
        await place(service, { createContactRecord: true });
        const moved = shipTo({ street1: "7 Harbour Road" });
        return at(await readNew(service, { createContactRecord: true, shipTo: moved }), "recipient", "street1");
      },
      right: "7 Harbour Road",
      wrong: "418 Juniper Lane",
    },
    // ship-to.yaml, lastName: "Family name.", verbatim; the recipient returns it.
    {
      id: "sixth-last-name-plane",
      title: "Characters beyond the first 65,536 are lost in last names",
      contradicts: `${recipient}/lastName`,
      parts: () => keeping((to) => ({ ...to, lastName: to.lastName.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "\ufffd") })),
      shows: async (service) => at(await recipientOf(service, { lastName: "\u{20bb7}田" }), "lastName"),
      right: "\u{20bb7}田",
      wrong: "\ufffd田",
    },
    // validation-error.yaml, errors: "One entry for each invalid field".
    {
      id: "sixth-errors-of-address",
      title: "All that is wrong with an address is one entry of `errors`",
      contradicts: "spec/schemas/validation-error.yaml#/properties/errors",
      parts: () =>
        respondingBody({ operation: "createOrder", status: 400 }, (body) =>
          changed(body, "errors", (errors) => {
            const all = itemsOf(errors).map(String);
            const ofAddress = all.filter((error) => error.startsWith("shipTo."));
            const others = all.filter((error) => !error.startsWith("shipTo."));
            return ofAddress.length === 0 ? others : [...others, ofAddress.join("; ")];
          }),
        ),
      shows: async (service) =>
        itemsOf(at(await bodyOf(create(service, { shipTo: shipTo({ city: "", zip: "" }) })), "errors")).length,
      right: 2,
      wrong: 1,
    },
    // order.yaml, orderDate: "When the order was placed. ISO 8601 in UTC, always with milliseconds and `Z`."
    {
      id: "sixth-order-date-local",
      title: "The order date is the local time of a zone an hour ahead, with a Z",
      contradicts: "spec/schemas/order.yaml#/properties/orderDate",
      parts: () =>
        showingOrders((order) =>
          changed(order, "orderDate", (date) => new Date(Date.parse(String(date)) + 3_600_000).toISOString()),
        ),
      shows: async (service) => {
        const ahead = Date.parse(textAt(await readNew(service), "orderDate")) - Date.now();
        return Math.abs(Math.round(ahead / 3_600_000));
      },
      right: 0,
      wrong: 1,
    },
    // order-product.yaml, quantity: "The number of units ordered."
    {
      id: "sixth-cancelled-quantities",
      title: "The quantities of a cancelled order are 0",
      contradicts: "spec/schemas/order-product.yaml#/properties/quantity",
      parts: () =>
        showingOrders((order) =>
          order["status"] === "CANCELLED"
            ? changed(order, "products", (lines) => mapped(lines, (line) => changed(line, "quantity", () => 0)))
            : order,
        ),
      shows: async (service) => {
        const orderId = await place(service);
        await cancel(service, orderId);
        return at(await bodyOf(read(service, orderId)), "products", 0, "quantity");
      },
      right: 1,
      wrong: 0,
    },
    // paths/orders.yaml, list, orderStatus: "Return only orders with this status."; order-status-filter.yaml: "RETURNED: Orders
    // that the carrier reported as returned."
    {
      id: "sixth-returned-filter",
      title: "The filter RETURNED does not find orders that were delivered before they came back",
      contradicts: "spec/schemas/order-status-filter.yaml#/x-enumDescriptions/RETURNED",
      parts: () =>
        responding((response, request) => {
          if (response.operationId !== "listOrders" || parameter(request, "orderStatus") !== "RETURNED") return null;
          if (response.status !== 200) return null;
          const undelivered = itemsOf(JSON.parse(response.body)).filter((order) => at(order, "deliveredAt") === null);
          return { ...response, body: JSON.stringify(undelivered) };
        }),
      shows: async (service) => {
        await placeAnd(service, "ship", "return");
        await placeAnd(service, "ship", "deliver", "return");
        return (await listed(service, "?orderStatus=RETURNED")).length;
      },
      right: 2,
      wrong: 1,
    },
    // openapi.yaml, Limit: "The maximum number of records to return."; Offset: "The number of records to skip."
    {
      id: "sixth-filter-after-page",
      title: "The status filter is applied to a page of all orders, not before it",
      contradicts: `${list}/parameters/1`,
      parts: () =>
        querying(
          rewritten(orderPageByStatus, (db, { account_id, limit, offset, status }) =>
            db
              .selectFrom((inner) =>
                inner
                  .selectFrom("orders")
                  .select(["document", "status", "number"])
                  .where("account_id", "=", account_id)
                  .orderBy("number")
                  .limit(limit)
                  .offset(offset)
                  .as("page"),
              )
              .select("document")
              .where("status", "=", status)
              .orderBy("number"),
          ),
        ),
      shows: async (service) => {
        await place(service);
        await cancel(service, await place(service));
        return (await listed(service, "?orderStatus=CANCELLED&limit=1")).length;
      },
      right: 1,
      wrong: 0,
    },
    // paths/products.yaml: "Returns the account's products"; openapi.yaml, Offset: "The number of records to skip."
    {
      id: "sixth-offset-needs-limit",
      title: "Without a limit, `offset` of the list of products is ignored",
      contradicts: "spec/paths/products.yaml#/list/get/parameters/1",
      parts: () =>
        handling(
          "listProducts",
          (handle) => (request, caller) =>
            request.query?.limit === undefined ? handle({ ...request, query: {} }, caller) : handle(request, caller),
        ),
      shows: async (service) => itemsOf(await bodyOf(service.ask("GET", "/v1/products/list?offset=1"))).length,
      right: 1,
      wrong: 2,
    },
    // pagination.yaml, page_size: "The maximum number of records on a page."
    {
      id: "sixth-page-size-of-items",
      title: "`page_size` of the inventory is how many items the page has",
      contradicts: "spec/schemas/pagination.yaml#/properties/page_size",
      parts: () =>
        respondingBody({ operation: "listInventory", status: 200 }, (body) =>
          changed(body, "pagination", (pagination) =>
            changed(pagination, "page_size", () => itemsOf(at(body, "inventory")).length),
          ),
        ),
      shows: async (service) =>
        at(await bodyOf(service.ask("GET", "/v1/inventory/list?page_size=50")), "pagination", "page_size"),
      right: 50,
      wrong: 2,
    },
  ]),

  ...faultsOf("life-cycle", [
    // order-cancellation.yaml, orderId: "The order's `id`." Its number is another field.
    {
      id: "sixth-cancel-by-number",
      title: "Cancelling takes an order number for an id",
      contradicts: "spec/schemas/order-cancellation.yaml#/properties/orderId/description",
      parts: () =>
        withInside((inside) =>
          handling("cancelOrder", (handle) => async (request, caller) => {
            const orders = await ordersOf(inside(), caller.accountId);
            const numbered = orders.find((order) => at(order, "orderNumber") === request.body.orderId);
            if (numbered === undefined) return await handle(request, caller);
            return await handle({ ...request, body: { orderId: textAt(numbered, "id") } }, caller);
          }),
        ),
      shows: async (service) => await statusOf(cancel(service, (await readNew(service))["orderNumber"])),
      right: 400,
      wrong: 201,
    },
    // paths/orders.yaml, cancel: "Cancels an order of the account that is still waiting for shipment."
    {
      id: "sixth-cancel-siblings",
      title: "Cancelling an order cancels the next one of the same recipient in the campaign as well",
      contradicts: `${cancelling}/description`,
      parts: () =>
        withInside((inside) =>
          handling("cancelOrder", (handle) => async (request, caller) => {
            const reply = await handle(request, caller);
            if (reply.status !== 201) return reply;
            const orders = await ordersOf(inside(), caller.accountId);
            const cancelled = orders.find((order) => at(order, "id") === request.body.orderId);
            const sibling = orders.find(
              (order) =>
                at(order, "status") === "AWAITING_SHIPMENT" &&
                at(order, "campaignId") === at(cancelled, "campaignId") &&
                at(order, "recipient", "email") === at(cancelled, "recipient", "email"),
            );
            if (sibling !== undefined) await handle({ ...request, body: { orderId: textAt(sibling, "id") } }, caller);
            return reply;
          }),
        ),
      shows: async (service) => {
        const [first, second] = [await place(service), await place(service)];
        await cancel(service, first);
        return at(await bodyOf(read(service, second)), "status");
      },
      right: "AWAITING_SHIPMENT",
      wrong: "CANCELLED",
    },
    // paths/orders.yaml, warehouses: "Send a warehouse's `id` as `warehouseId` to ship an order from there."
    {
      id: "sixth-warehouse-overridden",
      title: "A warehouse that has not enough of a product is replaced by one that the service chooses",
      contradicts: "spec/paths/orders.yaml#/warehouses/get/description",
      parts: () =>
        withInside((inside) =>
          handling("createOrder", (handle) => async (request, caller) => {
            const { warehouseId, ...body } = request.body;
            const { database } = inside();
            const { accountId } = caller;
            const owned = await database.all(warehousesOfAccount, { accountId });
            // An unknown warehouse is still refused.
            if (!owned.some(({ id }) => id === warehouseId)) return await handle(request, caller);
            const skus = JSON.stringify(body.products.map(({ sku }) => sku));
            const stock = await database.all(stockOfSkus, { accountId, skus });
            const isStocked = body.products.every(({ sku, quantity }) =>
              stock.some((row) => row.warehouse_id === warehouseId && row.sku === sku && row.on_hand >= quantity),
            );
            return await handle(isStocked ? request : { ...request, body }, caller);
          }),
        ),
      shows: async (service) => {
        const changes = { warehouseId: service.account.warehouses.east, products: [{ sku: "TEE", quantity: 1 }] };
        return (await readNew(service, changes))["warehouse"];
      },
      right: "east",
      wrong: "west",
    },
    // paths/orders.yaml, create: "Places an order against a campaign."; 201: "The order is placed."
    {
      id: "sixth-create-deduplicated",
      title: "A second order of a campaign to the same address returns the first, even for other products",
      contradicts: `${creating}/responses/201/description`,
      parts: () =>
        handling("createOrder", (handle) => {
          const placed = new Map<string, Awaited<ReturnType<Api["createOrder"]>>>();
          return async (request, caller) => {
            const { campaignId, shipTo: to } = request.body;
            const known = `${caller.accountId} ${campaignId} ${JSON.stringify(to)}`;
            const reply = placed.get(known) ?? (await handle(request, caller));
            if (reply.status === 201) placed.set(known, reply);
            return reply;
          };
        }),
      shows: async (service) => {
        await place(service);
        return at(await readNew(service, { products: [{ sku: "TEE", quantity: 2 }] }), "products", 0, "sku");
      },
      right: "TEE",
      wrong: "MUG",
    },
  ]),

  ...faultsOf("subscription", [
    // paths/webhooks.yaml, PUT, 400: "Nothing was changed."
    {
      id: "sixth-update-in-part",
      title: "An update that is refused for its URL pauses the subscription all the same",
      contradicts: `${webhooks}/webhook/put/responses/400/description`,
      parts: () =>
        handling("updateWebhook", (handle) => async (request, caller) => {
          const { url, active } = request.body;
          const reply = await handle(request, caller);
          if (reply.status === 400 && url !== undefined && active !== undefined) {
            await handle({ ...request, body: { active } }, caller);
          }
          return reply;
        }),
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"]);
        await service.ask("PUT", path, { body: { url: "https://localhost/hooks", active: false } });
        return at(await bodyOf(service.ask("GET", "/v1/webhooks")), "webhooks", 0, "active");
      },
      right: true,
      wrong: false,
    },
    // paths/webhooks.yaml, POST: "A URL can be subscribed only once per account." Another URL is no duplicate.
    {
      id: "sixth-url-path-case",
      title: "URLs whose paths differ only in case are duplicates",
      contradicts: `${webhooks}/webhooks/post/responses/201`,
      parts: () => ({ checkUrl: (check) => async (url) => (await check(url))?.toLowerCase() ?? null }),
      shows: async (service) => {
        const { url } = await subscribe(service, ["order.created"]);
        const body = { url: url.replace("mailbox", "Mailbox"), events: ["order.created"] };
        return await statusOf(service.ask("POST", "/v1/webhooks", { body }));
      },
      right: 201,
      wrong: 400,
    },
    // paths/webhooks.yaml, POST: "nor to a private or link-local network (`10.0.0.0/8`, `172.16.0.0/12`, ...)".
    {
      id: "sixth-url-172-31",
      title: "The last part of 172.16.0.0/12, 172.31.0.0/16, is accepted",
      contradicts: "spec/schemas/webhook-url.yaml#/x-waybill-url-rules/forbiddenNetworks/1",
      parts: () => ({
        checkUrl: (check) => async (url) =>
          /^https:\/\/172\.31\.\d+\.\d+(?::\d+)?(?:\/|$)/.test(url) ? new URL(url).href : await check(url),
      }),
      shows: async (service) => {
        const body = { url: "https://172.31.4.9/hooks", events: ["order.created"] };
        return await statusOf(service.ask("POST", "/v1/webhooks", { body }));
      },
      right: 400,
      wrong: 201,
    },
  ]),

  ...faultsOf("authentication", [
    // openapi.yaml, bearer: "A key has exactly 96 characters." and "a key of another length" is refused.
    {
      id: "sixth-key-blanks",
      title: "Blanks in front of a key are dropped",
      contradicts: "spec/openapi.yaml#/components/securitySchemes/bearer/description",
      parts: () => ({
        authenticate: (authenticate) => (authorization) => authenticate(authorization?.replace(/^Bearer +/, "Bearer ")),
      }),
      shows: async (service) => await statusOf(service.ask("GET", "/v1/auth", { key: ` ${service.account.key}` })),
      right: 401,
      wrong: 200,
    },
  ]),

  ...faultsOf("rate-limit", [
    // paths/auth.yaml: "It counts against the request budget like any other request."
    {
      id: "sixth-head-free",
      title: "HEAD on the key check does not count",
      contradicts: "spec/paths/auth.yaml#/auth/head/description",
      parts: () => {
        const free = new AsyncLocalStorage<boolean>();
        return {
          ...serving(
            (pipeline) => (request) => free.run(request.method === "HEAD", async () => await pipeline(request)),
          ),
          ...limiting(({ hit, peek }) => ({
            hit: (client, budget) => (free.getStore() === true ? peek(client, budget) : hit(client, budget)),
          })),
        };
      },
      shows: async (service) => {
        const from = service.elsewhere;
        const before = await service.ask("GET", "/v1/auth", { from });
        const after = await service.ask("HEAD", "/v1/auth", { from });
        return Number(before.headers.get("RateLimit-Remaining")) - Number(after.headers.get("RateLimit-Remaining"));
      },
      right: 1,
      wrong: 0,
    },
    // openapi.yaml, X-RateLimit-Remaining: "The same as `RateLimit-Remaining`, under its older name."
    {
      id: "sixth-older-remaining",
      title: "With a 201, `X-RateLimit-Remaining` does not yet count the request",
      contradicts: "spec/openapi.yaml#/components/headers/X-RateLimit-Remaining",
      parts: () =>
        sendingHeaders((headers, { status }) =>
          status === 201
            ? changedHeader(headers, "X-RateLimit-Remaining", (count) => String(Number(count) + 1))
            : headers,
        ),
      shows: async (service) => {
        const { headers } = await create(service);
        return Number(headers.get("X-RateLimit-Remaining")) - Number(headers.get("RateLimit-Remaining"));
      },
      right: 0,
      wrong: 1,
    },
  ]),
];
