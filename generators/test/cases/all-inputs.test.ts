// Every input of `fixtures/` has a test that names it, and is the input that it is a copy of.
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { describe, expect, it, test } from "vitest";
import { corpusPath } from "../../../scripts/testing/shared-corpus.ts";
import { fixture, fixtures } from "./case.ts";

const root = path.join(import.meta.dirname, "../../..");
const tests = globSync(["generators/test/cases/*.test.ts", "packages/*/*/test/**/*.test.ts"], { cwd: root });
/** `codegen/link.yaml`, and for pairs their folder: `diff/charset-added`. */
const inputs = [
  ...globSync("{codegen,asyncapi}/*.yaml", { cwd: fixtures }),
  // A test there goes through all that begin with a digit.
  ...globSync("openapi-3.2/[!0-9]*.yaml", { cwd: fixtures }),
  ...globSync("diff/*", { cwd: fixtures }),
].sort();

test("a test names each input", () => {
  const texts = tests.map((file) => readFileSync(path.join(root, file), "utf8"));
  const unnamed = inputs.filter((input) => !texts.some((text) => text.includes(path.basename(input))));
  expect(inputs.length).toBeGreaterThan(30);
  expect(unnamed).toEqual([]);
});

const originals = corpusPath("../cases");
function describeWithOriginals(name: string, body: () => void): void {
  const skipped = (): void => it.skip(`there are no inputs at ${originals}`);
  describe(name, existsSync(originals) ? body : skipped);
}

describeWithOriginals("the copies", () => {
  test("are equal to the inputs, or YAML of the same value, and complete", () => {
    const files = globSync("{codegen,asyncapi,openapi-3.2,diff}/**/*.{yaml,json}", { cwd: originals });
    expect(files.length).toBeGreaterThan(80);
    expect(files.filter((file) => !isCopied(file))).toEqual([]);
  });
});

function isCopied(file: string): boolean {
  const original = readFileSync(path.join(originals, file), "utf8");
  if (existsSync(path.join(fixtures, file))) return fixture(file) === original;
  const yaml = file.replace(/json$/, "yaml");
  // The order of members counts as well.
  return (
    existsSync(path.join(fixtures, yaml)) && JSON.stringify(load(fixture(yaml))) === JSON.stringify(load(original))
  );
}
