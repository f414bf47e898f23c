// Orders and cancellations that were acknowledged survive `kill -9`: they are there after the next start.
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { recipient } from "../lifecycle/order-facts.ts";
import { directoryForTest, inProcess, printed, type Serving, serve } from "./command-line.ts";

interface Acknowledged {
  readonly orders: Set<string>;
  readonly cancelled: Set<string>;
}

test("acknowledged orders and cancellations survive a service that is killed under load", {
  timeout: 120_000,
}, async () => {
  const directory = directoryForTest();
  const words = ["--data", directory, "--rate-limit", "1000000"];
  const account = printed(await inProcess(["seed", "--account", "killed", "--json", "--data", directory]));
  const acknowledged: Acknowledged = { orders: new Set(), cancelled: new Set() };
  for (let round = 0; round < 2; round += 1) {
    const service = await serve(words);
    const clients = Promise.all(Array.from({ length: 8 }, () => shop(service, account, acknowledged)));
    clients.catch(() => {});
    const enough = acknowledged.orders.size + 20;
    await expect.poll(() => acknowledged.orders.size, { timeout: 30_000, interval: 5 }).toBeGreaterThan(enough);
    await service.end("SIGKILL");
    await clients;
  }
  const service = await serve(words);
  const statuses = await statusesOf(service, account);
  expect(await service.end()).toBe(0);
  expect([...acknowledged.orders].filter((id) => !statuses.has(id))).toEqual([]);
  expect(acknowledged.cancelled.size).toBeGreaterThan(0);
  expect([...acknowledged.cancelled].filter((id) => statuses.get(id) !== "CANCELLED")).toEqual([]);
  for (const file of ["fulfillment.db", "limits.db"]) expect(integrityOf(path.join(directory, file))).toBe("ok");
});

/** Orders, and cancels every second order, until the service is gone. Only requests with a response are noted. */
async function shop(service: Serving, account: Record<string, unknown>, { orders, cancelled }: Acknowledged) {
  const [sku] = Array.isArray(account["skus"]) ? account["skus"] : [];
  const body = {
    campaignId: account["campaignId"],
    shipTo: recipient,
    products: [{ sku, quantity: 1 }],
  };
  for (let turn = 0; ; turn += 1) {
    const created = await call(service, account, "POST", "/v1/orders/create", body);
    if (created === null) return;
    const { orderId: id } = printed({ code: 0, out: JSON.stringify(created), err: "" });
    if (typeof id !== "string") throw new Error(`no orderId: ${JSON.stringify(created)}`);
    orders.add(id);
    if (turn % 2 === 0) continue;
    if ((await call(service, account, "POST", "/v1/orders/cancel", { orderId: id })) === null) return;
    cancelled.add(id);
  }
}

async function statusesOf(service: Serving, account: Record<string, unknown>): Promise<Map<string, string>> {
  const statuses = new Map<string, string>();
  for (;;) {
    const orders = await call(service, account, "GET", `/v1/orders/list?limit=100&offset=${statuses.size}`);
    if (!Array.isArray(orders)) throw new Error(`no list of orders: ${JSON.stringify(orders)}`);
    for (const { id, status } of orders) statuses.set(String(id), String(status));
    if (orders.length < 100) return statuses;
  }
}

/** `null` when no response came, because the service was killed; throws for a response that is no success. */
async function call(
  { url }: Serving,
  account: Record<string, unknown>,
  method: string,
  target: string,
  body?: object,
): Promise<unknown> {
  const headers = { Authorization: `Bearer ${account["apiKey"]}`, "Content-Type": "application/json" };
  const exchange = async () => {
    const response = await fetch(url + target, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { ok: response.ok, status: response.status, text: await response.text() };
  };
  const response = await exchange().catch((error: unknown) => {
    // What `fetch` rejects with when the connection breaks.
    if (error instanceof TypeError) return null;
    throw error;
  });
  if (response === null) return null;
  if (!response.ok) throw new Error(`${method} ${target}: ${response.status} ${response.text}`);
  return JSON.parse(response.text);
}

function integrityOf(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  const [row] = database.prepare("PRAGMA integrity_check").all();
  database.close();
  return row?.["integrity_check"];
}
