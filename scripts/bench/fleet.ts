// `node scripts/bench/fleet.ts [--processes 3] [--seconds 6] [--clients 24] [--budget 500] [--rounds 5] [--seed N] [--write]`: several
// services on one PostgreSQL and one Redis: orders per second, one of them killed under load, and one budget for all of them.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Account, seed as seedAccount } from "../stories/demo/account.ts";
import { machine, machineText, markdownTable, writeFigures, writeQuoted } from "./figures.ts";
import { Api } from "./survival/api.ts";
import { type Audit, auditOf } from "./survival/audit.ts";
import { randomFrom } from "./survival/random.ts";
import { startReceiver } from "./survival/receiver.ts";
import { type Rush, rush } from "./survival/rush.ts";
import { createPostgres, createRedis } from "./survival/servers.ts";
import { type Service, startService } from "./survival/service.ts";
import { createLedger, type Ledger, shop } from "./survival/shoppers.ts";

const root = path.join(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: {
    processes: { type: "string", default: "3" },
    seconds: { type: "string", default: "6" },
    clients: { type: "string", default: "24" },
    budget: { type: "string", default: "500" },
    rounds: { type: "string", default: "5" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
    write: { type: "boolean", default: false },
    json: { type: "string", default: path.join(root, ".reports/bench/fleet.json") },
  },
});
const processes = wholeNumber(values.processes);
const seconds = wholeNumber(values.seconds);
const clients = wholeNumber(values.clients);
const budget = wholeNumber(values.budget);
const rounds = wholeNumber(values.rounds);
const seed = wholeNumber(values.seed);
const random = randomFrom(seed);

interface Member {
  readonly service: Service;
  readonly api: Api;
}

interface Phase {
  readonly title: string;
  readonly audit: Audit;
  readonly perSecond: number;
  readonly refused: number;
  readonly unanswered: number;
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
const machineLine = `${machineText()}, ${clients} clients, seed ${seed}`;
console.log(`${machineLine}\n`);
const directory = mkdtempSync(path.join(tmpdir(), "fulfillment-fleet-"));
mkdirSync(path.join(directory, "postgres"));
const postgres = await createPostgres(path.join(directory, "postgres"));
const redis = await createRedis(path.join(directory, "redis"));
const storage = ["--data", path.join(directory, "data"), "--database-url", postgres.url, "--redis-url", redis.url];
const phases: Phase[] = [];
const rushes: { readonly title: string; readonly seen: Rush }[] = [];
try {
  for (const [members, killed] of [
    [1, false],
    [processes, false],
    [processes, true],
  ] as const) {
    phases.push(await shopAt(members, killed));
  }
  await rushAtFleet();
} finally {
  await redis.stop("SIGTERM");
  await postgres.stop("SIGINT");
  rmSync(directory, { recursive: true, force: true });
}
const faults = [...phases.flatMap(faultsOf), ...rushes.flatMap(({ seen }) => seen.faults)];
console.log(`\n${report()}`);
for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
writeFigures(values.json, { machine: machine(), processes, seconds, clients, budget, seed, phases, rushes, faults });
if (values.write && faults.length === 0) writeQuoted("fleet", report());
process.exitCode = faults.length === 0 ? 0 : 1;

/** Each phase has an account and a receiver of its own. With a kill, half-way, the clients go on with the other processes. */
async function shopAt(members: number, killed: boolean): Promise<Phase> {
  const title = `${members === 1 ? "1 process" : `${members} processes`}${killed ? ", 1 killed" : ""}`;
  const account = await seedAccount(title, storage);
  const fleet = await startFleet(members, account, ["--rate-limit", "1000000000"]);
  // Each delivery takes a while, so that the killed process has some in progress.
  const receiver = await startReceiver(50);
  const [first] = fleet;
  if (first === undefined) throw new Error("a fleet has a process at least");
  await receiver.subscribe(first.api);
  const ledger = createLedger();
  await shopFor(fleet, { account, ledger, killed });
  const api = apiFor(fleet, 0);
  const audit = await auditOf({ ledger, receiver, api });
  await stopAll(fleet);
  receiver.close();
  const phase = {
    title,
    audit,
    perSecond: audit.orders / seconds,
    refused: ledger.statuses.get(500) ?? 0,
    unanswered: ledger.unanswered,
  };
  console.log(`${title}: ${audit.orders} orders, ${audit.events} events, ${faultsOf(phase).length} faults`);
  return phase;
}

interface ShopOptions {
  readonly account: Account;
  readonly ledger: Ledger;
  readonly killed: boolean;
}

async function shopFor(fleet: readonly Member[], { account, ledger, killed }: ShopOptions): Promise<void> {
  let over = false;
  const shopping = Array.from({ length: clients }, (_, index) =>
    shop({ account, ledger, random, pauseMs: 0, next: async () => (over ? null : apiFor(fleet, index)) }),
  );
  await delay(seconds * 500);
  if (killed) await fleet[0]?.service.kill();
  await delay(seconds * 500);
  over = true;
  await Promise.all(shopping);
}

/** In every second round, a process is killed when half of the budget is used. Each round is another client. */
async function rushAtFleet(): Promise<void> {
  const account = await seedAccount("rush", storage);
  const limits = ["--rate-limit", String(budget), "--trust-proxy", "loopback"];
  const fleet = await startFleet(processes, account, limits);
  for (let round = 0; round < rounds * 2; round += 1) {
    const killed = round % 2 === 1;
    const seen = await rush({
      budget,
      requests: budget * processes,
      connections: 60,
      address: `10.1.${seed % 250}.${round}`,
      apiFor: (connection) => apiFor(fleet, connection),
      onServed: (served) => {
        if (killed && served === Math.floor(budget / 2)) void fleet[0]?.service.kill();
      },
    });
    rushes.push({ title: killed ? "1 process killed" : "undisturbed", seen });
    if (killed) fleet.splice(0, 1, ...(await startFleet(1, account, limits)));
  }
  await stopAll(fleet);
}

async function startFleet(members: number, account: Account, parameters: readonly string[]): Promise<Member[]> {
  const start = async (): Promise<Member> => {
    const service = await startService([...storage, ...parameters]);
    return { service, api: new Api(service.url, account.apiKey) };
  };
  return await Promise.all(Array.from({ length: members }, start));
}

async function stopAll(fleet: readonly Member[]): Promise<void> {
  for (const { api } of fleet) api.close();
  const codes = await Promise.all(fleet.map(({ service }) => (service.running ? service.stop() : 0)));
  if (codes.some((code) => code !== 0)) throw new Error(`processes stopped with ${codes.join(", ")}`);
}

/** Of the process whose turn it is, or of the next one that runs. */
function apiFor(fleet: readonly Member[], index: number): Api {
  const inTurn = fleet.map((_, step) => fleet[(index + step) % fleet.length]);
  const member = inTurn.find((one) => one?.service.running);
  if (member === undefined) throw new Error("no process of the fleet runs");
  return member.api;
}

/** Without a kill, no event comes twice. */
function faultsOf({ title, audit }: Phase): string[] {
  const { lostOrders, lostEvents, faults: others, twice } = audit;
  const found = [...lostOrders, ...lostEvents.map((key) => `${key} did not arrive`), ...others];
  return twice > 0 && !title.includes("killed") ? [...found, `${twice} events came twice`] : found;
}

function report(): string {
  const load = phases.map((phase) => {
    const { title, audit, perSecond, refused, unanswered } = phase;
    const lost = audit.lostOrders.length + audit.lostEvents.length + audit.faults.length;
    const counts = [perSecond, audit.orders, audit.cancellations, audit.events, lost, audit.twice, refused, unanswered];
    return [title, ...counts.map(count)];
  });
  const names = ["per second", "orders", "cancellations", "events", "lost", "twice", "500", "no response"];
  const served = ["undisturbed", "1 process killed"].map((title) => {
    const own = rushes.filter((one) => one.title === title).map(({ seen }) => seen);
    return [title, own.map((seen) => seen.served).join(", "), own.map((seen) => seen.unanswered).join(", ")];
  });
  const head = [`${count(budget * processes)} requests of one client`, `served of ${budget}`, "no response"];
  return `${machineLine}.\n\n${markdownTable(["", ...names], load)}\n\n${markdownTable(head, served)}`;
}

function count(number: number): string {
  return Math.round(number).toLocaleString("en-US");
}

function wholeNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new Error(`${text} is not a whole number`);
}
