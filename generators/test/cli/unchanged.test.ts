import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Toolkit } from "../../src/cli/toolkit.ts";
import { noteToolkit } from "../../src/cli/unchanged.ts";
import { orderTypes, shop, toTypes } from "./shop.ts";
import { preload, Workspace } from "./workspace.ts";

/** What an unchanged run has no need of. */
const heavy = [
  "js-yaml",
  "jsonc-parser",
  "/src/read.ts",
  "/src/targets/types/",
  "/src/emit/file.ts",
  "/src/emit/layout.ts",
  "/src/openapi/",
  "/src/cli/build.ts",
];

async function modulesOf(workspace: Workspace, args: readonly string[]): Promise<string> {
  const log = workspace.path("modules.log");
  workspace.write("modules.log", "");
  expect(await workspace.run(args, { env: { ...preload("log-modules"), MODULE_LOG: log } })).toMatchObject({ code: 0 });
  return readFileSync(log, "utf8");
}

test.each(["generate", "check"])("an unchanged %s loads neither readers nor targets", async (command) => {
  const workspace = new Workspace(shop);
  const full = await modulesOf(workspace, ["generate", ...toTypes]);
  for (const part of heavy) expect(full).toContain(part);
  expect(full).not.toContain("ts-morph");
  const unchanged = await modulesOf(workspace, [command, ...toTypes]);
  for (const part of heavy) expect(unchanged).not.toContain(part);
  expect(unchanged).toContain("/src/cli/unchanged.ts");
});

test("an input, an output, an option or the toolkit that changed is noticed", async () => {
  const workspace = new Workspace(shop);
  await workspace.run(["generate", ...toTypes]);
  const isFull = async (args: readonly string[]): Promise<boolean> =>
    (await modulesOf(workspace, args)).includes("/src/cli/build.ts");
  expect(await isFull(["generate", ...toTypes])).toBe(false);
  workspace.edit("schemas/order.yaml", "maxLength: 80", "maxLength: 90");
  expect(await isFull(["generate", ...toTypes])).toBe(true);
  workspace.write(orderTypes, "");
  expect(await isFull(["generate", ...toTypes, "--force"])).toBe(true);
  expect(await isFull(["generate", ...toTypes, "--import-extension", ".js"])).toBe(true);
  expect(workspace.read("gen/types/index.gen.ts")).toContain('"./schemas.gen.js"');
  workspace.edit("gen/waybill.manifest.json", '"waybill": "', '"waybill": "0.');
  expect(await isFull(["generate", ...toTypes, "--import-extension", ".js"])).toBe(true);
  expect(await isFull(["generate", ...toTypes, "--import-extension", ".js"])).toBe(false);
});

test("another state of the toolkit's own source is another toolkit", async () => {
  const workspace = new Workspace(shop);
  await workspace.run(["generate", ...toTypes]);
  expect(await modulesOf(workspace, ["check", ...toTypes])).not.toContain("/src/cli/build.ts");
  noteToolkit(workspace.path("gen"), "what an older source made", new Toolkit());
  expect(await modulesOf(workspace, ["check", ...toTypes])).toContain("/src/cli/build.ts");
  expect(await modulesOf(workspace, ["check", ...toTypes])).not.toContain("/src/cli/build.ts");
});
