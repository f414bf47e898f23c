// `waybill init`: what it finds, what it writes, and that it leaves alone what was there.
import { existsSync } from "node:fs";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { served } from "../run/config/served.ts";
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

it("init writes a configuration for the description in a package, and a script, and prints the next steps", async () => {
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
  npm install zod@4  required by the generated validators; 4.6.7 or newer
  npm run generate   writes src/generated: check it in, with waybill.manifest.json
  npx waybill check  for CI: exits 1 if the generated code is out of date

then, in a file in src/:
  import { createClient } from "./generated/client/index.gen.js";
  const api = createClient({ baseUrl: "https://api.example.com" });
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
])("a configuration names the description of a package: init %s", async (_, file, more, written) => {
  const workspace = new Workspace({
    "package.json": manifest({ dependencies: { "@acme/spec": "1" } }),
    "node_modules/@acme/spec/package.json": JSON.stringify({ version: "1.0.0", ...more }),
    [`node_modules/@acme/spec/${file}`]: openapi,
  });
  expect((await ran(workspace.folder, "init")).code).toBe(0);
  expect(workspace.read("waybill.config.ts")).toContain(`openapi: "${written}"`);
});

it("a second init changes nothing", async () => {
  const workspace = new Workspace({ "package.json": manifest({}), "openapi.yaml": openapi });
  await ran(workspace.folder, "init", "--gitattributes");
  const before = workspace.snapshot();
  const again = await ran(workspace.folder, "init", "--gitattributes");
  expect(again.text).toContain("kept  waybill.config.ts: it already exists; --force writes a new one\n");
  const asked = await ran(workspace.folder, "init", "--openapi", "openapi.yaml");
  expect(asked.text).toContain("kept   waybill.config.ts: it is up to date\n");
  expect([again.code, asked.code]).toEqual([0, 0]);
  expect(workspace.snapshot()).toEqual(before);
});

describe("a description that init gets as an argument", () => {
  it("is read in every run from a server nearby", async () => {
    const { url } = await served({
      "/openapi.json": '{"info":{"title":"Shop","version":"1"},"paths":{},"openapi":"3.1.0"}',
    });
    const workspace = new Workspace({ "package.json": manifest({}), "bun.lock": "" });
    const { code, text } = await ran(workspace.folder, "init", `${url}/openapi.json`);
    expect(text).toContain(`found    ${url}/openapi.json\n`);
    expect(text).toContain("  bunx waybill generate --watch  generates again when the server has something new\n");
    expect(code).toBe(0);
    expect(workspace.read("waybill.config.ts")).toContain(
      `      // Read from its server in every run. To check it in CI, pin it: waybill pin URL --write
      openapi: { url: "${url}/openapi.json", live: true },
`,
    );
    expect(existsSync(workspace.path(".waybill"))).toBe(false);
    workspace.install();
    expect(await workspace.run(["generate"])).toMatchObject({ code: 0 });
  });

  it("what a public URL serves is pinned, with all that belongs to it, and no later run needs the network", async () => {
    const order = "type: object\n";
    const whole = `${openapi}components: { schemas: { Order: { $ref: order.yaml } } }\n`;
    const served: Readonly<Record<string, string>> = { "/v1/openapi": whole, "/v1/order.yaml": order };
    const fetch = vi
      .spyOn(globalThis, "fetch")
      .mockImplementation(async (url) => new Response(served[new URL(String(url)).pathname]));
    onTestFinished(() => fetch.mockRestore());
    const workspace = new Workspace({ "package.json": manifest({}), "tsconfig.json": nodenext });
    const { code, text } = await ran(workspace.folder, "init", "https://api.acme.example/v1/openapi");
    expect(text).toContain("created  .waybill/: copies of 2 documents that were fetched: check it in\n");
    expect(code).toBe(0);
    expect(workspace.read("waybill.config.ts")).toMatch(
      /acme: \{\n {6}\/\/ Pinned by its hash\. .*\n {6}openapi: \{\n {8}url: "https:\/\/api.acme.example\/v1\/openapi",\n {8}integrity: "sha384-.{64}",\n {8}files: \{\n {10}"order.yaml": "sha384-.{64}",\n {8}\},\n {6}\},\n/,
    );
    workspace.install();
    fetch.mockRejectedValue(new Error("no network"));
    for (const words of [["generate"], ["check"], ["lint"]])
      expect(await ranApart(workspace.folder, words, { CI: "1" })).toMatchObject({ code: 0 });
  });

  it.each<[string, Record<string, string>, readonly string[], string]>([
    ["of any name, here", { "petstore.yaml": openapi }, [], 'openapi: "petstore.yaml"'],
    [
      "of any name, in a usual folder",
      { "spec/orders.v1.yml": openapi, "a.json": "{}" },
      [],
      'openapi: "spec/orders.v1.yml"',
    ],
    [
      "of a usual name, beside others",
      { "openapi.yaml": openapi, "copy.yaml": openapi },
      [],
      'openapi: "openapi.yaml"',
    ],
    [
      "and the events beside it",
      { "shop.yaml": openapi, "shop-events.yaml": asyncapi },
      [],
      'asyncapi: "shop-events.yaml"',
    ],
    ["in a folder", { "defs/shop.yaml": openapi }, ["defs"], 'openapi: "defs/shop.yaml"'],
    [
      "beside its events, whichever comes first",
      { "events.yaml": asyncapi, "http.yaml": openapi },
      ["events.yaml", "http.yaml"],
      '      openapi: "http.yaml",\n      asyncapi: "events.yaml",\n',
    ],
    [
      "in a folder, which stands for the descriptions in it",
      {
        "x/openapi.json": '{"openapi":"3.1.0","info":{"title":"X","version":"1"},"paths":{}}',
        "x/asyncapi.yaml": asyncapi,
      },
      ["./x"],
      '      openapi: "x/openapi.json",\n      asyncapi: "x/asyncapi.yaml",\n',
    ],
    ["of a package", spec, ["npm:@acme/spec"], '    acme: {\n      openapi: "npm:@acme/spec",\n'],
  ])("may be a file %s", async (_, files, args, line) => {
    const workspace = new Workspace({ "package.json": manifest({}), ...files });
    expect(await ran(workspace.folder, "init", ...args)).toMatchObject({ code: 0 });
    expect(workspace.read("waybill.config.ts")).toContain(line);
  });
});

it("init advises the transports of channels where there are only events, unless they are a target", async () => {
  const advice = "npm install --save-dev @waybill/channels";
  const files = { "package.json": manifest({}), "asyncapi.yaml": asyncapi };
  expect((await ran(new Workspace(files).folder, "init")).text).toContain(
    `  ${advice}  optional: publishes and subscribes`,
  );
  expect((await ran(new Workspace({ ...files, "openapi.yaml": openapi }).folder, "init")).text).not.toContain(advice);
  const asked = (await ran(new Workspace(files).folder, "init", "--target", "channels")).text;
  expect(asked).toContain(`  ${advice}  a target in a separate package`);
  expect(asked).not.toContain("optional: ");
});

describe("looks at the description as a run would", () => {
  const faulty = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths: {}
components:
  schemas:
    A: { type: integer, maximum: none }
    B: { type: integer, maximum: none }
    C: { type: string, pattern: "(" }
`;

  it("and writes the codes that it would stop at, each with what it is taken to mean", async () => {
    const workspace = new Workspace({ "package.json": manifest({}), "openapi.yaml": faulty });
    const { code, text } = await ran(workspace.folder, "init");
    expect(text).toContain(
      "allowed  invalid-keyword-value in 2 places, first at openapi.yaml:6:34: the keyword is ignored\n",
    );
    expect(code).toBe(0);
    expect(workspace.read("waybill.config.ts")).toContain(`      tolerate: [
        // 2 places: the keyword is ignored
        "invalid-keyword-value",
        // 1 place: the pattern is not checked
        "invalid-pattern",
      ],
`);
    workspace.install();
    expect(await workspace.run(["generate"])).toMatchObject({ code: 0 });
  });

  it("and writes down where it takes what the author meant for what the standard says", async () => {
    const openapi = `openapi: 3.0.3
info: { title: Shop, version: "1" }
paths: {}
components: { schemas: { A: { type: string, nullable: true, enum: [a] }, B: { properties: { a: { type: string } } } } }
`;
    const workspace = new Workspace({ "package.json": manifest({}), "openapi.yaml": openapi });
    const { text } = await ran(workspace.folder, "init");
    expect(text).toContain("assumed  nullable at openapi.yaml:4:45: null is accepted, although OpenAPI 3.0 ignores");
    expect(workspace.read("waybill.config.ts")).toMatch(/\n {6}nullable: "author",\n.*\n {6}untyped: "author",\n/);
    workspace.install();
    expect(await workspace.run(["generate"])).toMatchObject({ code: 0, stderr: "" });
    expect(workspace.read("src/generated/types/schemas.gen.d.ts")).toContain('export type A = "a" | null;');
  });
});

describe("in a CommonJS package", () => {
  const commonjs = manifest({ type: "commonjs" });
  const files = { "package.json": commonjs, "openapi.yaml": openapi };

  it("JavaScript is generated into a package of ES modules, and the rest of the package stays as it is", async () => {
    const workspace = new Workspace(files);
    const { text } = await ran(workspace.folder, "init");
    expect(text).toContain("created  src/generated/package.json: its JavaScript is ES modules: import() it");
    expect(text).not.toContain("type=module");
    expect(JSON.parse(workspace.read("src/generated/package.json"))).toEqual({ type: "module" });
    expect(JSON.parse(workspace.read("package.json"))).toHaveProperty("type", "commonjs");
    expect(workspace.read("waybill.config.mjs")).toContain('emit: "js"');
    workspace.install();
    for (const word of ["generate", "check"]) expect(await workspace.run([word])).toMatchObject({ code: 0 });
    expect((await ran(workspace.folder, "init", "--force")).text).toContain(
      "kept   src/generated/package.json: it already exists",
    );
  });

  it("JavaScript next to its own is refused with a way out", async () => {
    const { code, text } = await ran(new Workspace(files).folder, "init", "--out", ".");
    expect(text).toContain("give it a folder of its own: --out src/generated");
    expect(code).toBe(2);
  });

  it.each<[string, string, object | null, string]>([
    ["before tsc --init", "commonjs", null, "mjs"],
    ["commonjs", "commonjs", { module: "commonjs" }, "mjs"],
    ["node16", "commonjs", { module: "node16" }, "mjs"],
    ["a bundler", "commonjs", { moduleResolution: "bundler", module: "esnext", noEmit: true }, "ts"],
    [
      "an ES module package that compiles all files into a folder",
      "module",
      { module: "nodenext", outDir: "dist" },
      "mjs",
    ],
    ["the same without emitting", "module", { module: "nodenext", outDir: "dist", noEmit: true }, "ts"],
  ])("a configuration that the compiler takes, or does not see: %s", async (_, type, compilerOptions, ending) => {
    const workspace = new Workspace({
      ...files,
      "package.json": manifest({ type, devDependencies: { typescript: "5.9" } }),
      ...(compilerOptions === null ? {} : { "tsconfig.json": JSON.stringify({ compilerOptions }) }),
    });
    expect((await ran(workspace.folder, "init")).text).toContain(`created  waybill.config.${ending}\n`);
  });

  it.each([
    [["src"], "ts"],
    [["src", "./*.ts"], "mjs"],
    [["**/*"], "mjs"],
    [["src/**/*"], "ts"],
  ])("an include of %j", async (include, ending) => {
    const tsconfig = { compilerOptions: { module: "nodenext", outDir: "dist" }, include };
    const workspace = new Workspace({ ...files, "tsconfig.json": JSON.stringify(tsconfig) });
    expect((await ran(workspace.folder, "init")).text).toContain(`created  waybill.config.${ending}\n`);
  });
});

it("a dry run writes nothing, and prints what it would write", async () => {
  const workspace = new Workspace({ "package.json": manifest({}), "openapi.yaml": openapi });
  const before = workspace.snapshot();
  const { code, text } = await ran(workspace.folder, "init", "--dry-run");
  expect(text).toContain("would create  waybill.config.ts\nwould change  package.json: ");
  expect(code).toBe(0);
  expect(workspace.snapshot()).toEqual(before);
});

it("init creates a package.json in a folder without one", async () => {
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

  it("stays as it is when one of its scripts generates already", async () => {
    const workspace = new Workspace({
      ...describes,
      "package.json": manifest({ scripts: { gen: "waybill generate && x" } }),
    });
    const before = workspace.read("package.json");
    expect((await ran(workspace.folder, "init")).text).toContain('its script "gen" already runs waybill generate');
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
    [
      "a compiler without a tsconfig.json yet",
      { "package.json": manifest({ type: "module", devDependencies: { typescript: "5.9" } }) },
      'importExtension: ".js"',
    ],
    [
      "a program that runs TypeScript",
      { "package.json": manifest({ devDependencies: { tsx: "4", typescript: "5.9" } }) },
      'importExtension: ".ts"',
    ],
  ])("use the extension that fits: %s", async (_, files, line) => {
    const workspace = new Workspace({ "package.json": manifest({}), "openapi.yaml": openapi, ...files });
    expect((await ran(workspace.folder, "init")).code).toBe(0);
    expect(workspace.read("waybill.config.ts")).toContain(`      ${line},\n`);
  });
});

it("init marks generated files for reviews when it is asked to, after what is there", async () => {
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

describe("the printed commands", () => {
  it.each<[string, Record<string, string>, string]>([
    ["by its lockfile", { "pnpm-lock.yaml": "" }, "pnpm add --save-dev waybill"],
    [
      "at the root of a workspace",
      { "pnpm-lock.yaml": "", "pnpm-workspace.yaml": "packages: [a]\n" },
      "pnpm add --save-dev --workspace-root waybill",
    ],
    ["by the manifest", { "package.json": manifest({ packageManager: "yarn@4.1.0" }) }, "yarn add --dev waybill"],
  ])("use the package manager: %s", async (_, files, line) => {
    const workspace = new Workspace({ "package.json": manifest({}), "openapi.yaml": openapi, ...files });
    expect((await ran(workspace.folder, "init")).text).toContain(line);
  });
});

describe("init that cannot continue", () => {
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
    ["a file that is none", { "x.yaml": "a: 1" }, ["x.yaml"], "x.yaml is not a description that waybill reads"],
    ["a folder", { "spec/x.yaml": "a: 1" }, ["spec"], "spec is not a description that waybill reads"],
    ["an empty file", { "openapi.yaml": "" }, [], "openapi.yaml is empty"],
    [
      "a file that names no version",
      { "spec/openapi.json": "{}" },
      [],
      "spec/openapi.json does not begin with the version",
    ],
    [
      "several of other names",
      { "orders.yaml": openapi, "users.yaml": openapi },
      [],
      "there are several descriptions: orders.yaml; users.yaml\nhint: choose one: waybill init --openapi orders.yaml",
    ],
    ["two of one kind", { "a.yaml": openapi, "b.yaml": openapi }, ["a.yaml", "b.yaml"], "are both openapi documents"],
    ["a package that is not there", {}, ["npm:@acme/none"], "init: the package @acme/none is not installed"],
    ["a URL with http", {}, ["http://a.example/x.yaml"], "it is not an https URL, and its host is not on this machine"],
    ["the other kind", { "events.yaml": asyncapi }, ["--openapi", "events.yaml"], "write --asyncapi events.yaml"],
    ["an unknown target", { "openapi.yaml": openapi }, ["--target", "zodd"], "did you mean zod?"],
    [
      "a target without its document",
      { "events.yaml": asyncapi },
      ["--target", "client"],
      "--target client needs an openapi document",
    ],
    [
      "another configuration",
      { "openapi.yaml": openapi, "waybill.config.ts": "export default {}" },
      ["--openapi", "openapi.yaml"],
      "waybill.config.ts already exists with other settings",
    ],
    ["a manifest that is no JSON", { "package.json": "{" }, [], "package.json cannot be read"],
    ["a tsconfig that is none", { "openapi.yaml": openapi, "tsconfig.json": "{" }, [], "tsconfig.json cannot be read"],
  ])("writes nothing and prints a way out: %s", async (_, files, flags, hint) => {
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

it("--json prints the same as data", async () => {
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
