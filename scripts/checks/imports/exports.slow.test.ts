// `knip` with the settings of this repository, on a small checkout where one thing of each kind is dead or unlisted.
import { spawnSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { folderOf } from "../../testing/folder-of.ts";

const checkout = path.join(import.meta.dirname, "../../..");

const files = {
  "pnpm-workspace.yaml": "packages:\n  - packages/*/*\n",
  "package.json": JSON.stringify({ name: "root", private: true }),
  "packages/waybill/x/package.json": JSON.stringify({
    name: "x",
    exports: "./src/index.ts",
    dependencies: { zod: "1" },
  }),
  "packages/waybill/x/src/index.ts": `import "zod"; export { used } from "./parts.ts"; export const entry = 1;`,
  "packages/waybill/x/src/parts.ts": `export const used = 1; export const tested = 2;`,
  "packages/waybill/x/test/parts.test.ts": `import { tested } from "../src/parts.ts"; tested;`,
};

test("what a package exports, a test imports, and a manifest lists is alive", () => {
  expect(knip(files)).toEqual([]);
});

test("a dead export, a dead file, an unlisted import and an unused dependency are found", () => {
  const found = knip({
    ...files,
    "packages/waybill/x/package.json": files["packages/waybill/x/package.json"].replace('"zod"', '"zod":"1","ky"'),
    "packages/waybill/x/src/parts.ts": `import "ajv"; export const used = 1; export const tested = 2; export const dead = 3;`,
    "packages/waybill/x/src/nobody.ts": "export const x = 1;",
  });
  expect(found.map((line) => line.replace(/\s+/g, " ")).join("\n")).toMatch(
    /nobody\.ts.*\bky\b.*\bajv\b.*\bdead packages\/waybill\/x\/src\/parts\.ts/s,
  );
});

/** What it prints, by line. */
function knip(tree: Readonly<Record<string, string>>): string[] {
  const root = folderOf(tree);
  copyFileSync(path.join(checkout, "knip.jsonc"), path.join(root, "knip.jsonc"));
  const program = path.join(checkout, "scripts/checks/node_modules/knip/bin/knip.js");
  const { stdout, stderr } = spawnSync(process.execPath, [program, "--no-config-hints", "--no-progress"], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  return `${stdout}${stderr}`.split("\n").filter((line) => line.trim() !== "");
}
