// `pnpm corpus first-contact [--only TEXT]... [--at-once N] [--latest] [--tolerate-all]`: published descriptions through `waybill generate`,
// as someone would who runs it for the first time. Prints a table. Exits 1 when the share of descriptions that generate and compile is
// below the goal.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { tolerable } from "../../../generators/src/diagnostics/tolerance.ts";
import { machineText, medianOf, printTable } from "../../bench/figures.ts";
import { atOnce } from "../../testing/at-once.ts";
import { folderForOutput } from "../descriptions.ts";
import { type Contact, contactOf } from "./contact.ts";
import { availableDescriptions, type Description } from "./descriptions.ts";

/** Of all descriptions. */
const goal = 0.95;

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    "at-once": { type: "string", default: "2" },
    latest: { type: "boolean", default: false },
    "tolerate-all": { type: "boolean", default: false },
  },
});

const { descriptions, skipped } = await availableDescriptions(values.only, values.latest);
for (const line of skipped) console.log(`skipped ${line}`);
const flags = values["tolerate-all"] ? tolerable.flatMap((code) => ["--tolerate", code]) : [];
console.log(machineText());
const contacts = await atOnce(Number(values["at-once"]), descriptions, meet);
report(contacts.toSorted((a, b) => descriptions.indexOf(a.one) - descriptions.indexOf(b.one)));

async function meet(one: Description): Promise<Contact> {
  using folder = folderForOutput("first-contact");
  const contact = await contactOf(one, folder.path, flags);
  if (contact.verdict !== "passed") console.log(`${one.name}: ${contact.verdict}\n${contact.output.slice(-1000)}`);
  rmSync(join(folder.path, "generated"), { recursive: true, force: true });
  return contact;
}

function report(all: readonly Contact[]): void {
  const head = ["description", "package", "waybill", "lines", "time"];
  printTable(
    head,
    all.map(({ one, verdict, lines, seconds }) => [
      one.name,
      one.source,
      verdict,
      String(lines),
      `${seconds.toFixed(1)} s`,
    ]),
  );
  const passed = all.filter(({ verdict }) => verdict === "passed").length;
  const median = medianOf(all.map(({ lines }) => lines));
  console.log(`${passed} of ${all.length} generate and compile, the goal is ${goal * 100} %; ${median} lines, median`);
  process.exitCode = passed >= goal * all.length ? 0 : 1;
}
