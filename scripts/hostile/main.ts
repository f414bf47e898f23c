// `pnpm hostile`: puts every hostile text into every place of a description that holds text, and prints what became of each:
// refused where it stands, or text in the output, proved on the parsed output. Exits 1 when one became anything else.
import { readdirSync } from "node:fs";
import path from "node:path";
import { assault } from "../../generators/test/hostile/assault.ts";
import { asyncApiTemplate } from "../../generators/test/hostile/asyncapi-template.ts";
import type { Kind } from "../../generators/test/hostile/generation.ts";
import { openApiTemplate } from "../../generators/test/hostile/openapi-template.ts";
import { inherited, payloads } from "../../generators/test/hostile/payloads.ts";
import { slotsOf, type Template } from "../../generators/test/hostile/template.ts";
import { printTable } from "../bench/figures.ts";

const templates: readonly [name: string, kind: Kind, template: Template][] = [
  ["OpenAPI 3.1", "openapi", openApiTemplate("3.1")],
  ["OpenAPI 3.0", "openapi", openApiTemplate("3.0")],
  ["AsyncAPI 3", "asyncapi", asyncApiTemplate],
];

const folder = path.join(import.meta.dirname, "../../generators/test/hostile");
const rows: string[][] = [];
let failed = 0;
for (const [name, kind, template] of templates) {
  const [slots, texts] = [slotsOf(template).length, payloads.length];
  const { failures, refusals, outputs } = await assault(kind, template, payloads, name === "OpenAPI 3.0" ? "js" : "ts");
  const refused = new Set(refusals.map(({ slot, payload }) => `${slot} ${payload}`)).size;
  const files = outputs.flat().length;
  failed += failures.length;
  for (const failure of failures) console.error(`${name}: ${failure}`);
  const counts = [slots, texts, slots * texts, refused, slots * texts - refused, files, failures.length];
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
