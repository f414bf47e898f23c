import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../../stories/harness/fresh-folder.ts";
import { archiveSite, olderVersions, unpackOlder } from "./sites.ts";

test("an archive comes back as it was; one that is missing is named, with how to make it", () => {
  using folder = freshFolder("sites");
  const built = join(folder.path, "built");
  mkdirSync(built);
  writeFileSync(join(built, "index.html"), "1.0.0");
  const archives = join(folder.path, "older");
  archiveSite({ version: "1.0.0", folder: built }, archives);
  const to = join(folder.path, "to");
  expect(unpackOlder(archives, "1.0.0", to)).toEqual({ version: "1.0.0", folder: to });
  expect(readFileSync(join(to, "index.html"), "utf8")).toBe("1.0.0");
  expect(() => unpackOlder(archives, "1.1.0", to)).toThrow("DOCS_BASE=/1.1.0/ npx -y pnpm@12 run docs");
});

test("older versions are those that the switch names, but for the current one", () => {
  using folder = freshFolder("versions");
  mkdirSync(join(folder.path, "docs"));
  const versions = ["2.0.0", "1.1.0", "1.0.0"].map((version) => ({
    version,
    path: version === "2.0.0" ? "/" : `/${version}/`,
    date: "2026-11-22",
  }));
  writeFileSync(join(folder.path, "docs/versions.json"), JSON.stringify({ current: "2.0.0", versions }));
  expect(olderVersions(folder.path).map(({ version }) => version)).toEqual(["1.1.0", "1.0.0"]);
});
