// `waybill upgrade` as people run it: where the old description is found, what is written, and what is refused.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { folderOf } from "../../../scripts/testing/folder-of.ts";
import { textHash } from "../../src/source/document.ts";
import { packageTexts } from "../../src/upgrade/base/published.ts";
import { Workspace } from "../cli/workspace.ts";
import { configOf, orderList, packageFiles } from "./package-files.ts";

const openapi = `${orderList()}components:
  schemas:
    Order:
      type: object
      required: [id]
      properties:
        id: { type: string }
        note: { type: string }
        phone: { type: string }
`;
const renamed = openapi.replaceAll("Order:", "Purchase:").replace('/Order"', '/Purchase"');

const use = `import type { Order } from "./gen/types/index.gen.ts";

export const note = (order: Order): string | undefined => order.note;
`;
const upgraded = use.replaceAll("Order", "Purchase");

const files = {
  "api.yaml": openapi,
  ...packageFiles,
  "src/use.ts": use,
};

async function committed(more: Readonly<Record<string, string>> = {}): Promise<Workspace> {
  const workspace = new Workspace({ ...files, ...more });
  await workspace.run(["generate"]);
  workspace.commit();
  return workspace;
}

test("a dry run prints a diff and writes nothing; --write writes callers and output together", async () => {
  const workspace = await committed();
  workspace.write("api.yaml", renamed);
  const before = workspace.snapshot("src");
  const dry = await workspace.run(["upgrade"]);
  expect(dry).toMatchObject({ code: 0, stderr: "" });
  expect(dry.stdout).toContain("--- a/src/use.ts\n+++ b/src/use.ts\n");
  expect(dry.stdout).toContain("+export const note = (order: Purchase): string | undefined => order.note;\n");
  expect(dry.stdout).toMatch(/the schema Order is now Purchase {2}2 edits in 1 file\n/);
  expect(workspace.snapshot("src")).toEqual(before);
  const written = await workspace.run(["upgrade", "--write"]);
  expect(written.stdout).toContain("1 of your files and 2 generated files written\n");
  expect(workspace.read("src/use.ts")).toBe(upgraded);
  expect((await workspace.run(["check"])).code).toBe(0);
  const again = await workspace.run(["upgrade", "--write"]);
  expect(again.stdout).toContain("0 of your files and 0 generated files");
  expect(workspace.read("src/use.ts")).toBe(upgraded);
});

test("callers are upgraded after generate too, by the manifest of the last commit", async () => {
  const workspace = await committed();
  workspace.write("api.yaml", renamed);
  await workspace.run(["generate"]);
  expect((await workspace.run(["upgrade", "--write"])).code).toBe(0);
  expect(workspace.read("src/use.ts")).toBe(upgraded);
});

test("a file with uncommitted changes is not edited without --force", async () => {
  const workspace = await committed();
  workspace.write("api.yaml", renamed);
  workspace.write("src/use.ts", `${use}// mine\n`);
  const { code, stderr } = await workspace.run(["upgrade", "--write"]);
  expect({ code, text: workspace.read("src/use.ts") }).toEqual({ code: 1, text: `${use}// mine\n` });
  expect(stderr).toContain("waybill: a file to edit has uncommitted changes: src/use.ts\n");
  expect((await workspace.run(["upgrade", "--write", "--force"])).code).toBe(0);
  expect(workspace.read("src/use.ts")).toBe(`${upgraded}// mine\n`);
});

test("nothing is upgraded where the description has not changed", async () => {
  const workspace = await committed();
  const { code, stdout } = await workspace.run(["upgrade"]);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: "nothing to upgrade: the code was generated from the current description\n",
  });
});

test("a description that is nowhere is named, and --from names another one", async () => {
  const workspace = new Workspace(files);
  await workspace.run(["generate"]);
  workspace.write("api.yaml", renamed);
  const lost = await workspace.run(["upgrade"]);
  expect(lost.code).toBe(1);
  expect(lost.stderr).toContain(
    "waybill: the description that the code was generated from cannot be found: api.yaml\n",
  );
  workspace.write("old.yaml", openapi);
  expect((await workspace.run(["upgrade", "--write", "--from", "old.yaml"])).code).toBe(0);
  expect(workspace.read("src/use.ts")).toBe(upgraded);
});

test("what may be a rename is a question, and --rename decides it", async () => {
  const workspace = await committed();
  workspace.write("api.yaml", openapi.replace("note: {", "remark: {"));
  const open = await workspace.run(["upgrade"]);
  expect(open.code).toBe(1);
  expect(open.stderr).toContain("if it is a rename: --rename Order.note=remark\n");
  expect(open.stdout).toContain("src/use.ts:4:65 Order.note is gone\n");
  const { code, stdout } = await workspace.run(["upgrade", "--rename", "Order.note=remark"]);
  expect(code).toBe(0);
  expect(stdout).toContain("+export const note = (order: Order): string | undefined => order.remark;\n");
  const wrong = await workspace.run(["upgrade", "--rename", "Order.notes=remark"]);
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain("waybill: --rename Order.notes: nothing with this name was removed\n");
});

test("packages of the workspace that depend on the generated code are upgraded with it", async () => {
  const workspace = await committed({
    "package.json": '{ "name": "@shop/api", "type": "module" }',
  });
  workspace.write(
    "packages/web/package.json",
    '{ "name": "@shop/web", "type": "module", "dependencies": { "@shop/api": "*" } }',
  );
  workspace.write("packages/web/tsconfig.json", packageFiles["tsconfig.json"]);
  workspace.write("packages/web/src/page.ts", use.replace("./gen", "../../../src/gen"));
  workspace.commit();
  workspace.write("api.yaml", renamed);
  expect((await workspace.run(["upgrade", "--write"])).code).toBe(0);
  expect(workspace.read("packages/web/src/page.ts")).toBe(upgraded.replace("./gen", "../../../src/gen"));
});

test("earlier versions of a package are tried newest first, until every hash agrees", () => {
  const folder = folderOf({});
  writeFileSync(path.join(folder, "package.json"), '{ "version": "3.0.0" }');
  const unpacked: string[] = [];
  const texts = packageTexts(
    { name: "@acme/spec", place: folder, files: [{ path: "openapi.yaml", hash: textHash("two") }] },
    {
      versions: () => ["1.0.0", "2.0.0", "2.1.0", "3.0.0"],
      unpack: (_name, version, into) => {
        unpacked.push(version);
        const place = path.join(into, version);
        mkdirSync(place);
        writeFileSync(path.join(place, "openapi.yaml"), version === "2.0.0" ? "two" : "another");
        return place;
      },
    },
  );
  expect([...(texts ?? [])]).toEqual([["openapi.yaml", "two"]]);
  expect(unpacked).toEqual(["2.1.0", "2.0.0"]);
});

test("selectors of the configuration follow what was renamed, and one that is computed is listed", async () => {
  const tagged = openapi.replace("operationId: listOrders", "operationId: listOrders\n      tags: [orders]");
  const config = (selector: string): string =>
    `const computed = ["list", "Orders"].join("");\n${configOf('"api.yaml"', `, include: [${selector}]`)}`;
  const upgradedFrom = async (selector: string): Promise<Workspace> => {
    const workspace = await committed({ "api.yaml": tagged, "waybill.config.mjs": config(selector) });
    workspace.write("api.yaml", tagged.replace("listOrders", "findOrders").replace("[orders]", "[purchases]"));
    return workspace;
  };
  const written = await upgradedFrom("{ operation: ['listOrders', \"*Orders\"] }, { tag: `orders` }");
  const { code, stdout } = await written.run(["upgrade", "--write"]);
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("1 of your files") });
  expect(written.read("waybill.config.mjs")).toBe(
    config("{ operation: ['findOrders', \"*Orders\"] }, { tag: `purchases` }"),
  );
  expect((await written.run(["check"])).code).toBe(0);
  const computed = await upgradedFrom("{ operation: computed }");
  const left = await computed.run(["upgrade", "--write"]);
  expect(left.code).toBe(1);
  expect(left.stdout).toContain("waybill.config.mjs:1:1 the operation listOrders is now findOrders");
});
