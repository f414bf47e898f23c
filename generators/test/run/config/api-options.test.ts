// How many files know an option: adding one is a row of the table, what uses it, a scenario and a paragraph of the docs.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";
import { optionRows } from "../../../src/model/api-options.ts";

const source = path.join(import.meta.dirname, "../../../src");
const files = globSync("**/*.ts", { cwd: source }).sort();

/** The modules with a member, field or variable of this name; what targets call theirs inside of their folders is their own. */
function filesNaming(option: string): string[] {
  return files.filter((file) => !/^targets\/[^/]+\//.test(file) && namesIn(file).has(option));
}

const read = new Map<string, ReadonlySet<string>>();

function namesIn(file: string): ReadonlySet<string> {
  const known = read.get(file);
  if (known !== undefined) return known;
  const names = new Set<string>();
  const text = readFileSync(path.join(source, file), "utf8");
  const note = ({ name }: { readonly name: string }): unknown => names.add(name);
  new Visitor({ Identifier: note }).visit(parseSync(file, text).program);
  read.set(file, names);
  return names;
}

test("dates is known by its row and by what uses it, four files at most, and by nothing between them", () => {
  const naming = filesNaming("dates");
  expect(naming).toContain("model/api-options.ts");
  expect(naming).toContain("read/read-api.ts");
  expect(naming.length).toBeLessThanOrEqual(4);
  expect(naming.filter((file) => /^(?:run\/config|cli)\//.test(file))).toEqual([]);
});

test.each(["dates", "unusedSchemas", "importExtension"])(
  "no stage between the table and its users names %s",
  (option) => {
    const between = /^(?:cli|run\/(?:config|output|cache|render|target-files|header|specifiers))/;
    expect(filesNaming(option).filter((file) => between.test(file))).toEqual([]);
  },
);

test.each(Object.keys(optionRows))("the docs have %s, with the flag of its row", (option) => {
  const docs = readFileSync(path.join(source, "../../docs/options.md"), "utf8");
  const row = docs.split("\n").find((line) => line.startsWith("|") && line.includes(`\`${option}`)) ?? "";
  expect(row).not.toBe("");
  const flag = Object.entries(optionRows).find(([name]) => name === option)?.[1].flag ?? null;
  if (flag !== null) expect(row).toContain(`\`--${flag.name}\``);
});
