import { expect, test } from "vitest";
import { ran } from "./in-process.ts";
import { shop } from "./shop.ts";
import { Workspace } from "./workspace.ts";

const note = "the generated code imports zod, which is not installed: pnpm add zod@4\n";
const flags = ["generate", "--openapi", "openapi.yaml", "--out", "src/gen"];

test.each<[string, Readonly<Record<string, string>>, string, boolean]>([
  ["is named where the package lacks it", { "package.json": '{ "name": "a" }', "pnpm-lock.yaml": "" }, "zod", true],
  ["is named by targets that need it", { "package.json": '{ "name": "a" }', "pnpm-lock.yaml": "" }, "server", true],
  ["is not needed by types", { "package.json": '{ "name": "a" }', "pnpm-lock.yaml": "" }, "types", false],
  ["is a dependency", { "package.json": '{ "name": "a", "dependencies": { "zod": "^4.6.7" } }' }, "zod", false],
  [
    "is installed for a package above",
    {
      "package.json": '{ "name": "a" }',
      "node_modules/zod/package.json": '{ "name": "zod", "main": "i.js" }',
      "node_modules/zod/i.js": "",
    },
    "zod",
    false,
  ],
  ["has no package to be added to", {}, "zod", false],
])("the advice to install zod fits the project: zod %s", async (_, files, target, isNamed) => {
  const workspace = new Workspace({ ...shop, ...files });
  for (const isFirst of [true, false]) {
    const { code, text } = await ran(workspace.folder, ...flags, "--target", target);
    expect(code).toBe(0);
    expect(text.endsWith(note)).toBe(isNamed && isFirst);
  }
});

test("the package.json beside generated JavaScript is not the package", async () => {
  const own = {
    "package.json": '{ "name": "a" }',
    "pnpm-lock.yaml": "",
    "src/gen/package.json": '{ "type": "module" }',
  };
  const workspace = new Workspace({ ...shop, ...own });
  expect((await ran(workspace.folder, ...flags, "--target", "zod", "--emit", "js")).text).toContain(note);
});
