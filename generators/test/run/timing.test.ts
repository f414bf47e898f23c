// What a run takes, by stage, as `--timing` prints it.
import { expect, test } from "vitest";
import { Stopwatch } from "../../src/source/stopwatch.ts";
import { shop, toTypes } from "../cli/shop.ts";
import { Workspace } from "../cli/workspace.ts";

test("the time of an inner stage is not counted for the outer one, and time outside all stages is the rest", async () => {
  let now = 100;
  const pass = (milliseconds: number): void => {
    now += milliseconds;
  };
  const stopwatch = new Stopwatch("compare", () => now);
  stopwatch.add("start", 7);
  pass(1);
  stopwatch.time("read", () => {
    pass(10);
    stopwatch.time("parse", () => pass(100));
    pass(20);
  });
  await stopwatch.timeAsync("read", async () => pass(3));
  expect(() => stopwatch.time("write", () => failAfter(() => pass(5)))).toThrow("no space");
  pass(2);
  expect(Object.fromEntries(stopwatch.stages())).toEqual({ start: 7, parse: 100, read: 33, write: 5, compare: 3 });
});

function failAfter(step: () => void): never {
  step();
  throw new Error("no space");
}

test("generate --timing prints a table on stderr, and check --timing --json a member", async () => {
  const workspace = new Workspace(shop);
  const first = await workspace.spawn(["generate", ...toTypes, "--timing"]);
  expect(stagesOf(first.stderr)).toEqual(
    "start, load code, configuration, last run, parse, read, check, target types, compare, write, report, total, peak memory",
  );
  expect(first.stdout).not.toContain("peak memory");
  const again = await workspace.spawn(["check", ...toTypes, "--timing", "--json"]);
  const { timing } = JSON.parse(again.stdout);
  expect(timing.stages.map(({ stage }: { stage: string }) => stage)).toEqual([
    "start",
    "configuration",
    "last run",
    "compare",
  ]);
  expect(timing.peakMegabytes).toBeGreaterThan(10);
  const shares = timing.stages.reduce((sum: number, { share }: { share: number }) => sum + share, 0);
  expect(shares).toBeCloseTo(1, 2);
  expect(again.stderr).toBe("");
});

function stagesOf(stderr: string): string {
  const rows = stderr.split("\n").flatMap((line) => /^(.*?) {2,}\d+ (?:ms|MB)/.exec(line)?.[1] ?? []);
  return rows.join(", ");
}

test("--watch is not timed", async () => {
  const workspace = new Workspace(shop);
  const result = await workspace.run(["generate", ...toTypes, "--watch", "--timing"]);
  expect(result.code).toBe(2);
  expect(result.stderr).toContain("--watch and --timing cannot be used together");
});
