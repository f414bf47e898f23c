// `postprocess`: commands of the user on the files that were written.
import { chmodSync } from "node:fs";
import { expect, test } from "vitest";
import { orderTypes, shop } from "../cli/shop.ts";
import { Workspace } from "../cli/workspace.ts";

/** Writes a line below each file, and the paths that it got into `seen.txt`. */
const stamp = `#!/usr/bin/env node
const fs = require("node:fs");
const [line, ...files] = process.argv.slice(2);
for (const file of files) fs.appendFileSync(file, "// " + line + "\\n");
fs.appendFileSync("seen.txt", files.join(" ") + "\\n");
`;

const failing = `#!/usr/bin/env node
require("node:fs").writeFileSync(process.argv[2], "broken");
console.error("cannot parse " + process.argv[2]);
process.exit(3);
`;

function configured(...commands: readonly string[]): Workspace {
  const workspace = new Workspace(shop);
  const apis = { shop: { openapi: "openapi.yaml", out: "gen", targets: ["types"], postprocess: commands } };
  workspace.write("waybill.config.mjs", `export default ${JSON.stringify({ apis })};`);
  for (const [name, text] of Object.entries({ stamp, failing })) {
    workspace.write(`node_modules/.bin/${name}`, text);
    chmodSync(workspace.path(`node_modules/.bin/${name}`), 0o755);
  }
  return workspace;
}

const named = ["--config", "waybill.config.mjs"];

test("a command gets the written files, and check finds its result up to date", async () => {
  const workspace = configured('stamp "two words"');
  expect(await workspace.run(["generate", ...named])).toMatchObject({ code: 0, stderr: "" });
  // A formatter may be one of them.
  expect(workspace.read(orderTypes)).toMatch(/^.* biome-ignore-all lint assist: generated\n[\s\S]*\/\/ two words\n$/);
  expect(workspace.read("seen.txt").trim().split(" ").sort()).toEqual(
    ["gen/types/index.gen.ts", "gen/types/operations.gen.ts", "gen/types/schemas.gen.ts"].sort(),
  );
  expect(await workspace.run(["check", ...named])).toMatchObject({ code: 0, stderr: "" });
  const before = workspace.snapshot("gen");
  expect((await workspace.run(["generate", ...named])).stdout).toContain("unchanged");
  expect(workspace.snapshot("gen")).toEqual(before);
});

test("only written files are processed again", async () => {
  const workspace = configured("stamp x");
  await workspace.run(["generate", ...named]);
  workspace.edit("schemas/order.yaml", "Something somebody wants.", "A wish.");
  expect((await workspace.run(["check", ...named])).stderr).toContain("error stale-file: gen/types/schemas.gen.ts");
  expect(await workspace.run(["generate", ...named])).toMatchObject({ code: 0, stderr: "" });
  expect(workspace.read("seen.txt").trim().split("\n").at(-1)).toBe("gen/types/schemas.gen.ts");
  expect(workspace.read(orderTypes).match(/\/\/ x\n/g)).toHaveLength(1);
});

test("an edit of a processed file is one", async () => {
  const workspace = configured("stamp x");
  await workspace.run(["generate", ...named]);
  workspace.edit(orderTypes, "// x\n", "");
  expect((await workspace.run(["check", ...named])).stderr).toContain("error hand-edited-file: ");
});

test("another command makes the files stale", async () => {
  const workspace = configured("stamp x");
  await workspace.run(["generate", ...named]);
  workspace.edit("waybill.config.mjs", "stamp x", "stamp y");
  expect((await workspace.run(["check", ...named])).stderr).toContain("error stale-file: ");
  expect(await workspace.run(["generate", ...named])).toMatchObject({ code: 0, stderr: "" });
  expect(workspace.read(orderTypes)).toMatch(/\/\/ y\n$/);
  workspace.edit("waybill.config.mjs", '"stamp y"', "");
  expect(await workspace.run(["generate", ...named])).toMatchObject({ code: 0, stderr: "" });
  expect(workspace.read(orderTypes)).not.toMatch(/\/\/ y/);
});

test("a command that fails leaves everything as it was", async () => {
  const workspace = configured("stamp x");
  await workspace.run(["generate", ...named]);
  const before = workspace.snapshot("gen");
  const manifest = workspace.read("waybill.manifest.json");
  workspace.edit("waybill.config.mjs", "stamp x", "failing");
  const { code, stderr } = await workspace.run(["generate", ...named]);
  expect(code).toBe(1);
  expect(stderr).toContain(
    'error postprocess-failed: postprocess: "failing": failed with exit code 3: cannot parse gen/',
  );
  expect(workspace.snapshot("gen")).toEqual(before);
  expect(workspace.read("waybill.manifest.json")).toBe(manifest);
});

test("a first run whose command fails leaves nothing behind", async () => {
  const workspace = configured("failing");
  expect(await workspace.run(["generate", ...named])).toMatchObject({ code: 1 });
  expect(
    Object.keys(workspace.snapshot()).filter((file) => file.startsWith("gen") || file.includes("manifest")),
  ).toEqual([]);
});

test("a tool that is not there is named", async () => {
  const { code, stderr } = await configured("no-such-tool --write").run(["generate", ...named]);
  expect(code).toBe(1);
  expect(stderr).toContain("no-such-tool was found neither in node_modules/.bin nor on the PATH");
});

test("a dry run says what it would run, and runs nothing", async () => {
  const workspace = configured("failing --write");
  const { code, stdout } = await workspace.run(["generate", "--dry-run", ...named]);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining("would run failing --write on 3 files\n"),
  });
});

test("a flag does the same, and the manifest repeats it", async () => {
  const workspace = configured();
  const flags = ["--openapi", "openapi.yaml", "--out", "gen", "--target", "types", "--postprocess", "stamp x"];
  expect(await workspace.run(["generate", ...flags])).toMatchObject({ code: 0, stderr: "" });
  expect(workspace.read("gen/waybill.manifest.json")).toContain("--postprocess 'stamp x'");
  expect(await workspace.run(["check", ...flags])).toMatchObject({ code: 0, stderr: "" });
});

test.each([
  ["a && b", 'has "&&", but commands do not run in a shell'],
  ["a > b", 'has ">", but commands do not run in a shell'],
  ["a $(b)", "but commands do not run in a shell"],
  ["a 'b", "has an unclosed quote"],
  ["", "names no command"],
])("a command that needs a shell is refused: %j", async (command, message) => {
  const { code, stderr } = await configured(command).run(["generate", ...named]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  expect(stderr).toContain("apis.shop.postprocess[0]");
});

test("no shell expands what a command says", async () => {
  const workspace = configured("stamp '$HOME *; ls'");
  expect(await workspace.run(["generate", ...named])).toMatchObject({ code: 0, stderr: "" });
  expect(workspace.read(orderTypes)).toContain("// $HOME *; ls\n");
});

test("a processed file that a formatter changes later is left, and --force processes it again", async () => {
  const workspace = configured("stamp x");
  await workspace.run(["generate", ...named]);
  const processed = workspace.read(orderTypes);
  workspace.write(orderTypes, processed.replaceAll("  ", "    "));
  expect(await workspace.run(["check", ...named])).toMatchObject({ code: 0, stderr: "" });
  expect(await workspace.run(["generate", "--force", ...named])).toMatchObject({ code: 0, stderr: "" });
  expect(workspace.read(orderTypes)).toBe(processed);
});
