// A fifth set, of orders, keys and the budget: with fifth-webhooks.ts, one fault for each of twenty-five facts that the requirements state,
// chosen once more over all their parts, for a measurement that no author of the checks has seen the faults of.
import type { Api } from "../../../src/api/reply.ts";
import type { RateState } from "../../../src/rate-limit/limiter.ts";
import { orderPageByBoth } from "../../../src/storage/queries/orders.ts";
import { newOrder } from "../../contract/accounts.ts";
import { budget, type Fault, faultsOf } from "../fault.ts";
import {
  bodyOf,
  cancel,
  create,
  place,
  placeAnd,
  read,
  readNew,
  servedElsewhere,
  shippingTo,
  statusOf,
} from "../probes.ts";
import { at, changed, fieldsOf, itemsOf, mapped } from "../values.ts";
import { limiting } from "../wraps/limits.ts";
import { querying, rewritten } from "../wraps/queries.ts";
import {
  asking,
  changedHeader,
  responding,
  respondingBody,
  sendingHeaders,
  serving,
  showingOrders,
} from "../wraps/responses.ts";
import { handling } from "./plant.ts";
import { address, list, listed, ordering } from "./third-probes.ts";

const json = "application/json";
const bearer = "Bearer ".length;

/** A new order with a number as its postal code gets a text; all else stays as it was sent, byte for byte. */
function withTextZip(bytes: Buffer | null): Buffer | null {
  if (bytes === null) return null;
  try {
    const body: unknown = JSON.parse(bytes.toString());
    const zip = at(body, "shipTo", "zip");
    if (typeof zip !== "number") return bytes;
    return Buffer.from(JSON.stringify(changed(body, "shipTo", (to) => ({ ...fieldsOf(to), zip: String(zip) }))));
  } catch {
    return bytes;
  }
}

export const fifthOfOrders: readonly Fault[] = [
  ...faultsOf("authentication", [
    {
      id: "fifth-auth-post-created",
      title: "POST /v1/auth returns 201",
      contradicts: "spec/paths/auth.yaml#/auth/post/responses/200",
      parts: () =>
        responding((response, { method, pathname }) =>
          method === "POST" && pathname === "/v1/auth" && response.status === 200 ? { ...response, status: 201 } : null,
        ),
      shows: (service) => statusOf(service.ask("POST", "/v1/auth")),
      right: 200,
      wrong: 201,
    },
    {
      id: "fifth-first-72-of-key",
      title: "Only the first 72 characters of a key count, once it was used",
      contradicts: "spec/openapi.yaml#/components/securitySchemes",
      parts: () => ({
        authenticate: (authenticate) => {
          const accepted = new Map<string, string>();
          return async (authorization = "") => {
            const start = authorization.slice(0, bearer + 72);
            const account = await authenticate(authorization);
            if (account !== null) accepted.set(start, authorization);
            if (account !== null || authorization.length !== bearer + 96) return account;
            // Asked again: what was revoked since stays refused.
            return await authenticate(accepted.get(start));
          };
        },
      }),
      shows: async (service) => {
        const { key } = service.account;
        await service.ask("GET", "/v1/auth");
        const other = `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`;
        return await statusOf(service.ask("GET", "/v1/auth", { key: other }));
      },
      right: 401,
      wrong: 200,
    },
    {
      id: "fifth-public-catalog",
      title: "The catalog of events, the same for every caller, is served without a key",
      contradicts: "spec/paths/webhooks.yaml#/events/get/responses/401",
      parts: () => {
        let catalog: Api["listWebhookEvents"] | null = null;
        return {
          api: (api) => {
            catalog = api.listWebhookEvents;
            return api;
          },
          ...serving((pipeline) => async (request) => {
            const response = await pipeline(request);
            const isMeant = request.method === "GET" && request.pathname === "/v1/webhooks/events";
            if (!isMeant || response.status !== 401 || catalog === null) return response;
            const { body } = await catalog({}, { accountId: "" });
            return { ...response, status: 200, contentType: json, body: JSON.stringify(body) };
          }),
        };
      },
      shows: (service) => statusOf(service.ask("GET", "/v1/webhooks/events", { key: null })),
      right: 401,
      wrong: 200,
    },
  ]),
  ...faultsOf("rate-limit", [
    {
      id: "fifth-refused-and-done",
      title: "Requests beyond the budget get a 429 when they are done, and orders are placed all the same",
      contradicts: "spec/openapi.yaml#/components/responses/TooManyRequests",
      parts: () => {
        const spent = new WeakSet<RateState>();
        return {
          ...limiting((limiter) => ({
            hit: async (client, most) => {
              const state = await limiter.hit(client, most);
              if (state.allowed) return state;
              const passed = { ...state, allowed: true };
              spent.add(passed);
              return passed;
            },
          })),
          ...responding((response) =>
            response.rate !== null && spent.has(response.rate)
              ? { ...response, status: 429, contentType: json, body: '{"message":"Rate limit exceeded"}' }
              : null,
          ),
        };
      },
      shows: async (service) => {
        await servedElsewhere(service, budget);
        const body = newOrder(service.account);
        const status = await statusOf(service.ask("POST", "/v1/orders/create", { body, from: service.elsewhere }));
        return { status, orders: (await listed(service)).length };
      },
      right: { status: 429, orders: 0 },
      wrong: { status: 429, orders: 1 },
    },
    {
      id: "fifth-legacy-remaining-of-creates",
      title: "In a 201, X-RateLimit-Remaining does not count the request itself",
      contradicts: "spec/openapi.yaml#/components/headers/X-RateLimit-Remaining",
      parts: () =>
        sendingHeaders((headers, { status }) =>
          status === 201
            ? changedHeader(headers, "X-RateLimit-Remaining", (remaining) => String(Number(remaining) + 1))
            : headers,
        ),
      shows: async (service) => {
        const { headers } = await create(service);
        return Number(headers.get("x-ratelimit-remaining")) - Number(headers.get("ratelimit-remaining"));
      },
      right: 0,
      wrong: 1,
    },
  ]),
  ...faultsOf("response", [
    {
      id: "fifth-either-filter",
      title: "With a campaign and a status, orders that match either are listed",
      contradicts: `${list}/parameters/3`,
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
        const { secondCampaignId } = service.account;
        return (await listed(service, `?orderStatus=AWAITING_SHIPMENT&campaignId=${secondCampaignId}`)).length;
      },
      right: 0,
      wrong: 1,
    },
    {
      id: "fifth-list-as-first-seen",
      title: "The list shows each order as it was when it was listed first",
      contradicts: `${list}/responses/200`,
      parts: () => {
        const seen = new Map<unknown, unknown>();
        return respondingBody({ operation: "listOrders", status: 200 }, (orders) =>
          mapped(orders, (order) => {
            const id = at(order, "id");
            if (!seen.has(id)) seen.set(id, order);
            return seen.get(id);
          }),
        );
      },
      shows: async (service) => {
        const orderId = await place(service);
        await listed(service);
        await cancel(service, orderId);
        return at(await listed(service), 0, "status");
      },
      right: "CANCELLED",
      wrong: "AWAITING_SHIPMENT",
    },
    {
      id: "fifth-wanted-warehouse-by-id",
      title: "An order that was routed by its `warehouseId` shows the id of the warehouse, not the alias",
      contradicts: "spec/schemas/order.yaml#/properties/warehouse",
      parts: () => {
        const wanted = new Map<unknown, string>();
        return {
          ...handling("createOrder", (handle) => async (request, caller) => {
            const reply = await handle(request, caller);
            const { warehouseId } = request.body;
            if (warehouseId !== undefined) wanted.set(at(reply.body, "orderId"), warehouseId);
            return reply;
          }),
          ...showingOrders((order) => changed(order, "warehouse", (alias) => wanted.get(order["id"]) ?? alias)),
        };
      },
      shows: async (service) => {
        const warehouseId = service.account.warehouses.west;
        return at(await readNew(service, { warehouseId }), "warehouse") === warehouseId;
      },
      right: false,
      wrong: true,
    },
    {
      id: "fifth-pages-from-zero",
      title: "With a `page_size`, the pages of the inventory count from zero",
      contradicts: "spec/paths/inventory.yaml#/list/get/parameters/0",
      parts: () =>
        serving((pipeline) => async (request) => {
          const query = new URLSearchParams(request.query);
          const page = Number(query.get("page") ?? 0);
          const isMeant = query.has("page_size") && Number.isSafeInteger(page) && page >= 1;
          if (request.pathname !== "/v1/inventory/list" || !isMeant) return await pipeline(request);
          query.set("page", String(page + 1));
          const response = await pipeline({ ...request, query: query.toString() });
          if (response.status !== 200) return response;
          // It says the page that was asked for.
          const body = changed(JSON.parse(response.body), "pagination", (pagination) =>
            changed(pagination, "page", () => page),
          );
          return { ...response, body: JSON.stringify(body) };
        }),
      shows: async (service) => {
        const first = await bodyOf(service.ask("GET", "/v1/inventory/list?page_size=1"));
        const asked = await bodyOf(service.ask("GET", "/v1/inventory/list?page_size=1&page=1"));
        return at(asked, "inventory", 0, "product_name") === at(first, "inventory", 0, "product_name");
      },
      right: true,
      wrong: false,
    },
    {
      id: "fifth-envelope-of-paged-products",
      title: "With a limit or an offset, the products are in an object",
      contradicts: "spec/paths/products.yaml#/list/get/responses/200",
      parts: () =>
        responding((response, { query }) =>
          response.operationId === "listProducts" && response.status === 200 && /\b(limit|offset)=/.test(query)
            ? { ...response, body: JSON.stringify({ products: JSON.parse(response.body) }) }
            : null,
        ),
      shows: async (service) => Array.isArray(await bodyOf(service.ask("GET", "/v1/products/list?limit=2"))),
      right: true,
      wrong: false,
    },
    {
      id: "fifth-one-text-of-contact-errors",
      title: "What is wrong with a contact is one text in `errors`, not one for each field",
      contradicts: "spec/paths/contacts.yaml#/create/post/responses/400",
      parts: () =>
        respondingBody({ operation: "createContact", status: 400 }, (body) =>
          changed(body, "errors", (errors) => [itemsOf(errors).join("; ")]),
        ),
      shows: async (service) =>
        itemsOf(at(await bodyOf(service.ask("POST", "/v1/contacts/create", { body: {} })), "errors")).length,
      right: 2,
      wrong: 1,
    },
  ]),
  ...faultsOf("life-cycle", [
    {
      id: "fifth-refused-cancel-restocks",
      title: "A cancel that is refused because the order was shipped makes its allocation RESTOCKED",
      contradicts: "spec/paths/orders.yaml#/cancel/post/responses/400",
      parts: () => {
        const refused = new Set<unknown>();
        return {
          ...handling("cancelOrder", (handle) => async (request, caller) => {
            const reply = await handle(request, caller);
            const message = String(at(reply.body, "message"));
            if (/ is (SHIPPED|DELIVERED)$/.test(message)) refused.add(request.body.orderId);
            return reply;
          }),
          ...showingOrders((order) =>
            order["allocationStatus"] === "ALLOCATED" && refused.has(order["id"])
              ? { ...order, allocationStatus: "RESTOCKED" }
              : order,
          ),
        };
      },
      shows: async (service) => {
        const orderId = await placeAnd(service, "ship");
        await cancel(service, orderId);
        return at(await bodyOf(read(service, orderId)), "allocationStatus");
      },
      right: "ALLOCATED",
      wrong: "RESTOCKED",
    },
  ]),
  ...faultsOf("validation", [
    {
      id: "fifth-names-together",
      title: "A first and a last name of more than 150 characters together are rejected",
      contradicts: `${address}/lastName`,
      parts: () =>
        handling("createOrder", (handle) => (request, caller) => {
          const { firstName, lastName } = request.body.shipTo;
          if (firstName.length + lastName.length <= 150) return handle(request, caller);
          const errors = ["shipTo.lastName: Too long"];
          return { status: 400, contentType: json, body: { message: "Invalid request body", errors } };
        }),
      shows: (service) => shippingTo(service, { firstName: "a".repeat(80), lastName: "b".repeat(80) }),
      right: 201,
      wrong: 400,
    },
    {
      id: "fifth-zip-of-number",
      title: "A number is accepted as a postal code",
      contradicts: `${address}/zip`,
      parts: () =>
        asking((request) =>
          request.pathname === "/v1/orders/create"
            ? { ...request, readBody: async (limit) => withTextZip(await request.readBody(limit)) }
            : request,
        ),
      shows: (service) => shippingTo(service, { zip: 97205 }),
      right: 400,
      wrong: 201,
    },
    {
      id: "fifth-out-of-stock",
      title: "More of a product than there is on hand cannot be ordered",
      contradicts: "spec/paths/orders.yaml#/create/post/responses/201",
      parts: () => ({
        api: (api) => ({
          ...api,
          createOrder: async (request, caller) => {
            const reply = await api.listInventory({ query: { page_size: 100 } }, caller);
            const isShort = itemsOf(at(reply.body, "inventory")).some((item) => {
              const lines = request.body.products.filter(({ sku }) => sku === fieldsOf(item)["sku"]);
              const wanted = lines.reduce((sum, { quantity }) => sum + quantity, 0);
              return wanted > Number(fieldsOf(item)["on_hand"]);
            });
            if (!isShort) return await api.createOrder(request, caller);
            return { status: 400, contentType: json, body: { message: "Insufficient stock" } };
          },
        }),
      }),
      shows: (service) => ordering(service, [{ sku: "TEE", quantity: 500 }]),
      right: 201,
      wrong: 400,
    },
  ]),
];
