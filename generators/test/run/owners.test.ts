// Whose files a run may replace and remove: two configurations in one folder, and flags that name something else than before.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { shop, Workspace } from "../cli/workspace.ts";

/** A configuration of the shop with one API. */
function configOf(name: string, out: string, targets: readonly string[] = ["types"]): string {
  return JSON.stringify({ apis: { [name]: { openapi: "openapi.yaml", out, targets } } });
}

describe("two configurations in one folder", () => {
  const files = { "openapi.yaml": shop, "waybill.config.json": configOf("shop", "src/shop") };
  const admin = ["generate", "--config", "admin.config.json"];

  test("each keep their files and their manifest", async () => {
    const workspace = new Workspace({ ...files, "admin.config.json": configOf("admin", "src/admin") });
    const first = await workspace.run(["generate"]);
    expect(first.stdout).toContain("3 written");
    for (const words of [admin, ["generate"], admin, [...admin, "--check"], ["check"]]) {
      const run = await workspace.run(words);
      expect(run).toMatchObject({ code: 0, stdout: expect.not.stringContaining("removed") });
    }
    expect((await workspace.run(admin)).stdout).toContain("unchanged");
    expect(existsSync(workspace.path("src/shop/types/schemas.gen.ts"))).toBe(true);
    expect(existsSync(workspace.path("src/admin/types/schemas.gen.ts"))).toBe(true);
    expect(JSON.parse(workspace.read("waybill.manifest.json"))).toMatchObject({ config: "waybill.config.json" });
    expect(JSON.parse(workspace.read("waybill.admin.manifest.json"))).toMatchObject({ config: "admin.config.json" });
  });

  test.each([
    ["of the same API", "shop", "src/shop"],
    ["of another one", "admin", "src/shop"],
  ])("that write the same files are an error that names both, %s", async (_what, name, out) => {
    const workspace = new Workspace({ ...files, "admin.config.json": configOf(name, out) });
    await workspace.run(["generate"]);
    const before = workspace.snapshot();
    for (const words of [admin, [...admin, "--check"], [...admin, "--prune"], [...admin, "--dry-run"]]) {
      const { code, stderr } = await workspace.run(words);
      expect(code).toBe(1);
      expect(stderr).toContain(
        "error shared-output: src/shop/types/schemas.gen.ts and 2 more files would hold the output of both waybill.config.json and admin.config.json\n",
      );
    }
    expect(workspace.snapshot()).toEqual(before);
  });

  test("that differ in their ending are an error, as they share a manifest", async () => {
    const workspace = new Workspace({
      ...files,
      "waybill.config.mjs": `export default ${configOf("shop", "src/other")}`,
    });
    await workspace.run(["generate", "--config", "waybill.config.json"]);
    const { code, stderr } = await workspace.run(["generate", "--config", "waybill.config.mjs"]);
    expect(code).toBe(1);
    expect(stderr).toContain(
      "error shared-output: this folder would hold the output of both waybill.config.json and waybill.config.mjs",
    );
  });

  test("in a folder inside another's are an error where they write the same files", async () => {
    const workspace = new Workspace({
      "openapi.yaml": shop,
      "waybill.config.json": configOf("shop", "part/gen"),
      "part/waybill.config.json": configOf("shop", "gen").replace("openapi.yaml", "../openapi.yaml"),
    });
    await workspace.run(["generate"]);
    const inner = await workspace.run(["generate"], { folder: "part" });
    expect(inner).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("both ../waybill.config.json and waybill.config.json"),
    });
    const flags = await workspace.run(["generate", "openapi.yaml", "--out", "part/gen", "--target", "types"]);
    expect(flags).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("both waybill.config.json and openapi.yaml"),
    });
  });

  test("one of which was renamed keep what they wrote, and the new name removes what it no longer generates", async () => {
    const workspace = new Workspace({
      ...files,
      "waybill.config.json": configOf("shop", "src/shop", ["types", "zod"]),
    });
    await workspace.run(["generate"]);
    rmSync(workspace.path("waybill.config.json"));
    workspace.write("main.config.json", configOf("shop", "src/shop"));
    const renamed = await workspace.run(["generate", "--config", "main.config.json"]);
    expect(renamed).toMatchObject({ code: 0, stdout: expect.stringMatching(/\d removed/) });
    expect(existsSync(workspace.path("src/shop/zod"))).toBe(false);
    expect(existsSync(workspace.path("waybill.manifest.json"))).toBe(false);
    expect(await workspace.run(["check", "--config", "main.config.json"])).toMatchObject({ code: 0 });
  });

  test("are distinguished after a manifest of an earlier version", async () => {
    const workspace = new Workspace({ ...files, "admin.config.json": configOf("admin", "src/admin") });
    await workspace.run(admin);
    const { config: _config, ...earlier } = JSON.parse(workspace.read("waybill.admin.manifest.json"));
    workspace.write("waybill.manifest.json", JSON.stringify(earlier));
    rmSync(workspace.path("waybill.admin.manifest.json"));
    const unknown = await workspace.run(["generate"]);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining("error unasked-removal: ") });
    expect(await workspace.run(admin)).toMatchObject({ code: 0 });
    expect(await workspace.run(["generate"])).toMatchObject({ code: 0 });
    expect(existsSync(workspace.path("src/admin/types/schemas.gen.ts"))).toBe(true);
  });
});

describe("flags that name other targets than before", () => {
  const all = ["generate", "openapi.yaml", "--out", "gen"];

  test("remove nothing unasked, and say what --prune would remove", async () => {
    const workspace = new Workspace({ "openapi.yaml": shop });
    await workspace.run(all);
    const before = workspace.snapshot();
    const { code, stdout, stderr } = await workspace.run([...all, "--target", "types"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(
      /^gen\/\S+ error unasked-removal: this run would remove \d+ files of client, server and zod, such as gen\/client\/\S+\n/,
    );
    expect(stderr).toContain("--prune");
    expect(workspace.snapshot()).toEqual(before);
    expect(await workspace.run([...all, "--target", "types", "--dry-run"])).toMatchObject({ code: 1 });
    expect((await workspace.run(["check", ...all.slice(1), "--target", "types"])).stderr).toContain(
      "and --prune, which removes it",
    );
    const pruned = await workspace.run([...all, "--target", "types", "--prune"]);
    expect(pruned).toMatchObject({ code: 0, stdout: expect.stringMatching(/\d+ removed/) });
    expect(readdirSync(workspace.path("gen")).sort()).toEqual(["types", "waybill.manifest.json"]);
    expect(await workspace.run([...all, "--target", "types"])).toMatchObject({ code: 0 });
  });

  test("remove nothing without a manifest either", async () => {
    const workspace = new Workspace({ "openapi.yaml": shop });
    await workspace.run(all);
    rmSync(workspace.path("gen/waybill.manifest.json"));
    expect(await workspace.run([...all, "--target", "types"])).toMatchObject({ code: 1 });
    expect(existsSync(workspace.path("gen/zod"))).toBe(true);
  });

  test("but files that the description no longer has are removed, and a configuration removes what it drops", async () => {
    const workspace = new Workspace({
      "openapi.yaml": shop,
      "waybill.config.json": configOf("shop", "src", ["types", "zod"]),
    });
    await workspace.run([...all, "--target", "types", "--rooms", "2"]);
    await workspace.run(["generate"]);
    workspace.write("waybill.config.json", configOf("shop", "src"));
    expect(await workspace.run(["generate"])).toMatchObject({ code: 0, stdout: expect.stringMatching(/\d removed/) });
    expect(existsSync(workspace.path("src/zod"))).toBe(false);
  });

  test("or another description that is beside the first one replace nothing unasked", async () => {
    const workspace = new Workspace({ "openapi.yaml": shop, "other.yaml": shop.replace("Shop", "Other") });
    await workspace.run(all);
    const before = workspace.snapshot("gen");
    const other = ["generate", "other.yaml", "--out", "gen"];
    expect(await workspace.run(other)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("shared-output: gen would hold the output of both openapi.yaml and other.yaml"),
    });
    expect(workspace.snapshot("gen")).toEqual(before);
    expect(await workspace.run([...other, "--prune"])).toMatchObject({ code: 0 });
    rmSync(workspace.path("other.yaml"));
    expect(await workspace.run(all)).toMatchObject({ code: 0 });
  });
});
