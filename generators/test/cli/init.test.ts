// `waybill init`: what it finds, what it writes, and that it leaves alone what was there.
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ran, ranApart } from "./in-process.ts";
import { Workspace } from "./workspace.ts";

const openapi = 'openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\npaths: {}\n';
const asyncapi = 'asyncapi: 3.0.0\ninfo: { title: Shop, version: "1" }\n';
const nodenext = '{ "compilerOptions": { "module": "nodenext" } }';
const spec = {
  "node_modules/@acme/spec/package.json": '{ "version": "1.0.0" }',
  "node_modules/@acme/spec/openapi.yaml": openapi,
  "node_modules/@acme/spec/asyncapi.yaml": asyncapi,
};

function manifest(members: object): string {
  return `${JSON.stringify({ name: "shop", type: "module", ...members }, null, 2)}\n`;
}

it("writes a configuration for the description in a package, and a script, and prints the next steps", async () => {
  const workspace = new Workspace({
    ...spec,
    "package.json": manifest({ dependencies: { "@acme/spec": "^1.0.0", waybill: "1" } }),
    "package-lock.json": "{}",
    "tsconfig.json": nodenext,
  });
  const { code, text } = await ran(workspace.folder, "init");
  expect(text).toBe(`found    openapi.yaml and asyncapi.yaml in @acme/spec
chose    importExtension ".js": tsconfig.json has module nodenext
created  waybill.config.ts
changed  package.json: "generate": "waybill generate"

next:
  npm install zod@4  what generated validators import, 4.6.7 or newer
  npm run generate   writes src/generated: check it in, with waybill.manifest.json
  npx waybill check  for CI: exits 1 if the generated code is out of date
`);
  expect(code).toBe(0);
  expect(
    workspace.read("waybill.config.ts"),
  ).toBe(`// Input and output of \`waybill generate\`. Your editor completes and documents every option.
import { defineConfig } from "waybill";

export default defineConfig({
  apis: {
    acme: {
      openapi: "npm:@acme/spec",
      asyncapi: "npm:@acme/spec",
      // Each target has its own folder in here. All of it is generated; commit it.
      out: "src/generated",
      // importExtension ".js": tsconfig.json has module nodenext.
      importExtension: ".js",
      targets: ["types", "zod", "client", "webhooks"],
    },
  },
});
`);
  expect(JSON.parse(workspace.read("package.json"))).toMatchObject({ scripts: { generate: "waybill generate" } });
});

it.each([
  ["names a file of a package by its path there", "spec/openapi.yml", {}, "npm:@acme/spec/spec/openapi.yml"],
  [
    "goes by path where a package exports other things",
    "openapi.yaml",
    { exports: "./x.js" },
    "node_modules/@acme/spec/openapi.yaml",
  ],
])("%s", async (_, file, more, written) => {
  const workspace = new Workspace({
    "package.json": manifest({ dependencies: { "@acme/spec": "1" } }),
    "node_modules/@acme/spec/package.json": JSON.stringify({ version: "1.0.0", ...more }),
    [`node_modules/@acme/spec/${file}`]: openapi,
  });
  expect((await ran(workspace.folder, "init")).code).toBe(0);
  expect(workspace.read("waybill.config.ts")).toContain(`openapi: "${written}"`);
});

it("changes nothing the second time", async () => {
  const workspace = new Workspace({ "package.json": manifest({}), "openapi.yaml": openapi });
  await ran(workspace.folder, "init", "--gitattributes");
  const before = workspace.snapshot();
  const again = await ran(workspace.folder, "init", "--gitattributes");
  expect(again.text).toContain("kept  waybill.config.ts: it is there already; --force writes a new one\n");
  const asked = await ran(workspace.folder, "init", "--openapi", "openapi.yaml");
  expect(asked.text).toContain("kept   waybill.config.ts: it is up to date\n");
  expect([again.code, asked.code]).toEqual([0, 0]);
  expect(workspace.snapshot()).toEqual(before);
});

it("writes nothing in a dry run, and prints what it would write", async () => {
  const workspace = new Workspace({ "package.json": manifest({}), "openapi.yaml": openapi });
  const before = workspace.snapshot();
  const { code, text } = await ran(workspace.folder, "init", "--dry-run");
  expect(text).toContain("would create  waybill.config.ts\nwould change  package.json: ");
  expect(code).toBe(0);
  expect(workspace.snapshot()).toEqual(before);
});

it("creates a package.json in a folder without one", async () => {
  const workspace = new Workspace({ "spec/openapi.yaml": openapi, ".git/HEAD": "" });
  const { code } = await ran(workspace.folder, "init");
  expect(code).toBe(0);
  expect(JSON.parse(workspace.read("package.json"))).toEqual({
    name: expect.stringMatching(/^waybill-/),
    private: true,
    type: "module",
    scripts: { generate: "waybill generate" },
  });
  expect(workspace.read("waybill.config.ts")).toContain('openapi: "spec/openapi.yaml"');
});

describe("package.json", () => {
  const describes = { "openapi.yaml": openapi };

  it.each([
    ["tabs", '{\n\t"name": "x",\n\t"scripts": {\n\t\t"test": "t"\n\t}\n}', "\n\t\t"],
    ["CRLF", '{\r\n    "scripts": {\r\n        "test": "t"\r\n    }\r\n}\r\n', "\r\n        "],
    ["a byte order mark", '\uFEFF{\n  "scripts": {\n    "test": "t"\n  }\n}\n', "\n    "],
  ])("keeps %s and all else", async (_, text, indent) => {
    const workspace = new Workspace({ ...describes, "package.json": text });
    await ran(workspace.folder, "init");
    const added = `"t",${indent}"generate": "waybill generate"`;
    expect(workspace.read("package.json")).toBe(text.replace('"t"', added));
  });

  it("keeps a script of the same name, and says which one to run", async () => {
    const workspace = new Workspace({
      ...describes,
      "package.json": manifest({ scripts: { generate: "prisma generate" } }),
    });
    const { text } = await ran(workspace.folder, "init");
    expect(text).toContain('"generate:api": "waybill generate" ("generate" is "prisma generate" already)');
    expect(text).toContain("npm run generate:api  ");
    expect(workspace.read("package.json")).toContain('"generate": "prisma generate"');
  });

  it("is kept when one of its scripts generates already", async () => {
    const workspace = new Workspace({
      ...describes,
      "package.json": manifest({ scripts: { gen: "waybill generate && x" } }),
    });
    const before = workspace.read("package.json");
    expect((await ran(workspace.folder, "init")).text).toContain('its script "gen" runs waybill generate already');
    expect(workspace.read("package.json")).toBe(before);
  });
});

describe("how files import each other follows the compiler", () => {
  const vite = { "tsconfig.app.json": '{ "compilerOptions": { "moduleResolution": "bundler" } }' };
  it.each<[string, Record<string, string>, string]>([
    ["nodenext", { "tsconfig.json": nodenext }, 'importExtension: ".js"'],
    ["a bundler", { "tsconfig.json": vite["tsconfig.app.json"] }, 'importExtension: "none"'],
    [
      "what it extends, with comments",
      {
        "tsconfig.json": '{ /* ours */ "extends": "./base.json", }',
        "base.json": '{ "compilerOptions": { "module": "nodenext", "rewriteRelativeImportExtensions": true } }',
      },
      'importExtension: ".ts"',
    ],
    [
      "the first project of a list of projects",
      { ...vite, "tsconfig.json": '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }' },
      'importExtension: "none"',
    ],
    ["nothing said", { "tsconfig.json": "{}" }, 'importExtension: ".js"'],
    ["no compiler", {}, 'emit: "js"'],
  ])("%s", async (_, files, line) => {
    const workspace = new Workspace({ "package.json": manifest({}), "openapi.yaml": openapi, ...files });
    expect((await ran(workspace.folder, "init")).code).toBe(0);
    expect(workspace.read("waybill.config.ts")).toContain(`      ${line},\n`);
  });
});

it("marks generated files for reviews when it is asked to, after what is there", async () => {
  const workspace = new Workspace({
    "package.json": manifest({}),
    "openapi.yaml": openapi,
    ".gitattributes": "* text=auto",
  });
  await ran(workspace.folder, "init", "--gitattributes");
  expect(workspace.read(".gitattributes")).toBe(
    "* text=auto\n*.gen.* linguist-generated=true\nwaybill.manifest.json linguist-generated=true\n",
  );
});

describe("prints commands of the package manager in use", () => {
  it.each<[string, Record<string, string>, string]>([
    ["by its lockfile", { "pnpm-lock.yaml": "" }, "pnpm add --save-dev waybill"],
    ["by the manifest", { "package.json": manifest({ packageManager: "yarn@4.1.0" }) }, "yarn add --dev waybill"],
  ])("%s", async (_, files, line) => {
    const workspace = new Workspace({ "package.json": manifest({}), "openapi.yaml": openapi, ...files });
    expect((await ran(workspace.folder, "init")).text).toContain(line);
  });
});

describe("stops with a way out, and writes nothing", () => {
  it.each<[string, Record<string, string>, readonly string[], string]>([
    ["nothing to find", {}, [], "there is no description here"],
    [
      "a package that is not installed",
      { "package.json": manifest({ dependencies: { "@acme/spec": "1" } }) },
      [],
      "@acme/spec is not installed yet",
    ],
    [
      "several",
      { ...spec, "package.json": manifest({ dependencies: { "@acme/spec": "1" } }), "openapi.yaml": openapi },
      [],
      "choose one: waybill init --openapi npm:@acme/spec --asyncapi npm:@acme/spec",
    ],
    ["no such file", {}, ["--openapi", "x.yaml"], "--openapi: there is no file x.yaml"],
    ["a URL", {}, ["--openapi", "https://a.example/x.yaml"], "waybill pin https://a.example/x.yaml"],
    ["the other kind", { "events.yaml": asyncapi }, ["--openapi", "events.yaml"], "write --asyncapi events.yaml"],
    ["an unknown target", { "openapi.yaml": openapi }, ["--target", "zodd"], "did you mean zod?"],
    [
      "a target without its document",
      { "openapi.yaml": openapi },
      ["--target", "webhooks"],
      "--target webhooks needs an asyncapi document",
    ],
    [
      "another configuration",
      { "openapi.yaml": openapi, "waybill.config.ts": "export default {}" },
      ["--openapi", "openapi.yaml"],
      "waybill.config.ts already exists with other settings",
    ],
    ["a manifest that is no JSON", { "package.json": "{" }, [], "package.json cannot be read"],
    ["a tsconfig that is none", { "openapi.yaml": openapi, "tsconfig.json": "{" }, [], "tsconfig.json cannot be read"],
  ])("%s", async (_, files, flags, hint) => {
    const workspace = new Workspace({ "package.json": manifest({}), ...files });
    const before = workspace.snapshot();
    const { code, text } = await ran(workspace.folder, "init", ...flags);
    expect(text).toContain(hint);
    expect(text).toMatch(/^waybill: .*\nhint: /);
    expect(code).toBe(2);
    expect(workspace.snapshot()).toEqual(before);
  });

  it("below the folder of the package", async () => {
    const workspace = new Workspace({ "package.json": manifest({}), "src/openapi.yaml": openapi });
    const { code, text } = await ran(workspace.path("src"), "init");
    expect(text).toContain("waybill: the package begins in .., not here\nhint: run init there: cd ..");
    expect(code).toBe(2);
    expect(existsSync(workspace.path("src/waybill.config.ts"))).toBe(false);
  });
});

it("--force overwrites a configuration and prints that", async () => {
  const workspace = new Workspace({
    "package.json": manifest({}),
    "openapi.yaml": openapi,
    "waybill.config.ts": "export default {}",
  });
  const { text } = await ran(workspace.folder, "init", "--force", "--out", "lib/api");
  expect(text).toContain("changed  waybill.config.ts: overwritten\n");
  expect(workspace.read("waybill.config.ts")).toContain('out: "lib/api"');
});

it("prints the same as JSON", async () => {
  const workspace = new Workspace({
    "package.json": manifest({ dependencies: { zod: "^4.6.7" } }),
    "openapi.yaml": openapi,
  });
  const { stdout } = await ranApart(workspace.folder, ["init", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: true,
    command: "init",
    dryRun: false,
    api: { name: "shop", openapi: "openapi.yaml", asyncapi: null, out: "src/generated" },
    files: [
      { path: "waybill.config.ts", action: "create" },
      { path: "package.json", action: "change" },
    ],
    next: [
      { command: "npm install --save-dev waybill" },
      { command: "npm run generate" },
      { command: "npx waybill check" },
    ],
  });
});
