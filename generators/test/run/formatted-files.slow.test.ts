// A project whose formatter also formats generated files: they are up to date, and never a hand edit.
import { execFileSync } from "node:child_process";
import { cpSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { format, type Options } from "prettier";
import { describe, expect, test } from "vitest";
import { isLong } from "../../../scripts/testing/long.ts";
import { isSameProgram } from "../../src/run/formatting/syntax-tree.ts";
import { formHash } from "../../src/run/formatting/unformatted.ts";
import { fixture } from "../cases/case.ts";
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

test("a formatted file is replaced when a comment is only broken otherwise: it would be an edit in the next run", async () => {
  const workspace = await formatted();
  const older = workspace.read(orderTypes).replace(" Do not edit:", "\n// Do not edit:");
  const manifest = workspace.read("gen/waybill.manifest.json");
  const [hashes = ""] = /(?<=schemas.gen.ts": ")\w+ \w+/.exec(manifest) ?? [];
  workspace.write(orderTypes, older);
  workspace.write("gen/waybill.manifest.json", manifest.replace(hashes, `0 ${formHash(orderTypes, older)}`));
  expect(await workspace.run(["generate", ...toTypes])).toMatchObject({ code: 0, stderr: "" });
  expect(workspace.read(orderTypes)).not.toContain("\n// Do not edit:");
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

describe("the output of every target", () => {
  const root = path.join(import.meta.dirname, "../../..");
  const packages = ["tanstack-query", "mocks", "mcp", "paths", "channels"].map((name) =>
    path.join(root, "packages/waybill", name, "src/index.ts"),
  );
  const config = `${packages.map((file, at) => `import p${at} from ${JSON.stringify(file)};`).join("\n")}
const targets = ["types", "zod", "server", "client", "samples"];
// Biome does not format the files otherwise.
const header = "// biome-ignore-all lint: generated";
export default { apis: {
  shop: { header, openapi: "shop.yaml", out: "gen/shop", targets: [...targets, p0, p1, p2] },
  orders: { header, openapi: "spec/openapi.yaml", asyncapi: "spec/asyncapi.yaml", out: "gen/orders", targets: [...targets, "webhooks", p3] },
  desk: { header, asyncapi: "desk.yaml", out: "gen/desk", targets: ["types", p4] },
} };
`;

  const inputs = {
    "waybill.config.mjs": config,
    "shop.yaml": fixture("codegen/shop.yaml"),
    "desk.yaml": readFileSync(path.join(root, "examples/channels/price-desk.yaml"), "utf8"),
  };
  /** What a run wrote for the inputs: generated for the first test, copied for the others. */
  const output: Record<string, string> = {};

  async function everyTarget(): Promise<Workspace> {
    const workspace = new Workspace({ ...inputs, ...output });
    cpSync(path.join(root, "spec"), workspace.path("spec"), { recursive: true });
    if (Object.keys(output).length > 0) return workspace;
    expect(await workspace.run(["generate"])).toMatchObject({ code: 0 });
    for (const file of globSync(["*.json", "gen/**/*.*"], { cwd: workspace.folder }))
      output[file] = workspace.read(file);
    return workspace;
  }

  const biome = (workspace: Workspace, settings: object): void => {
    workspace.write("biome.json", JSON.stringify({ ...settings, linter: { enabled: false } }));
    execFileSync(path.join(root, "node_modules/.bin/biome"), ["check", "--write", "gen"], { cwd: workspace.folder });
  };

  /** Slow, so of what every API has alike, and of the rest only what formatting.test.ts does not format: all of it in a long run. */
  const prettier = async (workspace: Workspace, settings: Options): Promise<void> => {
    const texts = new Map(
      globSync(isLong ? "gen/**/*.gen.ts" : "gen/*/{tanstack-query,mocks,mcp,paths,channels}/*.gen.ts", {
        cwd: workspace.folder,
      }).map((file) => [bodyOf(workspace.read(file)), file]),
    );
    for (const file of texts.values())
      workspace.write(file, await format(workspace.read(file), { ...settings, parser: "typescript" }));
  };
  const bodyOf = (text: string): string => text.replace(/^(?:\/[/*].*\n)+/, "");

  const quotes = { formatter: { semicolons: "asNeeded", quoteStyle: "single", trailingCommas: "none" } };
  const widths = isLong ? [80, 100, 120] : [80];
  const styles = [
    ...widths.map((width) => [`Biome at ${width}`, biome, { formatter: { lineWidth: width } }] as const),
    ["Biome without semicolons", biome, { javascript: quotes }] as const,
    ...widths.map((width) => [`Prettier at ${width}`, prettier, { printWidth: width }] as const),
    ["Prettier without semicolons", prettier, { semi: false, singleQuote: true, trailingComma: "none" }] as const,
    ["Prettier with experimental ternaries", prettier, { experimentalTernaries: true }] as const,
  ];
  const formattedBy = async (formatAll: typeof biome | typeof prettier, settings: object): Promise<Workspace> => {
    const workspace = await everyTarget();
    await formatAll(workspace, settings);
    const queries = "gen/shop/tanstack-query/queries.gen.ts";
    expect(workspace.read(queries)).not.toBe(output[queries]);
    return workspace;
  };

  test.each(styles)("has the form of generated files after %s", async (_, formatAll, settings) => {
    const workspace = await formattedBy(formatAll, settings);
    const others = Object.entries(output).filter(([file, generated]) => {
      const formatted = workspace.read(file);
      if (formatted === generated || formHash(file, formatted) === formHash(file, generated)) return false;
      // Only what is on disk is compared as a program: the manifest of a changed description has no more than the hash.
      return !("experimentalTernaries" in settings && isSameProgram(file, formatted, generated));
    });
    expect(others.map(([file]) => file)).toEqual([]);
  });

  test.each(styles.filter(([name]) => /at 80|ternaries/.test(name)))(
    "is up to date after %s, and replaced when the description changes",
    async (_, formatAll, settings) => {
      const workspace = await formattedBy(formatAll, settings);
      const checked = await workspace.run(["check"]);
      expect(errorsIn(checked.stderr)).toEqual([]);
      if ("experimentalTernaries" in settings) return;
      for (const name of ["shop", "spec/openapi", "desk"]) workspace.edit(`${name}.yaml`, "title: ", "title: Other ");
      expect(await workspace.run(["generate"])).toMatchObject({ code: 0 });
    },
  );

  test("is the same after lines are added above everything that is described", async () => {
    const workspace = await everyTarget();
    const before = workspace.snapshot("gen");
    for (const file of globSync("**/*.yaml", { cwd: workspace.folder }))
      workspace.write(file, `# One.\n# Two.\n${workspace.read(file)}`);
    expect(await workspace.run(["generate"])).toMatchObject({ code: 0 });
    expect(workspace.snapshot("gen")).toEqual(before);
  });

  /** The modules of a configuration are inputs of the first run in a process only, so the manifest is another one. */
  const errorsIn = (stderr: string): string[] =>
    stderr.split("\n").filter((line) => line.includes(" error ") && !line.includes("waybill.manifest.json"));
});
