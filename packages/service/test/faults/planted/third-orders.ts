// A third set, of orders: one fault for each of forty facts that the requirements state, read from the beginning, after the checks of both
// sets before. The others are in third-others.ts.
import { orderPageByStatus } from "../../../src/storage/queries/orders.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, cancel, place, placeAnd, read, readNew, shippingTo, statusOf } from "../probes.ts";
import { at, changed, fieldsOf, itemsOf, mapped, textAt } from "../values.ts";
import { querying, rewritten } from "../wraps/queries.ts";
import { asking, askingList, askingWithBody, responding, respondingBody, showingOrders } from "../wraps/responses.ts";
import {
  address,
  cancelling,
  creating,
  list,
  listed,
  one,
  ordering,
  orderingOtherwise,
  recipient,
  recipientOf,
  recipientWith,
  shippingOtherwise,
  two,
} from "./third-probes.ts";

export const thirdOrders: readonly Fault[] = [
  ...faultsOf("response", [
    {
      id: "third-list-date-offset",
      title: "In the list `orderDate` ends in +00:00 instead of Z",
      contradicts: "spec/schemas/order.yaml#/properties/orderDate",
      parts: () =>
        respondingBody({ operation: "listOrders", status: 200 }, (orders) =>
          mapped(orders, (order) => changed(order, "orderDate", (date) => String(date).replace("Z", "+00:00"))),
        ),
      shows: async (service) => {
        await place(service);
        return textAt((await listed(service))[0], "orderDate").endsWith("Z");
      },
      right: true,
      wrong: false,
    },
    {
      id: "third-default-limit-of-status",
      title: "With a status, a page without a limit has ten orders",
      contradicts: `${list}/parameters/0`,
      parts: () =>
        askingList("/v1/orders/list", (query) => {
          if (query.has("orderStatus") && !query.has("limit")) query.set("limit", "10");
        }),
      shows: async (service) => {
        for (let count = 0; count < 12; count += 1) await place(service);
        return (await listed(service, "?orderStatus=AWAITING_SHIPMENT")).length;
      },
      right: 12,
      wrong: 10,
    },
    {
      id: "third-offset-of-campaign",
      title: "With a campaign, no order is skipped",
      contradicts: `${list}/parameters/1`,
      parts: () =>
        askingList("/v1/orders/list", (query) => {
          if (query.has("campaignId")) query.delete("offset");
        }),
      shows: async (service) => {
        await place(service);
        return (await listed(service, `?offset=1&campaignId=${service.account.campaignId}`)).length;
      },
      right: 0,
      wrong: 1,
    },
    {
      id: "third-nothing-is-null",
      title: "A list that nothing matches is null",
      contradicts: `${list}/responses/200`,
      parts: () =>
        respondingBody({ operation: "listOrders", status: 200 }, (orders) =>
          itemsOf(orders).length === 0 ? null : orders,
        ),
      shows: (service) => bodyOf(service.ask("GET", "/v1/orders/list?offset=5")),
      right: [],
      wrong: null,
    },
    {
      id: "third-404-of-other-ids",
      title: "The message of a 404 for an id without ord_ is another one",
      contradicts: `${one}/responses/404`,
      parts: () =>
        responding((response, { pathname }) =>
          response.operationId === "getOrder" && response.status === 404 && !pathname.includes("/ord_")
            ? { ...response, body: JSON.stringify({ message: "Not found" }) }
            : null,
        ),
      shows: async (service) => at(await bodyOf(read(service, "x1")), "message"),
      right: "Order not found",
      wrong: "Not found",
    },
    {
      id: "third-cancelled-404",
      title: "A cancelled order reads as unknown",
      contradicts: `${one}/description`,
      parts: () =>
        responding((response) =>
          response.operationId === "getOrder" && response.body.includes('"status":"CANCELLED"')
            ? { ...response, status: 404, body: JSON.stringify({ message: "Order not found" }) }
            : null,
        ),
      shows: async (service) => {
        const orderId = await place(service);
        await cancel(service, orderId);
        return statusOf(read(service, orderId));
      },
      right: 200,
      wrong: 404,
    },
    {
      id: "third-cancelled-hidden",
      title: "Without a filter, cancelled orders are not in the list",
      contradicts: `${list}/description`,
      parts: () =>
        responding((response, { query }) =>
          response.operationId === "listOrders" && response.status === 200 && !query.includes("orderStatus")
            ? {
                ...response,
                body: JSON.stringify(
                  itemsOf(JSON.parse(response.body)).filter((order) => at(order, "status") !== "CANCELLED"),
                ),
              }
            : null,
        ),
      shows: async (service) => {
        await cancel(service, await place(service));
        return (await listed(service)).length;
      },
      right: 1,
      wrong: 0,
    },
    {
      id: "third-shipped-has-delivered",
      title: "The filter SHIPPED returns delivered orders as well",
      contradicts: `${list}/parameters/3`,
      parts: () =>
        querying(
          rewritten(orderPageByStatus, (db, { account_id, status, limit, offset }) =>
            db
              .selectFrom("orders")
              .select("document")
              .where("account_id", "=", account_id)
              .where((column) =>
                column.or([
                  column("status", "=", status),
                  column.and([column("status", "=", "DELIVERED"), column(column.val("SHIPPED"), "=", status)]),
                ]),
              )
              .orderBy("number")
              .limit(limit)
              .offset(offset),
          ),
        ),
      shows: async (service) => {
        await placeAnd(service, "ship", "deliver");
        return (await listed(service, "?orderStatus=SHIPPED")).length;
      },
      right: 0,
      wrong: 1,
    },
    {
      id: "third-title-of-later-lines",
      title: "From the second line on, the title of a product is its SKU",
      contradicts: "spec/schemas/order.yaml#/properties/products",
      parts: () =>
        showingOrders((order) =>
          changed(order, "products", (lines) =>
            itemsOf(lines).map((line, index) => (index === 0 ? line : { ...fieldsOf(line), title: at(line, "sku") })),
          ),
        ),
      shows: async (service) => at(await readNew(service, { products: two }), "products", 1, "title"),
      right: "T-shirt, navy",
      wrong: "TEE",
    },
    {
      id: "third-tracking-lost",
      title: "A delivered order has no tracking number any more",
      contradicts: "spec/schemas/order.yaml#/properties/trackingNumber",
      parts: () =>
        showingOrders((order) => (order["status"] === "DELIVERED" ? { ...order, trackingNumber: null } : order)),
      shows: async (service) => {
        const orderId = await placeAnd(service, "ship", "deliver");
        return at(await bodyOf(read(service, orderId)), "trackingNumber") === null;
      },
      right: false,
      wrong: true,
    },
    {
      id: "third-warehouse-of-several",
      title: "The warehouse of an order of several products is ignored",
      contradicts: "spec/schemas/new-order.yaml#/properties/warehouseId",
      parts: () =>
        askingWithBody("/v1/orders/create", (body) => {
          const { warehouseId: _, ...others } = fieldsOf(body);
          return itemsOf(at(body, "products")).length > 1 ? others : body;
        }),
      shows: async (service) => {
        const warehouseId = service.account.warehouses.west;
        const mugs = [1, 2].map(() => ({ sku: "MUG", quantity: 1 }));
        return at(await readNew(service, { products: mugs, warehouseId }), "warehouse");
      },
      right: "west",
      wrong: "east",
    },
    {
      id: "third-phone-of-digits",
      title: "The phone number loses its spaces and dashes",
      contradicts: `${recipient}/phone`,
      parts: () => recipientWith("phone", (phone) => phone.replace(/[ -]/g, "")),
      shows: async (service) => at(await recipientOf(service, { phone: "030 12-3" }), "phone"),
      right: "030 12-3",
      wrong: "030123",
    },
    {
      id: "third-state-in-capitals",
      title: "A state of two letters is written in capitals",
      contradicts: `${recipient}/state`,
      parts: () => recipientWith("state", (state) => (state.length === 2 ? state.toUpperCase() : state)),
      shows: async (service) => at(await recipientOf(service, { state: "Qc" }), "state"),
      right: "Qc",
      wrong: "QC",
    },
    {
      id: "third-zip-of-ten",
      title: "A postal code is cut off after ten characters",
      contradicts: `${recipient}/postalCode`,
      parts: () => recipientWith("postalCode", (zip) => zip.slice(0, 10)),
      shows: async (service) => at(await recipientOf(service, { zip: "1234567890AB" }), "postalCode"),
      right: "1234567890AB",
      wrong: "1234567890",
    },
    {
      id: "third-street2-joined",
      title: "`street2` is added to `street1` of the recipient",
      contradicts: `${recipient}/street1`,
      parts: () =>
        shippingOtherwise((to) =>
          typeof to["street2"] === "string" ? { ...to, street1: `${to["street1"]}, ${to["street2"]}` } : to,
        ),
      shows: async (service) => at(await recipientOf(service, { street1: "1 Road", street2: "b" }), "street1"),
      right: "1 Road",
      wrong: "1 Road, b",
    },
    {
      id: "third-version-2",
      title: "Paths below /v2 are served as well",
      contradicts: "spec/openapi.yaml#/info/description",
      parts: () => asking((request) => ({ ...request, pathname: request.pathname.replace(/^\/v2\//, "/v1/") })),
      shows: (service) => statusOf(service.ask("GET", "/v2/orders/list")),
      right: 404,
      wrong: 200,
    },
    {
      id: "third-has-more-of-full-pages",
      title: "`has_more` is true for each full page",
      contradicts: "spec/schemas/pagination.yaml#/properties/has_more",
      parts: () =>
        respondingBody({ operation: "listInventory", status: 200 }, (body) =>
          changed(body, "pagination", (page) => ({
            ...fieldsOf(page),
            has_more: at(page, "page_size") === itemsOf(at(body, "inventory")).length,
          })),
        ),
      shows: async (service) =>
        at(await bodyOf(service.ask("GET", "/v1/inventory/list?page_size=2")), "pagination", "has_more"),
      right: false,
      wrong: true,
    },
    {
      id: "third-products-limit-with-offset",
      title: "With an offset, the limit of the products is ignored",
      contradicts: "spec/paths/products.yaml#/list/get",
      parts: () =>
        askingList("/v1/products/list", (query) => {
          if (query.has("offset")) query.delete("limit");
        }),
      shows: async (service) => itemsOf(await bodyOf(service.ask("GET", "/v1/products/list?limit=1&offset=0"))).length,
      right: 1,
      wrong: 2,
    },
  ]),
  ...faultsOf("life-cycle", [
    {
      id: "third-cancel-of-shipped",
      title: "Cancelling a shipped order returns 201 and changes nothing",
      contradicts: `${cancelling}/responses/400`,
      parts: () =>
        responding((response) =>
          response.operationId === "cancelOrder" && response.body.includes("is SHIPPED")
            ? { ...response, status: 201, body: JSON.stringify({ message: "Order cancelled successfully" }) }
            : null,
        ),
      shows: async (service) => statusOf(cancel(service, await placeAnd(service, "ship"))),
      right: 400,
      wrong: 201,
    },
    {
      id: "third-cancel-of-delivered-errors",
      title: "The 400 for cancelling an order that cannot be cancelled has errors",
      contradicts: `${cancelling}/responses/400`,
      parts: () =>
        responding((response) =>
          response.operationId === "cancelOrder" && response.status === 400 && !response.body.includes("errors")
            ? { ...response, body: JSON.stringify({ ...fieldsOf(JSON.parse(response.body)), errors: ["orderId"] }) }
            : null,
        ),
      shows: async (service) =>
        at(await bodyOf(cancel(service, await placeAnd(service, "ship", "deliver"))), "errors") === undefined,
      right: true,
      wrong: false,
    },
  ]),
  ...faultsOf("validation", [
    {
      id: "third-sku-in-small",
      title: "SKUs match in small letters",
      contradicts: "spec/schemas/new-order.yaml#/x-waybill-references/0",
      parts: () => orderingOtherwise((line) => changed(line, "sku", (sku) => String(sku).toUpperCase())),
      shows: (service) => ordering(service, [{ sku: "mug", quantity: 1 }]),
      right: 400,
      wrong: 201,
    },
    {
      id: "third-sku-trimmed",
      title: "Spaces around a SKU do not count",
      contradicts: "spec/schemas/new-order.yaml#/x-waybill-references/0",
      parts: () =>
        orderingOtherwise((line) => changed(line, "sku", (sku) => (typeof sku === "string" ? sku.trim() : sku))),
      shows: (service) => ordering(service, [{ sku: " MUG ", quantity: 1 }]),
      right: 400,
      wrong: 201,
    },
    {
      id: "third-fraction-in-second-line",
      title: "A fraction as the quantity of a second line is accepted",
      contradicts: "spec/schemas/line-item.yaml#/properties/quantity",
      parts: () =>
        orderingOtherwise((line, index) =>
          index === 0 ? line : changed(line, "quantity", (count) => Math.ceil(Number(count))),
        ),
      shows: (service) => ordering(service, [two[0], { sku: "TEE", quantity: 1.5 }]),
      right: 400,
      wrong: 201,
    },
    {
      id: "third-name-in-bytes",
      title: "The length of a first name is counted in bytes",
      contradicts: `${address}/firstName`,
      parts: () =>
        shippingOtherwise((to) =>
          changed(to, "firstName", (name) => (Buffer.byteLength(String(name)) > 100 ? "" : name)),
        ),
      shows: (service) => shippingTo(service, { firstName: "é".repeat(80) }),
      right: 201,
      wrong: 400,
    },
    {
      id: "third-email-with-plus",
      title: "E-mail addresses with a plus are rejected",
      contradicts: `${address}/email`,
      parts: () => shippingOtherwise((to) => changed(to, "email", (text) => (String(text).includes("+") ? "" : text))),
      shows: (service) => shippingTo(service, { email: "ada+one@example.com" }),
      right: 201,
      wrong: 400,
    },
    {
      id: "third-phone-of-31",
      title: "A phone number of 31 characters is cut off and accepted",
      contradicts: `${address}/phone`,
      parts: () =>
        shippingOtherwise((to) =>
          changed(to, "phone", (text) => (typeof text === "string" ? text.slice(0, 30) : text)),
        ),
      shows: (service) => shippingTo(service, { phone: "1".repeat(31) }),
      right: 400,
      wrong: 201,
    },
    {
      id: "third-street2-null",
      title: "null for `street2` is rejected",
      contradicts: `${address}/street2`,
      parts: () => shippingOtherwise((to) => changed(to, "street2", (text) => (text === null ? 7 : text))),
      shows: (service) => shippingTo(service, { street2: null }),
      right: 201,
      wrong: 400,
    },
    {
      id: "third-other-400-errors",
      title: "The 400 for a body that is not JSON has errors",
      contradicts: `${creating}/responses/400`,
      parts: () =>
        responding((response) =>
          response.operationId === "createOrder" && response.status === 400 && !response.body.includes('"errors"')
            ? { ...response, body: JSON.stringify({ ...fieldsOf(JSON.parse(response.body)), errors: ["body"] }) }
            : null,
        ),
      shows: async (service) =>
        at(await bodyOf(service.ask("POST", "/v1/orders/create", { body: "not json" })), "errors") === undefined,
      right: true,
      wrong: false,
    },
  ]),
];
