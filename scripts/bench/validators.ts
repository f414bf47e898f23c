// `pnpm bench validators [--rounds 7] [--enough 1] [--write]`: how many orders a second generated guards and Zod schemas validate, beside
// Ajv and a Zod schema written by hand, in one process. Exits 1 when a goal is missed; --enough 0.5 asks for half of each, on a
// machine that does other things.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Goal, machine, machineText, markdownTable, printGoals, writeFigures, writeQuoted } from "./figures.ts";
import { type Contest, ratesOf } from "./validation/contest.ts";
import { judgesOfOrders } from "./validation/judges.ts";
import { invalidOrders, validOrder } from "./validation/order.ts";

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
