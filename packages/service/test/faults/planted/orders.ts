// Planted: orders of several lines and quantities, lists against single reads, values byte for byte, counts, combined filters.
import { setTimeout as delay } from "node:timers/promises";
import { orderPageByBoth } from "../../../src/storage/queries/orders.ts";
import { shipTo } from "../../contract/accounts.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, cancel, create, place, read, readNew, statusOf, subscribe } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { at, changed, fieldsOf, itemsOf, mapped } from "../values.ts";
import { sendingData } from "../wraps/deliveries.ts";
import { querying, rewritten } from "../wraps/queries.ts";
import { askingList, askingWithBody, responding, respondingBody, serving, showingOrders } from "../wraps/responses.ts";
import { handling } from "./plant.ts";

const lines = "spec/schemas/order.yaml#/properties/products";
const recipient = "spec/schemas/recipient.yaml#/properties";
const list = "spec/paths/orders.yaml#/list/get";

const two = [
  { sku: "MUG", quantity: 2 },
  { sku: "TEE", quantity: 3 },
];

function recipientOf(change: (recipient: unknown) => unknown) {
  return showingOrders((order) => changed(order, "recipient", change));
}

async function shown(service: FaultyService, name: string, given: string, as = name): Promise<unknown> {
  return at(await readNew(service, { shipTo: shipTo({ [name]: given }) }), "recipient", as);
}

function listed(service: FaultyService, query: string): Promise<readonly unknown[]> {
  return bodyOf(service.ask("GET", `/v1/orders/list?${query}`)).then(itemsOf);
}

const ordered = ({ sku, quantity }: { sku: unknown; quantity: unknown }) => `${String(quantity)} ${String(sku)}`;
const linesOf = (order: unknown) =>
  itemsOf(at(order, "products")).map((line) => ordered({ sku: at(line, "sku"), quantity: at(line, "quantity") }));

export const plantedOrders: readonly Fault[] = faultsOf("response", [
  {
    id: "planted-first-line-only",
    title: "Only the first line of an order is kept",
    contradicts: lines,
    parts: () =>
      askingWithBody("/v1/orders/create", (body) =>
        changed(body, "products", (all) =>
          itemsOf(all).length > 1 &&
          itemsOf(all).every((line) => at(line, "sku") === "MUG" || at(line, "sku") === "TEE")
            ? itemsOf(all).slice(0, 1)
            : all,
        ),
      ),
    shows: async (service) => linesOf(await readNew(service, { products: two })),
    right: ["2 MUG", "3 TEE"],
    wrong: ["2 MUG"],
  },
  {
    id: "planted-quantity-of-first",
    title: "All lines of an order have the quantity of the first",
    contradicts: lines,
    parts: () =>
      showingOrders((order) =>
        changed(order, "products", (all) =>
          mapped(all, (line) => ({ ...fieldsOf(line), quantity: at(all, 0, "quantity") })),
        ),
      ),
    shows: async (service) => linesOf(await readNew(service, { products: two })),
    right: ["2 MUG", "3 TEE"],
    wrong: ["2 MUG", "2 TEE"],
  },
  {
    id: "planted-quantity-capped",
    title: "Quantities over 9 become 9",
    contradicts: lines,
    parts: () =>
      askingWithBody("/v1/orders/create", (body) =>
        changed(body, "products", (all) =>
          mapped(all, (line) =>
            changed(line, "quantity", (count) => (Number.isInteger(count) ? Math.min(9, Number(count)) : count)),
          ),
        ),
      ),
    shows: async (service) => linesOf(await readNew(service, { products: [{ sku: "MUG", quantity: 12 }] })),
    right: ["12 MUG"],
    wrong: ["9 MUG"],
  },
  {
    id: "planted-event-first-line",
    title: "Events have only the first line of an order",
    contradicts: "spec/schemas/order-event-data.yaml#/properties/products",
    parts: () => sendingData("order.created", (data) => changed(data, "products", (all) => itemsOf(all).slice(0, 1))),
    shows: async (service) => {
      const subscription = await subscribe(service, ["order.created"]);
      await place(service, { products: two });
      return linesOf((await subscription.events())[0]?.data);
    },
    right: ["2 MUG", "3 TEE"],
    wrong: ["2 MUG"],
  },
  {
    id: "planted-event-quantities-summed",
    title: "Events have the sum of all quantities in each line",
    contradicts: "spec/schemas/order-event-data.yaml#/properties/products",
    parts: () =>
      sendingData(null, (data) =>
        changed(data, "products", (all) => {
          const sum = itemsOf(all).reduce<number>((total, line) => total + Number(at(line, "quantity")), 0);
          return mapped(all, (line) => ({ ...fieldsOf(line), quantity: sum }));
        }),
      ),
    shows: async (service) => {
      const subscription = await subscribe(service, ["order.created"]);
      await place(service, { products: two });
      return linesOf((await subscription.events())[0]?.data);
    },
    right: ["2 MUG", "3 TEE"],
    wrong: ["5 MUG", "5 TEE"],
  },
  {
    id: "planted-second-sku-unchecked",
    title: "Only the SKU of the first line is checked",
    contradicts: "spec/schemas/new-order.yaml#/x-waybill-references/0",
    parts: () =>
      handling("createOrder", (handle) => (request, caller) => {
        const [first, ...others] = request.body.products;
        if (first === undefined) return handle(request, caller);
        const products = [first, ...others.map((line) => ({ ...line, sku: line.sku === "TEE" ? "TEE" : first.sku }))];
        return handle({ ...request, body: { ...request.body, products } }, caller);
      }),
    shows: async (service) =>
      (
        await create(service, {
          products: [
            { sku: "MUG", quantity: 1 },
            { sku: "NONE", quantity: 1 },
          ],
        })
      ).status,
    right: 400,
    wrong: 201,
  },
  {
    id: "planted-list-first-line",
    title: "Orders in lists have only their first line",
    contradicts: `${list}/responses/200/content/application~1json/schema`.replace(
      "/200/content/application~1json/schema",
      "",
    ),
    parts: () =>
      respondingBody({ operation: "listOrders", status: 200 }, (all) =>
        mapped(all, (order) => changed(order, "products", (products) => itemsOf(products).slice(0, 1))),
      ),
    shows: async (service) => {
      await place(service, { products: two });
      return linesOf((await listed(service, ""))[0]);
    },
    right: ["2 MUG", "3 TEE"],
    wrong: ["2 MUG"],
  },
  {
    id: "planted-list-phone",
    title: "Orders in lists have no phone, while a single one has",
    contradicts: `${recipient}/phone/description`,
    parts: () =>
      respondingBody({ operation: "listOrders", status: 200 }, (all) =>
        mapped(all, (order) => changed(order, "recipient", (one) => ({ ...fieldsOf(one), phone: null }))),
      ),
    shows: async (service) => {
      await place(service, { shipTo: shipTo({ phone: "+1 503" }) });
      return at((await listed(service, ""))[0], "recipient", "phone");
    },
    right: "+1 503",
    wrong: null,
  },
  {
    id: "planted-list-stale-status",
    title: "Lists show a cancelled order as it was when first listed",
    contradicts: "spec/schemas/order-status.yaml#/x-waybill-state-machine/transitions",
    parts: () => {
      const first = new Map<string, unknown>();
      return respondingBody({ operation: "listOrders", status: 200 }, (all) =>
        mapped(all, (order) => {
          const id = String(at(order, "id"));
          if (!first.has(id)) first.set(id, at(order, "status"));
          return { ...fieldsOf(order), status: first.get(id) };
        }),
      );
    },
    shows: async (service) => {
      const orderId = await place(service);
      await listed(service, "");
      await cancel(service, orderId);
      return at((await listed(service, ""))[0], "status");
    },
    right: "CANCELLED",
    wrong: "AWAITING_SHIPMENT",
  },
  {
    id: "planted-list-allocation",
    title: "Lists always show UNALLOCATED",
    contradicts: "spec/schemas/order.yaml#/properties/allocationStatus",
    parts: () =>
      respondingBody({ operation: "listOrders", status: 200 }, (all) =>
        mapped(all, (order) => ({ ...fieldsOf(order), allocationStatus: "UNALLOCATED" })),
      ),
    shows: async (service) => {
      await place(service);
      return at((await listed(service, ""))[0], "allocationStatus");
    },
    right: "ALLOCATED",
    wrong: "UNALLOCATED",
  },
  {
    id: "planted-email-lower-case",
    title: "E-mail addresses are shown in lower case",
    contradicts: `${recipient}/email`,
    parts: () => recipientOf((one) => changed(one, "email", (text) => String(text).toLowerCase())),
    shows: (service) => shown(service, "email", "Mara.Lind@Example.com"),
    right: "Mara.Lind@Example.com",
    wrong: "mara.lind@example.com",
  },
  {
    id: "planted-names-trimmed",
    title: "Spaces around names are removed",
    contradicts: `${recipient}/lastName`,
    parts: () => recipientOf((one) => changed(one, "lastName", (text) => String(text).trim())),
    shows: (service) => shown(service, "lastName", " Lind "),
    right: " Lind ",
    wrong: "Lind",
  },
  {
    id: "planted-city-composed",
    title: "Decomposed letters of the city are composed",
    contradicts: `${recipient}/city`,
    parts: () => recipientOf((one) => changed(one, "city", (text) => String(text).normalize("NFC"))),
    shows: (service) => shown(service, "city", "Orle\u0301ans"),
    right: "Orle\u0301ans",
    wrong: "Orl\u00e9ans",
  },
  {
    id: "planted-zip-number",
    title: "Leading zeros of the postal code are lost",
    contradicts: `${recipient}/postalCode`,
    parts: () => recipientOf((one) => changed(one, "postalCode", (text) => String(text).replace(/^0+(?=\d)/, ""))),
    shows: (service) => shown(service, "zip", "02134", "postalCode"),
    right: "02134",
    wrong: "2134",
  },
  {
    id: "planted-street-title-case",
    title: "Street names are shown in title case",
    contradicts: `${recipient}/street1`,
    parts: () =>
      recipientOf((one) =>
        changed(one, "street1", (text) => String(text).replace(/\b[a-z]/g, (letter) => letter.toUpperCase())),
      ),
    shows: (service) => shown(service, "street1", "12 rue de la paix"),
    right: "12 rue de la paix",
    wrong: "12 Rue De La Paix",
  },
  {
    id: "planted-created-twice",
    title: "Creating an order places two",
    contradicts: "spec/paths/orders.yaml#/create/post/description",
    parts: () =>
      handling("createOrder", (handle) => async (request, caller) => {
        await handle(request, caller);
        return await handle(request, caller);
      }),
    shows: async (service) => {
      await place(service);
      return (await listed(service, "")).length;
    },
    right: 1,
    wrong: 2,
  },
  {
    id: "planted-refused-is-placed",
    title: "An order that is refused for its warehouse is placed all the same",
    contradicts: "spec/paths/orders.yaml#/create/post/responses/400/description",
    parts: () =>
      handling("createOrder", (handle) => async (request, caller) => {
        const reply = await handle(request, caller);
        const { warehouseId, ...body } = request.body;
        if (reply.status === 400 && warehouseId !== undefined) await handle({ ...request, body }, caller);
        return reply;
      }),
    shows: async (service) => {
      await create(service, { warehouseId: "wh_none" });
      return (await listed(service, "")).length;
    },
    right: 0,
    wrong: 1,
  },
  {
    id: "planted-filters-or",
    title: "With both filters, orders that match one of them are listed",
    contradicts: `${list}/parameters/2/description`,
    parts: () =>
      querying(
        rewritten(orderPageByBoth, (db, { account_id, campaign_id, status, limit, offset }) =>
          db
            .selectFrom("orders")
            .select("document")
            .where("account_id", "=", account_id)
            .where((column) => column.or([column("campaign_id", "=", campaign_id), column("status", "=", status)]))
            .orderBy("number")
            .limit(limit)
            .offset(offset),
        ),
      ),
    shows: async (service) => {
      await place(service);
      return (await listed(service, `campaignId=${service.account.campaignId}&orderStatus=SHIPPED`)).length;
    },
    right: 0,
    wrong: 1,
  },
  {
    id: "planted-status-ignored-with-campaign",
    title: "With a campaign, the status filter is ignored",
    contradicts: `${list}/parameters/3/description`,
    parts: () =>
      askingList(
        "/v1/orders/list",
        (parameters) =>
          parameters.has("campaignId") &&
          /^[A-Z_]+$/.test(parameters.get("orderStatus") ?? "") &&
          parameters.get("orderStatus") !== "DELIVERED" &&
          parameters.delete("orderStatus"),
      ),
    shows: async (service) => {
      await place(service);
      return (await listed(service, `campaignId=${service.account.campaignId}&orderStatus=SHIPPED`)).length;
    },
    right: 0,
    wrong: 1,
  },
  {
    id: "planted-limit-ignored-with-filter",
    title: "With a campaign, the limit is ignored",
    contradicts: "spec/openapi.yaml#/components/parameters/Limit/description",
    parts: () =>
      askingList(
        "/v1/orders/list",
        (parameters) =>
          parameters.has("campaignId") && /^\d+$/.test(parameters.get("limit") ?? "") && parameters.delete("limit"),
      ),
    shows: async (service) => {
      await place(service);
      await place(service);
      return (await listed(service, `campaignId=${service.account.campaignId}&limit=1`)).length;
    },
    right: 1,
    wrong: 2,
  },
  {
    id: "planted-offset-before-filter",
    title: "With a status, the offset is applied twice",
    contradicts: "spec/openapi.yaml#/components/parameters/Offset/description",
    parts: () =>
      askingList("/v1/orders/list", (parameters) => {
        const given = parameters.get("offset") ?? "";
        if (parameters.has("orderStatus") && /^\d+$/.test(given)) parameters.set("offset", String(2 * Number(given)));
      }),
    shows: async (service) => {
      await place(service);
      await place(service);
      return (await listed(service, "orderStatus=AWAITING_SHIPMENT&offset=1")).length;
    },
    right: 1,
    wrong: 0,
  },
  {
    id: "planted-cancel-changes-date",
    title: "Cancelling an order changes its orderDate",
    contradicts: "spec/schemas/order.yaml#/properties/orderDate",
    parts: () =>
      showingOrders((order) =>
        order["status"] === "CANCELLED" ? { ...order, orderDate: "2025-01-01T00:00:00.000Z" } : order,
      ),
    shows: async (service) => {
      const orderId = await place(service);
      await cancel(service, orderId);
      return String(at(await bodyOf(read(service, orderId)), "orderDate")).startsWith("2025-01-01");
    },
    right: false,
    wrong: true,
  },
  {
    id: "planted-cancel-race",
    title: "Of two cancellations at once, both succeed now and then",
    contradicts: "spec/schemas/order-status.yaml#/x-waybill-state-machine/refusals/0",
    parts: () => {
      const running = new Set<string>();
      let met = 0;
      return serving((pipeline) => async (request) => {
        if (request.pathname !== "/v1/orders/cancel") return await pipeline(request);
        const bytes = await request.readBody(1_000_000);
        const body = bytes?.toString() ?? "";
        const others = running.has(body);
        running.add(body);
        const response = await pipeline({ ...request, readBody: async () => bytes });
        await delay(5);
        running.delete(body);
        if (!others || response.status !== 400 || !response.body.includes("CANCELLED")) return response;
        met += 1;
        return met % 3 === 0
          ? { ...response, status: 201, body: '{"message":"Order cancelled successfully"}' }
          : response;
      });
    },
    shows: async (service) => {
      const statuses: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        const orderId = await place(service);
        statuses.push(...(await Promise.all([statusOf(cancel(service, orderId)), statusOf(cancel(service, orderId))])));
      }
      return statuses.filter((status) => status === 201).length;
    },
    right: 3,
    wrong: 4,
  },
]);
void responding;
