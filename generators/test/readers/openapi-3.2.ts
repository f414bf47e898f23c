// The descriptions of `cases/fixtures/openapi-3.2`, one a feature -> the tables of docs/openapi-3.2.md: what each generator makes of it.
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { type Contender, contenders, entrantOf, runOnce, waybill } from "../../../scripts/bench/speed/contenders.ts";

const fixtures = path.join(import.meta.dirname, "../cases/fixtures/openapi-3.2");
const command = path.join(import.meta.dirname, "../../bin/waybill.js");
const n = /["']?\bn["']?\??:\s*(number|z\.|zod\.|v\.)/;

type Run = Parameters<Contender["command"]>[0];

/** What its output has to contain, in any style of code. */
const features: readonly (readonly [feature: string, file: string, ...needed: RegExp[]])[] = [
  ["`query`", "01-query-method", /["'`]?query["'`]?/i, /queryItems/i],
  ["`additionalOperations`", "02-additional-operations", /copyItem/i],
  ["`itemSchema` of `text/event-stream`", "04-item-schema-sse", n],
  ["`itemSchema` of `application/jsonl`", "04b-item-schema-jsonl-response", n],
  ["`itemSchema` of `application/json-seq`", "04d-item-schema-json-seq", n],
  ["`itemSchema` and `itemEncoding` of `multipart/mixed`", "05-item-encoding-multipart-mixed", n, /multipart\/mixed/],
  ["`prefixEncoding`", "06-prefix-encoding", /image\/png/, /multipart\/related/],
  ["`$self`, and references through it", "07-self", /\bB\b/],
  ["`in: querystring`, a form", "08-querystring", /["']?\bfoo["']?\??:/],
  ["`in: querystring`, JSON", "08b-querystring-json", /["']?\bfoo["']?\??:/],
  ["`style: cookie`", "09-cookie-style", /\bprefs\b/, /\braw\b/],
  ["`allowReserved` in a path", "09b-allowreserved", /allowReserved["']?: true/],
  ["security by URI", "10b-security-deprecated-and-uri", /X-Key/],
  ["`summary` of a response", "11-response-summary", /SUMMARYTEXT/],
  ["`components.mediaTypes`", "12-components-mediatypes", n],
  ["`dataValue`", "15-example-fields", /4711|ids=1,2/],
  ["`name` of a server", "16-server-name", /production/],
];

/** Documents, and whether a linter has to report an error in them. */
const faults: readonly (readonly [fault: string, file: string])[] = [
  ["a tag's `parent` that is not defined", "03b-tags-parent-missing"],
  ["`in: querystring` beside `in: query`", "08d-querystring-and-query"],
  ["a `dataValue` that its schema rejects", "15b-example-datavalue-invalid"],
  ["a `serializedValue` that its schema rejects", "15c-example-serialized-invalid"],
];

async function main(): Promise<void> {
  const writing = contenders.filter(({ reports, home: tool }) => reports !== true && tool !== "kubb");
  const tools = [waybill("", ["types", "zod", "client", "server", "samples"]), ...writing.slice(0, 4)];
  const rows: string[][] = [["feature", ...tools.map(({ home: name }) => name)]];
  for (const [feature, file, ...needed] of features) {
    const row = [feature];
    for (const tool of tools) {
      const run = { description: path.join(fixtures, `${file}.yaml`), waybill: command, tolerate: [] };
      const entrant = await entrantOf(tool, run);
      await runOnce(entrant);
      const text = textIn(entrant.run.out);
      const isThere = needed.every((each) => each.test(text));
      row.push((entrant.costs[0]?.exit ?? 0) !== 0 ? "stops" : isThere ? "there" : "**lost**");
    }
    rows.push(row);
    console.error(row.join(" | "));
  }
  console.log([rows, await lintedRows()].map(tableOf).join("\n"));
}

/** Only what the standard says: rules of style are no faults. */
async function lintedRows(): Promise<string[][]> {
  const redocly = contenders.filter(({ reports }) => reports === true);
  const linters: Contender[] = [
    { ...waybill("", []), command: ({ description }) => [command, "lint", description] },
    ...redocly.map((one) => ({ ...one, command: (run: Run) => [...one.command(run), "--extends", "spec"] })),
  ];
  const failing = async (linter: Contender, files: readonly string[]): Promise<number> => {
    let count = 0;
    for (const file of files) {
      const run = { description: path.join(fixtures, `${file}.yaml`), waybill: command, tolerate: [] };
      const entrant = await entrantOf(linter, run);
      await runOnce(entrant);
      if (entrant.costs[0]?.exit !== 0) count += 1;
    }
    return count;
  };
  const rows = [["fault", "waybill lint", "redocly lint"]];
  for (const [fault, file] of faults) {
    const found = [];
    for (const linter of linters) found.push((await failing(linter, [file])) === 1 ? "error" : "**accepted**");
    rows.push([fault, ...found]);
  }
  const valid = features.map(([, file]) => file);
  const counts = [];
  for (const linter of linters) counts.push(`errors in ${await failing(linter, valid)}`);
  return [...rows, [`none: the ${valid.length} documents of the first table`, ...counts]];
}

function textIn(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => path.join(folder, file))
    .filter((file) => statSync(file).isFile() && !file.endsWith(".json"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
}

function tableOf([head = [], ...rows]: readonly string[][]): string {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |\n`).join("");
}

await main();
