// Turns vitest's JSON reports into one plain line: N passed, N failed, N skipped. A test that several runs have counts once.
import { readFileSync } from "node:fs";
import { z } from "zod";

const outcomes = ["failed", "passed", "skipped"] as const;
type Outcome = (typeof outcomes)[number];

const reportShape = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

const named = process.argv.slice(2);
const files = named.length > 0 ? named : [".reports/vitest.json"];
const found = files.flatMap((file) => outcomesIn(reportShape.parse(JSON.parse(readFileSync(file, "utf8")))));
const [failed = 0, passed = 0, skipped = 0] = countsOf(found);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = passed > 0 && failed === 0 ? 0 : 1;

/** The outcomes of all tests by name; two tests of one name in one file have a number. */
function outcomesIn({ testResults }: z.infer<typeof reportShape>): [test: string, outcome: Outcome][] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const seen = new Map<string, number>();
    const tests = assertionResults.map((test): [string, Outcome] => {
      const number = (seen.get(test.fullName) ?? 0) + 1;
      seen.set(test.fullName, number);
      return [`${name} ${test.fullName} ${number}`, outcomeOf(test.status)];
    });
    // A file that cannot be loaded, or whose hooks fail, has no test that failed.
    const isBroken = status === "failed" && tests.every(([, outcome]) => outcome !== "failed");
    return isBroken ? [...tests, [name, "failed"]] : tests;
  });
}

function outcomeOf(status: string): Outcome {
  if (status === "passed" || status === "failed") return status;
  return "skipped";
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
