// A database -> the same with an account that owns as much as anyone may, in the texts that cost the most to search, and a second account.
import type { Order } from "@fulfillment/types";
import { createCampaign } from "../../src/domain/campaigns.ts";
import type { Effects } from "../../src/domain/effects.ts";
import { createImport } from "../../src/domain/imports.ts";
import { createInvite } from "../../src/domain/invite-links.ts";
import { createKey } from "../../src/domain/keys.ts";
import { placeOrder } from "../../src/domain/orders/place.ts";
import { hashPassword } from "../../src/domain/passwords.ts";
import { startSession } from "../../src/domain/sessions.ts";
import { createSubscription } from "../../src/domain/subscriptions.ts";
import { createUser } from "../../src/domain/users.ts";
import { openDatabase } from "../../src/operation/open-database.ts";
import { openSealer } from "../../src/operation/sealer.ts";
import type { Database, Transaction } from "../../src/storage/database.ts";
import { setImportCounts } from "../../src/storage/queries/imports.ts";
import { createAccount, type TestAccount } from "../contract/accounts.ts";
import type { Storage } from "../contract/backends.ts";
import { query } from "../contract/raw-query.ts";

/** How many of each the account has. */
export interface Amounts {
  readonly products: number;
  readonly orders: number;
  /** As large as a request can make them. */
  readonly largeOrders: number;
  readonly campaigns: number;
  readonly invites: number;
  /** Invites with a link. */
  readonly links: number;
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
  const run = (text: string) => database.write(async (transaction) => transaction.all(query(text), {}));
  await run(`insert into products (account_id, sku, title) ${counted(amounts.products)}
    select '${accountId}', 'P' || i, 'a' from n`);
  for (const warehouse of Object.values(attacker.warehouses))
    await run(`insert into stock (account_id, warehouse_id, sku, on_hand, allocated) ${counted(amounts.products)}
      select '${accountId}', '${warehouse}', 'P' || i, 1000000, 0 from n`);
  const skus = Array.from({ length: amounts.products }, (_, index) => `P${index}`);
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
  let placed = 2;
  const copies = async ({ id, orderNumber }: Order, count: number): Promise<string[]> => {
    const names = ["campaign_id", "status", "warehouse_id", "street2", "source", "search"].join(", ");
    const document = `replace(replace(document, '${id}', '${id}' || (i + ${placed})), '"${orderNumber}"', '"W-' || (10001 + i + ${placed}) || '"')`;
    await run(`insert into orders (id, account_id, number, document, ${names}) ${counted(count)}
      select '${id}' || (i + ${placed}), account_id, i + 1 + ${placed}, ${document}, ${names} from n, orders where id = '${id}'`);
    const ids = Array.from({ length: count }, (_, index) => `${id}${index + placed}`);
    placed += count;
    return ids;
  };
  // Both the oldest and the latest are large: lists begin with either.
  const oldest = await copies(large, amounts.largeOrders / 2);
  await copies(small, amounts.orders);
  const orders = [...oldest, ...(await copies(large, amounts.largeOrders / 2))];
  await run(`update accounts set order_count = ${placed} where id = '${accountId}'`);
  const pages = await many(database, 20, async (transaction) => {
    const row = await createCampaign(transaction, { accountId, title: letters, landingPage: true, now });
    if (row === null) throw new Error("a campaign was refused");
    return row;
  });
  await run(`insert into campaigns (id, account_id, title, created_at, standalone) ${counted(amounts.campaigns)}
    select id || i, account_id, title, created_at, 0 from n, campaigns where id = '${pages[0]?.id}'`);
  const cart = skus.slice(0, 100).map((sku) => ({ sku, quantity: 1 }));
  const links = await many(database, amounts.links, async (transaction) => {
    const made = await createInvite(transaction, { accountId, campaignId, email: longEmail, recipient, cart, now });
    if (made.kind === "refused") throw new Error("an invite was refused");
    return made;
  });
  const columns = ["account_id", "campaign_id", "email", "recipient", "cart", "created_at"].join(", ");
  await run(`insert into invites (id, ${columns}) ${counted(amounts.invites)}
    select id || i, ${columns} from n, invites where id = '${links[0]?.invite.id}'`);
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
    const one = { line: 0, recipient, warehouse: null, lines: [{ sku: "MUG", quantity: 1 }] };
    const row = await createImport(transaction, { accountId, campaignId, fileName: letters, orders: [one], now });
    await transaction.all(setImportCounts, {
      id: row.id,
      placed: 0,
      failed: 0,
      finishedAt: new Date(now).toISOString(),
    });
    return row.id;
  });
  await run(`insert into import_orders (import_id, position, line, recipient, request, status) ${counted(4_999)}
    select import_id, i + 1, i + 2, recipient, request, status from n, import_orders where import_id = '${finished}'`);
  return {
    ...{ attacker, other, email, password, session, otherSession, sessions, skus, orders, keys, webhooks },
    campaigns: pages.map(({ id }) => id),
    landingTokens: pages.flatMap(({ landing_token: token }) => (token === null ? [] : [token])),
    invites: links.map(({ invite }) => invite.id),
    inviteTokens: links.map(({ token }) => token),
    imports: [finished],
  };
}

/** As the beginning of a query: `n` with a row for each number below `count`. */
function counted(count: number): string {
  return `with recursive n (i) as (select 0 union all select i + 1 from n where i < ${count - 1})`;
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
