import { budget, type Fault, faultsOf } from "../fault.ts";
import { bodyOf, create, statusOf } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { itemsOf } from "../values.ts";
import { askingList } from "../wraps/responses.ts";

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
]);
