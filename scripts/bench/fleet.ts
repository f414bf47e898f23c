// `bash scripts/testing/servers.sh -- node scripts/bench/fleet.ts [--seconds 6] [--clients 24] [--limit 500] [--rounds 5]
// [--json FILE]`: three service processes on one PostgreSQL and one Redis, one of them killed under load: what is lost, what
// comes twice, and whether the rate limit is exact.
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openDatabase } from "../../packages/service/src/operation/open-database.ts";
import type { Database } from "../../packages/service/src/storage/database.ts";
import { createDatabaseOn } from "../../packages/service/test/database-on-server.ts";
import { type Account, seed } from "../demo/account.ts";
import { machineText, printTable } from "./figures.ts";
import { checkAbandoned, claimsAbandonedNow, sentTwice } from "./service/abandoned-claims.ts";
import { ApiClient } from "./service/api-client.ts";
import { audit, type Check } from "./service/audit.ts";
import { checksForReport, printChecks } from "./service/audit-table.ts";
import { type ClaimedDelivery, listOrders, readBooks, waitForDeliveries } from "./service/books.ts";
import { startReceiver } from "./service/delivery-receiver.ts";
import { Ledger } from "./service/ledger.ts";
import { checkRush, type Rush, rush } from "./service/limit-rush.ts";
import { count, wholeNumber, writeReport } from "./service/report.ts";
import { ServiceLog } from "./service/service-log.ts";
import { endOnSignals, type ServiceProcess, startService } from "./service/service-process.ts";
import { Shopper } from "./service/shopper.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "6" },
    clients: { type: "string", default: "24" },
    limit: { type: "string", default: "500" },
    rounds: { type: "string", default: "5" },
    json: { type: "string" },
  },
});
const seconds = wholeNumber("seconds", values.seconds);
const clientCount = wholeNumber("clients", values.clients);
const limit = wholeNumber("limit", values.limit, 10);
const rounds = wholeNumber("rounds", values.rounds);
const processes = 3;

interface Member {
  readonly service: ServiceProcess;
  readonly client: ApiClient;
}

endOnSignals();
const redisUrl = urlOf("WAYBILL_TEST_REDIS_URL");
const fresh = await createDatabaseOn(urlOf("WAYBILL_TEST_DATABASE_URL"));
const directory = mkdtempSync(path.join(tmpdir(), "fulfillment-fleet-"));
const storage = ["--data", directory, "--database-url", fresh.url];
const log = new ServiceLog();

console.log(`${processes} processes on PostgreSQL and Redis. ${machineText()}.\n`);
const load = await runLoad();
const rushes = await runRushes(load.account);
const checks = [
  ...load.checks,
  ...rushes.map(({ name, seen }) => checkRush(name, seen, limit)),
  { name: "failures in the log", asked: processes, faults: log.complaints },
];
const passed = printChecks(checks);
console.log("");
printTable(["", ""], load.figures);
console.log("");
printTable(
  [`${limit} requests a client, ${3 * limit} made over ${processes} processes`, "let through", "429", "unanswered"],
  rushes.map(({ name, seen }) => [name, ...[seen.allowed, seen.limited, seen.unanswered].map(count)]),
);
writeReport("fleet", values.json, {
  processes,
  clients: clientCount,
  seconds,
  limit,
  passed,
  load: Object.fromEntries(load.figures),
  rushes: rushes.map(({ name, seen: { allowed, limited, unanswered } }) => ({ name, allowed, limited, unanswered })),
  checks: checksForReport(checks),
});
rmSync(directory, { recursive: true });
if (passed) await fresh.drop();
console.log(passed ? "Nothing is missing." : `The database is kept: ${new URL(fresh.url).pathname.slice(1)}.`);
process.exitCode = passed ? 0 : 1;

/** One of the processes is killed half-way; its clients go on with the others. */
async function runLoad(): Promise<{ account: Account; checks: Check[]; figures: (readonly [string, string])[] }> {
  // All at once on an empty database: whoever comes first makes the tables.
  const services = await Promise.all(Array.from({ length: processes }, () => start(["--rate-limit", "1000000000"])));
  const account = await seed("fleet", storage);
  const fleet = services.map((service) => ({ service, client: new ApiClient(service.url, account.apiKey) }));
  const receiver = await startReceiver({ answerAfterMs: 250 });
  const database = await openDatabase({ dataDirectory: directory, databaseUrl: fresh.url }, fail);
  const subscriptionIds = [await receiver.subscribe(memberFor(fleet, 0).client)];
  subscriptionIds.push(await receiver.subscribe(memberFor(fleet, 1).client));
  const ledger = new Ledger();
  const claims = await loadAndKill(fleet, { account, ledger, database });
  await waitForDeliveries(database, 60_000);
  const listed = await listOrders(memberFor(fleet, 0).client);
  const exitCodes = await stopAll(fleet);
  const books = await readBooks(database);
  await database.close();
  receiver.close();
  const { arrivals, faults: deliveryFaults } = receiver;
  return {
    account,
    checks: [
      ...audit({ ledger, books, listed, subscriptionIds, arrivals, deliveryFaults }),
      ...checkAbandoned(claims, arrivals),
      exitCodes,
    ],
    figures: [
      ["acknowledged orders", count(ledger.orders.size)],
      ["acknowledged cancellations", count(ledger.cancellations())],
      ["requests that the kill left unanswered", count(sum(fleet.map(({ client }) => client.unanswered)))],
      ["deliveries", count(arrivals.length)],
      ["deliveries that the killed process had claimed", count(claims.length)],
      ["of these, sent before the kill and again after the lease", count(sentTwice(claims, arrivals))],
    ],
  };
}

interface LoadParts {
  readonly account: Account;
  readonly ledger: Ledger;
  readonly database: Database;
}

async function loadAndKill(
  fleet: readonly Member[],
  { account, ledger, database }: LoadParts,
): Promise<ClaimedDelivery[]> {
  let over = false;
  const shopping = Array.from({ length: clientCount }, (_, index) =>
    new Shopper(account, ledger).shop(() => (over ? null : memberFor(fleet, index).client)),
  );
  await delay((seconds * 1000) / 2);
  await memberFor(fleet, 0).service.kill();
  const abandoned = claimsAbandonedNow(database);
  await delay((seconds * 1000) / 2);
  over = true;
  await Promise.all(shopping);
  return await abandoned;
}

interface NamedRush {
  readonly name: string;
  readonly seen: Rush;
}

/** Each round is another client. In every second one, a process is killed when half of the budget is spent. */
async function runRushes(account: Account): Promise<NamedRush[]> {
  const join = async (): Promise<Member> => {
    const service = await start(["--rate-limit", String(limit), "--trust-proxy", "loopback"]);
    return { service, client: new ApiClient(service.url, account.apiKey) };
  };
  const fleet = await Promise.all(Array.from({ length: processes }, join));
  const found: NamedRush[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    found.push({ name: `round ${round}, undisturbed`, seen: await rushAt(fleet, () => {}) });
    const [victim] = fleet;
    const killed = await rushAt(fleet, (allowed) => {
      if (allowed === Math.floor(limit / 2)) void victim?.service.kill();
    });
    found.push({ name: `round ${round}, one process killed`, seen: killed });
    fleet.splice(0, 1, await join());
  }
  await stopAll(fleet);
  return found;
}

function rushAt(fleet: readonly Member[], onAllowed: (allowed: number) => void): Promise<Rush> {
  return rush({
    requests: 3 * limit,
    connections: 60,
    address: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    clientFor: (connection) => memberFor(fleet, connection).client,
    onAllowed,
  });
}

/** The process that serves number `index`: the one whose turn it is, or the next that runs. */
function memberFor(fleet: readonly Member[], index: number): Member {
  const inTurn = fleet.map((_, step) => fleet[(index + step) % fleet.length]);
  const member = inTurn.find((one) => one?.service.running);
  if (member === undefined) throw new Error("no process of the fleet runs");
  return member;
}

/** In 10 minutes, what these processes counted is gone from Redis. */
function start(parameters: readonly string[]): Promise<ServiceProcess> {
  return startService([...storage, "--redis-url", redisUrl, "--rate-window", "600", ...parameters], log.add);
}

async function stopAll(fleet: readonly Member[]): Promise<Check> {
  const running = fleet.filter(({ service }) => service.running);
  for (const { client } of fleet) client.close();
  const codes = await Promise.all(running.map(({ service }) => service.stop()));
  const faults = codes.filter((code) => code !== 0).map((code) => `exit code ${code}`);
  return { name: "stops with exit code 0", asked: running.length, faults };
}

function urlOf(variable: string): string {
  const url = process.env[variable] ?? "";
  if (url !== "") return url;
  console.error(`${variable} is not set. Run: bash scripts/testing/servers.sh -- node scripts/bench/fleet.ts`);
  return process.exit(2);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function fail(error: Error): never {
  throw error;
}
