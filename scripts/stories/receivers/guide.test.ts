// The guide shows the very programs that `pnpm stories receivers` runs.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { guideFile, guidesFolder, programsIn, withPrograms } from "./guide.ts";
import { programs } from "./programs.ts";

const guide = readFileSync(guideFile, "utf8");

test("every program is run, and shown in the guide", () => {
  const files = readdirSync(join(guidesFolder, "verify")).sort();
  expect(programs.map(({ file }) => file).sort()).toEqual(files);
  expect(programsIn(guide).sort()).toEqual(files.map((file) => `verify/${file}`));
});

test("the guide has them as they are run", () => {
  expect(guide, "put them in with: pnpm stories receivers --write").toBe(withPrograms(guide));
});

test("a program that was changed in the guide is put back, and nothing else is touched", () => {
  const before = "Before.\n\n```sh file=a.sh\nold\n```\n\n```sh\nkept\n```\n";
  expect(withPrograms(before, () => "new $& $1\n")).toBe(before.replace("old", () => "new $& $1"));
});
