// What respect reports, altered one thing at a time -> the verdict on it.
import { expect, test } from "vitest";
import type { Check, ExecutedStep, RespectRun } from "./respect.ts";
import { outcomesOf } from "./verdict.ts";
import type { WorkflowFile } from "./workflow-files.ts";

const file: WorkflowFile = {
  name: "parcel.arazzo.yaml",
  path: "/parcel.arazzo.yaml",
  source: "fulfillment",
  workflows: [{ id: "sendParcel", inputs: ["apiKey"], steps: ["order", "wait"] }],
};
const met: Check = { name: "success criteria check", passed: true, message: "", condition: "$statusCode == 200" };
const missed: Check = { ...met, passed: false };
const fits: Check = { name: "schema check", passed: true, message: "" };
const misfit: Check = { name: "schema check", passed: false, message: "must have\n  property id" };
const order = executed("order", met, fits);
const wait = executed("wait", met, fits);

test("a workflow whose steps were executed and passed has no problem", () => {
  expect(verdict(order, wait)).toEqual([{ workflowId: "sendParcel", steps: 2, checks: 4, problems: [] }]);
});

test("a step that was retried may miss its criteria before, and counts once", () => {
  const outcome = { workflowId: "sendParcel", steps: 2, checks: 6, problems: [] };
  expect(verdict(order, executed("wait", missed, fits), wait)).toEqual([outcome]);
});

test.each<[string, ExecutedStep[], string]>([
  [
    "a criterion that is not met",
    [order, executed("wait", missed, fits)],
    "wait: not $statusCode == 200\nthe response was 200 {}",
  ],
  [
    "a check of respect's own",
    [order, executed("wait", met, misfit)],
    "wait: schema check: must have property id\nthe response was 200 {}",
  ],
  [
    "the same in an attempt that was retried",
    [order, executed("wait", missed, misfit), wait],
    "wait: schema check: must have property id\nthe response was 200 {}",
  ],
  [
    "a criterion of the attempt after retries",
    [order, wait, executed("wait", missed)],
    "wait: not $statusCode == 200\nthe response was 200 {}",
  ],
  [
    "a criterion about a header",
    [order, executed("wait", { ...missed, condition: "$response.header.RateLimit-Remaining == 0" })],
    'wait: not $response.header.RateLimit-Remaining == 0\nthe response was 200 {"ratelimit-remaining":"5"} {}',
  ],
  [
    "a criterion that says little without its context",
    [order, executed("wait", { ...missed, condition: "^W-", message: 'Checking regex criteria: {"condition":"^W-"}' })],
    'wait: not {"condition":"^W-"}\nthe response was 200 {}',
  ],
  [
    "several in one step",
    [order, executed("wait", missed, misfit)],
    "wait: not $statusCode == 200; schema check: must have property id\nthe response was 200 {}",
  ],
  ["a step that was not reached", [order], "wait: was not executed"],
  ["a step whose criteria were left out", [order, executed("wait", fits)], "wait: none of its criteria was checked"],
])("a failed step is a problem: %s", (_what, steps, problem) => {
  expect(verdict(...steps)[0]?.problems).toEqual([problem]);
});

test("a workflow that respect did not run is a problem, although it ended with 0", () => {
  expect(problems({ exitCode: 0, output: "", workflows: [] })).toEqual(["respect ran it 0 times, and not once"]);
});

test("the output of respect is reported when no workflow ran", () => {
  const ending = "respect ended with 1:\nno such file";
  expect(problems({ exitCode: 1, output: "no such file", workflows: [] })).toContain(ending);
  expect(
    problems({ exitCode: 1, output: "no such file", workflows: [{ workflowId: "sendParcel", steps: [order, wait] }] }),
  ).toEqual([ending]);
});

test("what failed outside of the API is a problem", () => {
  const run = { exitCode: 0, output: "", workflows: [{ workflowId: "sendParcel", steps: [order, wait] }] };
  expect(outcomesOf(file, run, ["no such order"])[0]?.problems).toEqual(["no such order"]);
});

function verdict(...steps: readonly ExecutedStep[]): ReturnType<typeof outcomesOf> {
  return outcomesOf(file, { exitCode: 0, output: "", workflows: [{ workflowId: "sendParcel", steps }] }, []);
}

function problems(run: RespectRun): readonly string[] | undefined {
  return outcomesOf(file, run, [])[0]?.problems;
}

function executed(stepId: string, ...checks: readonly Check[]): ExecutedStep {
  return { stepId, status: 200, headers: { "ratelimit-remaining": "5" }, body: {}, checks };
}
