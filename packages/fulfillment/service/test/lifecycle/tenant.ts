// The account of a run, and a stranger -> each command as the service is asked it, and the deliveries it put into their outbox.
import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import { deliveriesAfter, eventsById } from "../../src/storage/queries/deliveries.ts";
import { createAccount, type TestAccount } from "../contract/accounts.ts";
import type { Campaign, Command, Page } from "./model.ts";
import { product, recipient } from "./order-facts.ts";
import type { ApiRequest, System } from "./system.ts";
import type { Reply } from "./warehouse.ts";

export interface Tenant extends TestAccount {
  /** To all events of orders. */
  readonly subscriptionId: string;
}

const events = ["order.created", "order.shipped", "order.delivered", "order.cancelled", "order.returned"];

/** Without orders, with all of the stock. */
export async function newTenant({ database, servers }: System): Promise<Tenant> {
  const account = await createAccount(database, "lifecycle");
  const body = { url: "https://receiver.example/", events };
  const reply = await servers[0]({ method: "POST", path: "/v1/webhooks", key: account.key, body });
  return { ...account, subscriptionId: z.object({ id: z.string() }).parse(reply.body).id };
}

export interface Asking {
  readonly system: System;
  readonly tenant: Tenant;
  /** An account that places no orders. */
  readonly stranger: Tenant;
}

/** `server`: which of the processes is asked, if there are several. */
export async function ask({ system, tenant, stranger }: Asking, command: Command, server = 0): Promise<Reply> {
  const { servers, warehouse } = system;
  const send = servers[server % servers.length] ?? servers[0];
  switch (command.kind) {
    case "ship":
    case "deliver":
    case "return":
      return await warehouse.move(command.kind, command.id);
    case "create": {
      const { campaign, quantity, source } = command;
      const campaignId = campaignIdOf(tenant, campaign);
      if (source === "CSV_IMPORT") return await warehouse.import({ accountId: tenant.id, campaignId, quantity });
      const body = newOrderOf({ campaignId, quantity, warehouseId: tenant.warehouses[product.warehouse] });
      return await send({ method: "POST", path: "/v1/orders/create", key: tenant.key, body });
    }
    default: {
      const { key } = command.by === "account" ? tenant : stranger;
      return await send({ key, ...requestOf(command, tenant) });
    }
  }
}

function newOrderOf({ quantity, ...rest }: { campaignId: string; quantity: number; warehouseId: string }): object {
  return { ...rest, shipTo: recipient, products: [{ sku: product.sku, quantity }] };
}

type OneOrAll = Command & { readonly kind: "cancel" | "get" | "list" };

function requestOf(command: OneOrAll, tenant: Tenant): Omit<ApiRequest, "key"> {
  switch (command.kind) {
    case "cancel":
      return { method: "POST", path: "/v1/orders/cancel", body: { orderId: command.id } };
    case "get":
      return { method: "GET", path: `/v1/orders/${command.id}` };
    case "list":
      return { method: "GET", path: `/v1/orders/list?${queryOf(command.page, tenant)}` };
  }
}

function queryOf({ status, campaign, limit, offset }: Page, tenant: Tenant): string {
  return String(
    new URLSearchParams({
      limit: String(limit),
      offset: String(offset),
      ...(status === null ? {} : { orderStatus: status }),
      ...(campaign === null ? {} : { campaignId: campaignIdOf(tenant, campaign) }),
    }),
  );
}

export function campaignIdOf(tenant: Tenant, campaign: Campaign): string {
  return campaign === "first" ? tenant.campaignId : tenant.secondCampaignId;
}

/** What was put into the tenant's outbox after the delivery with the id `after`, and the id of the last. */
export async function deliveriesSince(
  { database }: System,
  { subscriptionId }: Tenant,
  after: number,
): Promise<{ readonly last: number; readonly bodies: readonly unknown[] }> {
  await nextTurn();
  const rows = await database.all(deliveriesAfter, { subscriptionId, after, limit: 100 });
  const ids = JSON.stringify(rows.map(({ event_id }) => event_id));
  const events = new Map((await database.all(eventsById, { ids })).map((event) => [event.id, event]));
  const bodies = rows.map(({ event_id }): unknown => {
    const { event = "", body = "null" } = events.get(event_id) ?? {};
    return { sentAs: event, ...JSON.parse(body) };
  });
  return { last: rows.at(-1)?.id ?? after, bodies };
}
