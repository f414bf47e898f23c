// A seventh set, of orders and the inventory: with seventh-others.ts and seventh-webhooks.ts, one fault for each of thirty statements
// of the description, written by an author who has not seen the checks. Above each fault is the statement it breaks.
import { sql } from "kysely";
import { z } from "zod";
import type { Api } from "../../../src/api/reply.ts";
import { quantitiesOf, routeOrder } from "../../../src/domain/orders/routing.ts";
import { stockOfSkus, warehousesOfAccount } from "../../../src/storage/queries/catalog.ts";
import { orderDocument, orderPageByCampaign } from "../../../src/storage/queries/orders.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { withInside } from "../inside.ts";
import { bodyOf, cancel, create, place, placeAnd, read, readNew, shippingTo, statusOf } from "../probes.ts";
import { at, changed, fieldsOf, itemsOf, textAt } from "../values.ts";
import { answering, answeringBody, askingWithBody, showingOrders } from "../wraps/answers.ts";
import { querying, rewritten } from "../wraps/queries.ts";
import { judgingBody } from "../wraps/rules.ts";
import { handling, parameter } from "./plant.ts";
import { address, cancelling, creating, listed, one, ordering, recipientOf } from "./third-probes.ts";

const order = "spec/schemas/order.yaml#/properties";
const everything = 1_000_000_000;
/** By how much Eastern time is behind UTC in winter. */
const easternMilliseconds = 5 * 3_600_000;

/** `null` stays `null`. */
function easternTime(timestamp: unknown): unknown {
  if (typeof timestamp !== "string") return timestamp;
  return new Date(Date.parse(timestamp) - easternMilliseconds).toISOString();
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
      parts: () =>
        judgingBody(
          "createOrder",
          "shipTo.phone",
          z
            .string()
            .min(1)
            .refine((text) => [...text].length <= 30)
            .optional(),
        ),
      shows: (service) => shippingTo(service, { phone: "" }),
      right: 201,
      wrong: 400,
    },
    // invalid-order-error.yaml, errors: "One entry for each invalid field, for example its path followed by the problem."
    {
      id: "seventh-errors-without-lines",
      title: "Of errors in the same field of several lines, only the first is listed",
      contradicts: "spec/schemas/invalid-order-error.yaml#/properties/errors",
      parts: () =>
        answeringBody({ operation: "createOrder", status: 400 }, (body) =>
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
        answeringBody({ operation: "listOrders", status: 200 }, (orders) =>
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
    // paths/orders.yaml, create: "Places an order against a campaign." 201: "The order is placed."
    {
      id: "seventh-same-recipient",
      title: "An order of the same products for the same recipient returns the earlier one, whatever its quantities",
      contradicts: `${creating}/responses/201/description`,
      parts: () => {
        const placed = new Map<string, Awaited<ReturnType<Api["createOrder"]>>>();
        return handling("createOrder", (handle) => async (request, caller) => {
          const { campaignId, shipTo, products } = request.body;
          const key = [caller.accountId, campaignId, shipTo.email, ...products.map(({ sku }) => sku)].join("\n");
          const known = placed.get(key);
          if (known !== undefined) return known;
          const reply = await handle(request, caller);
          if (reply.status === 201) placed.set(key, reply);
          return reply;
        });
      },
      shows: async (service) => {
        await place(service, { products: [{ sku: "MUG", quantity: 1 }] });
        await place(service, { products: [{ sku: "MUG", quantity: 2 }] });
        return (await listed(service)).length;
      },
      right: 2,
      wrong: 1,
    },
    // openapi.yaml, Offset: "The number of records to skip." With a filter, records are "only orders of this campaign".
    {
      id: "seventh-offset-before-filter",
      title: "With a campaign, the offset skips orders of other campaigns too",
      contradicts: "spec/openapi.yaml#/components/parameters/Offset",
      parts: () =>
        querying(
          rewritten(orderPageByCampaign, (db, { account_id, campaign_id, limit, offset }) =>
            db
              .selectFrom((inner) =>
                inner
                  .selectFrom("orders")
                  .select(["document", "campaign_id", "number"])
                  .where("account_id", "=", account_id)
                  .orderBy("number")
                  .limit(everything)
                  .offset(offset)
                  .as("rest"),
              )
              .select("rest.document")
              .where("rest.campaign_id", "=", campaign_id)
              .orderBy("rest.number")
              .limit(limit),
          ),
        ),
      shows: async (service) => {
        const campaignId = service.account.secondCampaignId;
        await place(service);
        await place(service, { campaignId });
        await place(service, { campaignId });
        return (await listed(service, `?campaignId=${campaignId}&offset=1`)).length;
      },
      right: 1,
      wrong: 2,
    },
    // pagination.yaml, page_size: "The maximum number of records on a page."
    {
      id: "seventh-page-size-counted",
      title: "`page_size` of the inventory is the number of items on the page",
      contradicts: "spec/schemas/pagination.yaml#/properties/page_size",
      parts: () =>
        answeringBody({ operation: "listInventory", status: 200 }, (body) =>
          changed(body, "pagination", (page) => ({
            ...fieldsOf(page),
            page_size: itemsOf(at(body, "inventory")).length,
          })),
        ),
      shows: async (service) =>
        at(await bodyOf(service.ask("GET", "/v1/inventory/list?page_size=5")), "pagination", "page_size"),
      right: 5,
      wrong: 2,
    },
    // paths/orders.yaml, warehouses: "Send a warehouse's `id` as `warehouseId` to ship an order from there."
    {
      id: "seventh-warehouse-with-stock",
      title: "An order ships from another warehouse when the one it names has too little stock",
      contradicts: "spec/paths/orders.yaml#/warehouses/get/description",
      parts: () =>
        withInside((inside) =>
          handling("createOrder", (handle) => async (request, caller) => {
            const { warehouseId: wanted = null, products, ...others } = request.body;
            const { accountId } = caller;
            const warehouses = await inside().database.all(warehousesOfAccount, { accountId });
            if (!warehouses.some(({ id }) => id === wanted)) return await handle(request, caller);
            const demand = quantitiesOf(products);
            const skus = JSON.stringify([...demand.keys()]);
            const stock = await inside().database.all(stockOfSkus, { accountId, skus });
            const canShip = (from: string | null) => routeOrder({ warehouses, stock, demand, wanted: from }).allocated;
            if (canShip(wanted) || !canShip(null)) return await handle(request, caller);
            return await handle({ ...request, body: { ...others, products } }, caller);
          }),
        ),
      shows: async (service) => {
        const { east } = service.account.warehouses;
        const { warehouse } = await readNew(service, { products: [{ sku: "TEE", quantity: 1 }], warehouseId: east });
        return warehouse;
      },
      right: "east",
      wrong: "west",
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
    // paths/orders.yaml, cancel: "If the order was cancelled, shipped or delivered before, it does not change and the response is 400".
    {
      id: "seventh-refusal-noted",
      title: "A cancellation that is refused leaves a note on the order",
      contradicts: `${cancelling}/description`,
      parts: () => {
        const noted = new Set<unknown>();
        return {
          ...handling("cancelOrder", (handle) => async (request, caller) => {
            const reply = await handle(request, caller);
            const isOwn = textAt(reply.body, "message").startsWith("Order cannot be cancelled");
            if (isOwn) noted.add(request.body.orderId);
            return reply;
          }),
          ...showingOrders((shown) => (noted.has(shown["id"]) ? { ...shown, notes: "Cancellation requested" } : shown)),
        };
      },
      shows: async (service) => {
        const orderId = await placeAnd(service, "ship");
        await cancel(service, orderId);
        return at((await read(service, orderId)).body, "notes");
      },
      right: null,
      wrong: "Cancellation requested",
    },
    // order-status-filter.yaml: "RETURNED: Orders that the carrier reported as returned."
    {
      id: "seventh-returned-undelivered",
      title: "The filter RETURNED finds only orders that had been delivered",
      contradicts: "spec/schemas/order-status-filter.yaml#/x-enumDescriptions/RETURNED",
      parts: () =>
        answering((response, request) => {
          if (response.operationId !== "listOrders" || response.status !== 200) return null;
          if (parameter(request, "orderStatus") !== "RETURNED") return null;
          const orders = itemsOf(JSON.parse(response.body)).filter((shown) => at(shown, "deliveredAt") !== null);
          return { ...response, body: JSON.stringify(orders) };
        }),
      shows: async (service) => {
        await placeAnd(service, "ship", "return");
        await placeAnd(service, "ship", "deliver", "return");
        return (await listed(service, "?orderStatus=RETURNED")).length;
      },
      right: 2,
      wrong: 1,
    },
  ]),
];
