// `pnpm bench tenants [--subscriptions 1000] [--seconds 20] [--enough 1] [--write]`: how long deliveries of four accounts take while a fifth
// has a thousand subscriptions whose receiver accepts and never responds; on SQLite, and on PostgreSQL and Redis where there are servers.
// Exits 1 when a goal is missed; --enough 0.5 allows twice the time, on a machine that does other things.
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createDatabaseOn } from "../../../packages/fulfillment/service/test/database-on-server.ts";
import { type Account, call, orderBody, seed } from "../../stories/demo/account.ts";
import { localOptions, serve } from "../../stories/demo/fulfillment.ts";
import { freshFolder } from "../../stories/packages/fresh-folder.ts";
import { missingServers, postgresUrl, redisUrl } from "../../testing/real-servers.ts";
import { type Goal, machine, machineText, markdownTable, printGoals, writeFigures, writeQuoted } from "../figures.ts";
import { placeOrders, type Sent } from "./orders.ts";
import { deadReceiver, type TimingReceiver, timingReceiver } from "./receivers.ts";

const root = path.join(import.meta.dirname, "../../..");
const { values } = parseArgs({
  options: {
    subscriptions: { type: "string", default: "1000" },
    seconds: { type: "string", default: "20" },
    enough: { type: "string", default: "1" },
    write: { type: "boolean", default: false },
  },
});
const subscriptions = Number(values.subscriptions);
const forMs = Number(values.seconds) * 1000;

/** Milliseconds from sending an order to the arrival of its event, and to its response. */
interface Latencies {
  readonly orders: number;
  readonly delivery: readonly number[];
  readonly response: readonly number[];
}

interface Result {
  readonly backend: string;
  readonly quiet: Latencies;
  readonly noisy: Latencies;
  /** Connections that the noisy account held at most. */
  readonly held: number;
}

interface Backend {
  readonly name: string;
  /** For commands. */
  readonly storage: readonly string[];
  readonly serving: readonly string[];
  readonly drop: () => Promise<void>;
}

const started = machineText();
console.log(`${started}\n`);
using folder = freshFolder("tenants");
const results: Result[] = [];
for (const backend of await backends()) {
  try {
    results.push(await measure(backend));
  } finally {
    await backend.drop();
  }
}

const largest = 250;
const tables = [
  `${subscriptions} dead subscriptions, ${values.seconds} s quiet and ${values.seconds} s noisy. ${started}.`,
  tableOf(results),
].join("\n\n");
console.log(`${tables}\n`);
const goals: Goal[] = results.map(({ backend, noisy }) => ({
  goal: `${largest} ms, of the p99 of deliveries beside the noisy account, on ${backend}`,
  found: largest / percentile(noisy.delivery, 99),
  atLeast: Number(values.enough),
}));
printGoals(goals, (value) => `${value.toFixed(1)}x`);
writeFigures(path.join(root, ".reports/bench/tenants.json"), { machine: machine(), subscriptions, results, goals });
if (values.write) writeQuoted("tenants", tables);
process.exitCode = goals.every(({ found, atLeast }) => found >= atLeast) ? 0 : 1;

async function backends(): Promise<Backend[]> {
  const inFolder = (name: string): readonly string[] => ["--data", path.join(folder.path, name)];
  const sqlite = { name: "SQLite", storage: inFolder("sqlite"), serving: [], drop: async () => {} };
  const missing = missingServers(["PostgreSQL", "Redis"]);
  if (missing.length > 0) {
    console.log(`SQLite only: no ${missing.join(" and no ")}; scripts/testing/servers.sh starts both\n`);
    return [sqlite];
  }
  const { url, drop } = await createDatabaseOn(postgresUrl());
  const storage = [...inFolder("postgres"), "--database-url", url];
  return [sqlite, { name: "PostgreSQL and Redis", storage, serving: ["--redis-url", redisUrl()], drop }];
}

async function measure({ name, storage, serving }: Backend): Promise<Result> {
  const noisyAccount = await seed("noisy", storage);
  const others: Account[] = [];
  for (const other of ["one", "two", "three", "four"]) others.push(await seed(other, storage));
  const limits = ["--rate-limit", "1000000000", "--max-subscriptions", String(subscriptions)];
  const service = await serve([...storage, ...serving, ...localOptions, ...limits]);
  const [dead, timing] = [await deadReceiver(), await timingReceiver()];
  try {
    await subscribeAll(service.url, noisyAccount, dead.url);
    for (const other of others) await subscribe(service.url, other, timing.url);
    await run(service.url, { others, timing, forMs: 2000, noise: null });
    const quiet = await run(service.url, { others, timing, forMs, noise: null });
    const noisy = await run(service.url, { others, timing, forMs, noise: noisyAccount });
    return { backend: name, quiet, noisy, held: dead.most };
  } finally {
    // Otherwise stopping waits for the ten seconds of the attempts.
    await dead.close();
    await service.stop();
    await timing.close();
  }
}

async function subscribe(service: string, account: Account, url: string): Promise<void> {
  await call(`${service}/v1/webhooks`, account, { url, events: ["order.created"] });
}

async function subscribeAll(service: string, account: Account, url: string): Promise<void> {
  for (let from = 0; from < subscriptions; from += 50) {
    const some = Array.from({ length: Math.min(50, subscriptions - from) }, (_, index) => `${url}/${from + index}`);
    await Promise.all(some.map((one) => subscribe(service, account, one)));
  }
}

interface Run {
  readonly others: readonly Account[];
  readonly timing: TimingReceiver;
  readonly forMs: number;
  /** The account that makes noise meanwhile. */
  readonly noise: Account | null;
}

/** Each of the others places ten orders a second, and the noisy account two, every fifth as large as a request may be. */
async function run(service: string, { others, timing, forMs, noise }: Run): Promise<Latencies> {
  const isOver = noise === null ? Promise.resolve([]) : makeNoise(service, noise);
  // The noise has begun, and its first deliveries have taken what places they get.
  if (noise !== null) await setTimeout(1000);
  const pace = { service, everyMs: 100, forMs };
  const placed = await Promise.all(
    others.map((account) => placeOrders({ ...pace, account, body: () => orderBody(account) })),
  );
  await isOver;
  return await latenciesOf(placed.flat(), timing);
}

function makeNoise(service: string, account: Account): Promise<Sent[]> {
  const [sku = ""] = account.skus;
  const line = JSON.stringify({ sku, quantity: 1 }).length + 1;
  const products = Array.from({ length: Math.floor(260_000 / line) }, () => ({ sku, quantity: 1 }));
  const small = orderBody(account);
  const body = (index: number): object => (index % 5 === 0 ? { ...small, products } : small);
  return placeOrders({ service, account, body, everyMs: 500, forMs: forMs + 1000 });
}

async function latenciesOf(sent: readonly Sent[], { arrivals }: TimingReceiver): Promise<Latencies> {
  const until = performance.now() + 60_000;
  while (sent.some(({ orderId }) => !arrivals.has(orderId)) && performance.now() < until) await setTimeout(20);
  const delivery = sent.map(({ orderId, sentAt }) => (arrivals.get(orderId) ?? Number.POSITIVE_INFINITY) - sentAt);
  return { orders: sent.length, delivery, response: sent.map(({ responseMs }) => responseMs) };
}

function tableOf(rows: readonly Result[]): string {
  const head = ["", "orders", "p50 ms", "p99 ms", "longest ms", "p99 to quiet", "response p99 ms", "noisy connections"];
  return markdownTable(
    head,
    rows.flatMap(({ backend, quiet, noisy, held }) => [
      [`${backend}, quiet`, ...figuresOf(quiet), "", responseOf(quiet), ""],
      [
        `${backend}, beside the noisy account`,
        ...figuresOf(noisy),
        ratioOf(noisy, quiet),
        responseOf(noisy),
        `${held}`,
      ],
    ]),
  );
}

function figuresOf({ orders, delivery }: Latencies): string[] {
  return [String(orders), ...[50, 99, 100].map((percent) => percentile(delivery, percent).toFixed(0))];
}

function responseOf({ response }: Latencies): string {
  return percentile(response, 99).toFixed(0);
}

function ratioOf(noisy: Latencies, quiet: Latencies): string {
  return `${(percentile(noisy.delivery, 99) / percentile(quiet.delivery, 99)).toFixed(1)}x`;
}

/** The value that so many percent do not exceed. */
function percentile(latencies: readonly number[], percent: number): number {
  const sorted = latencies.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}
