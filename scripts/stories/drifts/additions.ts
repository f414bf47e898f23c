// Additions to the API, made one after the other in a copy of the checkout -> whether only their own few files need
// edits by hand: the compiler reports the expected places, then everything compiles and passes the checks and tests.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { type Addition, apply, type Edit } from "./drifts.ts";
import { indented, outcomeOf, report, secondsSince } from "./run.ts";

/** The steps of `pnpm check` that check the description and the code generated from it. */
const steps = ["types", "derived", "generated", "examples", "description"];

/** What could hold a list of operations or events, and is run once for all additions. */
export const sharedTests: readonly string[] = [
  "spec/test/description.test.ts",
  "spec/test/shared.test.ts",
  "spec/test/workflows.test.ts",
  "spec/test/facts",
  "packages/fulfillment/client/test",
  "packages/fulfillment/webhooks/test",
  "docs/checks",
  "docs/test",
  "scripts/derived/described.test.ts",
];

export async function tryAdditions(all: readonly Addition[], copy: string): Promise<boolean> {
  const started = performance.now();
  for (const addition of all) {
    const problem = overLimit(addition) ?? (await problemOf(addition, copy));
    const files = [...filesOf(addition.spec), ...filesOf(addition.code)];
    const what = `${addition.what} takes ${files.length} files: ${files.join(", ")}`;
    report(problem === null ? "derived" : "FAILS", addition.id, `${secondsSince(started)} s, ${what}`);
    if (problem !== null) return failed(problem);
  }
  const problem =
    (await failureOf(["node", "scripts/checks/check.ts", ...steps], copy)) ??
    (await failureOf(["vitest", "run", "--reporter=dot", ...sharedTests], copy));
  report(problem === null ? "passes" : "FAILS", "additions", `${secondsSince(started)} s, checks and tests`);
  return problem === null || failed(problem);
}

function failed(problem: string): false {
  console.log(indented(`more has to be edited than these files:\n${problem}`));
  return false;
}

/** The files edited by hand, each once. */
function filesOf(edits: readonly Edit[]): string[] {
  return [...new Set(edits.map(({ file }) => file))];
}

export function overLimit({ spec, code, limit }: Addition): string | null {
  const counts = { spec: filesOf(spec).length, code: filesOf(code).length };
  if (counts.spec <= limit.spec && counts.code <= limit.code) return null;
  return `${counts.spec} files of spec/ and ${counts.code} others are edited; allowed: ${limit.spec} and ${limit.code}`;
}

async function problemOf({ spec, asks, code, tests }: Addition, copy: string): Promise<string | null> {
  for (const edit of spec) apply(edit, copy);
  const problem = (await generate(copy)) ?? (await wronglyAsked(asks, copy));
  if (problem !== null) return problem;
  for (const edit of code) apply(edit, copy);
  return failureOf(["vitest", "run", "--reporter=dot", ...tests], copy);
}

/** `pnpm generate`, without pnpm, which would check the installation. */
async function generate(copy: string): Promise<string | null> {
  const { scripts } = manifest.parse(JSON.parse(readFileSync(path.join(copy, "package.json"), "utf8")));
  for (const command of scripts.generate.split(" && ")) {
    const failure = await failureOf(command.split(" "), copy);
    if (failure !== null) return failure;
  }
  return null;
}

const manifest = z.object({ scripts: z.object({ generate: z.string() }) });

/** Of all that is published; the types of the rest are checked once, at the end. */
async function wronglyAsked(files: readonly string[], copy: string): Promise<string | null> {
  const project = "tsconfig.published.json";
  writeFileSync(path.join(copy, project), '{ "extends": "./tsconfig.json", "include": ["packages/*/*/src"] }\n');
  const { output } = await outcomeOf(["tsc", "--project", project, "--pretty", "false"], copy);
  const asking = new Set([...output.matchAll(/^(\S+?)\(\d+,\d+\): error /gm)].map(([, file]) => file));
  return [...asking].join() === files.join() ? null : `the compiler should ask for edits of ${files}:\n${output}`;
}

async function failureOf(command: readonly string[], copy: string): Promise<string | null> {
  const { code, output } = await outcomeOf(command, copy);
  return code === 0 ? null : `${command.join(" ")} fails:\n${output}`;
}
