// A project whose formatter also formats generated files: they are up to date, and never a hand edit.
import { format } from "prettier";
import { expect, test } from "vitest";
import { orderTypes, shop, toTypes } from "../cli/shop.ts";
import { Workspace } from "../cli/workspace.ts";

async function formatted(): Promise<Workspace> {
  const workspace = new Workspace(shop);
  expect(await workspace.run(["generate", ...toTypes])).toMatchObject({ code: 0 });
  await formatIn(workspace);
  return workspace;
}

async function formatIn(workspace: Workspace): Promise<void> {
  const style = { semi: false, singleQuote: true, tabWidth: 4, parser: "typescript" } as const;
  workspace.write(orderTypes, await format(workspace.read(orderTypes), style));
}

test("check and generate leave a formatted file as it is", async () => {
  const workspace = await formatted();
  const before = workspace.snapshot();
  expect(await workspace.run(["check", ...toTypes])).toMatchObject({ code: 0, stderr: "" });
  expect(await workspace.run(["generate", ...toTypes])).toMatchObject({ code: 0, stderr: "" });
  expect((await workspace.run(["generate", ...toTypes])).stdout).toContain("3 files, unchanged");
  expect(workspace.snapshot()).toEqual(before);
});

test("a changed description replaces a formatted file, and only changes it again when it is formatted again", async () => {
  const workspace = await formatted();
  workspace.edit("schemas/order.yaml", "maxLength: 80", "maxLength: 90\n    description: Ninety.");
  expect((await workspace.run(["check", ...toTypes])).stderr).toContain("error stale-file: ");
  expect(await workspace.run(["generate", ...toTypes])).toMatchObject({ code: 0, stderr: "" });
  expect(workspace.read(orderTypes)).toContain("Ninety.");
  await formatIn(workspace);
  const manifest = workspace.read("gen/waybill.manifest.json");
  expect(await workspace.run(["generate", ...toTypes])).toMatchObject({ code: 0, stderr: "" });
  expect(workspace.read("gen/waybill.manifest.json")).toBe(manifest);
});

test("an edit in a formatted file is one", async () => {
  const workspace = await formatted();
  workspace.edit(orderTypes, "id: string", "id: number");
  expect((await workspace.run(["check", ...toTypes])).stderr).toContain("error hand-edited-file: ");
  expect(await workspace.run(["generate", ...toTypes])).toMatchObject({ code: 1 });
});

test("an edit in a file that is also stale is one", async () => {
  const workspace = await formatted();
  workspace.edit(orderTypes, "id: string", "id: number");
  workspace.edit("schemas/order.yaml", "maxLength: 80", "maxLength: 90\n    description: Ninety.");
  const { code, stderr } = await workspace.run(["generate", ...toTypes]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("error hand-edited-file: ") });
});

test("--force writes a formatted file as it is generated", async () => {
  const workspace = new Workspace(shop);
  await workspace.run(["generate", ...toTypes]);
  const generated = workspace.read(orderTypes);
  await formatIn(workspace);
  expect(await workspace.run(["generate", ...toTypes, "--force"])).toMatchObject({ code: 0 });
  expect(workspace.read(orderTypes)).toBe(generated);
});

test("a formatted file that is no longer generated is removed", async () => {
  const workspace = await formatted();
  const flags = ["--openapi", "openapi.yaml", "--out", "gen", "--target", "samples"];
  expect(await workspace.run(["generate", ...flags, "--target", "types"])).toMatchObject({ code: 0 });
  const guards = "gen/client/index.gen.ts";
  workspace.write(guards, workspace.read(guards).replaceAll('"', "'"));
  expect(await workspace.run(["generate", ...toTypes, "--prune"])).toMatchObject({ code: 0, stderr: "" });
  expect(Object.keys(workspace.snapshot("gen"))).not.toContain("client/index.gen.ts");
});
