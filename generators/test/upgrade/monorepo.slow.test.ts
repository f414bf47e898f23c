// `waybill upgrade` in a package of a monorepo: which callers it finds, where it may write, and what its diffs start from.
import { lstatSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { type Ended, Workspace } from "../cli/workspace.ts";
import { orderList } from "./package-files.ts";

const openapi = `${orderList()}components:
  schemas:
    Order: { type: object, required: [id], properties: { id: { type: string } } }
`;
const renamed = openapi.replace("Order:", "Purchase:").replace('/Order"', '/Purchase"');

const compilerOptions = { module: "nodenext", lib: ["es2024"], strict: true, types: [] };
const include = ["src"];
const building = { ...compilerOptions, composite: true, rootDir: "src", outDir: "dist" };
const page = `import type { Order } from "@acme/shop/types";

export const id = (order: Order): string => order.id;
`;
const upgraded = page.replaceAll("Order", "Purchase");

/** How the package is published to the workspace. */
interface Layout {
  /** Of the package: what its entry points are. */
  readonly exports: Readonly<Record<string, string>>;
  readonly options: string;
  readonly files?: Readonly<Record<string, string>>;
}

const generatedDeclarations: Layout = {
  exports: { "./*": "./generated/*/index.gen.js" },
  options: 'out: "generated", emit: "js"',
};

const builtDeclarations: Layout = {
  exports: { "./*": "./dist/generated/*/index.gen.js" },
  options: 'out: "src/generated"',
  files: { "packages/shop/tsconfig.json": JSON.stringify({ compilerOptions: building, include }) },
};

/** `packages/shop` with the API, and `apps/web` that calls it; committed, and with a new version of the API. */
async function monorepo(
  { exports, options, files = {} }: Layout,
  more: Readonly<Record<string, string>> = {},
): Promise<Workspace> {
  const workspace = new Workspace({
    "package.json": '{ "private": true, "type": "module", "workspaces": ["packages/*", "apps/*"] }',
    ".gitignore": "node_modules\ndist\n",
    "packages/shop/package.json": JSON.stringify({ name: "@acme/shop", type: "module", exports }),
    "packages/shop/api.yaml": openapi,
    "packages/shop/waybill.config.mjs": `export default { apis: { shop: { openapi: "api.yaml", targets: ["types"], ${options} } } };\n`,
    "apps/web/package.json": '{ "name": "@acme/web", "type": "module", "dependencies": { "@acme/shop": "*" } }',
    "apps/web/tsconfig.json": JSON.stringify({ compilerOptions, include }),
    "apps/web/src/page.ts": page,
    ...files,
    ...more,
  });
  mkdirSync(workspace.path("node_modules/@acme"), { recursive: true });
  symlinkSync(workspace.path("packages/shop"), workspace.path("node_modules/@acme/shop"));
  expect((await run(workspace, "generate")).code).toBe(0);
  workspace.commit();
  workspace.write("packages/shop/api.yaml", renamed);
  return workspace;
}

function run(workspace: Workspace, ...words: readonly string[]): Promise<Ended> {
  return workspace.run(words, { folder: "packages/shop" });
}

test("callers in other packages of the repository are written together with the output", async () => {
  const workspace = await monorepo(generatedDeclarations);
  const { code, stdout, stderr } = await run(workspace, "upgrade", "--write");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^1 of your files and [1-9]\d* generated files written$/m);
  expect(workspace.read("apps/web/src/page.ts")).toBe(upgraded);
  expect((await run(workspace, "check")).code).toBe(0);
});

test("without git, callers in the same workspace are written", async () => {
  const workspace = await monorepo(generatedDeclarations);
  renameSync(workspace.path(".git"), workspace.path("node_modules/.git"));
  workspace.write("old.yaml", openapi);
  expect(await run(workspace, "upgrade", "--write", "--from", "../../old.yaml")).toMatchObject({ code: 0, stderr: "" });
  expect(workspace.read("apps/web/src/page.ts")).toBe(upgraded);
});

test("a caller that a link leads to outside of the repository is not written, nor is anything else", async () => {
  const elsewhere = new Workspace({ "page.ts": page });
  const workspace = await monorepo(generatedDeclarations, { "apps/web/src/other.ts": page });
  symlinkSync(elsewhere.path("page.ts"), workspace.path("apps/web/src/linked.ts"));
  workspace.git("add", "apps");
  workspace.git("commit", "--quiet", "--message", "linked");
  const before = workspace.snapshot();
  const { code, stdout, stderr } = await run(workspace, "upgrade", "--write");
  expect(code).toBe(1);
  expect(stdout).toMatch(/\n\nnothing was written\n$/);
  expect(stderr).toContain(
    `cannot write "../../apps/web/src/linked.ts": it is outside of the repository ${workspace.folder}\n`,
  );
  const json: unknown = JSON.parse((await run(workspace, "upgrade", "--write", "--json")).stdout);
  expect(json).toMatchObject({ ok: false, files: [], generated: [] });
  const changed = Object.keys(before).filter((file) => !file.startsWith(".git/"));
  expect(Object.fromEntries(changed.map((file) => [file, workspace.snapshot()[file]]))).toEqual(
    Object.fromEntries(changed.map((file) => [file, before[file]])),
  );
  expect(elsewhere.read("page.ts")).toBe(page);
});

test("a caller behind a link in the repository is written where the link leads", async () => {
  const workspace = await monorepo(generatedDeclarations, { "shared/page.ts": page });
  symlinkSync("../../../shared/page.ts", workspace.path("apps/web/src/linked.ts"));
  workspace.git("add", "apps");
  workspace.git("commit", "--quiet", "--message", "linked");
  expect((await run(workspace, "upgrade", "--write")).code).toBe(0);
  expect(workspace.read("shared/page.ts")).toBe(upgraded);
  expect(lstatSync(workspace.path("apps/web/src/linked.ts")).isSymbolicLink()).toBe(true);
});

test("nothing is written, and nothing is reported as written, if one caller has uncommitted changes", async () => {
  const workspace = await monorepo(generatedDeclarations);
  workspace.write("apps/web/src/page.ts", `${page}// mine\n`);
  const { stdout } = await run(workspace, "upgrade", "--write");
  expect(stdout).toMatch(/\nnothing was written\n$/);
  const json: unknown = JSON.parse((await run(workspace, "upgrade", "--write", "--json")).stdout);
  expect(json).toMatchObject({ ok: false, dirty: ["../../apps/web/src/page.ts"], files: [], generated: [] });
});

test("git apply accepts the printed diff, also of names with spaces and quotes", async () => {
  const workspace = await monorepo(generatedDeclarations, {
    "apps/web/src/a page.ts": page,
    'apps/web/src/"sé".ts': page.replaceAll("\n", "\r\n").trimEnd(),
  });
  const { stdout } = await run(workspace, "upgrade");
  expect(stdout).toContain("\n--- a/apps/web/src/page.ts\n+++ b/apps/web/src/page.ts\n");
  workspace.write("node_modules/upgrade.diff", stdout);
  workspace.git("apply", "node_modules/upgrade.diff");
  expect(workspace.read("apps/web/src/page.ts")).toBe(upgraded);
  expect(workspace.read("apps/web/src/a page.ts")).toBe(upgraded);
  expect(workspace.read('apps/web/src/"sé".ts')).toBe(upgraded.replaceAll("\n", "\r\n").trimEnd());
});

const reference = { compilerOptions: building, include, references: [{ path: "../../packages/shop" }] };
const declarations = { "packages/shop/dist/generated/types/index.gen.d.ts": "export interface Order { id: string }\n" };

test.each([
  ["is not built yet", {}],
  ["is built", declarations],
])("a project that refers to the package's project is upgraded by its source, where that %s", async (_case, dist) => {
  const workspace = await monorepo(builtDeclarations, { "apps/web/tsconfig.json": JSON.stringify(reference), ...dist });
  expect(await run(workspace, "upgrade", "--write")).toMatchObject({ code: 0, stderr: "" });
  expect(workspace.read("apps/web/src/page.ts")).toBe(upgraded);
});

test("output that a tsconfig.json of the package writes leads to its source without a reference too", async () => {
  const workspace = await monorepo(builtDeclarations, {
    "packages/shop/tsconfig.json": JSON.stringify({ compilerOptions, include: ["test"] }),
    "packages/shop/tsconfig.build.json": JSON.stringify({ compilerOptions: building, include }),
    ...declarations,
  });
  expect(await run(workspace, "upgrade", "--write")).toMatchObject({ code: 0, stderr: "" });
  expect(workspace.read("apps/web/src/page.ts")).toBe(upgraded);
});

test("imports of output that another tool has built are listed", async () => {
  const bundled: Layout = {
    ...builtDeclarations,
    exports: { "./types": "./dist/bundle.js" },
    files: { "packages/shop/dist/bundle.d.ts": "interface Order { id: string }\nexport { type Order };\n" },
  };
  const workspace = await monorepo(bundled);
  const { code, stdout } = await run(workspace, "upgrade");
  expect(code).toBe(1);
  expect(stdout).toContain(
    "  ../../apps/web/src/page.ts:1:28 imports packages/shop/dist/bundle.d.ts, which upgrade does not follow to the generated code\n",
  );
});

test("imports of a package that is not installed are listed", async () => {
  const workspace = await monorepo({ ...builtDeclarations, exports: { "./types": "./lib/index.js" } });
  const { code, stdout } = await run(workspace, "upgrade");
  expect(code).toBe(1);
  expect(stdout).toContain("  ../../apps/web/src/page.ts:1:28 @acme/shop/types has no types here");
});
