// `node scripts/corpus/swagger.ts [--converter module.mjs] FILE...`: Swagger 2.0 descriptions to OpenAPI 3.0, and how many facts the
// conversion loses, by kind. `--converter`: a module that exports `convert`, a function from one document to the other, in place of ours.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Report, textOf } from "../../generators/src/diagnostics/index.ts";
import { convertSwagger } from "../../generators/src/read/swagger/convert.ts";
import { Sources } from "../../generators/src/source/index.ts";
import { openApiFacts, swaggerFacts } from "./swagger-facts.ts";

type Convert = (document: unknown, file: string) => unknown;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { converter: { type: "string" } } });
const convert = values.converter === undefined ? ours : await converterIn(values.converter);
let all = 0;
let lost = 0;
for (const file of positionals) {
  const opened = new Sources({ cwd: process.cwd() }).open(file);
  if (!opened.ok) throw new Error(`${file} cannot be read: ${opened.problem.kind}`);
  const facts = swaggerFacts(opened.value.value);
  const kept = openApiFacts(await convert(structuredClone(opened.value.value), file));
  const missing = [...facts].filter((fact) => !kept.has(fact));
  const kinds = Object.entries(Object.groupBy(missing, (fact) => fact.split(" ", 1)[0] ?? ""));
  const shown = kinds.map(([kind, found = []]) => `${found.length} ${kind}`).join(", ");
  console.log(`${file}: ${missing.length} of ${facts.size} facts lost${shown === "" ? "" : ` (${shown})`}`);
  all += facts.size;
  lost += missing.length;
}
console.log(`${positionals.length} descriptions: ${lost} of ${all} facts lost`);

function ours(_: unknown, file: string): unknown {
  const report = new Report();
  const sources = new Sources({ cwd: process.cwd() });
  const opened = sources.open(file);
  const root = opened.ok ? convertSwagger({ sources, report }, opened.value) : null;
  for (const one of report.list()) if (one.code !== "swagger-converted") console.log(textOf(one).split("\n", 1)[0]);
  return root?.value;
}

async function converterIn(module: string): Promise<Convert> {
  const { convert: found }: { convert?: unknown } = await import(pathToFileURL(resolve(module)).href);
  if (typeof found !== "function") throw new Error(`${module} exports no function "convert"`);
  return (document) => found(document);
}
