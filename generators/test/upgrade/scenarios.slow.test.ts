// Every scenario, upgraded in one run: the code of the caller is what the scenario says, and compiles but for the places it lists.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isLong } from "../../../scripts/testing/long.ts";
import { readScenarios } from "./scenarios.ts";
import { type Outcome, ShopFolder } from "./shop-folder.ts";

const scenarios = readScenarios();
let folder: ShopFolder;
let outcomes: ReadonlyMap<string, Outcome>;

beforeAll(async () => {
  folder = await ShopFolder.generated(scenarios);
  ({ outcomes } = await folder.upgraded("--write"));
});

afterAll(() => folder?.[Symbol.dispose]());

describe.each(scenarios)("the scenario $title", ({ name, after, left }) => {
  test("is upgraded", () => {
    const outcome = outcomes.get(name);
    expect(outcome?.text).toBe(after);
    expect(outcome?.left).toEqual(left);
  });
});

test("every upgraded program runs", async () => {
  // What some of them only declare is not there.
  const files = scenarios
    .filter(({ language }) => !language.endsWith("x"))
    .map(({ name, language }) => `./${name}/use.${language}`);
  folder.write(
    "run.mjs",
    `for (const file of ${JSON.stringify(files)}) await import(file).catch((error) => error instanceof ReferenceError || console.error(file, String(error)));\n`,
  );
  const { stderr } = await promisify(execFile)(process.execPath, ["--no-warnings", "run.mjs"], { cwd: folder.folder });
  expect(stderr).toBe("");
});

// Of one upgrade upgrade.test.ts shows it on each change.
test.runIf(isLong)("a second upgrade edits nothing", async () => {
  const { result } = await folder.upgraded();
  expect(result.files).toEqual([]);
});
