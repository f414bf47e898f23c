// An account with everything that orders refer to, for tests.
import { randomUUID } from "node:crypto";
import { newId } from "../../src/domain/identifiers.ts";
import { createKey } from "../../src/domain/keys.ts";
import type { Database } from "../../src/storage/database.ts";
import { insertAccount } from "../../src/storage/queries/accounts.ts";
import { insertCampaign, insertProduct, insertStock, insertWarehouse } from "../../src/storage/queries/catalog.ts";
import { insertInvite } from "../../src/storage/queries/invites.ts";
import { recipient } from "../lifecycle/order-facts.ts";

export interface TestAccount {
  readonly id: string;
  readonly key: string;
  readonly campaignId: string;
  readonly secondCampaignId: string;
  /** By alias: `east` has 10 of MUG and none of TEE, `west` 5 of each. */
  readonly warehouses: { readonly east: string; readonly west: string };
  readonly inviteId: string;
}

export async function createAccount(database: Database, name: string): Promise<TestAccount> {
  const now = Date.now();
  const created_at = new Date(now).toISOString();
  const id = newId("acc", now);
  const [campaignId, secondCampaignId] = [newId("cmp", now), newId("cmp", now)];
  const warehouses = { east: newId("wh", now), west: newId("wh", now) };
  const inviteId = newId("inv", now);
  return await database.write(async (transaction) => {
    await transaction.all(insertAccount, { id, name: `${name} ${randomUUID()}`, created_at });
    for (const campaign of [campaignId, secondCampaignId]) {
      await transaction.all(insertCampaign, { id: campaign, account_id: id, title: "Test", created_at });
    }
    await transaction.all(insertProduct, { account_id: id, sku: "MUG", title: "Mug, oat" });
    await transaction.all(insertProduct, { account_id: id, sku: "TEE", title: "T-shirt, navy" });
    for (const [alias, warehouse] of Object.entries(warehouses)) {
      await transaction.all(insertWarehouse, { id: warehouse, account_id: id, name: `Warehouse ${alias}`, alias });
    }
    const stock = [
      { warehouse_id: warehouses.east, sku: "MUG", on_hand: 10 },
      { warehouse_id: warehouses.west, sku: "MUG", on_hand: 5 },
      { warehouse_id: warehouses.west, sku: "TEE", on_hand: 5 },
    ];
    for (const level of stock) await transaction.all(insertStock, { account_id: id, ...level, allocated: 0 });
    await transaction.all(insertInvite, {
      id: inviteId,
      account_id: id,
      campaign_id: campaignId,
      number: "I-1",
      email: "jonas@example.com",
      recipient: JSON.stringify({
        firstName: "Jonas",
        lastName: "Pereira",
        email: "jonas@example.com",
        phone: null,
        street1: "1 Quay",
        city: "Dayton",
        state: "OH",
        postalCode: "45402",
        country: "US",
      }),
      cart: "[]",
      order_id: null,
    });
    const key = await createKey(transaction, id, now);
    if (key === null) throw new Error("the account was just made");
    return { id, key: key.key, campaignId, secondCampaignId, warehouses, inviteId };
  });
}

/** A body that `POST /v1/orders/create` takes. */
export function newOrder(account: TestAccount, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    campaignId: account.campaignId,
    shipTo: shipTo(),
    products: [{ sku: "MUG", quantity: 1 }],
    ...changes,
  };
}

export function shipTo(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { ...recipient, ...changes };
}
