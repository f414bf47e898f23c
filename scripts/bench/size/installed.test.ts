// What an install brings, counted from packages on the disk.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../../stories/packages/fresh-folder.ts";
import { installedWith } from "./installed.ts";

test("a package counts with its source, and each of its dependencies once, wherever it is linked", () => {
  using folder = freshFolder("installed");
  const packageAt = (place: string, name: string, more: object, files: Readonly<Record<string, string>>): string => {
    const home = join(folder.path, place);
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "package.json"), JSON.stringify({ name, version: "1.0.0", ...more }));
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(home, file, ".."), { recursive: true });
      writeFileSync(join(home, file), text);
    }
    return home;
  };
  const home = packageAt(
    "own",
    "own",
    { dependencies: { a: "1", b: "1" }, devDependencies: { missing: "1" } },
    { "src/index.ts": "12345", "test/index.ts": "not counted" },
  );
  const a = packageAt("store/a/node_modules/a", "a", { dependencies: { b: "1" } }, { "a.js": "x".repeat(1000) });
  const b = packageAt("store/b/node_modules/b", "b", {}, { "deep/b.js": "x".repeat(500) });
  mkdirSync(join(home, "node_modules"));
  symlinkSync(a, join(home, "node_modules/a"));
  symlinkSync(b, join(home, "node_modules/b"));
  symlinkSync(b, join(folder.path, "store/a/node_modules/b"));
  const installed = installedWith(home);
  expect(installed.map(({ name }) => name)).toEqual(["a", "b", "own"]);
  expect(installed.at(-1)?.bytes).toBe(5);
  expect(installed[1]?.bytes).toBe(500 + JSON.stringify({ name: "b", version: "1.0.0" }).length);
});

test("a dependency that is not installed is an error", () => {
  using folder = freshFolder("installed");
  mkdirSync(join(folder.path, "src"));
  writeFileSync(
    join(folder.path, "package.json"),
    JSON.stringify({ name: "own", version: "1.0.0", dependencies: { "no-such-package-here": "1" } }),
  );
  expect(() => installedWith(folder.path)).toThrow("no-such-package-here is not installed");
});
