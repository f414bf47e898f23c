// `pnpm bench validators [--rounds 7] [--enough 1] [--write]`: how many orders a second generated guards and Zod schemas validate, beside
// Ajv and a Zod schema written by hand, in one process. Exits 1 when a goal is missed; --enough 0.5 asks for half of each, on a
// machine that does other things.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { generate, temporaryDirectory } from "../../generators/test/scenarios/generation.ts";
import { load, loadGuards } from "../../generators/test/targets/zod/judges.ts";
import {
  type Goal,
  machine,
  machineText,
  markdownTable,
  medianOf,
  printGoals,
  writeFigures,
  writeQuoted,
} from "./figures.ts";
import { invalidOrders, orderSchema, validOrder } from "./validation/order.ts";
import { orderByHand } from "./validation/zod-by-hand.ts";

type Judge = (value: unknown) => boolean;

interface Contest {
  readonly judges: ReadonlyMap<string, Judge>;
  readonly rounds: number;
}

const millisecondsOfRound = 120;

interface Row {
  readonly what: string;
  readonly perSecond: ReadonlyMap<string, number>;
}

const root = join(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    enough: { type: "string", default: "1" },
    write: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
const contest: Contest = { judges: await judgesOfOrders(), rounds };

const text = `Millions of orders a second of processor time, medians of ${rounds} rounds. ${machineText()}.`;
const rows: readonly Row[] = [
  { what: "valid", perSecond: ratesOf(contest, validOrder, true) },
  ...invalidOrders.map(([what, order]) => ({ what, perSecond: ratesOf(contest, order, false) })),
];
const tables = `${text}\n\n${tableOf()}`;
console.log(`${tables}\n`);

const goals = goalsOf().map((goal) => ({ ...goal, atLeast: goal.atLeast * Number(values.enough) }));
printGoals(goals, ratioText);
writeFigures(join(root, ".reports/bench/validators.json"), {
  machine: machine(),
  rounds,
  rows: rows.map(({ what, perSecond }) => ({ what, ...Object.fromEntries(perSecond) })),
  goals,
});
if (values.write) writeQuoted("validators", tables);
process.exitCode = goals.every(({ found, atLeast }) => found >= atLeast) ? 0 : 1;

function tableOf(): string {
  const names = [...contest.judges.keys()];
  const ratios = [["guard", "Ajv"] as const, ["Zod", "Zod by hand"] as const];
  return markdownTable(
    ["order of 25 fields", ...names, ...ratios.map(([one, other]) => `${one} / ${other}`)],
    rows.map((row) => [
      row.what,
      ...names.map((name) => millions(row.perSecond.get(name))),
      ...ratios.map(([one, other]) => ratioText(ratioOf(row, one, other))),
    ]),
  );
}

function goalsOf(): Goal[] {
  const [valid, ...invalid] = rows;
  return [
    { goal: "guard / Ajv, valid", found: ratioOf(valid, "guard", "Ajv"), atLeast: 5 },
    ...invalid.map((row) => ({ goal: `guard / Ajv, ${row.what}`, found: ratioOf(row, "guard", "Ajv"), atLeast: 1 })),
    { goal: "Zod / Zod by hand, order of 25 fields", found: ratioOf(valid, "Zod", "Zod by hand"), atLeast: 1 / 1.2 },
  ];
}

function ratioOf(row: Row | undefined, one: string, other: string): number {
  return (row?.perSecond.get(one) ?? Number.NaN) / (row?.perSecond.get(other) ?? Number.NaN);
}

function ratioText(ratio: number): string {
  return `${ratio.toFixed(2)}x`;
}

function millions(perSecond = Number.NaN): string {
  return (perSecond / 1e6).toFixed(2);
}

/** Of the order of 25 fields. */
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
      ["Zod by hand", (value) => orderByHand.safeParse(value).success],
    ]);
  } finally {
    dispose();
  }
}

/**
 * Validations a second of processor time, by validator: the median of the rounds, after a warm-up. Every round runs each validator
 * once, so that other load on the machine affects them all. Throws when one differs from `expected`.
 */
function ratesOf({ judges, rounds }: Contest, value: object, expected: boolean): ReadonlyMap<string, number> {
  const values = copiesOf(value);
  for (const [name, judge] of judges) {
    if (values.some((each) => judge(each) !== expected)) throw new Error(`${name} errs`);
  }
  const found = new Map<string, number[]>([...judges.keys()].map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, judge] of judges) {
      const perSecond = rateOf(judge, values, expected);
      if (round > 0) found.get(name)?.push(perSecond);
    }
  }
  return new Map([...found].map(([name, rates]) => [name, medianOf(rates)]));
}

/** As they come from the network: each parsed separately, so that no two share their strings. */
function copiesOf(value: object): readonly unknown[] {
  return Array.from({ length: 64 }, (): unknown => JSON.parse(JSON.stringify(value)));
}

function rateOf(judge: Judge, values: readonly unknown[], expected: boolean): number {
  const began = processorMilliseconds();
  let count = 0;
  for (;;) {
    for (let again = 0; again < 16; again += 1) {
      for (const value of values) if (judge(value) !== expected) throw new Error("a verdict has changed");
    }
    count += 16 * values.length;
    const elapsed = processorMilliseconds() - began;
    if (elapsed >= millisecondsOfRound) return (count / elapsed) * 1000;
  }
}

/** The processor time of this thread: other load on the machine does not count. */
function processorMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
