// A name -> a demo account that has everything an order needs: a campaign, products, stock, invites, and a new key.
import type { Warehouse } from "@fulfillment/types";
import type { Transaction } from "../storage/database.ts";
import { type AccountRow, accountByName, lockAccount } from "../storage/queries/accounts.ts";
import {
  campaignsOfAccount,
  insertCampaign,
  insertProduct,
  insertStock,
  insertStockEvent,
  insertWarehouse,
  warehousesOfAccount,
} from "../storage/queries/catalog.ts";
import { countInvites, insertInvite, openInvites } from "../storage/queries/invites.ts";
import { createAccount } from "./accounts.ts";
import { timestampOf } from "./effects.ts";
import { newId } from "./identifiers.ts";
import { createKey } from "./keys.ts";
import * as data from "./seed-data.ts";

export interface SeededAccount {
  readonly accountId: string;
  /** A new one each time; it is seen here only. */
  readonly apiKey: string;
  readonly campaignId: string;
  /** The plentiful ones first. */
  readonly skus: readonly string[];
  readonly warehouses: readonly Warehouse[];
  /** Open ones, three at least. */
  readonly inviteIds: readonly string[];
}

export type Seeded =
  | { readonly kind: "seeded"; readonly account: SeededAccount }
  /** No key of the account would be accepted. */
  | { readonly kind: "deactivated"; readonly accountId: string };

/** What the account has already is kept: a second run adds a key, and invites for those that were redeemed. */
export async function seedAccount(transaction: Transaction, name: string, now: number): Promise<Seeded> {
  await createAccount(transaction, { name, now });
  const account = await transaction.first(accountByName, { name });
  if (account === null) throw new Error(`the account ${name} disappeared while it was seeded`);
  if (account.active === 0) return { kind: "deactivated", accountId: account.id };
  // Two runs for one name take turns from here.
  await transaction.all(lockAccount, { id: account.id });
  const seed = { transaction, account, now };
  const campaignId = await seedCampaign(seed);
  const warehouses = await seedWarehouses(seed);
  await seedProducts(seed, warehouses);
  const inviteIds = await seedInvites(seed, campaignId);
  const key = await createKey(transaction, account.id, now);
  if (key === null) throw new Error(`the account ${name} disappeared while it was seeded`);
  const skus = data.products.map(({ sku }) => sku);
  return {
    kind: "seeded",
    account: { accountId: account.id, apiKey: key.key, campaignId, skus, warehouses, inviteIds },
  };
}

interface Seed {
  readonly transaction: Transaction;
  readonly account: AccountRow;
  readonly now: number;
}

async function seedCampaign({ transaction, account, now }: Seed): Promise<string> {
  const [first] = await transaction.all(campaignsOfAccount, { accountId: account.id });
  if (first !== undefined) return first.id;
  const id = newId("cmp", now);
  const campaign = { id, account_id: account.id, title: data.campaignTitle, created_at: timestampOf(now) };
  await transaction.all(insertCampaign, campaign);
  return id;
}

async function seedWarehouses({ transaction, account, now }: Seed): Promise<readonly Warehouse[]> {
  const accountId = account.id;
  const before = await transaction.all(warehousesOfAccount, { accountId });
  for (const { alias, name } of data.warehouses) {
    if (before.some((warehouse) => warehouse.alias === alias)) continue;
    await transaction.all(insertWarehouse, { id: newId("wh", now), account_id: accountId, name, alias });
  }
  return await transaction.all(warehousesOfAccount, { accountId });
}

/** Stock comes with the product: what was shipped since is not filled up. */
async function seedProducts({ transaction, account, now }: Seed, warehouses: readonly Warehouse[]): Promise<void> {
  const account_id = account.id;
  for (const { sku, title, stock } of data.products) {
    if ((await transaction.first(insertProduct, { account_id, sku, title })) === null) continue;
    for (const [index, { alias }] of data.warehouses.entries()) {
      const warehouse_id = warehouses.find((warehouse) => warehouse.alias === alias)?.id;
      const quantity = stock[index] ?? 0;
      if (warehouse_id === undefined || quantity === 0) continue;
      const place = { account_id, warehouse_id, sku };
      await transaction.all(insertStock, { ...place, on_hand: quantity, allocated: 0 });
      const received = { kind: "RECEIVED", quantity, order_id: null, at: timestampOf(now) };
      await transaction.all(insertStockEvent, { ...place, ...received });
    }
  }
}

async function seedInvites({ transaction, account, now }: Seed, campaignId: string): Promise<readonly string[]> {
  const accountId = account.id;
  const open = await transaction.all(openInvites, { accountId });
  const inviteCount = (await transaction.first(countInvites, { accountId }))?.count ?? 0;
  for (let index = inviteCount; index < inviteCount + data.invites.length - open.length; index += 1) {
    const invite = data.invites[index % data.invites.length];
    if (invite === undefined) continue;
    const { addressed, recipient } = invite;
    await transaction.all(insertInvite, {
      // A millisecond apart, so that lists keep the order.
      id: newId("inv", now + index - inviteCount),
      account_id: accountId,
      campaign_id: campaignId,
      number: addressed ? `I-${2201 + index}` : null,
      email: addressed ? recipient.email : null,
      recipient: JSON.stringify(recipient),
      cart: "[]",
      order_id: null,
    });
  }
  return (await transaction.all(openInvites, { accountId })).map(({ id }) => id);
}
