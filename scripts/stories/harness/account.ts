// A demo account, and requests in its name.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import minimal from "../../../spec/examples/orders/create-order.request-minimal.json" with { type: "json" };
import { fulfillment } from "./fulfillment.ts";
import { isReceiver } from "./receiver.ts";

export interface Account {
  readonly apiKey: string;
  readonly campaignId: string;
  readonly skus: readonly string[];
  readonly inviteIds: readonly string[];
}

/** What `seed` prints. */
export const seeded: z.ZodType<Account> = z.object({
  apiKey: z.string(),
  campaignId: z.string(),
  skus: z.array(z.string()).min(1),
  inviteIds: z.array(z.string()).min(1),
});

export async function seed(name: string, storage: readonly string[]): Promise<Account> {
  return seeded.parse(JSON.parse(await fulfillment("seed", "--account", name, "--json", ...storage)));
}

/**
 * The demo account of this data folder, with the key it was given at first: keys cannot be read again, so what the account is used with is
 * in a file of its own beside the data. A key that the service does not accept is replaced.
 */
export async function demoAccount(service: string, data: string): Promise<Account & { readonly isNew: boolean }> {
  const file = join(data, "demo-account.json");
  const before = existsSync(file) ? seeded.safeParse(JSON.parse(readFileSync(file, "utf8"))).data : undefined;
  if (before !== undefined) {
    const headers = { Authorization: `Bearer ${before.apiKey}` };
    if ((await fetch(`${service}/v1/auth`, { headers })).ok) return { ...before, isNew: false };
  }
  const account = await seed("demo", ["--data", data]);
  writeFileSync(file, `${JSON.stringify(account, null, 2)}\n`, { mode: 0o600 });
  return { ...account, isNew: true };
}

/** The parsed response; rejects when it is not 2xx. */
export async function call(
  url: string,
  { apiKey }: Account,
  body?: unknown,
  method: string = body === undefined ? "GET" : "POST",
): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${text}`);
  return JSON.parse(text);
}

const subscription = z.object({ id: z.string(), secret: z.string() });
const subscriptions = z.object({ webhooks: z.array(z.object({ id: z.string(), url: z.string() })) });

/** Subscribes `target` to every event of the catalog, in place of receivers of former runs. Returns the secret. */
export async function subscribe(service: string, account: Account, target: string): Promise<string> {
  const { webhooks } = subscriptions.parse(await call(`${service}/v1/webhooks`, account));
  for (const { id, url } of webhooks) {
    if (isReceiver(url)) await call(`${service}/v1/webhooks/${id}`, account, undefined, "DELETE");
  }
  const catalog = z.array(z.object({ event: z.string() })).parse(await call(`${service}/v1/webhooks/events`, account));
  const events = catalog.map(({ event }) => event);
  return subscription.parse(await call(`${service}/v1/webhooks`, account, { url: target, events })).secret;
}

export function orderBody({ campaignId, skus: [sku = ""] }: Account): object {
  return { ...minimal.value, campaignId, products: [{ sku, quantity: 1 }] };
}
