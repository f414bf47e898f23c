// `pnpm release try [--without-docs] [--output DIR]`: a dry run of a release from changesets to docs, in a copy of the
// checkout, with a registry of this machine (CI leaves the docs and the types to the night, .github/workflows/nightly.yml). `pnpm release publish`, with
// --publish: what main says is published. Exits 1 at the first step that fails.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { folderForCopies } from "../stories/harness/fresh-folder.ts";
import { dryRun } from "./dry-run.ts";
import { publish } from "./publish.ts";
import { StepFailed, stepsPrinting } from "./steps.ts";

const checkout = resolve(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: {
    publish: { type: "boolean", default: false },
    "without-docs": { type: "boolean", default: false },
    registry: { type: "string" },
    output: { type: "string", default: `${checkout}/.reports/release` },
  },
});

const run = stepsPrinting(console.log);
using work = folderForCopies(checkout, "release");
const started = performance.now();
try {
  const output = resolve(values.output);
  const lines = values.publish
    ? await publish({ checkout, work: work.path, run, registry: values.registry ?? null })
    : await dryRun({ checkout, work: work.path, run, output, docs: !values["without-docs"] });
  console.log(`\n${lines.join("\n")}\n`);
  console.log(`release: ${((performance.now() - started) / 1000).toFixed(0)} s`);
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  console.log(`\nrelease: stopped at ${error.message}; what that step says above is why`);
  process.exitCode = 1;
}
