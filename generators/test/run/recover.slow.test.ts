// Runs that are killed, and runs at the same time: what the next one finds.
import { expect, test, vi } from "vitest";
import { orderTypes, shop, toTypes } from "../cli/shop.ts";
import { preload, textOf, Workspace } from "../cli/workspace.ts";

const generate = ["generate", ...toTypes];

/** Both generated files of types change, and the manifest. */
function change(workspace: Workspace, name: string): void {
  workspace.write("schemas/order.yaml", `type: object\nproperties:\n  ${name}: { type: string }\n`);
  workspace.write("openapi.yaml", (shop["openapi.yaml"] ?? "").replace("Get an order", `Get ${name}`));
}

test.each([1, 2, 3])("killed at rename %i: the next run finds no hand edit, and recovers", async (count) => {
  const workspace = new Workspace(shop);
  await workspace.run(generate);
  change(workspace, "first");
  const killed = await workspace.spawn(generate, { env: { ...preload("kill-rename"), KILL_RENAME: String(count) } });
  expect(killed.code).toBeNull();
  expect(Object.keys(workspace.snapshot("gen")).filter((file) => /\.(new|old)$/.test(file))).not.toEqual([]);
  change(workspace, "second");
  expect(await workspace.run(generate)).toMatchObject({ code: 0, stderr: "" });
  expect(workspace.read(orderTypes)).toContain("second?: string");
  expect(Object.keys(workspace.snapshot("gen"))).toEqual([
    "types/index.gen.ts",
    "types/operations.gen.ts",
    "types/schemas.gen.ts",
    "waybill.manifest.json",
  ]);
  expect(await workspace.run(["check", ...toTypes])).toMatchObject({ code: 0, stderr: "" });
});

test.each([1, 2, 3])("killed at rename %i while edits are overwritten: the next run finds the edits", async (count) => {
  const workspace = new Workspace(shop);
  await workspace.run(generate);
  const edited = [orderTypes, "gen/types/operations.gen.ts"];
  for (const file of edited) workspace.write(file, `${workspace.read(file)}// An edit.\n`);
  const kill = { env: { ...preload("kill-rename"), KILL_RENAME: String(count) } };
  expect((await workspace.spawn([...generate, "--force"], kill)).code).toBeNull();
  const { code, stderr } = await workspace.run(generate);
  expect(code).toBe(1);
  expect(stderr).toContain("edited-file");
  for (const file of edited) expect(workspace.read(file)).toContain("// An edit.");
});

test("a watch after a kill tidies up too", async () => {
  const workspace = new Workspace(shop);
  await workspace.run(generate);
  change(workspace, "first");
  await workspace.spawn(generate, { env: { ...preload("kill-rename"), KILL_RENAME: "2" } });
  const child = workspace.start([...generate, "--watch"]);
  const [stdout, stderr] = [textOf(child.stdout), textOf(child.stderr)];
  await vi.waitFor(() => expect(stderr()).toContain("watching"), { timeout: 45_000 });
  expect(stdout()).toContain("types");
  expect(Object.keys(workspace.snapshot("gen"))).toHaveLength(4);
  expect(workspace.read(orderTypes)).toContain("first?: string");
});

test("a check after a kill writes nothing", async () => {
  const workspace = new Workspace(shop);
  await workspace.run(generate);
  change(workspace, "first");
  await workspace.spawn(generate, { env: { ...preload("kill-rename"), KILL_RENAME: "2" } });
  const before = workspace.snapshot("gen");
  expect(await workspace.run(["check", ...toTypes])).toMatchObject({ code: 1 });
  expect(await workspace.run([...generate, "--dry-run"])).not.toMatchObject({ code: 2 });
  expect(workspace.snapshot("gen")).toEqual(before);
});

test("several runs at once leave what one leaves", async () => {
  const workspace = new Workspace(shop);
  const runs = await Promise.all([1, 2, 3, 4].map(() => workspace.spawn(generate)));
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(Object.keys(workspace.snapshot("gen"))).toHaveLength(4);
  expect(await workspace.run(["check", ...toTypes])).toMatchObject({ code: 0, stderr: "" });
});
