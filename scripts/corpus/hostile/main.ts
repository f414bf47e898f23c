// `pnpm corpus hostile`: puts every hostile text into every place of a description that holds text, and prints the result of each:
// rejected at its place, or text in the output, proved on the parsed output. Exits 1 when one became anything else.
// `--every 4` plays one of so many rounds, in each of which every place has another text.
import { readdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Emission } from "../../../generators/src/emit/index.ts";
import { type Assault, assault } from "../../../generators/test/hostile/assault.ts";
import { asyncApiTemplate } from "../../../generators/test/hostile/asyncapi-template.ts";
import { asyncApi2Template } from "../../../generators/test/hostile/asyncapi2-template.ts";
import { exchangesTemplate } from "../../../generators/test/hostile/exchanges-template.ts";
import type { Kind } from "../../../generators/test/hostile/generation.ts";
import { openApiTemplate } from "../../../generators/test/hostile/openapi-template.ts";
import { inherited, payloads } from "../../../generators/test/hostile/payloads.ts";
import { isRefusable } from "../../../generators/test/hostile/refusable.ts";
import { slotsOf, type Template } from "../../../generators/test/hostile/template.ts";
import { printTable } from "../../bench/figures.ts";

const templates: readonly [name: string, kind: Kind, template: Template, emission: Emission][] = [
  ["OpenAPI 3.1", "openapi", openApiTemplate("3.1"), "ts"],
  ["OpenAPI 3.0", "openapi", openApiTemplate("3.0"), "js"],
  ["OpenAPI 3.2: callbacks, webhooks", "openapi", exchangesTemplate, "ts"],
  ["the same as JavaScript", "openapi", exchangesTemplate, "js"],
  ["AsyncAPI 3", "asyncapi", asyncApiTemplate, "ts"],
  ["AsyncAPI 2.6", "asyncapi", asyncApi2Template, "js"],
];

/** Texts that were refused although they are allowed there, and the other way round. */
function misjudgedIn(template: Template, { tried, refusals }: Pick<Assault, "tried" | "refusals">): string[] {
  const refused = new Set(refusals.map(({ slot, payload }) => `${slot}: ${payload}`));
  return slotsOf(template).flatMap((slot) =>
    payloads.flatMap(({ name, text }) => {
      const isRefused = refused.has(`${slot}: ${name}`);
      if (!tried.has(`${slot}: ${name}`) || isRefused === isRefusable(slot, text)) return [];
      return [isRefused ? `${slot} refuses ${name}, which is allowed there` : `${slot} takes ${name}`];
    }),
  );
}

const { values } = parseArgs({ options: { every: { type: "string", default: "1" } } });
const every = Number(values.every);
if (!Number.isInteger(every) || every < 1) {
  console.error(`--every: expected a whole number from 1, got ${JSON.stringify(values.every)}`);
  process.exit(2);
}
const folder = path.join(import.meta.dirname, "../../../generators/test/hostile");
const rows: string[][] = [];
let failed = 0;
for (const [name, kind, template, emission] of templates) {
  const [slots, texts] = [slotsOf(template).length, payloads.length];
  const { tried, failures, refusals, outputs } = await assault(kind, template, payloads, { emission, every });
  const refused = new Set(refusals.map(({ slot, payload }) => `${slot} ${payload}`)).size;
  const files = outputs.flat().length;
  const misjudged = misjudgedIn(template, { tried, refusals });
  failed += failures.length + misjudged.length;
  for (const line of misjudged) console.error(`${name}: ${line}`);
  for (const failure of failures) console.error(`${name}: ${failure}`);
  const counts = [slots, texts, tried.size, refused, tried.size - refused, files, failures.length + misjudged.length];
  rows.push([name, ...counts.map((count) => count.toLocaleString("en"))]);
}
printTable(
  ["description", "places", "texts", "tried", "refused there", "stay text", "files parsed", "anything else"],
  rows,
);
const documents = readdirSync(path.join(folder, "documents")).length;
const found = readdirSync(path.join(folder, "found")).length;
console.log(
  `and ${inherited.length} names that every object has; ${documents} documents, ${found} found by fuzzing: pnpm vitest run generators/test/hostile`,
);
process.exitCode = failed === 0 ? 0 : 1;
