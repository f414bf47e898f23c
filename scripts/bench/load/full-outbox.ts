// A data directory -> a database with orders, subscriptions to them, and every one of their events still to be delivered.

import { type OrderRequest, placeOrder } from "../../../packages/service/src/domain/orders/place.ts";
import { seedAccount } from "../../../packages/service/src/domain/seed.ts";
import { createSubscription } from "../../../packages/service/src/domain/subscriptions.ts";
import { openDatabase } from "../../../packages/service/src/operation/open-database.ts";
import { openSealer } from "../../../packages/service/src/operation/sealer.ts";
import type { Database } from "../../../packages/service/src/storage/database.ts";
import { createOutbox } from "../../../packages/service/src/storage/outbox.ts";
import { deliveriesAfter } from "../../../packages/service/src/storage/queries/deliveries.ts";
import type { Post } from "./posts.ts";

export interface OutboxWanted {
  readonly directory: string;
  /** One subscription for each. */
  readonly urls: readonly string[];
  /** Each makes one delivery per subscription. */
  readonly orders: number;
}

const ordersPerTransaction = 500;

/** Resolves with the deliveries that wait. */
export async function fillOutbox({ directory, urls, orders }: OutboxWanted): Promise<Post[]> {
  const database = await openDatabase({ dataDirectory: directory, databaseUrl: null }, (error) => {
    throw error;
  });
  const sealer = await openSealer(database, { dataDirectory: directory, secretKey: undefined });
  const now = Date.now;
  const { accountId, campaignId, skus } = await seed(database, now());
  const subscriptions: { readonly id: string; readonly url: string }[] = [];
  for (const url of urls) {
    const wanted = { target: { url, canonical: url }, events: ["order.created"] as const, effects: { now, sealer } };
    const created = await database.write((transaction) => createSubscription(transaction, accountId, wanted));
    if (created.kind !== "created") throw new Error(`${url}: ${created.kind}`);
    subscriptions.push(created.subscription);
  }
  const { putDelivery } = createOutbox(database, { sealer, now });
  const request = requestOf(campaignId, skus[0] ?? "");
  for (let placed = 0; placed < orders; placed += ordersPerTransaction) {
    await database.write(async (transaction) => {
      for (let count = Math.min(ordersPerTransaction, orders - placed); count > 0; count -= 1) {
        const order = await placeOrder(transaction, accountId, { request, effects: { now, putDelivery } });
        if (order.kind !== "placed") throw new Error(JSON.stringify(order));
      }
    });
  }
  const posts = await waitingIn(database, subscriptions);
  await database.close();
  return posts;
}

async function seed(database: Database, now: number) {
  const seeded = await database.write((transaction) => seedAccount(transaction, "bench", now));
  if (seeded.kind !== "seeded") throw new Error(`the account is ${seeded.kind}`);
  return seeded.account;
}

async function waitingIn(
  database: Database,
  subscriptions: readonly { readonly id: string; readonly url: string }[],
): Promise<Post[]> {
  const queues = await Promise.all(
    subscriptions.map(async ({ id: subscriptionId, url }) => {
      const rows = await database.all(deliveriesAfter, { subscriptionId, after: 0, limit: 1_000_000 });
      return rows.map(({ event, body }) => ({ url, event, body }));
    }),
  );
  // In turn, as orders made them.
  return (queues[0] ?? []).flatMap((_, index) => queues.flatMap((queue) => queue[index] ?? []));
}

function requestOf(campaignId: string, sku: string): OrderRequest {
  return {
    campaignId,
    source: "EXTERNAL",
    recipient: {
      firstName: "Mara",
      lastName: "Lindqvist",
      email: "mara.lindqvist@example.com",
      phone: null,
      street1: "418 Juniper Lane",
      city: "Portland",
      state: "OR",
      postalCode: "97205",
      country: "US",
    },
    street2: null,
    lines: [{ sku, quantity: 1 }],
    warehouseId: null,
    createContactRecord: false,
    sourceOrderNumber: null,
    companyName: null,
    notes: null,
  };
}
