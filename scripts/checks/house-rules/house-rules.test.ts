import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { positionIn } from "../../release/versions/problem.ts";
import { folderOf } from "../../testing/folder-of.ts";
import { moduleHeader, pathNames, registryHosts, typeHoles } from "./texts.ts";
import { type Rule, readTree } from "./tree.ts";
import { words } from "./words.ts";
import { workflows } from "./workflows.ts";

test("no type is switched off, in generated code either", () => {
  expect(
    findings(typeHoles, {
      "packages/x/src/a.gen.ts": "// Say: any.\nexport const x: any = 1;",
      "packages/x/src/aa.gen.ts": "// @ts-nocheck\nexport {};",
      "examples/x/src/a.gen.ts": "/* eslint-disable */\n// @ts-nocheck\n// @ts-nocheck\nexport {};",
      "packages/x/src/b.ts": "// Header.\nexport const y = {} as unknown as string;",
      "packages/x/src/c.ts": "/* @ts-expect-error */ export const any = 'any';",
      "packages/x/test/c.test.ts": "// @ts-expect-error: a string\nconst z: number = '';",
    }),
  ).toEqual([
    "examples/x/src/a.gen.ts:3:1 hides what the checker says",
    "packages/x/src/a.gen.ts:2:1 `any` turns the checker off",
    "packages/x/src/aa.gen.ts:1:1 hides what the checker says",
    "packages/x/src/b.ts:2:21 a cast through another type hides a doubt",
    "packages/x/src/c.ts:1:1 hides what the checker says",
  ]);
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

test("only files git would take are looked at", () => {
  const files = { ".gitignore": "dist/\n", "dist/utils/a.js": "", "src/utils/a.js": "" };
  expect(findings(pathNames, files)).toEqual(['src/utils/a.js:1:1 "utils" does not say what is in it']);
});

test("prose, comments and messages use the terms of the field", () => {
  const tree = {
    "docs/a.md":
      "# A\n\nMend it; `mend` stays, [mended](mend.md) does not.\n\n```sh\nmend it now\n```\n\nIt is held\nto the spec.\n",
    "packages/x/src/a.ts": `// Nobody reads\n// what is\n// told.\nexport const message = "it says so";\nexport const key = "mend";\nexport const nobody = 1;\n`,
    "packages/x/src/c.gen.ts": "// Nobody edits this.\n",
  };
  expect(findings(words, tree).toSorted()).toEqual([
    'docs/a.md:3:1 "Mend" is not a term of the field',
    'docs/a.md:3:25 "mended" is not a term of the field',
    'docs/a.md:9:7 "held to" is not a term of the field',
    'packages/x/src/a.ts:1:4 "Nobody" is not a term of the field',
    'packages/x/src/a.ts:2:9 "is told" is not a term of the field',
    'packages/x/src/a.ts:4:28 "says so" is not a term of the field',
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
  return rule.check(tree).map(({ file, offset, message }) => {
    const { line, column } = positionIn(files[file] ?? "", offset);
    return `${file}:${line}:${column} ${message}`;
  });
}
