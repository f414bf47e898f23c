// Turns vitest's JSON reports into what failed and a plain line: N passed, N failed, N skipped. A test that several runs have counts once.
import { readFileSync } from "node:fs";
import { z } from "zod";

const outcomes = ["failed", "passed", "skipped"] as const;
type Outcome = (typeof outcomes)[number];

const testShape = z.object({
  fullName: z.string(),
  status: z.enum(outcomes).catch("skipped"),
  failureMessages: z.array(z.string()).default([]),
});
const fileShape = z.object({
  ...{ name: z.string(), status: z.string(), message: z.string().default("") },
  assertionResults: z.array(testShape),
});
const reportShape = z.object({ testResults: z.array(fileShape) });
const [file = ".reports/vitest.json", ...files] = process.argv.slice(2);
const found = [file, ...files].flatMap((file) =>
  reportShape.parse(JSON.parse(readFileSync(file, "utf8"))).testResults.flatMap(outcomesIn),
);
const [failed = 0, passed = 0, skipped = 0] = countsOf(found);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = passed > 0 && failed === 0 ? 0 : 1;

/** The outcomes of all tests by name; two tests of one name in one file have a number. Of a failure it prints the first lines. */
function outcomesIn({ name, status, message, assertionResults }: z.infer<typeof fileShape>): [string, Outcome][] {
  const seen = new Map<string, number>();
  const tests = assertionResults.map((test): [string, Outcome] => {
    const number = (seen.get(test.fullName) ?? 0) + 1;
    seen.set(test.fullName, number);
    if (test.status === "failed") console.log(startOf([name, test.fullName, ...test.failureMessages]));
    return [`${name} ${test.fullName} ${number}`, test.status];
  });
  // A file that cannot be loaded, or whose hooks fail, has no test that failed.
  if (status !== "failed" || tests.some(([, outcome]) => outcome === "failed")) return tests;
  console.log(startOf([name, message]));
  return [...tests, [name, "failed"]];
}

function startOf(texts: readonly string[]): string {
  return texts.join("\n").split("\n").slice(0, 12).join("\n");
}

/** The worst outcome of each test; skipped where no run had it. */
function countsOf(all: readonly (readonly [string, Outcome])[]): number[] {
  const worst = new Map<string, Outcome>();
  for (const [test, outcome] of all) {
    const earlier = worst.get(test) ?? "skipped";
    if (outcomes.indexOf(outcome) <= outcomes.indexOf(earlier)) worst.set(test, outcome);
  }
  return outcomes.map((outcome) => [...worst.values()].filter((one) => one === outcome).length);
}
