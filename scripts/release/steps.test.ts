import { expect, test } from "vitest";
import { StepFailed, stepsPrinting } from "./steps.ts";

test("a step says what it did; the first that fails says why, and ends the rest", async () => {
  const lines: string[] = [];
  const run = stepsPrinting((line) => lines.push(line.replace(/\d+\.\d s/, "0.0 s")));
  expect(await run("pack", () => Promise.resolve({ result: 2, said: "2 packages" }))).toBe(2);
  const failing = run("publish", () => Promise.reject(new Error("refused", { cause: new Error("no such scope") })));
  await expect(failing).rejects.toThrow(StepFailed);
  expect(lines).toEqual([
    "pass  pack        0.0 s  2 packages",
    "FAIL  publish     0.0 s",
    "      refused",
    "      no such scope",
  ]);
});
