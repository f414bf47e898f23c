// A folder with the service's data in which the ids that the description's examples name are those of real things, so that
// samples run unchanged.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import type { RunningServer } from "../../testing/programs.ts";
import { type Account, call, orderBody, seed } from "../harness/account.ts";
import { fulfillment, localOptions, serve } from "../harness/fulfillment.ts";

export interface World {
  readonly apiKey: string;
  /** The data once more, for a run of its own. */
  copyTo(folder: string): void;
}

/** What is in the examples, by what it is there. An example that names something else is not found when its sample runs. */
const ids = {
  campaign: "cmp_01K8Z3V5WD6H",
  warehouse: "wh_01K7Q4D9E2RB",
  shippedOrder: "ord_01K94X7Q2MTE",
  waitingOrder: "ord_01K95B0F7JNP",
  subscription: "sub_01K92GZC8RNA",
} as const;

/** `receiver`: where the subscription delivers to. */
export async function makeWorld(folder: string, receiver: string): Promise<World> {
  const storage = ["--data", folder];
  const account = await seed("samples", storage);
  const service = await startService(folder);
  const warehouses = z
    .array(withId)
    .min(1)
    .parse(await call(`${service.url}/v1/orders/warehouses`, account));
  const order = await orderIn(service.url, account);
  const waiting = await orderIn(service.url, account);
  const webhook = { url: receiver, events: ["order.created"] };
  const { id } = withId.parse(await call(`${service.url}/v1/webhooks`, account, webhook));
  await fulfillment("orders", "ship", order, "--carrier", "ups", "--tracking", "1Z54W8790342616817", ...storage);
  await service.stop();
  rename(folder, [
    [account.campaignId, ids.campaign],
    [warehouses[0]?.id ?? "", ids.warehouse],
    [order, ids.shippedOrder],
    [waiting, ids.waitingOrder],
    [id, ids.subscription],
  ]);
  // A secret is sealed for the id it belongs to, so the subscription gets another one.
  const again = await startService(folder);
  await call(`${again.url}/v1/webhooks/${ids.subscription}/rotate-secret`, account, undefined, "POST");
  await again.stop();
  return { apiKey: account.apiKey, copyTo: (other) => cpSync(folder, other, { recursive: true }) };
}

const withId = z.object({ id: z.string() });
const created = z.object({ orderId: z.string() });

async function orderIn(url: string, account: Account): Promise<string> {
  return created.parse(await call(`${url}/v1/orders/create`, account, orderBody(account))).orderId;
}

export function startService(folder: string): Promise<RunningServer> {
  return serve(["--data", folder, ...localOptions, "--rate-limit", "1000"]);
}

/** In every text of every table, also inside longer texts. */
function rename(folder: string, names: readonly (readonly [string, string])[]): void {
  using database = new DatabaseSync(join(folder, databaseFile), { enableForeignKeyConstraints: false });
  const tables = textsIn(
    database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all(),
  );
  for (const table of tables) {
    const columns = textsIn(
      database.prepare("SELECT name FROM pragma_table_info(?) WHERE lower(type) = 'text'").all(table),
    );
    for (const column of columns) {
      const update = database.prepare(`UPDATE "${table}" SET "${column}" = replace("${column}", ?, ?)`);
      for (const [from, to] of names) update.run(from, to);
    }
  }
}

function textsIn(rows: unknown): string[] {
  return z
    .array(z.object({ name: z.string() }))
    .parse(rows)
    .map(({ name }) => name);
}

const databaseFile = "fulfillment.db";
