// Faults in lists of orders: pages, filters, and what each order looks like in them.
import { BodyText } from "@fulfillment/server";
import type { Order } from "@fulfillment/types";
import { sql } from "kysely";
import { orderPage } from "../../../src/storage/queries/orders.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, cancel, place } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { at, itemsOf } from "../values.ts";
import { handling } from "../wraps/operations.ts";
import { querying, rewritten } from "../wraps/queries.ts";

/** As many orders as the service reads at a time. */
const chunk = 50;

function itemsIn(body: unknown): readonly unknown[] {
  return itemsOf(body instanceof BodyText ? JSON.parse(body.text) : body);
}

async function listed(service: FaultyService, query = ""): Promise<readonly unknown[]> {
  return itemsOf(await bodyOf(service.ask("GET", `/v1/orders/list${query}`)));
}

export const orderListFaults: readonly Fault[] = faultsOf("response", [
  {
    id: "second-chunk",
    title: "A page of more than 50 orders forgets its offset after the first 50",
    contradicts: "spec/paths/orders.yaml#/list/get/parameters/1",
    foundBy: ["page-size", "page-offset"],
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
  {
    id: "filter-after-page",
    title: "The status filter is applied to a page of all orders, not before it",
    contradicts: "spec/paths/orders.yaml#/list/get/parameters/1",
    foundBy: ["page-size", "page-report"],
    parts: () =>
      querying(
        rewritten(orderPage, (db, { account_id, limit, offset, status = sql<string>`status` }) =>
          db
            .selectFrom((inner) =>
              inner
                .selectFrom("orders")
                .select(["document", "status", "number"])
                .where("account_id", "=", account_id)
                .orderBy("number")
                .limit(limit)
                .offset(offset)
                .as("page"),
            )
            .select("document")
            .where("status", "=", status)
            .orderBy("number"),
        ),
      ),
    shows: async (service) => {
      await place(service);
      await cancel(service, await place(service));
      return (await listed(service, "?orderStatus=CANCELLED&limit=1")).length;
    },
    right: 1,
    wrong: 0,
  },
  {
    id: "filter-ignores-case",
    title: "The filter by campaign ignores the case of the id",
    contradicts: "spec/paths/orders.yaml#/list/get/parameters/2",
    foundBy: ["filter-ignored"],
    parts: () =>
      querying(
        rewritten(orderPage, (db, { limit, offset, campaign_id = sql<string>`campaign_id`, ...columns }) =>
          db
            .selectFrom("orders")
            .select("document")
            .where(({ and }) => and(columns))
            .where(sql<boolean>`lower(campaign_id) = lower(${campaign_id})`)
            .orderBy("number")
            .limit(limit)
            .offset(offset),
        ),
      ),
    shows: async (service) => {
      await place(service);
      return (await listed(service, `?campaignId=${service.account.campaignId.toUpperCase()}`)).length;
    },
    right: 0,
    wrong: 1,
  },
]);
