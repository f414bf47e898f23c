// `pnpm bench peers [--description FILE] [--tolerate CODE]… [--only NAME]… [--times 3] [--no-types] [--built] [--write]`: cost and
// output of other generators for one description, compared with waybill: all in one session, in turns, each run a cold process.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { machine, machineText, writeFigures, writeQuoted } from "../figures.ts";
import { type Contender, contenders } from "./contenders.ts";
import { type Entrant, entrantOf, type Found, runOnce, summaryOf } from "./entrant.ts";
import { descriptionGiven, type Given, withoutExtensions } from "./given.ts";
import { tableOf } from "./table.ts";
import { compilers, consumerSeconds } from "./type-check.ts";

const root = join(import.meta.dirname, "../../..");
const { values } = parseArgs({
  allowNegative: true,
  options: {
    description: { type: "string" },
    tolerate: { type: "string", multiple: true, default: [] },
    /** Names, or their beginnings; waybill always takes part. */
    only: { type: "string", multiple: true, default: [] },
    times: { type: "string", default: "3" },
    types: { type: "boolean", default: true },
    /** As published, not from source. */
    built: { type: "boolean", default: false },
    /** Puts the table into docs/benchmarks.md. */
    write: { type: "boolean", default: false },
  },
});

const given = descriptionGiven(values.description, values.tolerate);
if (given !== null) await compare(given);

async function compare(description: Given): Promise<void> {
  const waybill = commandLine();
  const entrants: Entrant[] = [];
  for (const contender of contenders.filter(isAsked)) {
    const file = contender.withoutExtensions ? withoutExtensions(description) : description.file;
    entrants.push(await entrantOf(contender, { description: file, tolerate: description.tolerate, waybill }));
  }
  const text = machineText();
  for (let turn = 0; turn < Number(values.times); turn += 1) {
    for (const entrant of entrants) await runOnce(entrant);
  }
  const used = values.types ? compilers.filter((compiler) => compiler !== "6.0") : [];
  const found: Found[] = [];
  for (const entrant of entrants) found.push(await summaryOf(entrant, used));
  const [home] = entrants.map((entrant) => entrant.home);
  const empty: (number | null)[] = [];
  for (const compiler of used) empty.push(await consumerSeconds(null, home ?? root, compiler));
  const source = values.built ? "built" : "from source";
  const caption = `${description.name}, waybill ${source}, ${Number(values.times) === 1 ? "one run" : `medians of ${values.times} runs`}. ${text}.`;
  const table = tableOf(found, { compilers: used, empty });
  console.log(`${caption}\n\n${table}`);
  writeFigures(join(root, ".reports/bench/peers.json"), { machine: machine(), description, source, found, empty });
  if (values.write) writeQuoted("peers", `${caption}\n\n${table}`);
}

function isAsked({ name }: Contender): boolean {
  return values.only.length === 0 || name === "waybill" || values.only.some((one) => name.startsWith(one));
}

function commandLine(): string {
  if (!values.built) return join(root, "generators/bin/waybill.js");
  const { status, stderr } = spawnSync(join(root, "node_modules/.bin/tsdown"), ["--log-level", "warn"], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the toolkit could not be built:\n${stderr}`);
  return join(root, "generators/dist/cli/main.js");
}
