// `pnpm corpus probe [--sample] [--only TEXT] [--write]`: deletes and changes every node of descriptions, one at a time, and looks at what
// `waybill diff` says: something, an error of the description, or nothing for a reason of the list in unseen.ts. For AsyncAPI also at what
// asyncapi/diff says. Exits 1 when nothing was said without such a reason. --write puts the tables into docs/diff.md.
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { markdownTable, writeQuoted } from "../../bench/figures.ts";
import { corpusPath } from "../../testing/shared-corpus.ts";
import { asyncApiExamples, everyFieldDocuments, largeDescriptions, ownDescriptions } from "./descriptions.ts";
import { Judged, type Judgement } from "./judged.ts";
import { unseen } from "./unseen.ts";

const { values } = parseArgs({
  options: {
    sample: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    write: { type: "boolean", default: false },
  },
});

const hasCorpus = existsSync(corpusPath("asyncapi"));
if (!hasCorpus)
  console.log("the corpus is not there: only this description is probed; set WAYBILL_SHARED to its folder");
const share = values.sample ? 20 : 1;
const plan = [
  ...everyFieldDocuments.map((description) => ({ description, share })),
  ...ownDescriptions.map((description) => ({ description, share: share * 20 })),
  ...(hasCorpus ? asyncApiExamples() : []).map((description) => ({ description, share: share * 2 })),
  ...(hasCorpus ? largeDescriptions() : []).map((description) => ({ description, share: share * 40 })),
].filter(({ description }) => description.name.includes(values.only));

const judged = new Judged();
for (const { description, share: each } of plan) {
  judged.run(description, each);
  const row = judged.rows.at(-1);
  if (row !== undefined)
    console.log(`${row.name}: ${row.mutations} changes, ${row.said} reported, ${row.refused} errors`);
}

const total = judged.rows.reduce((sum, { mutations }) => sum + mutations, 0);
const tables = {
  probe: markdownTable(
    ["description", "nodes", "changes", "reported", "errors", "nothing, for a reason below"],
    judged.rows.map((row) => [
      row.name,
      String(row.nodes),
      String(row.mutations),
      String(row.said),
      String(row.refused),
      String(row.explained),
    ]),
  ),
  unseen: markdownTable(
    ["not reported", "why", "in this run"],
    unseen.map((each) => [each.what, each.why, String(judged.reasons.get(each) ?? 0)]),
  ),
  beside: besideTable(),
};
console.log(`\n${tables.probe}\n\n${tables.unseen}\n\n${tables.beside}`);
for (const [kind, times] of [...judged.lower].sort((a, b) => b[1] - a[1])) console.log(`  lower: ${times} ${kind}`);
for (const version of [2, 3] as const)
  console.log(
    `  rows of asyncapi/diff for ${version} that no change reached: ${judged.unreached(version).join(", ") || "none"}`,
  );
for (const line of judged.silent) console.log(`  nothing was said: ${line}`);
console.log(`${total} changes, ${judged.silent.length} of them silent without a reason`);
if (values.write && judged.silent.length === 0) {
  writeQuoted("diff: probe", `\n${tables.probe}\n`, "diff.md");
  writeQuoted("diff: unseen", `\n${tables.unseen}\n`, "diff.md");
  writeQuoted("diff: asyncapi/diff", `\n${tables.beside}\n`, "diff.md");
}
process.exitCode = judged.silent.length === 0 ? 0 : 1;

function besideTable(): string {
  const judgements: readonly Judgement[] = ["major", "minor", "patch", "error", "explained", "silent"];
  return markdownTable(
    ["asyncapi/diff", "major", "minor", "patch", "error", "nothing, for a reason above", "silent"],
    ["breaking", "non-breaking", "unclassified"].map((verdict) => [
      verdict,
      ...judgements.map((judgement) => String(judged.beside.get(`${verdict} ${judgement}`) ?? 0)),
    ]),
  );
}
