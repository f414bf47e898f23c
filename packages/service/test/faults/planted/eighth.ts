// An eighth set, of orders, lists and the inventory: with eighth-others.ts and eighth-webhooks.ts, one fault for each of thirty
// statements of the requirements, written by an author who has not seen the checks. Above each fault is the fact it breaks.
import { BodyText } from "@fulfillment/server";
import type { Order } from "@fulfillment/types";
import { WebhookEventNameSchema } from "@fulfillment/validators";
import { invalidBody } from "../../../src/api/reply.ts";
import { orderDocument } from "../../../src/storage/queries/orders.ts";
import { shipTo } from "../../contract/accounts.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { withInside } from "../inside.ts";
import { bodyOf, cancel, create, place, read, readNew, statusOf, subscribe } from "../probes.ts";
import { at, changed, fieldsOf, itemsOf, textAt, without } from "../values.ts";
import { askingList, askingWithBody, respondingBody, serving, showingOrders } from "../wraps/responses.ts";
import { handling } from "./plant.ts";
import { cancelling, creating, list, listed, one, ordering, webhooks } from "./third-probes.ts";

const newOrder = "spec/schemas/new-order.yaml#/properties";
const forbidden = "Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses.";
/** As many orders as the service reads at a time. */
const chunk = 50;

function itemsIn(body: unknown): readonly unknown[] {
  return itemsOf(body instanceof BodyText ? JSON.parse(body.text) : body);
}

function escaped(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");
}

export const eighthOfOrders: readonly Fault[] = [
  ...faultsOf("response", [
    // GET /v1/orders/{orderId}: 404 when the order "is not on the account".
    {
      id: "eighth-owner-remembered",
      title: "An order that its account has read once is shown to every account",
      contradicts: `${one}/responses/404`,
      parts: () => {
        const owners = new Map<string, string>();
        return handling("getOrder", (handle) => async (request, caller) => {
          const reply = await handle(request, { accountId: owners.get(request.path.orderId) ?? caller.accountId });
          if (reply.status === 200 && !owners.has(request.path.orderId)) {
            owners.set(request.path.orderId, caller.accountId);
          }
          return reply;
        });
      },
      shows: async (service) => {
        const orderId = await place(service);
        await read(service, orderId);
        return await statusOf(service.ask("GET", `/v1/orders/${orderId}`, { key: service.other.key }));
      },
      right: 404,
      wrong: 200,
    },
    // GET /v1/orders/list, offset: "Records to skip."
    {
      id: "eighth-second-chunk",
      title: "A page of more than 50 orders forgets its offset after the first 50",
      contradicts: `${list}/parameters/1`,
      parts: () =>
        handling("listOrders", (handle) => async (request, caller) => {
          const { limit = 20, offset = 0 } = request.query ?? {};
          if (limit <= chunk || offset === 0) return await handle(request, caller);
          const first = await handle({ ...request, query: { ...request.query, limit: chunk } }, caller);
          if (first.status !== 200 || itemsIn(first.body).length < chunk) return first;
          const next = { ...request.query, limit: limit - chunk, offset: chunk };
          const rest = await handle({ ...request, query: next }, caller);
          if (rest.status !== 200) return rest;
          return {
            status: 200,
            body: new BodyText<Order[]>(JSON.stringify([...itemsIn(first.body), ...itemsIn(rest.body)])),
          };
        }),
      shows: async (service) => {
        for (let order = 0; order < 55; order += 1) await service.warehouse.importOrder(service.account);
        const ids = (await listed(service, "?limit=100&offset=3")).map((order) => at(order, "id"));
        return [ids.length, new Set(ids).size];
      },
      right: [52, 52],
      wrong: [55, 52],
    },
    // GET /v1/webhooks: "List all (active and inactive) subscriptions of the account."
    {
      id: "eighth-twenty-webhooks",
      title: "No more than 20 subscriptions are listed",
      contradicts: "spec/schemas/webhook-list.yaml#/properties/webhooks",
      parts: () =>
        respondingBody({ operation: "listWebhooks", status: 200 }, (body) =>
          changed(body, "webhooks", (all) => itemsOf(all).slice(0, 20)),
        ),
      shows: async (service) => {
        for (let count = 0; count < 22; count += 1) await subscribe(service, ["order.created"]);
        return itemsOf(at(await bodyOf(service.ask("GET", "/v1/webhooks")), "webhooks")).length;
      },
      right: 22,
      wrong: 20,
    },
    // Pagination of the inventory: has_more.
    {
      id: "eighth-full-page-has-more",
      title: "`has_more` is true after every full page of the inventory, the last one included",
      contradicts: "spec/schemas/pagination.yaml#/properties/has_more",
      parts: () =>
        respondingBody({ operation: "listInventory", status: 200 }, (body) =>
          changed(body, "pagination", (pagination) => ({
            ...fieldsOf(pagination),
            has_more: itemsOf(at(body, "inventory")).length === at(pagination, "page_size"),
          })),
        ),
      shows: async (service) => {
        const pages = ["?page=1&page_size=1", "?page=2&page_size=1", "?page_size=2"];
        const answers = await Promise.all(
          pages.map((query) => bodyOf(service.ask("GET", `/v1/inventory/list${query}`))),
        );
        return answers.map((body) => at(body, "pagination", "has_more"));
      },
      right: [true, false, false],
      wrong: [true, true, true],
    },
    // POST /v1/orders/cancel: "Response 201 (not 200)".
    {
      id: "eighth-cancel-unallocated-200",
      title: "Cancelling an order that has no stock reserved returns 200",
      contradicts: `${cancelling}/responses/201`,
      parts: () =>
        withInside((inside) =>
          serving((pipeline) => async (request) => {
            let sent = "";
            const response = await pipeline({
              ...request,
              readBody: async (limit) => {
                const bytes = await request.readBody(limit);
                sent = bytes?.toString() ?? "";
                return bytes;
              },
            });
            if (response.operationId !== "cancelOrder" || response.status !== 201) return response;
            const wanted = { id: textAt(JSON.parse(sent), "orderId"), accountId: response.accountId ?? "" };
            const row = await inside().database.first(orderDocument, wanted);
            const order: unknown = JSON.parse(row?.document ?? "{}");
            return at(order, "allocationStatus") === "UNALLOCATED" ? { ...response, status: 200 } : response;
          }),
        ),
      shows: async (service) => {
        const reserved = await place(service);
        const unreserved = await place(service, { products: [{ sku: "TEE", quantity: 999 }] });
        return [await statusOf(cancel(service, reserved)), await statusOf(cancel(service, unreserved))];
      },
      right: [201, 201],
      wrong: [201, 200],
    },
    // Order, recipient: firstName, lastName, street1, city, state are the strings of the address.
    {
      id: "eighth-escaped-recipient",
      title: "Texts of a recipient are escaped for HTML",
      contradicts: "spec/schemas/recipient.yaml#/properties/lastName",
      parts: () =>
        showingOrders((order) =>
          changed(order, "recipient", (person) =>
            Object.fromEntries(Object.entries(fieldsOf(person)).map(([name, text]) => [name, escaped(text)])),
          ),
        ),
      shows: async (service) =>
        at(await readNew(service, { shipTo: shipTo({ lastName: "O'Neil & Co" }) }), "recipient", "lastName"),
      right: "O'Neil & Co",
      wrong: "O&#39;Neil &amp; Co",
    },
  ]),
  ...faultsOf("validation", [
    // GET /v1/orders/list, limit and offset: integer.
    {
      id: "eighth-parsed-prefix",
      title: "`limit` and `offset` of orders are read as far as they are digits",
      contradicts: `${list}/responses/400`,
      parts: () =>
        askingList("/v1/orders/list", (parameters) => {
          for (const name of ["limit", "offset"]) {
            const digits = /^\d+/.exec(parameters.get(name) ?? "")?.[0];
            if (digits !== undefined) parameters.set(name, digits);
          }
        }),
      shows: (service) => statusOf(service.ask("GET", "/v1/orders/list?limit=5x")),
      right: 400,
      wrong: 200,
    },
    // Webhook rule 3: the URL "must not be localhost, 127.0.0.1, 0.0.0.0 or ::1".
    {
      id: "eighth-localhost-with-port",
      title: "URLs of this machine are accepted when they name a port",
      contradicts: "spec/schemas/webhook-url.yaml#/x-waybill-url-rules/forbiddenHosts",
      parts: () => ({
        checkUrl: (check) => async (text) => {
          const verdict = await check(text);
          if (verdict !== null || !URL.canParse(text)) return verdict;
          const { protocol, hostname, port, href } = new URL(text);
          const isLocal = ["localhost", "127.0.0.1", "0.0.0.0", "[::1]"].includes(hostname);
          return protocol === "https:" && port !== "" && isLocal ? href : null;
        },
      }),
      shows: async (service) => {
        const urls = ["https://localhost/hook", "https://localhost:8443/hook"];
        const answers = urls.map((url) =>
          service.ask("POST", "/v1/webhooks", { body: { url, events: ["order.created"] } }),
        );
        return (await Promise.all(answers)).map(({ body }) => at(body, "message"));
      },
      right: [forbidden, forbidden],
      wrong: [forbidden, undefined],
    },
    // Errors: errors is an "array of strings, one per failed field".
    {
      id: "eighth-first-line-error",
      title: "Of several invalid lines of an order only the first is listed in `errors`",
      contradicts: "spec/schemas/validation-error.yaml#/properties/errors",
      parts: () =>
        respondingBody({ operation: "createOrder", status: 400 }, (body) =>
          changed(body, "errors", (errors) => {
            const isLine = (error: unknown): boolean => String(error).startsWith("products.");
            const first = itemsOf(errors).find(isLine);
            return itemsOf(errors).filter((error) => !isLine(error) || error === first);
          }),
        ),
      shows: async (service) => {
        const products = [
          { sku: "MUG", quantity: "one" },
          { sku: 5, quantity: 1 },
        ];
        return itemsOf(at((await create(service, { products })).body, "errors")).length;
      },
      right: 2,
      wrong: 1,
    },
    // POST /v1/orders/create, products: each sku must match a SKU of the account; nothing more is asked of it.
    {
      id: "eighth-repeated-sku-refused",
      title: "An order with two lines of one SKU is refused",
      contradicts: `${creating}/responses/201`,
      parts: () =>
        handling("createOrder", (handle) => async (request, caller) => {
          const skus = request.body.products.map(({ sku }) => sku);
          if (new Set(skus).size < skus.length) return invalidBody(["products: Unknown SKU"]);
          return await handle(request, caller);
        }),
      shows: (service) =>
        ordering(service, [
          { sku: "MUG", quantity: 1 },
          { sku: "MUG", quantity: 2 },
        ]),
      right: 201,
      wrong: 400,
    },
    // POST /v1/orders/create, warehouseId: "An id from GET /v1/orders/warehouses"; the server decides when it is omitted.
    {
      id: "eighth-empty-warehouse",
      title: "An empty `warehouseId` counts as none",
      contradicts: `${newOrder}/warehouseId`,
      parts: () =>
        askingWithBody("/v1/orders/create", (body) =>
          at(body, "warehouseId") === "" ? without(body, "warehouseId") : body,
        ),
      shows: (service) => statusOf(create(service, { warehouseId: "" })),
      right: 400,
      wrong: 201,
    },
    // PUT /v1/webhooks/{id}: an invalid event name gives 400.
    {
      id: "eighth-put-ignores-unknown-events",
      title: "An update of `events` ignores unknown names among known ones",
      contradicts: `${webhooks}/webhook/put/responses/400`,
      parts: () =>
        askingWithBody(/^\/v1\/webhooks\/[^/]+$/, (body) =>
          changed(body, "events", (events) => {
            const known = itemsOf(events).filter((name) => WebhookEventNameSchema.safeParse(name).success);
            return known.length > 0 ? known : events;
          }),
        ),
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"]);
        const events = ["order.shipped", "order.lost"];
        const created = service.ask("POST", "/v1/webhooks", { body: { url: "https://receiver.example/8", events } });
        return [await statusOf(created), await statusOf(service.ask("PUT", path, { body: { events } }))];
      },
      right: [400, 400],
      wrong: [400, 200],
    },
  ]),
];
