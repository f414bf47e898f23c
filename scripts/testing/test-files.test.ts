import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { slowTestFiles, testFiles } from "./test-files.ts";

const folder = mkdtempSync(join(tmpdir(), "test-files-"));
const slow = ["generators/test/cli/a.slow.test.ts", "scripts/b.slow.test.ts", "spec/test/c.slow.test.ts"];
const plain = ["docs/checks/d.test.ts", "packages/d/e/test/f/g.test.ts"];
// Unlike the real folder, without a dot: this glob would pass over it.
const copies = [...slow, ...plain].map((file) => `reports/copies-release/before/${file}`);
for (const file of [...slow, ...plain, ...copies]) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), "");
}

afterAll(() => rmSync(folder, { recursive: true }));

describe("test files", () => {
  it("are those of the workspace, not of its copies", () => {
    expect(globSync(testFiles, { cwd: folder }).toSorted()).toStrictEqual([...slow, ...plain].toSorted());
  });

  it("are slow by their names", () => {
    expect(globSync(slowTestFiles, { cwd: folder }).toSorted()).toStrictEqual(slow);
  });
});
