// `pnpm corpus wire [--only TEXT]... [--write]`: what generated clients send for 800 operations of published descriptions, beside
// hey-api's generated client and openapi-fetch, with the same values. Each difference belongs to a rule that says which part of which
// standard is on whose side; one without a rule fails the run. `--write` puts the table into docs/corpus.md.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Report } from "../../../generators/src/diagnostics/index.ts";
import { codesOf, tolerable } from "../../../generators/src/diagnostics/tolerance.ts";
import type { Operation } from "../../../generators/src/model/http.ts";
import { readApi } from "../../../generators/src/read/read-api.ts";
import { writeFigures, writeQuoted } from "../../bench/figures.ts";
import { folderForOutput } from "../descriptions.ts";
import { availableDescriptions, type Description } from "../first-contact/descriptions.ts";
import { type Clients, clientsOf } from "./clients.ts";
import { type Compared, compared, show } from "./compare.ts";
import { ruleOf } from "./rules.ts";
import { pageText, type Row } from "./table.ts";

/** Of all kinds: with forms, multipart bodies, deepObject, parameters that are lists and objects, headers and cookies. */
const names = [
  "Asana",
  "Box",
  "DocuSign",
  "Directus",
  "Figma",
  "GitHub",
  "Jellyfin",
  "Notion",
  "Okta",
  "OpenAI",
  "Spotify",
  "Stripe",
  "Train Travel",
  "Twilio",
];
/** A few have no function in hey-api: 800 are left. */
const operationsInAll = 830;

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    write: { type: "boolean", default: false },
  },
});

const wanted = names.filter((name) => values.only.length === 0 || values.only.includes(name));
const { descriptions, skipped } = await availableDescriptions(wanted, false);
const chosen = descriptions.filter(({ name }) => wanted.includes(name));
for (const line of skipped) console.log(`skipped ${line}`);
const models = chosen.map((one) => ({ one, operations: operationsOf(one) }));
const rows: Row[] = [];
for (const { one, operations } of models) rows.push(await rowOf(one, sampleOf(operations)));
report();

/** All errors with a meaning are tolerated: what is compared is how requests are written. */
function operationsOf({ file, home }: Description): readonly Operation[] {
  const { api } = readApi({ cwd: home, openapi: file }, new Report(codesOf(tolerable)));
  return (api?.http?.operations ?? []).filter(({ trigger }) => trigger === null);
}

/** Evenly, and as many of each description as there are; what small ones lack, the others have. */
function sampleOf(operations: readonly Operation[]): readonly Operation[] {
  const sizes = models.map((model) => model.operations.length).toSorted((a, b) => a - b);
  let [left, share] = [operationsInAll, 0];
  for (const [index, size] of sizes.entries()) {
    share = Math.ceil(left / (sizes.length - index));
    left -= Math.min(size, share);
  }
  const count = values.only.length > 0 ? 60 : Math.min(share, operations.length);
  const step = operations.length / count;
  return Array.from(
    { length: Math.min(count, operations.length) },
    (_, index) => operations[Math.floor(index * step)],
  ).flatMap((operation) => operation ?? []);
}

async function rowOf(one: Description, operations: readonly Operation[]): Promise<Row> {
  using folder = folderForOutput("corpus-wire");
  const started = performance.now();
  const clients: Clients = await clientsOf(one, tolerable, folder.path);
  const found: Compared[] = [];
  for (const operation of operations) {
    const result = await compared(operation, clients);
    if (result !== null) found.push(result);
    else console.log(`${one.name}: hey-api has no function for ${operation.method} ${operation.path.text}`);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const requests = found.reduce((sum, { requests }) => sum + requests, 0);
  console.log(`${one.name}: ${found.length} operations, ${requests} requests, ${seconds} s`);
  return { one, operations: found.length, compared: found };
}

function report(): void {
  const all = rows.flatMap(({ one, compared }) =>
    compared.flatMap((each) => each.differences.map((difference) => ({ one, difference }))),
  );
  const unexplained = [
    ...all
      .filter(({ difference }) => ruleOf(difference) === null)
      .map(({ one, difference: { operation, of, peer, part, value, ours, theirs } }) => {
        const where = "in" in of ? `${of.in} ${of.name}` : of.type;
        return `${one.name}: ${operation.method} ${operation.path.text}, ${where}, ${part}, value ${JSON.stringify(value)}\n  waybill ${show(ours)}\n  ${peer} ${show(theirs)}`;
      }),
    ...rows.flatMap(({ one, compared }) =>
      compared.flatMap((each) => each.unexplained.map((line) => `${one.name}: ${line}`)),
    ),
  ];
  const text = pageText({ rows, skipped, date: new Date().toISOString().slice(0, 10) });
  console.log(`\n${text}\n`);
  writeFigures(join(import.meta.dirname, "../../../.reports/corpus-wire.json"), { text, unexplained });
  if (values.write && unexplained.length === 0) writeQuoted("on the wire", text, "corpus.md");
  for (const line of unexplained.slice(0, 40)) console.error(line);
  console.log(`${unexplained.length} differences without a rule`);
  process.exitCode = unexplained.length === 0 && rows.length > 0 ? 0 : 1;
}
