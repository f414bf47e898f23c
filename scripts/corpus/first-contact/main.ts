// `pnpm corpus first-contact [--only TEXT]... [--at-once N] [--no-peers] [--latest] [--tolerate-all] [--write]`: published descriptions
// through `waybill generate` and through other generators, as someone would who runs them for the first time. `--write` puts the table
// into docs/corpus.md. Exits 1 when the share of descriptions that generate and compile is below the goal.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { tolerable } from "../../../generators/src/diagnostics/tolerance.ts";
import { machineText, writeFigures, writeQuoted } from "../../bench/figures.ts";
import { atOnce } from "../../testing/at-once.ts";
import { folderForOutput } from "../descriptions.ts";
import { type Contact, contactOf } from "./contact.ts";
import { availableDescriptions, type Description } from "./descriptions.ts";
import { judge, schemaReader } from "./faults.ts";
import { type Generator, peers, waybill } from "./generators.ts";
import { pageText, type Row } from "./table.ts";

/** Of all descriptions; the rest must have a fault that another reader confirms. */
const goal = 0.95;

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    "at-once": { type: "string", default: "2" },
    "no-peers": { type: "boolean", default: false },
    latest: { type: "boolean", default: false },
    "tolerate-all": { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});

const { descriptions, skipped } = await availableDescriptions(values.only, values.latest);
for (const line of skipped) console.log(`skipped ${line}`);
const own = waybill(values["tolerate-all"] ? tolerable.flatMap((code) => ["--tolerate", code]) : []);
const generators = [own, ...(await others())];
const reader = await schemaReader();
const machine = machineText();
console.log(machine);
const rows = (await atOnce(Number(values["at-once"]), descriptions, rowOf)).toSorted(
  (a, b) => descriptions.indexOf(a.one) - descriptions.indexOf(b.one),
);
report();

async function others(): Promise<readonly Generator[]> {
  if (values["no-peers"]) return [];
  const found = await peers();
  if (!("reason" in found)) return found;
  console.log(`skipped the other generators, npm could not install them:\n${found.reason}`);
  return [];
}

/** A folder for each run of a generator: none sees what another wrote. */
async function rowOf(one: Description): Promise<Row> {
  const contacts: Contact[] = [];
  let judged: Row["judged"] = null;
  for (const generator of generators.filter(({ reads }) => reads.includes(one.kind))) {
    using folder = folderForOutput("first-contact");
    const contact = await contactOf(one, generator, folder.path);
    contacts.push(contact);
    console.log(`${contact.verdict.padEnd(16)} ${generator.name.padEnd(26)} ${one.name}`);
    if (contact.verdict === "stopped") console.log(contact.output.slice(-300));
    rmSync(join(folder.path, "generated"), { recursive: true, force: true });
    if (generator === own && !contact.passed) judged = await judge(one, { generator, reader }, folder.path);
  }
  return { one, contacts, judged };
}

function report(): void {
  const text = pageText({ rows, skipped, machine, date: new Date().toISOString().slice(0, 10) });
  console.log(`\n${text}\n`);
  writeFigures(join(import.meta.dirname, "../../../.reports/first-contact.json"), { rows, skipped });
  if (values.write) writeQuoted("first contact", text, "corpus.md");
  const passed = rows.filter(({ contacts }) =>
    contacts.some(({ generator, passed }) => generator === "waybill" && passed),
  );
  const share = rows.length === 0 ? 0 : passed.length / rows.length;
  console.log(`${(share * 100).toFixed(0)} % generate and compile, the goal is ${goal * 100} %`);
  process.exitCode = share >= goal ? 0 : 1;
}
