import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderOf } from "../../testing/folder-of.ts";
import { badReleasesRule } from "./bad-releases.ts";
import { moduleHeader } from "./module-header.ts";
import { namesRule } from "./names.ts";
import { pathNames } from "./path-names.ts";
import { registryHosts } from "./registry-hosts.ts";
import { printFinding, type Rule } from "./rule.ts";
import { titles } from "./titles.ts";
import { readTree } from "./tree.ts";
import { typeHoles } from "./type-holes.ts";
import { wordsRule } from "./words.ts";
import { workflows } from "./workflows.ts";

test("every rule of the folder is run", () => {
  const modules = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const textOf = (name: string): string => readFileSync(join(import.meta.dirname, name), "utf8");
  const defined = modules.flatMap((name) =>
    [...textOf(name).matchAll(/^export const (\w+): Rule\b/gm)].map(([, rule]) => rule),
  );
  const [, listed = ""] = /const rules: readonly Rule\[\] = \[([^\]]*)\]/.exec(textOf("main.ts")) ?? [];
  expect(defined.length).toBeGreaterThan(0);
  expect(listed.match(/\w+/g)?.toSorted()).toEqual(defined.toSorted());
});

test("no type is switched off, in generated code either", () => {
  expect(
    findings(typeHoles, {
      "packages/x/src/a.gen.ts": "export const x: any = 1;",
      "packages/x/src/aa.gen.ts": "// @ts-nocheck\nexport {};",
      "examples/x/src/a.gen.ts": "// @ts-nocheck\n// @ts-nocheck\nexport {};",
      "examples/x/src/b.ts": "// @ts-nocheck\nexport {};",
      "packages/x/src/b.ts": "// Header.\n// @ts-ignore\nexport const y = {} as unknown as string;",
      "packages/x/src/c.ts": "/* @ts-expect-error */ export const any = 'any';",
      "packages/x/test/c.test.ts": "// @ts-expect-error: a string\nconst z: number = '';",
      "packages/x/test/fixtures/d.ts": "const z: any = 1;",
    }),
  ).toEqual([
    "examples/x/src/a.gen.ts:2:1 @ts-nocheck hides what the checker says",
    "examples/x/src/b.ts:1:1 @ts-nocheck hides what the checker says",
    "packages/x/src/a.gen.ts:1:17 `any` turns the checker off",
    "packages/x/src/aa.gen.ts:1:1 @ts-nocheck hides what the checker says",
    "packages/x/src/b.ts:2:1 @ts-ignore hides what the checker says",
    "packages/x/src/b.ts:3:18 a cast through another type hides a doubt",
    "packages/x/src/c.ts:1:1 @ts-expect-error hides what the checker says",
  ]);
});

test("a title of a test is a sentence with a subject", () => {
  const lines = [
    'test("a schema is read twice", f);',
    'test("reads a schema twice", f);',
    'test.each(rows)("%s is read", f);',
    "test.skipIf(no).each(rows)(`${name} reads`, f);",
    'test("the command line", f);',
    'describe("a schema", () => { it("is read", f); it("without a type", f); });',
    'describe(name, () => { it("reads a schema", f); });',
    'describe.each(rows)("$name", () => {});',
    'describeOnEachDatabase("the outbox", () => { test("claims each delivery once", f); });',
    'test("each parameter names the field", f);',
    'test("the names of fields", f);',
    'other("reads a schema", f);',
    'describe("in Redis", () => { it("reads a schema", f); });',
    'test("a file is kept", f);',
  ];
  expect(findings(titles, { "packages/x/test/a.test.ts": lines.join("\n") })).toEqual([
    'packages/x/test/a.test.ts:2:6 "reads a schema twice" has no subject',
    'packages/x/test/a.test.ts:3:17 "%s is read" begins with a placeholder',
    'packages/x/test/a.test.ts:4:28 "${name} reads" begins with a placeholder',
    'packages/x/test/a.test.ts:5:6 "the command line" is no sentence',
    'packages/x/test/a.test.ts:6:51 "a schema > without a type" is no sentence',
    'packages/x/test/a.test.ts:8:21 "$name" begins with a placeholder',
    'packages/x/test/a.test.ts:11:6 "the names of fields" is no sentence',
    'packages/x/test/a.test.ts:13:33 "in Redis > reads a schema" has no subject',
    'packages/x/test/a.test.ts:14:6 "a file is kept" says "kept"',
  ]);
});

test("an exported name says what a thing is", () => {
  const text =
    "export type FoundPages = 1;\nexport const ownRest = 1;\nexport function foundations() {}\nconst left = 1;";
  const files = { "packages/x/src/a.ts": text, "packages/x/src/a.gen.ts": "export type Found = 1;" };
  expect(findings(namesRule(0), files)).toEqual([
    'packages/x/src/a.ts:1:13 "found" in FoundPages says nothing',
    'packages/x/src/a.ts:2:14 "own" in ownRest says nothing',
  ]);
  expect(findings(namesRule(2), files)).toEqual([]);
});

test("a module starts with what it is for", () => {
  expect(
    findings(moduleHeader, {
      "scripts/a.ts": "// Turns x into y.\n",
      "scripts/b.ts": "#!/usr/bin/env node\n/** Turns x into y. */\n",
      "scripts/c.ts": "export const c = 1;\n",
      "scripts/d.ts": "//\nexport const c = 1;\n",
      "scripts/e.test.ts": "import {} from 'vitest';\n",
    }),
  ).toEqual([
    "scripts/c.ts:1:1 the module does not say what it is for",
    "scripts/d.ts:1:1 the module does not say what it is for",
  ]);
});

test("files and folders are named after what they hold", () => {
  expect(
    findings(pathNames, { "packages/x/src/utils/a.ts": "", "docs/Helpers.md": "", "docs/utility-bills.md": "" }),
  ).toEqual([
    'docs/Helpers.md:1:1 "Helpers.md" does not say what is in it',
    'packages/x/src/utils/a.ts:1:1 "utils" does not say what is in it',
  ]);
});

test("no registry is named", () => {
  const host = ["registry", "npmjs", "org"].join(".");
  const lockfile = `packages:\n  a@1:\n    resolution: {tarball: https://mirror.example/a.tgz}\n`;
  expect(
    findings(registryHosts, { ".npmrc": `x\nregistry=https://${host}/`, "pnpm-lock.yaml": lockfile, "a.md": "npm" }),
  ).toEqual([`.npmrc:2:18 names the registry ${host}`, "pnpm-lock.yaml:3:18 records the address a package came from"]);
});

test("a release that is known to be malware is not installed, and no range admits it", () => {
  const packages = [
    "  '@asyncapi/specs@6.11.2':",
    "  debug@4.4.3(supports-color@10.2.2):",
    "  strip-ansi@7.2.0:",
    "  strip-ansi@6.0.1:",
  ];
  const lockfile = `overrides:\n  debug@^4: 4.4.3\n\npackages:\n${packages.join("\n")}\n`;
  const declared = (range: string): string => JSON.stringify({ dependencies: { "@asyncapi/specs": range } }, null, 1);
  expect(
    findings(badReleasesRule, {
      "pnpm-lock.yaml": lockfile,
      "a/package.json": declared("^6.8.0"),
      "c/package.json": declared(">=6"),
      "d/package.json": declared("6.11.1"),
      "e/package.json": declared("^6.11.3"),
    }),
  ).toEqual([
    "a/package.json:3:3 admits @asyncapi/specs@6.8.2",
    "c/package.json:3:3 admits @asyncapi/specs@6.8.2",
    "pnpm-lock.yaml:5:1 has @asyncapi/specs@6.11.2",
    "pnpm-lock.yaml:7:1 ranges may admit strip-ansi@7.1.1",
  ]);
});

test("only files git would take are looked at", () => {
  const files = { ".gitignore": "dist/\n", "dist/utils/a.js": "", "src/utils/a.js": "" };
  expect(findings(pathNames, files)).toEqual(['src/utils/a.js:1:1 "utils" does not say what is in it']);
});

test("prose, comments, test names and messages use the terms of the field", () => {
  const tree = {
    "docs/a.md":
      "# A\n\nMend it; `mend` stays, [mended](mend.md) does not.\n\n```sh\nmend it now\n```\n\nIt is held\nto the spec.\n",
    "docs/good.md": "Fix it. The answer to this question stands. UTC stands for a time.\n",
    "packages/x/src/a.ts": `// Nobody reads\n// what is\n// told.\nexport const message = "it says so";\nexport const key = "mend";\n`,
    "packages/x/src/b.ts":
      "export interface CliDoor {}\nexport const doorway = (count: number): string => `${count} of it goes wrong`;\n",
    "packages/x/src/d.ts":
      "// The flags exclude each other.\nexport const readIfThere = 1;\nexport const isThere = 2;\n",
    "packages/x/src/c.gen.ts": "// Nobody edits this.\n",
    "packages/x/test/a.test.ts": `test("answers with 404", () => {});`,
  };
  const documents = [
    'docs/a.md:3:1 "Mend" is not a term of the field',
    'docs/a.md:3:25 "mended" is not a term of the field',
    'docs/a.md:9:7 "held to" is not a term of the field',
  ];
  const modules = [
    'packages/x/src/a.ts:1:4 "Nobody" is not a term of the field',
    'packages/x/src/a.ts:2:9 "is told" is not a term of the field',
    'packages/x/src/a.ts:4:28 "says so" is not a term of the field',
    'packages/x/src/b.ts:1:18 "CliDoor" is not a term of the field',
    'packages/x/src/b.ts:2:67 "goes wrong" is not a term of the field',
    'packages/x/src/d.ts:1:14 "exclude each other" is not a term of the field',
    'packages/x/src/d.ts:2:14 "readIfThere" is not a term of the field',
    'packages/x/test/a.test.ts:1:7 "answers with" is not a term of the field',
  ];
  expect(findings(wordsRule([]), tree)).toEqual([...documents, ...modules]);
  expect(findings(wordsRule(["packages/x"]), tree)).toEqual(documents);
  expect(findings(wordsRule(["docs/a.md", "docs/good.md", "packages/x"]), tree)).toEqual([
    "scripts/checks/house-rules/words.ts:1:1 docs/good.md is listed as not yet rewritten and has no findings",
  ]);
});

test("an action is pinned, a job ends, and no right is everybody's", () => {
  const commit = "08c6903cd8c0fde910a37f88322edcfb5dd907a8";
  const good = `on: push
permissions:
  contents: read
jobs:
  # A comment.
  one:
    runs-on: ubuntu-latest
    timeout-minutes: 5
    permissions:
      contents: write # why
    steps:
      - uses: actions/checkout@${commit} # v5.0.0

      - run: echo
  two:
    uses: ./.github/workflows/other.yml
`;
  const file = ".github/workflows/release.yml";
  expect(findings(workflows, { [file]: good })).toEqual([]);
  const changed = (from: string, to: string): string[] => findings(workflows, { [file]: good.replace(from, to) });
  const unpinned = `${file}:12:9 actions/checkout is not pinned to a commit`;
  expect(changed(`@${commit} # v5.0.0`, "@v5")).toEqual([unpinned]);
  expect(changed(" # v5.0.0", "")).toEqual([unpinned]);
  expect(changed(`@${commit}`, "@08c6903")).toEqual([unpinned]);
  expect(changed("    timeout-minutes: 5\n", "")).toEqual([`${file}:6:3 the job one may run for six hours`]);
  expect(changed("contents: read", "contents: write")).toEqual([`${file}:2:1 every job may write`]);
  expect(changed("permissions:\n  contents: read\n", "")).toEqual([
    `${file}:1:1 every job has all rights of the token`,
  ]);
  expect(changed("runs-on: ubuntu-latest", "runs-on: ubuntu-latest\n    needs: three")).toEqual([
    `${file}:8:12 Unresolved job: unresolved job three`,
  ]);
  expect(changed("      - run: echo", "      - runs: echo")[0]).toContain(`${file}:7:5 OneOf conditions`);
});

test("a workflow in a guide is valid, ends and may only read", () => {
  const shown = (job: string): Record<string, string> => ({
    "docs/guides/ci.md": `# CI\n\n\`\`\`yaml title="ci.yml"\non: push\npermissions: {}\njobs:\n  one:\n    runs-on: ubuntu-latest\n${job}\`\`\`\n`,
  });
  const steps = "    steps:\n      - uses: actions/checkout@v5\n";
  expect(findings(workflows, shown(`    timeout-minutes: 5\n${steps}`))).toEqual([]);
  expect(findings(workflows, shown(steps))).toEqual(["docs/guides/ci.md:7:3 the job one may run for six hours"]);
  expect(findings(workflows, shown(`    timeout-minutes: 5\n    needs: two\n${steps}`))).toEqual([
    expect.stringMatching(/^docs\/guides\/ci\.md:\d+:\d+ Unresolved job/),
  ]);
});

/** What the rule finds in a checkout that holds just these files, as `file:line:column message`. */
function findings(rule: Rule, files: Readonly<Record<string, string>>): string[] {
  const root = folderOf(files);
  execFileSync("git", ["init", "--quiet"], { cwd: root });
  const tree = readTree(root);
  return rule.check(tree).map((finding) => {
    const [first = ""] = printFinding(rule.name, finding, files[finding.file] ?? "").split("\n");
    return first.replace(` error ${rule.name}:`, "");
  });
}
