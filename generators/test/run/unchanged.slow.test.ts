import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { noteToolkit } from "../../src/run/output/unchanged.ts";
import { Toolkit } from "../../src/run/toolkit.ts";
import { targetNames } from "../../src/targets/built-in-targets.ts";
import { asyncapi, orderTypes, shop, toTypes } from "../cli/shop.ts";
import { preload, Workspace } from "../cli/workspace.ts";

/** What an unchanged run has no need of. */
const heavy = [
  "js-yaml",
  "jsonc-parser",
  "/src/read/read-api.ts",
  "/src/targets/types/",
  "/src/emit/file.ts",
  "/src/emit/layout.ts",
  "/src/read/openapi/",
  "/src/run/run.ts",
];

async function modulesOf(workspace: Workspace, args: readonly string[]): Promise<string> {
  const log = workspace.path("modules.log");
  workspace.write("modules.log", "");
  const env = { ...preload("log-modules"), MODULE_LOG: log };
  expect(await workspace.spawn(args, { env, isSource: true })).toMatchObject({ code: 0 });
  return readFileSync(log, "utf8");
}

/** Whether a run does more than find that nothing has changed; what each of them loads is in the first test. */
async function isFull(workspace: Workspace, args: readonly string[]): Promise<boolean> {
  const { code, stderr } = await workspace.run([...args, "--timing"]);
  expect(code).toBe(0);
  expect(stderr).toMatch(/^last run /m);
  return /^read /m.test(stderr);
}

test("an unchanged generate or check loads neither readers nor targets", async () => {
  const workspace = new Workspace(shop);
  const full = await modulesOf(workspace, ["generate", ...toTypes]);
  for (const part of heavy) expect(full).toContain(part);
  expect(full).not.toContain("ts-morph");
  for (const command of ["generate", "check"]) {
    const unchanged = await modulesOf(workspace, [command, ...toTypes]);
    for (const part of heavy) expect(unchanged).not.toContain(part);
    expect(unchanged).toContain("/src/run/output/unchanged.ts");
  }
});

test("no target that emits TypeScript loads ts-morph; declarations beside JavaScript are its work", async () => {
  const workspace = new Workspace({ ...shop, "asyncapi.yaml": asyncapi });
  const targets = targetNames.flatMap((target) => ["--target", target]);
  const all = ["--openapi", "openapi.yaml", "--asyncapi", "asyncapi.yaml", ...targets];
  for (const emission of ["ts", "js"]) {
    const modules = await modulesOf(workspace, ["generate", ...all, "--out", emission, "--emit", emission]);
    for (const target of targetNames) expect(modules).toContain(`/src/targets/${target}/`);
    expect(modules.includes("ts-morph")).toBe(emission === "js");
  }
});

test("an input, an output, an option or the toolkit that changed is noticed", async () => {
  const workspace = new Workspace(shop);
  await workspace.run(["generate", ...toTypes]);
  expect(await isFull(workspace, ["generate", ...toTypes])).toBe(false);
  workspace.edit("schemas/order.yaml", "maxLength: 80", "maxLength: 90");
  expect(await isFull(workspace, ["generate", ...toTypes])).toBe(true);
  workspace.write(orderTypes, "");
  expect(await isFull(workspace, ["generate", ...toTypes, "--force"])).toBe(true);
  expect(await isFull(workspace, ["generate", ...toTypes, "--import-extension", ".js"])).toBe(true);
  expect(workspace.read("gen/types/index.gen.ts")).toContain('"./schemas.gen.js"');
  workspace.edit("gen/waybill.manifest.json", '"waybill": "', '"waybill": "0.');
  expect(await isFull(workspace, ["generate", ...toTypes, "--import-extension", ".js"])).toBe(true);
  expect(await isFull(workspace, ["generate", ...toTypes, "--import-extension", ".js"])).toBe(false);
});

test("another state of the toolkit's own source is another toolkit", async () => {
  const workspace = new Workspace(shop);
  await workspace.run(["generate", ...toTypes]);
  expect(await isFull(workspace, ["check", ...toTypes])).toBe(false);
  noteToolkit(workspace.path("gen"), "what an older source made", new Toolkit());
  expect(await isFull(workspace, ["check", ...toTypes])).toBe(true);
  expect(await isFull(workspace, ["check", ...toTypes])).toBe(false);
});
