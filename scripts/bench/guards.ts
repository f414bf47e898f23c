// `node scripts/bench/guards.ts [--rounds 7] [--json FILE]`: how many orders of 25 fields a second Ajv, the generated guard, the
// generated Zod schema and a check written by hand judge, side by side in one process. Exits 1 when the guard is not fast enough.
import { parseArgs } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { generate, temporaryDirectory } from "../../generators/test/scenarios/generation.ts";
import { load, loadGuards } from "../../generators/test/zod/judges.ts";
import { machine, machineText, medianOf, printGoals, printTable, writeFigures } from "./figures.ts";
import { isOrderByHand } from "./validation/by-hand.ts";
import { invalidOrders, orderSchema, validOrder } from "./validation/order.ts";

type Judge = (value: unknown) => boolean;

/** The guard has to be so many times as fast as Ajv. */
const wanted = 5;
const millisecondsOfRound = 120;

const { values } = parseArgs({ options: { rounds: { type: "string", default: "7" }, json: { type: "string" } } });
const rounds = Number(values.rounds);
const judges = await judgesOfOrders();
const cases: readonly (readonly [string, object])[] = [["valid", validOrder], ...invalidOrders];

console.log(`Orders a second of processor time, millions, median of ${rounds} rounds. ${machineText()}.\n`);
const figures = cases.map(([what, order]) => ({ what, perSecond: measure(copiesOf(order), what === "valid") }));
const names = [...judges.keys()];
printTable(
  ["order", ...names, "guard / Ajv"],
  figures.map(({ what, perSecond }) => [
    what,
    ...names.map((name) => millions(perSecond.get(name))),
    ratioText(ratioOf(perSecond)),
  ]),
);
console.log("");
const found = Math.min(...figures.filter(({ what }) => what === "valid").map(({ perSecond }) => ratioOf(perSecond)));
printGoals([{ goal: "valid orders, guard / Ajv", found, atLeast: wanted }], ratioText);
if (values.json !== undefined) {
  const rows = figures.map(({ what, perSecond }) => ({ what, ...Object.fromEntries(perSecond) }));
  writeFigures(values.json, { machine: machine(), rounds, rows, guardToAjv: found });
}
process.exitCode = found >= wanted ? 0 : 1;

async function judgesOfOrders(): Promise<ReadonlyMap<string, Judge>> {
  const { directory, dispose } = temporaryDirectory();
  try {
    const document = {
      openapi: "3.1.1",
      info: { title: "Orders", version: "1" },
      paths: {},
      components: { schemas: { Order: orderSchema } },
    };
    const { diagnostics } = await generate(new Map([["openapi.yaml", JSON.stringify(document)]]), ["zod"], directory);
    if (diagnostics !== "") throw new Error(diagnostics);
    const schema = (await load(directory, "zod/schemas.gen.ts"))("OrderSchema");
    const guard = (await loadGuards(directory, "zod/guards.gen.ts"))("isOrder");
    const ajv = new Ajv2020();
    formats.default(ajv);
    const validate = ajv.compile(orderSchema);
    return new Map<string, Judge>([
      ["Ajv", (value) => validate(value)],
      ["guard", guard],
      ["Zod", (value) => schema.safeParse(value).success],
      ["by hand", isOrderByHand],
    ]);
  } finally {
    dispose();
  }
}

/** As they come from the network: each parsed anew, so that no two share their texts. */
function copiesOf(order: object): readonly unknown[] {
  return Array.from({ length: 64 }, (): unknown => JSON.parse(JSON.stringify(order)));
}

/** Judgements a second of each, by turns in every round, so that what else runs on the machine meets them all. */
function measure(orders: readonly unknown[], expected: boolean): ReadonlyMap<string, number> {
  for (const [name, judge] of judges) {
    if (orders.some((order) => judge(order) !== expected)) throw new Error(`${name} errs`);
  }
  const found = new Map<string, number[]>([...judges.keys()].map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, judge] of judges) {
      const perSecond = rateOf(judge, orders, expected);
      if (round > 0) found.get(name)?.push(perSecond);
    }
  }
  return new Map([...found].map(([name, rates]) => [name, medianOf(rates)]));
}

function rateOf(judge: Judge, orders: readonly unknown[], expected: boolean): number {
  const began = processorMilliseconds();
  let count = 0;
  for (;;) {
    for (let again = 0; again < 16; again += 1) {
      for (const order of orders) if (judge(order) !== expected) throw new Error("a verdict has changed");
    }
    count += 16 * orders.length;
    const elapsed = processorMilliseconds() - began;
    if (elapsed >= millisecondsOfRound) return (count / elapsed) * 1000;
  }
}

/** The time this thread had a processor: what else runs on the machine does not count. */
function processorMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function ratioOf(perSecond: ReadonlyMap<string, number>): number {
  return (perSecond.get("guard") ?? Number.NaN) / (perSecond.get("Ajv") ?? Number.NaN);
}

function ratioText(ratio: number): string {
  return `${ratio.toFixed(1)}x`;
}

function millions(perSecond = Number.NaN): string {
  return (perSecond / 1e6).toFixed(2);
}
