// A seventh set, of orders and the inventory: with seventh-others.ts and seventh-webhooks.ts, one fault for each of thirty statements
// of the description, written by an author who has not seen the checks. Above each fault is the statement it breaks.
import { sql } from "kysely";
import { z } from "zod";
import { productPage, stockOfSkus } from "../../../src/storage/queries/catalog.ts";
import { orderDocument, orderPageByCampaign } from "../../../src/storage/queries/orders.ts";
import { shipTo } from "../../contract/accounts.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { withInside } from "../inside.ts";
import { bodyOf, create, place, placeAnd, read, readNew, shippingTo, statusOf } from "../probes.ts";
import { at, changed, fieldsOf, itemsOf, textAt } from "../values.ts";
import { querying, rewritten } from "../wraps/queries.ts";
import { askingWithBody, respondingBody, showingOrders } from "../wraps/responses.ts";
import { judgingBody } from "../wraps/rules.ts";
import { handling } from "./plant.ts";
import { address, creating, list, listed, one, ordering, recipientOf } from "./third-probes.ts";

const order = "spec/schemas/order.yaml#/properties";
const everything = 1_000_000_000;
/** By how much Eastern time is behind UTC in winter. */
const easternMilliseconds = 5 * 3_600_000;

/** `null` stays `null`. */
function easternTime(timestamp: unknown): unknown {
  if (typeof timestamp !== "string") return timestamp;
  return new Date(Date.parse(timestamp) - easternMilliseconds).toISOString();
}

/** Lengths are those of code points. */
function textOf(least: number, most: number, pattern: RegExp) {
  const isLong = (text: string): boolean => [...text].length >= least && [...text].length <= most;
  return z.string().refine((text) => isLong(text) && pattern.test(text));
}

export const seventhOfOrders: readonly Fault[] = [
  ...faultsOf("validation", [
    // order.yaml, warehouse: "This is the `alias` of a warehouse and not the `id` that `warehouseId` takes when an order is created."
    {
      id: "seventh-alias-as-warehouse",
      title: "`warehouseId` takes aliases as well as ids",
      contradicts: "spec/schemas/new-order.yaml#/x-waybill-references/1",
      parts: () => ({
        api: (api) => ({
          ...api,
          createOrder: async (request, caller) => {
            const { body } = await api.listWarehouses({}, caller);
            const named = itemsOf(body).find((warehouse) => at(warehouse, "alias") === request.body.warehouseId);
            if (named === undefined) return await api.createOrder(request, caller);
            return await api.createOrder(
              { ...request, body: { ...request.body, warehouseId: textAt(named, "id") } },
              caller,
            );
          },
        }),
      }),
      shows: (service) => statusOf(create(service, { warehouseId: "west" })),
      right: 400,
      wrong: 201,
    },
    // new-order.yaml, products: "type: array"
    {
      id: "seventh-single-product",
      title: "Products that are one line instead of an array are accepted",
      contradicts: "spec/schemas/new-order.yaml#/properties/products/type",
      parts: () =>
        askingWithBody("/v1/orders/create", (body) =>
          changed(body, "products", (all) => (Object.hasOwn(fieldsOf(all), "sku") ? [all] : all)),
        ),
      shows: (service) => ordering(service, { sku: "MUG", quantity: 1 }),
      right: 400,
      wrong: 201,
    },
    // ship-to.yaml, phone: a text with `maxLength: 30`, and no `minLength` as its neighbours have.
    {
      id: "seventh-empty-phone",
      title: "A phone that is an empty text is refused",
      contradicts: `${address}/phone`,
      parts: () => judgingBody("createOrder", "shipTo.phone", textOf(1, 30, /./u).optional()),
      shows: (service) => shippingTo(service, { phone: "" }),
      right: 201,
      wrong: 400,
    },
    // ship-to.yaml, city: "minLength: 1". "Lengths are counted in characters", and a blank is one.
    {
      id: "seventh-blank-city",
      title: "A city that consists of blanks is refused",
      contradicts: `${address}/city/minLength`,
      parts: () => judgingBody("createOrder", "shipTo.city", textOf(1, 100, /\S/)),
      shows: (service) => shippingTo(service, { city: "  " }),
      right: 201,
      wrong: 400,
    },
    // invalid-order-error.yaml, errors: "One entry for each invalid field, for example its path followed by the problem."
    {
      id: "seventh-errors-without-lines",
      title: "Of errors in the same field of several lines, only the first is listed",
      contradicts: "spec/schemas/invalid-order-error.yaml#/properties/errors",
      parts: () =>
        respondingBody({ operation: "createOrder", status: 400 }, (body) =>
          changed(body, "errors", (errors) => {
            const byField = new Map<string, unknown>();
            for (const error of itemsOf(errors)) {
              const field = String(error).split(":", 1)[0]?.replaceAll(/\.\d+/g, "") ?? "";
              if (!byField.has(field)) byField.set(field, error);
            }
            return [...byField.values()];
          }),
        ),
      shows: async (service) => {
        const products = ["NONE", "NEITHER"].map((sku) => ({ sku, quantity: 1 }));
        return itemsOf(at(await bodyOf(create(service, { products })), "errors")).length;
      },
      right: 2,
      wrong: 1,
    },
  ]),
  ...faultsOf("response", [
    // ship-to.yaml, street1: "maxLength: 200" and "x-waybill-verbatim: true".
    {
      id: "seventh-street-cut",
      title: "Streets are stored with at most 128 characters",
      contradicts: `${address}/street1/x-waybill-verbatim`,
      parts: () =>
        handling("createOrder", (handle) => (request, caller) => {
          const { shipTo } = request.body;
          const street1 = [...shipTo.street1].slice(0, 128).join("");
          return handle({ ...request, body: { ...request.body, shipTo: { ...shipTo, street1 } } }, caller);
        }),
      shows: async (service) => textAt(await recipientOf(service, { street1: "x".repeat(200) }), "street1").length,
      right: 200,
      wrong: 128,
    },
    // order.yaml, shipDate: "When the parcel left the warehouse." A `Z` says that it is UTC.
    {
      id: "seventh-ship-date-eastern",
      title: "The ship date of an order is Eastern time with a Z",
      contradicts: `${order}/shipDate`,
      parts: () => showingOrders((shown) => changed(shown, "shipDate", easternTime)),
      shows: async (service) => {
        const shipped = (await read(service, await placeAnd(service, "ship"))).body;
        return textAt(shipped, "shipDate") >= textAt(shipped, "orderDate");
      },
      right: true,
      wrong: false,
    },
    // order.yaml: "x-waybill-immutable: [id, orderNumber, …]"
    {
      id: "seventh-number-by-place",
      title: "In lists, orders are numbered by their place on the page",
      contradicts: `${order}/orderNumber`,
      parts: () =>
        respondingBody({ operation: "listOrders", status: 200 }, (orders) =>
          itemsOf(orders).map((shown, index) => ({ ...fieldsOf(shown), orderNumber: `W-${10_001 + index}` })),
        ),
      shows: async (service) => {
        await place(service);
        const { orderNumber } = await readNew(service);
        return at(await listed(service, "?offset=1"), 0, "orderNumber") === orderNumber;
      },
      right: true,
      wrong: false,
    },
    // parameters/OrderId: "The order's `id`." 404: "The account has no order with this id."
    {
      id: "seventh-order-by-number",
      title: "An order can be read by its number as well as its id",
      contradicts: `${one}/responses/404/description`,
      parts: () =>
        querying(
          rewritten(orderDocument, (db, { id, accountId }) =>
            db
              .selectFrom("orders")
              .select("document")
              .where(sql<boolean>`(id = ${id} or 'W-' || cast(10000 + number as text) = ${id})`)
              .where("account_id", "=", accountId),
          ),
        ),
      shows: async (service) => statusOf(read(service, textAt(await readNew(service), "orderNumber"))),
      right: 404,
      wrong: 200,
    },
    // schemas/recipient.yaml: "The recipient and the address." ship-to.yaml, street1: "x-waybill-verbatim: true".
    {
      id: "seventh-recipient-by-email",
      title: "A new order changes the address of the earlier ones to the same e-mail address",
      contradicts: `${order}/recipient`,
      parts: () => {
        const emails = new Map<unknown, string>();
        const latest = new Map<string | undefined, object>();
        return {
          ...handling("createOrder", (handle) => async (request, caller) => {
            const reply = await handle(request, caller);
            const { email, street1, city, state, zip: postalCode } = request.body.shipTo;
            const person = `${caller.accountId} ${email}`;
            if (reply.status === 201) emails.set(at(reply.body, "orderId"), person);
            if (reply.status === 201) latest.set(person, { street1, city, state, postalCode });
            return reply;
          }),
          ...showingOrders((shown) =>
            changed(shown, "recipient", (person) => ({ ...fieldsOf(person), ...latest.get(emails.get(shown["id"])) })),
          ),
        };
      },
      shows: async (service) => {
        const orderId = await place(service);
        await place(service, { shipTo: shipTo({ street1: "2 Second Street" }) });
        return at((await read(service, orderId)).body, "recipient", "street1");
      },
      right: "418 Juniper Lane",
      wrong: "2 Second Street",
    },
    // paths/orders.yaml, campaignId: "Return only orders of this campaign."
    {
      id: "seventh-campaign-prefix",
      title: "The campaign filter finds every campaign whose id begins so",
      contradicts: `${list}/parameters/2/description`,
      parts: () =>
        querying(
          rewritten(orderPageByCampaign, (db, { account_id, campaign_id, limit, offset }) =>
            db
              .selectFrom("orders")
              .select("document")
              .where("account_id", "=", account_id)
              .where(sql<boolean>`substr(campaign_id, 1, length(${campaign_id})) = ${campaign_id}`)
              .orderBy("number")
              .limit(limit)
              .offset(offset),
          ),
        ),
      shows: async (service) => {
        await place(service);
        return (await listed(service, `?campaignId=${service.account.campaignId.slice(0, -1)}`)).length;
      },
      right: 0,
      wrong: 1,
    },
    // paths/inventory.yaml, page: "The page to return." pagination.yaml, page: "The number of this page."
    {
      id: "seventh-page-beyond-the-end",
      title: "A page of the inventory beyond the end is the first page",
      contradicts: "spec/schemas/pagination.yaml#/properties/page",
      parts: () => ({
        api: (api) => ({
          ...api,
          listInventory: async (request, caller) => {
            const reply = await api.listInventory(request, caller);
            const isEmpty = itemsOf(at(reply.body, "inventory")).length === 0;
            if (reply.status !== 200 || !isEmpty) return reply;
            return await api.listInventory({ ...request, query: { ...request.query, page: 1 } }, caller);
          },
        }),
      }),
      shows: async (service) => at(await bodyOf(service.ask("GET", "/v1/inventory/list?page=9")), "pagination", "page"),
      right: 9,
      wrong: 1,
    },
    // paths/orders.yaml, warehouses: "Returns the warehouses that the account can route orders to."
    {
      id: "seventh-empty-warehouse",
      title: "A warehouse whose stock is all reserved is not listed",
      contradicts: "spec/paths/orders.yaml#/warehouses/get/description",
      parts: () =>
        withInside((inside) =>
          handling("listWarehouses", (handle) => async (request, caller) => {
            const reply = await handle(request, caller);
            const products = await inside().database.all(productPage, { ...caller, limit: everything, offset: 0 });
            const skus = JSON.stringify(products.map(({ sku }) => sku));
            const stock = await inside().database.all(stockOfSkus, { ...caller, skus });
            const stocked = new Set(
              stock.flatMap((level) => (level.on_hand > level.allocated ? [level.warehouse_id] : [])),
            );
            if (reply.status !== 200 || !Array.isArray(reply.body)) return reply;
            return { ...reply, body: reply.body.filter(({ id }) => stocked.has(id)) };
          }),
        ),
      shows: async (service) => {
        const { east } = service.account.warehouses;
        await place(service, { products: [{ sku: "MUG", quantity: 10 }], warehouseId: east });
        const warehouses = await bodyOf(service.ask("GET", "/v1/orders/warehouses"));
        return itemsOf(warehouses).map((warehouse) => at(warehouse, "alias"));
      },
      right: ["east", "west"],
      wrong: ["west"],
    },
    // paths/orders.yaml, create: "With `createContactRecord` the recipient also becomes a contact of the campaign." 201: "The order is
    // placed."
    {
      id: "seventh-known-contact",
      title: "An order with createContactRecord fails when the campaign has the contact already",
      contradicts: `${creating}/description`,
      parts: () => {
        const contacts = new Set<string>();
        return handling("createOrder", (handle) => async (request, caller) => {
          const { campaignId, shipTo: to, createContactRecord } = request.body;
          if (createContactRecord !== true) return await handle(request, caller);
          const contact = `${campaignId} ${to.email}`;
          if (contacts.has(contact)) throw new Error("UNIQUE constraint failed: contacts.campaign_id, contacts.email");
          const reply = await handle(request, caller);
          if (reply.status === 201) contacts.add(contact);
          return reply;
        });
      },
      shows: async (service) => {
        const first = await statusOf(create(service, { createContactRecord: true }));
        return [first, await statusOf(create(service, { createContactRecord: true }))];
      },
      right: [201, 201],
      wrong: [201, 500],
    },
  ]),
  ...faultsOf("life-cycle", [
    // order.yaml, deliveredAt: "When the carrier confirmed delivery. `null` before that."
    {
      id: "seventh-delivery-undone",
      title: "An order that is returned after its delivery has no `deliveredAt` any more",
      contradicts: `${order}/deliveredAt`,
      parts: () => showingOrders((shown) => (shown["status"] === "RETURNED" ? { ...shown, deliveredAt: null } : shown)),
      shows: async (service) => {
        const returned = await read(service, await placeAnd(service, "ship", "deliver", "return"));
        return at(returned.body, "deliveredAt") !== null;
      },
      right: true,
      wrong: false,
    },
  ]),
];
