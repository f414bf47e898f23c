// `pnpm corpus pairs [--pairs N] [--seed N] [--show TEXT] [--sample] [--write]`: random pairs of schemas, each judged by Ajv and by
// `waybill diff`. Ajv finds a value that is valid for the sender and not for the receiver, or it finds none. Exits 1 when less than
// 98 % of those that break are major. `--show` prints missed pairs, and majors by a rule of that name that no value shows.
import { parseArgs } from "node:util";
import fc from "fast-check";
import { markdownTable, writeQuoted } from "../../bench/figures.ts";
import { type Judged, judge } from "./judged.ts";
import { pairs } from "./schemas.ts";

/** The share of breaking pairs that have to be found. */
const goal = 0.98;

/** What a sender no longer sends, or a receiver no longer reads, by a convention of docs/diff.md: values show nothing of it. */
const conventions: ReadonlySet<string> = new Set(["property-removed", "closed-property-removed", "property-left-out"]);

const { values } = parseArgs({
  options: {
    pairs: { type: "string", default: "5000" },
    seed: { type: "string", default: "20" },
    show: { type: "string" },
    sample: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const numRuns = values.sample ? 200 : Number(values.pairs);
const all = fc.sample(pairs, { numRuns, seed: Number(values.seed) });
const judged: Judged[] = [];
// One description for each 250: what has one name in both is compared once.
for (let first = 0; first < all.length; first += 250) judged.push(...judge(all.slice(first, first + 250)));

const breaking = judged.filter(({ witness }) => witness !== null);
const missed = breaking.filter(({ majors }) => majors.length === 0);
const share = 1 - missed.length / Math.max(1, breaking.length);
const unshown = judged.filter(({ witness, majors }) => witness === null && majors.length > 0);
const rows = [...Map.groupBy(judged, ({ pair }) => pair.edit)]
  .sort(([one], [other]) => one.localeCompare(other))
  .map(([edit, group]) => rowOf(edit, group));
const table = markdownTable(
  [
    "edit",
    "breaking",
    "found",
    "major by convention",
    "major, no value allowed",
    "major, no value found",
    "compatible",
  ],
  [...rows, rowOf("all", judged)],
);
const text =
  `${all.length} pairs (seed ${values.seed}) in both directions: ${breaking.length} break by Ajv, of which ${breaking.length - missed.length} are ` +
  `major, ${(100 * share).toFixed(1)} %.`;
console.log(table);
console.log(text);
if (values.show !== undefined) {
  for (const each of missed) print("missed", each);
  for (const each of unshown.filter(({ majors }) => majors.includes(values.show ?? ""))) print("not shown", each);
}
if (values.write && share >= goal) writeQuoted("diff: pairs", `\n${text}\n\n${table}\n`, "diff.md");
if (share < goal) console.log(`less than ${100 * goal} %; --show prints them`);
process.exitCode = share >= goal ? 0 : 1;

function rowOf(edit: string, group: readonly Judged[]): string[] {
  const broken = group.filter(({ witness }) => witness !== null);
  const rest = group.filter(({ witness, majors }) => witness === null && majors.length > 0);
  const byConvention = rest.filter(isByConvention);
  const empty = rest.filter((each) => !isByConvention(each) && each.sent === 0);
  const compatible = group.filter(({ witness, majors }) => witness === null && majors.length === 0);
  return [
    edit,
    String(broken.length),
    String(broken.filter(({ majors }) => majors.length > 0).length),
    String(byConvention.length),
    String(empty.length),
    String(rest.length - byConvention.length - empty.length),
    String(compatible.length),
  ];
}

function isByConvention({ majors }: Judged): boolean {
  return majors.some((rule) => conventions.has(rule));
}

function print(what: string, { pair, direction, witness, majors, sent }: Judged): void {
  console.log(`${what}: ${direction}, ${pair.edit} ${majors.join(" ")} (${sent} values)`);
  for (const each of [pair.base, pair.revision, witness?.value]) console.log(`  ${JSON.stringify(each)}`);
}
