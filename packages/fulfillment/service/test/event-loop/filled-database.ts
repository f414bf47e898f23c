// A database -> the same with an account that owns as much as anyone may, in the texts that cost the most to search, and a second account.
import { createCampaign } from "../../src/domain/campaigns.ts";
import type { Effects } from "../../src/domain/effects.ts";
import { newId } from "../../src/domain/identifiers.ts";
import { createImport } from "../../src/domain/imports.ts";
import { createInvite } from "../../src/domain/invite-links.ts";
import { createKey } from "../../src/domain/keys.ts";
import { placeOrder } from "../../src/domain/orders/place.ts";
import { searchTextOf } from "../../src/domain/orders/search.ts";
import { hashPassword } from "../../src/domain/passwords.ts";
import { startSession } from "../../src/domain/sessions.ts";
import { createSubscription } from "../../src/domain/subscriptions.ts";
import { createUser } from "../../src/domain/users.ts";
import { openDatabase } from "../../src/operation/open-database.ts";
import { openSealer } from "../../src/operation/sealer.ts";
import type { Database, Transaction } from "../../src/storage/database.ts";
import { insertProduct, insertStock } from "../../src/storage/queries/catalog.ts";
import { setImportCounts } from "../../src/storage/queries/imports.ts";
import { insertOrder, nextOrderNumber } from "../../src/storage/queries/orders.ts";
import { createAccount, type TestAccount } from "../contract/accounts.ts";
import type { Storage } from "../contract/backends.ts";

/** How many of each the account has. */
export interface Amounts {
  readonly products: number;
  readonly orders: number;
  /** As large as a request can make them. */
  readonly largeOrders: number;
  readonly campaigns: number;
  readonly invites: number;
  readonly keys: number;
  readonly webhooks: number;
  readonly sessions: number;
}

/** What requests of the account name. Lists have many of what a request uses up. */
export interface Filled {
  readonly attacker: TestAccount;
  readonly other: TestAccount;
  readonly email: string;
  readonly password: string;
  /** Of the owner of the second account. */
  readonly otherSession: string;
  /** Of the owner. */
  readonly session: string;
  /** Each of another member, who may sign out. */
  readonly sessions: readonly string[];
  readonly skus: readonly string[];
  readonly orders: readonly string[];
  readonly keys: readonly string[];
  readonly webhooks: readonly string[];
  readonly campaigns: readonly string[];
  readonly landingTokens: readonly string[];
  readonly invites: readonly string[];
  readonly inviteTokens: readonly string[];
  readonly imports: readonly string[];
}

export const password = "correct horse battery staple";
const email = "attacker@portal.example";

/** Texts as long as they may be, of one letter: a search for most of them and another letter at the end looks everywhere. */
const letters = "a".repeat(100);
const longEmail = `${"a".repeat(64)}@${"a".repeat(60)}.${"a".repeat(60)}.${"a".repeat(59)}.example`;

export async function fillDatabase(storage: Storage, amounts: Amounts): Promise<Filled> {
  const database = await openDatabase(storage, (error) => {
    throw error;
  });
  try {
    return await fill(database, storage, amounts);
  } finally {
    await database.close();
  }
}

async function fill(database: Database, storage: Storage, amounts: Amounts): Promise<Filled> {
  const now = Date.now();
  const [attacker, other] = [await createAccount(database, "attacker"), await createAccount(database, "other")];
  const { id: accountId, campaignId } = attacker;
  const effects: Effects = { now: () => now, putEvent: async () => {} };
  const sealer = await openSealer(database, { ...storage, secretKey: undefined });
  const skus = await many(database, amounts.products, async (transaction, index) => {
    const sku = `P${index}`;
    await transaction.all(insertProduct, { account_id: accountId, sku, title: "a" });
    for (const warehouse_id of Object.values(attacker.warehouses))
      await transaction.all(insertStock, {
        account_id: accountId,
        warehouse_id,
        sku,
        on_hand: 1_000_000,
        allocated: 0,
      });
    return sku;
  });
  const recipient = {
    ...{ firstName: letters, lastName: letters, email: longEmail, phone: null, street1: "a".repeat(200) },
    ...{ city: letters, state: "OR", postalCode: "97205", country: "US" },
  };
  const place = async (lines: readonly string[]) => {
    const request = {
      ...{ campaignId, source: "EXTERNAL" as const, recipient, warehouseId: null },
      lines: lines.map((sku) => ({ sku, quantity: 1 })),
    };
    const placed = await database.write((transaction) => placeOrder(transaction, accountId, { request, effects }));
    if (placed.kind === "refused") throw new Error(JSON.stringify(placed.faults.slice(0, 3)));
    return placed.order;
  };
  const [small, large] = [await place(["MUG"]), await place(skus.slice(0, 8_400))];
  const copies = (order: typeof small, count: number) =>
    many(database, count, async (transaction) => {
      const [counted] = await transaction.all(nextOrderNumber, { accountId });
      const copy = { ...order, id: newId("ord", now), orderNumber: `W-${10_000 + (counted?.order_count ?? 0)}` };
      const warehouse_id = attacker.warehouses.east;
      await transaction.all(insertOrder, {
        ...{ id: copy.id, account_id: accountId, number: counted?.order_count ?? 0, campaign_id: campaignId },
        ...{
          status: copy.status,
          warehouse_id,
          street2: "null",
          document: JSON.stringify(copy),
          source: copy.orderSource,
        },
        search: searchTextOf(copy),
      });
      return copy.id;
    });
  // Both the oldest and the latest are large: lists begin with either.
  const oldest = await copies(large, amounts.largeOrders / 2);
  await copies(small, amounts.orders);
  const orders = [...oldest, ...(await copies(large, amounts.largeOrders / 2))];
  const campaigns = await many(database, amounts.campaigns, async (transaction, index) => {
    const row = await createCampaign(transaction, { accountId, title: letters, landingPage: index < 20, now });
    if (row === null) throw new Error("a campaign was refused");
    return row;
  });
  const cart = skus.slice(0, 100).map((sku) => ({ sku, quantity: 1 }));
  const links = await many(database, amounts.invites, async (transaction) => {
    const made = await createInvite(transaction, { accountId, campaignId, email: longEmail, recipient, cart, now });
    if (made.kind === "refused") throw new Error("an invite was refused");
    return made;
  });
  const keys = await many(database, amounts.keys, async (transaction) => {
    return (await createKey(transaction, accountId, now))?.id ?? "";
  });
  const webhooks = await many(database, amounts.webhooks, async (transaction, index) => {
    const url = `http://127.0.0.1:9/${index}/${"a".repeat(2_000)}`;
    const target = { url, canonical: url };
    // Each order has a delivery for each of them, and an import has thousands of orders.
    const events = index < 5 ? (["order.created", "order.cancelled"] as const) : (["order.cancelled"] as const);
    const wanted = { target, events, most: 100_000 };
    const made = await createSubscription(transaction, accountId, { ...wanted, effects: { now: effects.now, sealer } });
    return made.kind === "created" ? made.subscription.id : "";
  });
  const passwordHash = await hashPassword(password);
  const signedIn = (transaction: Transaction, of: string, address: string) =>
    createUser(transaction, { accountId: of, email: address, name: letters, role: "OWNER", passwordHash, now }).then(
      (userId) => startSession(transaction, userId ?? "", Date.now()),
    );
  const session = await database.write((transaction) => signedIn(transaction, accountId, email));
  const otherSession = await database.write((transaction) => signedIn(transaction, other.id, "other@portal.example"));
  const sessions = await many(database, amounts.sessions, (transaction, index) =>
    signedIn(transaction, accountId, `leaver${index}@portal.example`),
  );
  const finished = await database.write(async (transaction) => {
    const waiting = Array.from({ length: 5_000 }, (_, index) => ({
      ...{ line: index + 2, recipient, warehouse: null, lines: [{ sku: "MUG", quantity: 1 }] },
    }));
    const row = await createImport(transaction, { accountId, campaignId, fileName: letters, orders: waiting, now });
    await transaction.all(setImportCounts, {
      id: row.id,
      placed: 0,
      failed: 0,
      finishedAt: new Date(now).toISOString(),
    });
    return row.id;
  });
  return {
    ...{ attacker, other, email, password, session, otherSession, sessions, skus, orders, keys, webhooks },
    campaigns: campaigns.map(({ id }) => id),
    landingTokens: campaigns.flatMap(({ landing_token: token }) => (token === null ? [] : [token])),
    invites: links.map(({ invite }) => invite.id),
    inviteTokens: links.map(({ token }) => token),
    imports: [finished],
  };
}

/** In transactions of some hundred. */
async function many<T>(
  database: Database,
  count: number,
  one: (transaction: Transaction, index: number) => Promise<T>,
): Promise<T[]> {
  const all: T[] = [];
  while (all.length < count) {
    const from = all.length;
    const to = Math.min(count, from + 500);
    const made = await database.write(async (transaction) => {
      const some: T[] = [];
      for (let index = from; index < to; index += 1) some.push(await one(transaction, index));
      return some;
    });
    all.push(...made);
  }
  return all;
}
