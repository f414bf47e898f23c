// `node scripts/bench/crash.ts [--cycles 100] [--clients 16] [--json FILE]`: kills the service on SQLite again and again while
// clients order and cancel, always on the same data, and then looks whether anything that was acknowledged is missing.
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openDatabase, sqliteFile } from "../../packages/service/src/operation/open-database.ts";
import { seed } from "../demo/account.ts";
import { machineText, medianOf, printTable } from "./figures.ts";
import { ApiClient } from "./service/api-client.ts";
import { arrivalCounts, audit, type Check } from "./service/audit.ts";
import { checksForReport, printChecks } from "./service/audit-table.ts";
import { listOrders, readBooks, waitForDeliveries } from "./service/books.ts";
import { type DeliveryReceiver, startReceiver } from "./service/delivery-receiver.ts";
import { Ledger } from "./service/ledger.ts";
import { LimitWatch } from "./service/limit-watch.ts";
import { count, wholeNumber, writeReport } from "./service/report.ts";
import { ServiceLog } from "./service/service-log.ts";
import { endOnSignals, type ServiceProcess, startService } from "./service/service-process.ts";
import { Shopper } from "./service/shopper.ts";

const { values } = parseArgs({
  options: {
    cycles: { type: "string", default: "100" },
    clients: { type: "string", default: "16" },
    json: { type: "string" },
  },
});
const cycles = wholeNumber("cycles", values.cycles);
const clients = wholeNumber("clients", values.clients);

endOnSignals();
const began = performance.now();
const directory = mkdtempSync(path.join(tmpdir(), "fulfillment-crash-"));
const storage = { dataDirectory: directory, databaseUrl: null };
const rateLimit = 1_000_000_000;
const account = await seed("crash", ["--data", directory]);
const receiver = await startReceiver({ answerAfterMs: 0 });
const log = new ServiceLog();
const ledger = new Ledger();
const shoppers = Array.from({ length: clients }, () => new Shopper(account, ledger));
const starts: number[] = [];
const limitWatch = new LimitWatch(rateLimit, clients);
const traffic = { answered: 0, unanswered: 0 };
const subscriptionIds: string[] = [];

console.log(`${cycles} times kill -9 under the load of ${clients} clients, SQLite. ${machineText()}.\n`);
for (let cycle = 1; cycle <= cycles; cycle += 1) {
  await runCycle();
  if (cycle % 10 === 0) console.log(`${cycle} kills, ${count(ledger.orders.size)} orders acknowledged`);
}
const checks = await settleAndCheck();
receiver.close();

const duplicates = duplicatesOf(receiver);
const seconds = (performance.now() - began) / 1000;
console.log("");
const passed = printChecks(checks);
console.log("");
printTable(
  ["", ""],
  [
    ["kills", count(cycles)],
    ["acknowledged orders", count(ledger.orders.size)],
    ["acknowledged cancellations", count(ledger.cancellations())],
    ["requests that a kill left unanswered", count(traffic.unanswered)],
    ["events that came more than once", count(duplicates.events)],
    ["answered requests that the rate limit forgot", count(limitWatch.forgotten)],
    ["start after a kill, median ms", medianOf(starts).toFixed(0)],
    ["start after a kill, longest ms", Math.max(...starts).toFixed(0)],
    ["seconds in all", seconds.toFixed(0)],
  ],
);
writeReport("crash", values.json, {
  cycles,
  clients,
  seconds,
  acknowledged: { orders: ledger.orders.size, cancellations: ledger.cancellations() },
  traffic,
  duplicates,
  forgottenByRateLimit: limitWatch.forgotten,
  startMs: { median: medianOf(starts), longest: Math.max(...starts) },
  passed,
  checks: checksForReport(checks),
});
console.log(passed ? "Nothing is missing." : `The data is kept in ${directory}.`);
if (passed) rmSync(directory, { recursive: true });
process.exitCode = passed ? 0 : 1;

async function start(): Promise<{ readonly service: ServiceProcess; readonly client: ApiClient }> {
  const service = await startService(["--data", directory, "--rate-limit", String(rateLimit)], log.add);
  const client = new ApiClient(service.url, account.apiKey);
  await limitWatch.look(client, traffic);
  return { service, client };
}

async function runCycle(): Promise<void> {
  const { service, client } = await start();
  if (subscriptionIds.length === 0) subscriptionIds.push(await receiver.subscribe(client));
  else starts.push(service.startedInMs);
  const load = shoppers.map((shopper) => shopper.shop(() => (service.running ? client : null)));
  await delay(randomInt(100, 401));
  await service.kill();
  await Promise.all(load);
  leave(client);
}

function leave(client: ApiClient): void {
  traffic.answered += client.answered;
  traffic.unanswered += client.unanswered;
  client.close();
}

/** Starts it once more, lets it deliver what is left, and compares everything that is known. */
async function settleAndCheck(): Promise<Check[]> {
  const { service, client } = await start();
  starts.push(service.startedInMs);
  const database = await openDatabase(storage, (error) => {
    throw error;
  });
  try {
    await waitForDeliveries(database, 120_000);
    const listed = await listOrders(client);
    client.close();
    const exitCode = await service.stop();
    const books = await readBooks(database);
    const { arrivals, faults: deliveryFaults } = receiver;
    return [
      ...audit({ ledger, books, listed, subscriptionIds, arrivals, deliveryFaults }),
      limitWatch.check(),
      { name: "a stop with exit code 0", asked: 1, faults: exitCode === 0 ? [] : [`exit code ${exitCode}`] },
      { name: "failures in the log", asked: cycles + 1, faults: log.complaints },
      ...[sqliteFile, "limits.db"].map(checkIntegrity),
    ];
  } finally {
    await database.close();
  }
}

function checkIntegrity(file: string): Check {
  const database = new DatabaseSync(path.join(directory, file));
  const rows = database.prepare("PRAGMA integrity_check").all();
  database.close();
  const lines = rows.map((row) => String(row["integrity_check"]));
  return { name: `integrity_check of ${file}`, asked: 1, faults: lines.filter((line) => line !== "ok") };
}

function duplicatesOf({ arrivals }: DeliveryReceiver): { readonly events: number; readonly extraDeliveries: number } {
  const counts = [...arrivalCounts(arrivals).values()];
  return { events: counts.filter((times) => times > 1).length, extraDeliveries: arrivals.length - counts.length };
}
