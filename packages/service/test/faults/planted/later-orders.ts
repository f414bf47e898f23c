// Planted after the checks were made, in other places of the same classes: accounts, parameters, lines, lists, bytes, counts, filters.
import { z } from "zod";
import { warehousesOfAccount } from "../../../src/storage/queries/catalog.ts";
import { orderPage } from "../../../src/storage/queries/orders.ts";
import { shipTo } from "../../contract/accounts.ts";
import { query as raw } from "../../contract/raw-query.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { withInside } from "../inside.ts";
import { bodyOf, cancel, create, place, placeAnd, read, readNew, statusOf, subscribe } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { at, changed, fieldsOf, itemsOf, mapped } from "../values.ts";
import { sendingData } from "../wraps/deliveries.ts";
import { querying, rewritten } from "../wraps/queries.ts";
import { askingList, askingWithBody, respondingBody, showingOrders } from "../wraps/responses.ts";
import { judgingQuery } from "../wraps/rules.ts";
import { failingOn, handling, parameter } from "./plant.ts";

const list = "spec/paths/orders.yaml#/list/get";
const lines = "spec/schemas/order.yaml#/properties/products";
const recipient = "spec/schemas/recipient.yaml#/properties";
const two = [
  { sku: "MUG", quantity: 2 },
  { sku: "TEE", quantity: 3 },
];

function listed(service: FaultyService, query: string): Promise<readonly unknown[]> {
  return bodyOf(service.ask("GET", `/v1/orders/list?${query}`)).then(itemsOf);
}

const skusOf = (order: unknown) => itemsOf(at(order, "products")).map((line) => at(line, "sku"));
const quantitiesOf = (order: unknown) => itemsOf(at(order, "products")).map((line) => at(line, "quantity"));

function listedOrders(change: (order: unknown) => unknown) {
  return respondingBody({ operation: "listOrders", status: 200 }, (all) => mapped(all, change));
}

function recipientOf(name: string, change: (text: string) => string) {
  return showingOrders((order) =>
    changed(order, "recipient", (one) => changed(one, name, (text) => change(String(text)))),
  );
}

async function shown(service: FaultyService, name: string, given: string, as = name): Promise<unknown> {
  return at(await readNew(service, { shipTo: shipTo({ [name]: given }) }), "recipient", as);
}

export const laterOrders: readonly Fault[] = [
  ...faultsOf("authentication", [
    {
      id: "later-offset-accounts",
      title: "From the second record on, the list has orders of all accounts",
      contradicts: `${list}/description`,
      parts: () =>
        querying(
          rewritten(orderPage, (db, { account_id, limit, offset }) =>
            db
              .selectFrom("orders")
              .select("document")
              .where((column) => column.or([column("account_id", "=", account_id), column("status", "=", "CANCELLED")]))
              .orderBy("number")
              .limit(limit)
              .offset(offset),
          ),
        ),
      shows: async (service) => {
        const orderId = await place(service);
        await cancel(service, orderId);
        return itemsOf(await bodyOf(service.ask("GET", "/v1/orders/list", { key: service.other.key }))).length;
      },
      right: 0,
      wrong: 1,
    },
    {
      id: "later-other-warehouse-listed",
      title: "One warehouse of another account is listed",
      contradicts: "spec/paths/orders.yaml#/warehouses/get/description",
      parts: () =>
        withInside((inside) => ({
          api: (api) => ({
            ...api,
            listWarehouses: async (request, caller) => {
              const own = await inside().database.all(warehousesOfAccount, caller);
              const rows = await inside().database.all(raw("select id, name, alias, account_id from warehouses"), {});
              const foreign = rows.find(({ account_id }) => account_id !== caller.accountId);
              const more =
                foreign === undefined
                  ? []
                  : [{ id: String(foreign["id"]), name: String(foreign["name"]), alias: String(foreign["alias"]) }];
              void request;
              return { status: 200, contentType: "application/json", body: [...own, ...more] };
            },
          }),
        })),
      shows: async (service) => itemsOf(await bodyOf(service.ask("GET", "/v1/orders/warehouses"))).length,
      right: 2,
      wrong: 3,
    },
    {
      id: "later-rotate-foreign",
      title: "The secret of another account's subscription can be rotated",
      contradicts: "spec/paths/webhooks.yaml#/rotate-secret/post/responses",
      parts: () =>
        withInside((inside) =>
          handling("rotateWebhookSecret", (handle) => async (request, caller) => {
            const rows = await inside().database.all(raw("select id, account_id from subscriptions"), {});
            const owner = rows.find(({ id }) => id === request.path.id)?.["account_id"];
            return await handle(request, owner === undefined ? caller : { accountId: String(owner) });
          }),
        ),
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"]);
        return statusOf(service.ask("POST", `${path}/rotate-secret`, { key: service.other.key }));
      },
      right: 400,
      wrong: 200,
    },
    {
      id: "later-shipped-foreign",
      title: "A shipped order of another account can be read",
      contradicts: "spec/paths/orders.yaml#/order/get/description",
      parts: () =>
        withInside((inside) =>
          handling("getOrder", (handle) => async (request, caller) => {
            const rows = await inside().database.all(raw("select id, account_id, status from orders"), {});
            const row = rows.find(({ id }) => id === request.path.orderId);
            return await handle(
              request,
              row?.["status"] === "SHIPPED" ? { accountId: String(row["account_id"]) } : caller,
            );
          }),
        ),
      shows: async (service) => {
        const orderId = await placeAnd(service, "ship");
        return statusOf(service.ask("GET", `/v1/orders/${orderId}`, { key: service.other.key }));
      },
      right: 404,
      wrong: 200,
    },
  ]),
  ...faultsOf("validation", [
    {
      id: "later-page-size-huge",
      title: "A page from 2^40 on is page 1",
      contradicts: "spec/paths/inventory.yaml#/list/get/parameters/0/description",
      parts: () =>
        askingList("/v1/inventory/list", (parameters) => {
          if (Number(parameters.get("page")) > 2 ** 40) parameters.set("page", "1");
        }),
      shows: async (service) =>
        itemsOf(at(await bodyOf(service.ask("GET", `/v1/inventory/list?page=${2 ** 50}`)), "inventory")).length,
      right: 0,
      wrong: 2,
    },
    {
      id: "later-products-offset-int",
      title: "An offset from 2^31 on fails for products",
      contradicts: "spec/openapi.yaml#/components/parameters/Offset/schema/type",
      parts: () =>
        failingOn(
          (request) => request.pathname.includes("products") && Number(parameter(request, "offset")) >= 2 ** 31,
        ),
      shows: (service) => statusOf(service.ask("GET", "/v1/products/list?offset=2147483648")),
      right: 200,
      wrong: 500,
    },
    {
      id: "later-webhook-id-long",
      title: "An id of over 200 characters of a subscription to rotate fails",
      contradicts: "spec/paths/webhooks.yaml#/rotate-secret/post/responses",
      parts: () => failingOn(({ pathname }) => pathname.endsWith("rotate-secret") && pathname.length > 220),
      shows: (service) => statusOf(service.ask("POST", `/v1/webhooks/${"a".repeat(250)}/rotate-secret`)),
      right: 400,
      wrong: 500,
    },
    {
      id: "later-sku-nul",
      title: "U+0000 in a SKU fails",
      contradicts: "spec/paths/orders.yaml#/create/post/responses",
      parts: () =>
        handling("createOrder", (handle) => (request, caller) => {
          if (request.body.products.some(({ sku }) => sku.includes("\u0000"))) throw new Error("invalid byte sequence");
          return handle(request, caller);
        }),
      shows: async (service) => (await create(service, { products: [{ sku: "a\u0000", quantity: 1 }] })).status,
      right: 400,
      wrong: 500,
    },
    {
      id: "later-warehouse-quote",
      title: "A quote in warehouseId fails",
      contradicts: "spec/paths/orders.yaml#/create/post/responses",
      parts: () =>
        handling("createOrder", (handle) => (request, caller) => {
          if (request.body.warehouseId?.includes("'") === true) throw new Error("unterminated string");
          return handle(request, caller);
        }),
      shows: async (service) => (await create(service, { warehouseId: "it's" })).status,
      right: 400,
      wrong: 500,
    },
    {
      id: "later-campaign-underscore",
      title: "Underscores in the campaign filter match any character",
      contradicts: `${list}/parameters/2/description`,
      parts: () =>
        askingList("/v1/orders/list", (parameters) => {
          if (/^_+$/.test(parameters.get("campaignId") ?? "")) parameters.delete("campaignId");
        }),
      shows: async (service) => {
        await place(service);
        return (await listed(service, "campaignId=____")).length;
      },
      right: 0,
      wrong: 1,
    },
    {
      id: "later-filter-order-source",
      title: "The status filter accepts EXTERNAL",
      contradicts: "spec/schemas/order-status-filter.yaml#/enum",
      parts: () =>
        judgingQuery(
          "listOrders",
          "orderStatus",
          z.enum(["AWAITING_SHIPMENT", "SHIPPED", "CANCELLED", "RETURNED", "EXTERNAL"]).optional(),
        ),
      shows: (service) => statusOf(service.ask("GET", "/v1/orders/list?orderStatus=EXTERNAL")),
      right: 400,
      wrong: 200,
    },
    {
      id: "later-update-drops-test",
      title: "An update drops webhook.test from the events, and accepts the others",
      contradicts: "spec/schemas/webhook-event-name.yaml#/enum",
      parts: () =>
        askingWithBody(/^\/v1\/webhooks\/[^/]+$/, (body) =>
          changed(body, "events", (names) =>
            itemsOf(names).length > 1 ? itemsOf(names).filter((name) => name !== "webhook.test") : names,
          ),
        ),
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"]);
        return statusOf(service.ask("PUT", path, { body: { events: ["order.created", "webhook.test"] } }));
      },
      right: 400,
      wrong: 200,
    },
  ]),
  ...faultsOf("response", [
    {
      id: "later-lines-swapped",
      title: "The SKUs of an order's lines are in the order of the alphabet, the quantities are not",
      contradicts: lines,
      parts: () =>
        showingOrders((order) =>
          changed(order, "products", (all) => {
            const quantities = itemsOf(all)
              .map((line) => at(line, "quantity"))
              .reverse();
            return itemsOf(all).map((line, index) => ({ ...fieldsOf(line), quantity: quantities[index] }));
          }),
        ),
      shows: async (service) => quantitiesOf(await readNew(service, { products: two })),
      right: [2, 3],
      wrong: [3, 2],
    },
    {
      id: "later-last-line-lost",
      title: "The last of several lines of an order is lost in lists",
      contradicts: lines,
      parts: () =>
        listedOrders((order) =>
          changed(order, "products", (all) => (itemsOf(all).length > 1 ? itemsOf(all).slice(0, -1) : all)),
        ),
      shows: async (service) => {
        await place(service, { products: two });
        return skusOf((await listed(service, ""))[0]);
      },
      right: ["MUG", "TEE"],
      wrong: ["MUG"],
    },
    {
      id: "later-title-of-first",
      title: "All lines have the title of the first product",
      contradicts: "spec/schemas/order-product.yaml#/properties/title",
      parts: () =>
        showingOrders((order) =>
          changed(order, "products", (all) =>
            mapped(all, (line) => ({ ...fieldsOf(line), title: at(all, 0, "title") })),
          ),
        ),
      shows: async (service) =>
        itemsOf(at(await readNew(service, { products: two }), "products")).map((line) => at(line, "title")),
      right: ["Mug, oat", "T-shirt, navy"],
      wrong: ["Mug, oat", "Mug, oat"],
    },
    {
      id: "later-event-sku-lost",
      title: "order.cancelled has the first product only",
      contradicts: "spec/schemas/order-event-data.yaml#/properties/products",
      parts: () =>
        sendingData("order.cancelled", (data) => changed(data, "products", (all) => itemsOf(all).slice(0, 1))),
      shows: async (service) => {
        const subscription = await subscribe(service, ["order.cancelled"]);
        await cancel(service, await place(service, { products: two }));
        return skusOf((await subscription.events())[0]?.data);
      },
      right: ["MUG", "TEE"],
      wrong: ["MUG"],
    },
    {
      id: "later-list-warehouse-null",
      title: "Orders in lists have the alias of another warehouse",
      contradicts: "spec/schemas/order.yaml#/properties/warehouse",
      parts: () => listedOrders((order) => ({ ...fieldsOf(order), warehouse: "main" })),
      shows: async (service) => {
        await place(service);
        return at((await listed(service, ""))[0], "warehouse") === "main";
      },
      right: false,
      wrong: true,
    },
    {
      id: "later-list-ship-date",
      title: "Shipped orders have no ship date in lists",
      contradicts: "spec/schemas/order.yaml#/properties/shipDate",
      parts: () => listedOrders((order) => ({ ...fieldsOf(order), shipDate: null })),
      shows: async (service) => {
        await placeAnd(service, "ship");
        return at((await listed(service, ""))[0], "shipDate") === null;
      },
      right: false,
      wrong: true,
    },
    {
      id: "later-state-upper-case",
      title: "States are shown in upper case",
      contradicts: `${recipient}/state`,
      parts: () => recipientOf("state", (text) => text.toUpperCase()),
      shows: (service) => shown(service, "state", "Or"),
      right: "Or",
      wrong: "OR",
    },
    {
      id: "later-blanks-collapsed",
      title: "Several blanks in a street become one",
      contradicts: `${recipient}/street1`,
      parts: () => recipientOf("street1", (text) => text.replace(/ {2,}/g, " ")),
      shows: (service) => shown(service, "street1", "1  Main"),
      right: "1  Main",
      wrong: "1 Main",
    },
    {
      id: "later-phone-digits",
      title: "Of a phone only digits are kept in lists",
      contradicts: `${recipient}/phone`,
      parts: () =>
        listedOrders((order) =>
          changed(order, "recipient", (one) =>
            changed(one, "phone", (phone) => (phone === null ? null : String(phone).replace(/\D/g, ""))),
          ),
        ),
      shows: async (service) => {
        await place(service, { shipTo: shipTo({ phone: "+1 503" }) });
        return at((await listed(service, ""))[0], "recipient", "phone");
      },
      right: "+1 503",
      wrong: "1503",
    },
    {
      id: "later-name-escaped",
      title: "Ampersands in last names are escaped",
      contradicts: `${recipient}/lastName`,
      parts: () => recipientOf("lastName", (text) => text.replaceAll("&", "&amp;")),
      shows: (service) => shown(service, "lastName", "A & B"),
      right: "A & B",
      wrong: "A &amp; B",
    },
    {
      id: "later-refused-sku-placed",
      title: "An order that is refused for its second SKU is placed with the first",
      contradicts: "spec/paths/orders.yaml#/create/post/responses/400/description",
      parts: () =>
        handling("createOrder", (handle) => async (request, caller) => {
          const reply = await handle(request, caller);
          if (reply.status === 400 && request.body.products.length > 0)
            await handle({ ...request, body: { ...request.body, products: [{ sku: "MUG", quantity: 1 }] } }, caller);
          return reply;
        }),
      shows: async (service) => {
        await create(service, { products: [{ sku: "NONE", quantity: 1 }] });
        return (await listed(service, "")).length;
      },
      right: 0,
      wrong: 1,
    },
    {
      id: "later-limit-per-filter",
      title: "With a status, one record more than the limit is returned",
      contradicts: "spec/openapi.yaml#/components/parameters/Limit/description",
      parts: () =>
        askingList("/v1/orders/list", (parameters) => {
          const given = parameters.get("limit") ?? "";
          if (parameters.has("orderStatus") && /^\d+$/.test(given) && Number(given) < 50)
            parameters.set("limit", String(Number(given) + 1));
        }),
      shows: async (service) => {
        await place(service);
        await place(service);
        return (await listed(service, "orderStatus=AWAITING_SHIPMENT&limit=1")).length;
      },
      right: 1,
      wrong: 2,
    },
    {
      id: "later-both-filters-empty",
      title: "With both filters nothing is found",
      contradicts: `${list}/parameters/2/description`,
      parts: () =>
        askingList("/v1/orders/list", (parameters) => {
          if (parameters.has("orderStatus") && parameters.has("campaignId")) parameters.set("campaignId", "none");
        }),
      shows: async (service) => {
        await place(service);
        return (await listed(service, `campaignId=${service.account.campaignId}&orderStatus=AWAITING_SHIPMENT`)).length;
      },
      right: 1,
      wrong: 0,
    },
    {
      id: "later-order-number-changes",
      title: "Cancelling an order changes its number",
      contradicts: "spec/schemas/order.yaml#/properties/orderNumber",
      parts: () =>
        showingOrders((order) =>
          order["status"] === "CANCELLED" ? { ...order, orderNumber: `${String(order["orderNumber"])}-X` } : order,
        ),
      shows: async (service) => {
        const orderId = await place(service);
        await cancel(service, orderId);
        return String(at(await bodyOf(read(service, orderId)), "orderNumber")).endsWith("-X");
      },
      right: false,
      wrong: true,
    },
    {
      id: "later-shipped-source",
      title: "Shipped orders have another source",
      contradicts: "spec/schemas/order.yaml#/properties/orderSource",
      parts: () =>
        showingOrders((order) => (order["status"] === "SHIPPED" ? { ...order, orderSource: "MANUAL_ORDER" } : order)),
      shows: async (service) => at(await bodyOf(read(service, await placeAnd(service, "ship"))), "orderSource"),
      right: "EXTERNAL",
      wrong: "MANUAL_ORDER",
    },
  ]),
];
