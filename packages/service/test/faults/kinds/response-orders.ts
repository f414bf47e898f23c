// Faults in orders as they are shown: names, types, nulls, and what is in the wrong place.
import { warehousesOfAccount } from "../../../src/storage/queries/catalog.ts";
import { shipTo } from "../../contract/accounts.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { withInside } from "../inside.ts";
import { bodyOf, cancel, create, placeAnd, read, readNew } from "../probes.ts";
import { at, changed, type Fields, fieldsOf, itemsOf, renamed, without } from "../values.ts";
import { respondingBody, serving, showingOrders } from "../wraps/responses.ts";

export const responseOrders: readonly Fault[] = faultsOf("response", [
  {
    id: "order-postal-code-zip",
    title: "The recipient of an order has `zip` instead of `postalCode`",
    contradicts: "spec/schemas/recipient.yaml#/properties/postalCode",
    parts: () => showingOrders((order) => changed(order, "recipient", (to) => renamed(to, "postalCode", "zip"))),
    shows: async (service) => at(await readNew(service), "recipient", "postalCode"),
    right: "97205",
    wrong: undefined,
  },
  {
    id: "order-street2-shown",
    title: "The recipient of an order has `street2`",
    contradicts: "spec/schemas/recipient.yaml#/properties/street2",
    parts: () =>
      showingOrders((order) => changed(order, "recipient", (to) => ({ ...fieldsOf(to), street2: "Floor 2" }))),
    shows: async (service) => at(await readNew(service), "recipient", "street2"),
    right: undefined,
    wrong: "Floor 2",
  },
  {
    id: "order-names-swapped",
    title: "First and last name of the recipient are swapped",
    contradicts: "spec/schemas/recipient.yaml#/properties/firstName",
    parts: () =>
      showingOrders((order) =>
        changed(order, "recipient", (to) => {
          const { firstName, lastName, ...rest } = fieldsOf(to);
          return { firstName: lastName, lastName: firstName, ...rest };
        }),
      ),
    shows: async (service) => at(await readNew(service), "recipient", "firstName"),
    right: "Mara",
    wrong: "Lindqvist",
  },
  {
    id: "order-phone-lost",
    title: "The recipient's phone is null although one was sent",
    contradicts: "spec/schemas/recipient.yaml#/properties/phone",
    parts: () => showingOrders((order) => changed(order, "recipient", (to) => ({ ...fieldsOf(to), phone: null }))),
    shows: async (service) => {
      const order = await readNew(service, { shipTo: shipTo({ phone: "+1 503 555 0100" }) });
      return at(order, "recipient", "phone");
    },
    right: "+1 503 555 0100",
    wrong: null,
  },
  {
    id: "order-warehouse-id",
    title: "An order names the id of its warehouse, not the alias",
    contradicts: "spec/schemas/order.yaml#/properties/warehouse",
    parts: () =>
      withInside((inside) =>
        serving((pipeline) => async (request) => {
          const response = await pipeline(request);
          if (response.operationId !== "getOrder" || response.status !== 200) return response;
          const warehouses = await inside().database.all(warehousesOfAccount, { accountId: response.accountId ?? "" });
          const order = changed(JSON.parse(response.body), "warehouse", (name) => {
            return warehouses.find(({ alias }) => alias === name)?.id;
          });
          return { ...response, body: JSON.stringify(order) };
        }),
      ),
    shows: async (service) => String((await readNew(service))["warehouse"]).slice(0, 3),
    right: "eas",
    wrong: "wh_",
  },
  {
    id: "order-ship-date-empty",
    title: "A ship date that is not known yet is an empty string, not null",
    contradicts: "spec/schemas/order.yaml#/properties/shipDate",
    parts: () => showingOrders((order) => changed(order, "shipDate", (date) => date ?? "")),
    shows: async (service) => (await readNew(service))["shipDate"],
    right: null,
    wrong: "",
  },
  {
    id: "order-ship-date-lost",
    title: "The ship date of a shipped order stays null",
    contradicts: "spec/schemas/order.yaml#/properties/shipDate",
    parts: () => showingOrders((order) => ({ ...order, shipDate: null })),
    shows: async (service) => typeof at(await bodyOf(read(service, await placeAnd(service, "ship"))), "shipDate"),
    right: "string",
    wrong: "object",
  },
  {
    id: "order-nulls-left-out",
    title: "Fields of an order that are null are omitted",
    contradicts: "spec/schemas/order.yaml#/required",
    parts: () =>
      showingOrders((order) => Object.fromEntries(Object.entries(order).filter(([, value]) => value !== null))),
    shows: async (service) => "trackingNumber" in (await readNew(service)),
    right: true,
    wrong: false,
  },
  {
    id: "order-date-seconds",
    title: "The order date has no milliseconds",
    contradicts: "spec/schemas/order.yaml#/properties/orderDate/pattern",
    parts: () => showingOrders((order) => changed(order, "orderDate", (date) => `${String(date).slice(0, 19)}Z`)),
    shows: async (service) => String((await readNew(service))["orderDate"]).length,
    right: 24,
    wrong: 20,
  },
  {
    id: "order-payment-none",
    title: "An order without a payment record has `NONE` as its payment status, not null",
    contradicts: "spec/schemas/payment-status.yaml#/enum",
    parts: () => showingOrders((order) => changed(order, "paymentStatus", (status) => status ?? "NONE")),
    shows: async (service) => (await readNew(service))["paymentStatus"],
    right: null,
    wrong: "NONE",
  },
  {
    id: "order-quantity-text",
    title: "Quantities of an order are strings",
    contradicts: "spec/schemas/order-product.yaml#/properties/quantity/type",
    parts: () =>
      showingOrders((order) =>
        changed(order, "products", (lines) => itemsOf(lines).map((line) => changed(line, "quantity", String))),
      ),
    shows: async (service) => at(await readNew(service), "products", 0, "quantity"),
    right: 1,
    wrong: "1",
  },
  {
    id: "order-line-title-missing",
    title: "The products of an order have no title",
    contradicts: "spec/schemas/order-product.yaml#/required",
    parts: () =>
      showingOrders((order) =>
        changed(order, "products", (lines) => itemsOf(lines).map((line) => without(line, "title"))),
      ),
    shows: async (service) => at(await readNew(service), "products", 0, "title"),
    right: "Mug, oat",
    wrong: undefined,
  },
  {
    id: "order-status-lower-case",
    title: "The status of an order is in lower case",
    contradicts: "spec/schemas/order-status.yaml#/enum",
    parts: () => showingOrders((order) => changed(order, "status", (status) => String(status).toLowerCase())),
    shows: async (service) => (await readNew(service))["status"],
    right: "AWAITING_SHIPMENT",
    wrong: "awaiting_shipment",
  },
  {
    id: "order-status-completed",
    title: "A delivered order has the status COMPLETED",
    contradicts: "spec/schemas/order-status.yaml#/enum",
    parts: () =>
      showingOrders((order) => changed(order, "status", (status) => (status === "DELIVERED" ? "COMPLETED" : status))),
    shows: async (service) => at(await bodyOf(read(service, await placeAnd(service, "ship", "deliver"))), "status"),
    right: "DELIVERED",
    wrong: "COMPLETED",
  },
  {
    id: "order-source-api",
    title: "The source of orders made through the API is API, not EXTERNAL",
    contradicts: "spec/schemas/order-source.yaml#/enum",
    parts: () => showingOrders((order) => changed(order, "orderSource", () => "API")),
    shows: async (service) => (await readNew(service))["orderSource"],
    right: "EXTERNAL",
    wrong: "API",
  },
  {
    id: "order-account-leaks",
    title: "An order has a field that is not described, `accountId`",
    contradicts: "spec/schemas/order.yaml#/properties",
    parts: () => showingOrders((order) => ({ ...order, accountId: "acc_1" })),
    shows: async (service) => Object.keys(await readNew(service)).at(-1),
    right: "addressVerificationStatus",
    wrong: "accountId",
  },
  {
    id: "order-campaign-nested",
    title: "An order has `campaign: {id}` instead of `campaignId`",
    contradicts: "spec/schemas/order.yaml#/properties/campaignId",
    parts: () =>
      showingOrders((order) => changed(renamed(order, "campaignId", "campaign"), "campaign", (id) => ({ id }))),
    shows: async (service) => typeof (await readNew(service))["campaignId"],
    right: "string",
    wrong: "undefined",
  },
  {
    id: "get-order-wrapped",
    title: "An order is wrapped in `{order}`",
    contradicts: "spec/paths/orders.yaml#/order/get/responses/200/content",
    parts: () => respondingBody({ operation: "getOrder", status: 200 }, (order) => ({ order })),
    shows: async (service) => Object.keys(await readNew(service))[0],
    right: "id",
    wrong: "order",
  },
  {
    id: "list-orders-wrapped",
    title: "The list of orders is wrapped in `{orders}`",
    contradicts: "spec/paths/orders.yaml#/list/get/responses/200/content",
    parts: () => respondingBody({ operation: "listOrders", status: 200 }, (orders) => ({ orders })),
    shows: (service) => bodyOf(service.ask("GET", "/v1/orders/list")),
    right: [],
    wrong: { orders: [] },
  },
  {
    id: "list-orders-snake-case",
    title: "Orders in lists have `order_number`, while a single one has `orderNumber`",
    contradicts: "spec/schemas/order.yaml#/properties/orderNumber",
    parts: () =>
      respondingBody({ operation: "listOrders", status: 200 }, (orders) =>
        itemsOf(orders).map((order) => renamed(order, "orderNumber", "order_number")),
      ),
    shows: async (service) => {
      await create(service);
      return at(await bodyOf(service.ask("GET", "/v1/orders/list")), 0, "orderNumber");
    },
    right: "W-10001",
    wrong: undefined,
  },
  {
    id: "create-order-id",
    title: "The response to a new order has `id`, not `orderId`",
    contradicts: "spec/schemas/create-order-result.yaml#/required",
    parts: () =>
      respondingBody({ operation: "createOrder", status: 201 }, (result) => renamed(result, "orderId", "id")),
    shows: async (service) => Object.keys(fieldsOf(await bodyOf(create(service)))),
    right: ["orderId", "status"],
    wrong: ["id", "status"],
  },
  {
    id: "create-order-pending",
    title: "The response to a new order has the status PENDING",
    contradicts: "spec/schemas/create-order-result.yaml#/properties/status/const",
    parts: () =>
      respondingBody({ operation: "createOrder", status: 201 }, (result): Fields => {
        return { ...fieldsOf(result), status: "PENDING" };
      }),
    shows: async (service) => at(await bodyOf(create(service)), "status"),
    right: "AWAITING_SHIPMENT",
    wrong: "PENDING",
  },
  {
    id: "cancel-message",
    title: "The message after cancelling is spelled differently",
    contradicts: "spec/schemas/cancel-order-result.yaml#/properties/message/const",
    parts: () =>
      respondingBody({ operation: "cancelOrder", status: 201 }, () => ({ message: "Order canceled successfully" })),
    shows: async (service) => at(await bodyOf(cancel(service, await placeAnd(service))), "message"),
    right: "Order cancelled successfully",
    wrong: "Order canceled successfully",
  },
]);
