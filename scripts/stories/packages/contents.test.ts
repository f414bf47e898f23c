import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../harness/fresh-folder.ts";
import { faultsOf } from "./contents.ts";

const good = {
  LICENSE: "MIT",
  "README.md": "# One",
  "package.json": `{"dependencies":{"two":"1.0.0"}}`,
  "dist/a.js": "",
};

test("a package has its license and README, and nothing that users have no use for", () => {
  expect(faultsIn({ ...good, "dist/a.d.ts": "", "site/scripts/three.ts": "" })).toEqual([]);
  const { LICENSE: _, ...unlicensed } = good;
  expect(faultsIn(unlicensed)).toEqual(["it has no LICENSE"]);
  expect(faultsIn({ ...good, "dist/a.test.js": "", "dist/a.ts": "", "dist/runtime/b.test.ts": "" }).sort()).toEqual([
    "dist/a.test.js is nothing for users",
    "dist/a.ts is nothing for users",
    "dist/runtime/b.test.ts is nothing for users",
  ]);
  expect(faultsIn({ ...good, "package.json": `{"dependencies":{"two":"workspace:*"}}` })).toEqual([
    `its manifest says "workspace:*": pack it with pnpm`,
  ]);
  expect(faultsIn({ ...good, "dist/a.js": "f();\n//# sourceMappingURL=../../src/a.js.map\n" })).toEqual([
    "dist/a.js names the map ../../src/a.js.map, which is not there",
  ]);
});

function faultsIn(files: Readonly<Record<string, string>>): string[] {
  using folder = freshFolder("contents-test");
  for (const [file, text] of Object.entries(files)) {
    const path = join(folder.path, "package", file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const tarball = join(folder.path, "one.tgz");
  execFileSync("tar", ["-czf", tarball, "-C", folder.path, "package"]);
  return faultsOf(tarball);
}
