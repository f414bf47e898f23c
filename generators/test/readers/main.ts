// `pnpm bench readers`: the worst of what each reader of the command line accepts, and twice of it, each in a process of its own; and the
// longest pauses of `waybill mock`. `--only READER`, `--share N` of the sizes, `--write` updates docs/benchmarks.md.
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { atOnce } from "../../../scripts/testing/at-once.ts";
import { type Measured, measured, rows } from "./measure.ts";
import { readers } from "./readers.ts";
import { pausesOfMock } from "./servers.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    share: { type: "string", default: "1" },
    write: { type: "boolean", default: false },
  },
});
const share = Number(values.share);
const chosen = rows.filter(({ reader }) => values.only === undefined || reader === values.only);
const costs = await atOnce(2, chosen, async (row) => {
  const found = await measured(row, share);
  console.error(
    `${row.reader}, ${row.input}: ${Math.round(found.once.milliseconds)} and ${Math.round(found.twice.milliseconds)} ms`,
  );
  return { row, found };
});
const lines = [
  `Sizes: ${share === 1 ? "whole" : `1/${share}`}. Node ${process.version}, ${cpus().length} CPUs.`,
  "",
  "| reader | inputs | most processor time, once | twice the input | input | largest growth | most memory MB | refused |",
  "|---|---|---|---|---|---|---|---|",
  ...Object.keys(readers).flatMap((reader) => {
    const own = costs.filter(({ row }) => row.reader === reader);
    return own.length === 0 ? [] : [lineOf(reader, own)];
  }),
];
if (values.only === undefined) {
  lines.push(
    "",
    "| request to `waybill mock`, 0.9 MB | longest pause ms | memory MB | statuses |",
    "|---|---|---|---|",
  );
  for (const { input, milliseconds, memory, statuses } of await pausesOfMock(900_000))
    lines.push(`| ${input} | ${Math.round(milliseconds)} | ${Math.round(memory)} | ${statuses} |`);
}
const table = lines.join("\n");
console.log(table);
if (values.write) {
  const file = path.join(import.meta.dirname, "../../../docs/benchmarks.md");
  const text = readFileSync(file, "utf8");
  writeFileSync(
    file,
    text.replace(/<!-- readers -->[\s\S]*?<!-- \/readers -->/, () => `<!-- readers -->\n${table}\n<!-- /readers -->`),
  );
}

function lineOf(
  reader: string,
  own: readonly { readonly row: { readonly input: string }; readonly found: Measured }[],
): string {
  const sorted = own.toSorted((a, b) => b.found.twice.milliseconds - a.found.twice.milliseconds);
  const [slowest] = sorted;
  if (slowest === undefined) return "";
  const growth = Math.max(...own.map(({ found }) => found.growth));
  const memory = Math.max(...own.map(({ found }) => found.memory));
  const refused = own.filter(({ found }) => found.twice.code !== 0).length;
  const { once, twice } = slowest.found;
  return `| ${reader} | ${own.length} | ${Math.round(once.milliseconds)} ms | ${Math.round(twice.milliseconds)} ms | ${slowest.row.input} | ${growth.toFixed(1)}x | ${Math.round(memory)} | ${refused} |`;
}
