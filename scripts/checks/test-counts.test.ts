import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

type Tests = Readonly<Record<string, "passed" | "failed" | "pending" | "todo">>;

/** The line and the exit code for reports of one file of tests. */
function count(...reports: readonly (Tests | "broken")[]): string {
  const folder = mkdtempSync(join(tmpdir(), "test-counts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = reports.map((tests, at) => {
    const results = tests === "broken" ? [] : Object.entries(tests).map(([fullName, status]) => ({ fullName, status }));
    const isFailed = tests === "broken" || results.some(({ status }) => status === "failed");
    const file = { name: "a.test.ts", status: isFailed ? "failed" : "passed", assertionResults: results };
    writeFileSync(join(folder, `${at}.json`), JSON.stringify({ testResults: [file] }));
    return join(folder, `${at}.json`);
  });
  const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, "test-counts.ts"), ...files], {
    encoding: "utf8",
  });
  return `${stdout.trim()}, exit code ${status}`;
}

test("each test of a report counts once", () => {
  expect(count({ a: "passed", b: "pending", c: "todo" })).toBe("1 passed, 0 failed, 2 skipped, exit code 0");
  expect(count({ a: "passed", b: "failed" })).toBe("1 passed, 1 failed, 0 skipped, exit code 1");
  expect(count({ a: "pending" })).toBe("0 passed, 0 failed, 1 skipped, exit code 1");
});

test("a file without tests that failed counts as one failure", () => {
  expect(count("broken")).toBe("0 passed, 1 failed, 0 skipped, exit code 1");
});

test("a test in several reports counts once, with its worst outcome", () => {
  expect(count({ a: "passed", b: "pending" }, { a: "passed", b: "passed", c: "passed" })).toBe(
    "3 passed, 0 failed, 0 skipped, exit code 0",
  );
  expect(count({ a: "passed", b: "passed" }, { a: "failed", b: "pending" })).toBe(
    "1 passed, 1 failed, 0 skipped, exit code 1",
  );
});
