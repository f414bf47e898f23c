import { expect, test } from "vitest";
import { type Outcome, runSteps, type Step } from "./steps.ts";

const run = async (...steps: Step[]): Promise<Record<string, boolean>> => {
  const outcomes = await runSteps(steps, { atOnce: 2, report: () => undefined });
  return Object.fromEntries(outcomes.map((outcome) => [outcome.name, outcome.ok]));
};

const script = (name: string, code: string): Step => ({ name, command: ["node", "-e", code] });

test("a step fails by its exit code, by a forbidden warning and by not starting", async () => {
  const outcomes = await run(
    script("passes", "console.log('fine')"),
    script("exits", "process.exit(1)"),
    { ...script("warns", "console.error('You have 2 warnings.')"), failsOn: /You have \d+ warnings?/ },
    { name: "missing", command: ["no-such-program"] },
  );
  expect(outcomes).toEqual({ passes: true, exits: false, warns: false, missing: false });
});

test("every step is reported with what it printed on both streams", async () => {
  const reported: Outcome[] = [];
  const steps = [script("loud", "console.log('out'); console.error('err'); process.exit(3)")];
  await runSteps(steps, { atOnce: 4, report: (outcome) => reported.push(outcome) });
  expect(reported).toHaveLength(1);
  expect(reported[0]?.output.split("\n").sort()).toEqual(["err", "out"]);
});
