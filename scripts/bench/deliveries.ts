// `node scripts/bench/deliveries.ts [--rounds N] [--deliveries N] [--subscriptions N]... [--json FILE]`: deliveries per second
// from a full outbox to a receiver on this machine, beside a bare undici loop that sends the same bytes as many at a time.
import { cpSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { machine, machineText, medianOf, medianOfKnown, printGoals, printTable, writeFigures } from "./figures.ts";
import { fillOutbox } from "./load/full-outbox.ts";
import { writePosts } from "./load/posts.ts";
import { processorTime } from "./load/processor-time.ts";
import { type Received, type ReceiverOrder, readReceived } from "./load/receiver-messages.ts";
import { type Server, Workshop } from "./load/workshop.ts";

const root = path.join(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    deliveries: { type: "string", default: "20000" },
    subscriptions: { type: "string", multiple: true, default: ["1", "8"] },
    json: { type: "string", default: path.join(root, ".reports/bench/deliveries.json") },
  },
});
const rounds = Number(values.rounds);

interface Case {
  readonly subscriptions: number;
  readonly deliveries: number;
  /** The database with the full outbox; each round gets a copy. */
  readonly directory: string;
  /** What is in it, for the loop. */
  readonly posts: string;
}

interface Sample {
  readonly perSecond: number;
  /** Microseconds of processor time for a delivery; `null` where it cannot be known. */
  readonly cpu: number | null;
  /** The most that were open at once. */
  readonly connections: number;
}

interface Result {
  readonly subscriptions: number;
  readonly deliveries: number;
  /** How many the loop has under way at once: the connections that the service opened in a round before the others. */
  readonly parallelism: number;
  readonly loop: readonly Sample[];
  readonly service: readonly Sample[];
}

const machineBefore = machine();
console.log(`${machineText()}\n${rounds} rounds each in turn, every one with new processes\n`);

const workshop = new Workshop("deliveries");
const receiver = await workshop.serve([path.join(import.meta.dirname, "load/receiver.ts")], { channel: true });
const results: Result[] = [];
for (const subscriptions of values.subscriptions.map(Number)) {
  const result = await measure(await prepare(subscriptions, Math.floor(Number(values.deliveries) / subscriptions)));
  results.push(result);
  print(result);
}

const goals = results.map((result) => {
  const goal = `deliveries to ${subscriptionsText(result)}, of the loop`;
  return { goal, found: ratioOf(result), atLeast: 0.6 };
});
printGoals(goals, percent);
writeFigures(values.json, { machine: machineBefore, rounds, results, goals });
process.exit(goals.every(({ found, atLeast }) => found >= atLeast) ? 0 : 1);

async function prepare(subscriptions: number, orders: number): Promise<Case> {
  const directory = workshop.path(`full-${subscriptions}`);
  const urls = Array.from({ length: subscriptions }, (_, index) => `${receiver.url}/hooks/${index + 1}`);
  const found = await fillOutbox({ directory, urls, orders });
  const posts = workshop.path(`posts-${subscriptions}.json`);
  writePosts(posts, found);
  return { subscriptions, deliveries: found.length, directory, posts };
}

async function measure(wanted: Case): Promise<Result> {
  const { connections: parallelism } = await deliver(wanted);
  const [loop, service]: [Sample[], Sample[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    loop.push(await send(wanted, parallelism));
    service.push(await deliver(wanted));
  }
  const { subscriptions, deliveries } = wanted;
  return { subscriptions, deliveries, parallelism, loop, service };
}

/** The service, started on a copy of the full outbox. */
async function deliver({ directory, deliveries }: Case): Promise<Sample> {
  const [copy, log] = [workshop.path("data"), workshop.path("service.log")];
  cpSync(directory, copy, { recursive: true });
  const sample = await receive(deliveries, () =>
    workshop.serve(
      [
        path.join(root, "packages/service/src/cli/main.ts"),
        ...["serve", "--data", copy, "--port", "0", "--metrics-port", "0", "--allow-private-webhook-targets"],
      ],
      { log },
    ),
  );
  for (const used of [copy, log]) rmSync(used, { recursive: true });
  return sample;
}

function send({ posts, deliveries }: Case, parallelism: number): Promise<Sample> {
  const module = path.join(import.meta.dirname, "load/post-loop.ts");
  return receive(deliveries, () => workshop.serve([module, posts, String(parallelism)], { channel: true }));
}

/** From the first delivery to the last, as the receiver sees them. Rejects when one does not come, or comes twice. */
async function receive(deliveries: number, start: () => Promise<Server>): Promise<Sample> {
  const first = Promise.withResolvers<void>();
  const all = Promise.withResolvers<Received>();
  let arrived = 0;
  const listener = (message: unknown): void => {
    const received = readReceived(message);
    arrived = received.count;
    if (received.what === "first") first.resolve();
    else all.resolve(received);
  };
  receiver.child.on("message", listener);
  receiver.child.send({ expect: deliveries } satisfies ReceiverOrder);
  const sender = await start();
  sender.child.once("exit", () => all.reject(new Error(`the sender ended after ${arrived} deliveries or more`)));
  await Promise.race([first.promise, all.promise]);
  const before = processorTime(sender.pid);
  const { seconds, connections } = await all.promise;
  const after = processorTime(sender.pid);
  await sender.stop();
  receiver.child.off("message", listener);
  if (arrived !== deliveries) throw new Error(`${arrived} deliveries arrived, and there were ${deliveries}`);
  const cpu = before === null || after === null ? null : (after - before) / deliveries;
  return { perSecond: (deliveries - 1) / seconds, cpu, connections };
}

function print(result: Result): void {
  const { deliveries, parallelism, loop, service } = result;
  console.log(`${deliveries} deliveries to ${subscriptionsText(result)}, ${parallelism} at once\n`);
  const row = (title: string, samples: readonly Sample[]): string[] => {
    const cpu = medianOfKnown(samples.map((sample) => sample.cpu));
    return [
      title,
      medianOf(samples.map(({ perSecond }) => perSecond)).toFixed(0),
      cpu === null ? "?" : cpu.toFixed(1),
      samples.map(({ perSecond }) => perSecond.toFixed(0)).join(" "),
    ];
  };
  printTable(
    ["", "per second", "CPU us each", "in each round"],
    [row("bare undici loop", loop), row("fulfillment serve", service)],
  );
  console.log("");
}

function ratioOf({ loop, service }: Result): number {
  const [bare, own] = [loop, service].map((samples) => medianOf(samples.map(({ perSecond }) => perSecond)));
  return (own ?? Number.NaN) / (bare ?? Number.NaN);
}

function subscriptionsText({ subscriptions }: Pick<Result, "subscriptions">): string {
  return subscriptions === 1 ? "1 subscription" : `${subscriptions} subscriptions`;
}

function percent(ratio: number): string {
  return `${(ratio * 100).toFixed(0)} %`;
}
