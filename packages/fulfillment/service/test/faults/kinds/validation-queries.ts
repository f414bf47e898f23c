import { z } from "zod";
import { budget, type Fault, faultsOf } from "../fault.ts";
import { bodyOf, create, statusOf } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { at, itemsOf } from "../values.ts";
import { askingList } from "../wraps/responses.ts";
import { judgingQuery } from "../wraps/rules.ts";

/** How many entries a list has, after `count` orders. */
async function listed(service: FaultyService, query: string, count: number): Promise<number> {
  for (let order = 0; order < count; order += 1) await create(service);
  return itemsOf(await bodyOf(service.ask("GET", `/v1/orders/list?${query}`))).length;
}

export const validationOfQueries: readonly Fault[] = faultsOf("validation", [
  {
    id: "limit-25",
    title: "A list of orders has 25 entries by default, not 20",
    contradicts: "spec/openapi.yaml#/components/parameters/Limit/schema/default",
    foundBy: ["page-size"],
    parts: () =>
      askingList("/v1/orders/list", (parameters) => {
        if (!parameters.has("limit")) parameters.set("limit", "25");
      }),
    shows: (service) => listed(service, "", budget - 4),
    right: 20,
    wrong: 25,
  },
  {
    id: "limit-one-short",
    title: "A list of orders has one entry fewer than `limit`",
    contradicts: "spec/openapi.yaml#/components/parameters/Limit/description",
    foundBy: ["page-size"],
    parts: () =>
      askingList("/v1/orders/list", (parameters) => {
        const limit = Number(parameters.get("limit"));
        if (limit > 1) parameters.set("limit", String(limit - 1));
      }),
    shows: (service) => listed(service, "limit=2", 3),
    right: 2,
    wrong: 1,
  },
  {
    id: "limit-ignored",
    title: "`limit` of the list of products is ignored",
    contradicts: "spec/paths/products.yaml#/list/get/parameters/0",
    foundBy: ["invalid-accepted", "page-size"],
    parts: () => askingList("/v1/products/list", (parameters) => parameters.delete("limit")),
    shows: async (service) => itemsOf(await bodyOf(service.ask("GET", "/v1/products/list?limit=1"))).length,
    right: 1,
    wrong: 2,
  },
  {
    id: "offset-ignored",
    title: "`offset` of the list of orders is ignored",
    contradicts: "spec/openapi.yaml#/components/parameters/Offset/description",
    foundBy: ["invalid-accepted", "page-size", "page-offset"],
    parts: () => askingList("/v1/orders/list", (parameters) => parameters.delete("offset")),
    shows: (service) => listed(service, "offset=2", 3),
    right: 1,
    wrong: 3,
  },
  {
    id: "offset-as-page",
    title: "`offset` of the list of products counts pages, not records",
    contradicts: "spec/openapi.yaml#/components/parameters/Offset/description",
    foundBy: ["page-size", "page-offset"],
    parts: () =>
      askingList("/v1/products/list", (parameters) => {
        const [limit, offset] = [parameters.get("limit") ?? "20", parameters.get("offset") ?? "0"];
        if (/^\d+$/.test(limit + offset)) parameters.set("offset", String(Number(limit) * Number(offset)));
      }),
    shows: async (service) => itemsOf(await bodyOf(service.ask("GET", "/v1/products/list?offset=1"))).length,
    right: 1,
    wrong: 0,
  },
  {
    id: "status-filter-ignored",
    title: "`orderStatus` is ignored",
    contradicts: "spec/paths/orders.yaml#/list/get/parameters/3",
    foundBy: ["invalid-accepted", "filter-ignored"],
    parts: () => askingList("/v1/orders/list", (parameters) => parameters.delete("orderStatus")),
    shows: (service) => listed(service, "orderStatus=CANCELLED", 2),
    right: 0,
    wrong: 2,
  },
  {
    id: "filters-exclude-each-other",
    title: "With both filters of the list of orders, only the campaign counts",
    contradicts: "spec/paths/orders.yaml#/list/get/description",
    foundBy: ["filter-ignored"],
    parts: () =>
      askingList("/v1/orders/list", (parameters) => {
        if (parameters.has("campaignId")) parameters.delete("orderStatus");
      }),
    shows: (service) => listed(service, `campaignId=${service.account.campaignId}&orderStatus=CANCELLED`, 2),
    right: 0,
    wrong: 2,
  },
  {
    id: "status-filter-returned",
    title: "`orderStatus=RETURNED` is refused",
    contradicts: "spec/schemas/order-status-filter.yaml#/enum",
    foundBy: ["valid-refused"],
    parts: () =>
      judgingQuery("listOrders", "orderStatus", z.enum(["AWAITING_SHIPMENT", "SHIPPED", "CANCELLED"]).optional()),
    shows: (service) => statusOf(service.ask("GET", "/v1/orders/list?orderStatus=RETURNED")),
    right: 200,
    wrong: 400,
  },
  {
    id: "limit-negative",
    title: "A negative `limit` returns 500",
    contradicts: "spec/paths/orders.yaml#/list/get/responses/400",
    foundBy: ["server-error"],
    parts: () => ({
      api: (api) => ({
        ...api,
        listOrders: (request, caller) => {
          if ((request.query?.limit ?? 0) < 0) throw new RangeError("LIMIT must not be negative");
          return api.listOrders(request, caller);
        },
      }),
    }),
    shows: (service) => statusOf(service.ask("GET", "/v1/orders/list?limit=-1")),
    right: 400,
    wrong: 500,
  },
  {
    id: "page-size-10",
    title: "A page of inventory has 10 items by default, not 20",
    contradicts: "spec/paths/inventory.yaml#/list/get/parameters/1/schema/default",
    foundBy: ["page-report"],
    parts: () =>
      askingList("/v1/inventory/list", (parameters) => {
        if (!parameters.has("page_size")) parameters.set("page_size", "10");
      }),
    shows: async (service) => at(await bodyOf(service.ask("GET", "/v1/inventory/list")), "pagination", "page_size"),
    right: 20,
    wrong: 10,
  },
  {
    id: "page-from-zero",
    title: "The first page of inventory is 0, so that 1 is the second",
    contradicts: "spec/paths/inventory.yaml#/list/get/parameters/0/description",
    foundBy: ["page-offset"],
    parts: () =>
      askingList("/v1/inventory/list", (parameters) => {
        const page = parameters.get("page");
        if (page !== null && /^\d+$/.test(page)) parameters.set("page", String(Number(page) + 1));
      }),
    shows: async (service) =>
      itemsOf(at(await bodyOf(service.ask("GET", "/v1/inventory/list?page=1")), "inventory")).length,
    right: 2,
    wrong: 0,
  },
]);
