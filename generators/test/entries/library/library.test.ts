// `import { generate, check, lint, diff } from "waybill"`: configurations as data in, results as data out.
import { existsSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ApiConfig, type Config, check, diff, generate, lint } from "../../../src/entries/index.ts";
import {
  code,
  defineTarget,
  generatedSymbol,
  noDoc,
  printFile,
  type Target,
  typeAlias,
} from "../../../src/entries/plugin.ts";
import { requireNode } from "../../../src/run/node-version.ts";
import { shop } from "../../cli/shop.ts";
import { Workspace } from "../../cli/workspace.ts";

const config: Config = { apis: { shop: { openapi: "openapi.yaml", out: "gen", targets: ["types"] } } };

const written = vi.fn();
beforeEach(() => {
  written.mockReset();
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, "write").mockImplementation(written);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe("generate", () => {
  test("writes files, and returns plain data without printing", async () => {
    const workspace = new Workspace(shop);
    const result = await generate(config, { cwd: workspace.folder });
    expect(result).toMatchObject({ ok: true, usage: [], diagnostics: [], tolerated: [] });
    expect(result.changes).toContainEqual({ path: "gen/types/schemas.gen.ts", target: "types", action: "write" });
    expect(workspace.read("gen/types/schemas.gen.ts")).toContain("export type Order");
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
    expect(written).not.toHaveBeenCalled();
  });

  test("a configuration given as data names descriptions of one's own, as one in a file does", async () => {
    const nullable = "{ nullable: true, allOf: [{ type: object }] }";
    const description = `openapi: 3.0.3\ninfo: { title: T, version: "1" }\npaths: {}\ncomponents: { schemas: { A: ${nullable} } }\n`;
    const workspace = new Workspace({ "openapi.yaml": description });
    await generate(config, { cwd: workspace.folder });
    expect(workspace.read("gen/types/schemas.gen.ts")).not.toContain("null");
  });

  test("an unchanged run names the same inputs as the run before", async () => {
    const workspace = new Workspace(shop);
    const first = await generate(config, { cwd: workspace.folder });
    const second = await generate(config, { cwd: workspace.folder });
    expect(second.changes).toEqual([]);
    expect([...second.inputs].sort()).toEqual([...first.inputs].sort());
    expect(first.inputs).toContain(workspace.path("schemas/order.yaml"));
  });

  test("a dry run lists changes and writes nothing", async () => {
    const workspace = new Workspace(shop);
    const result = await generate(config, { cwd: workspace.folder, dryRun: true });
    expect(result.changes.length).toBeGreaterThan(0);
    expect(existsSync(workspace.path("gen"))).toBe(false);
  });

  test("a mistake in the description is a diagnostic with its place, and nothing is written", async () => {
    const workspace = new Workspace(shop);
    workspace.edit("schemas/order.yaml", "type: string", "type: strng");
    const result = await generate(config, { cwd: workspace.folder });
    expect(result.ok).toBe(false);
    expect(result.diagnostics).toMatchObject([
      { code: "unknown-type", file: "schemas/order.yaml", line: 6, column: 11 },
    ]);
    expect(existsSync(workspace.path("gen"))).toBe(false);
  });

  test("a mistake in the configuration is a usage problem, and nothing runs", async () => {
    const result = await generate({
      apis: { shop: { openapi: "openapi.yaml", out: "gen", targets: ["typos"] } },
    } as never);
    expect(result).toMatchObject({
      ok: false,
      usage: [{ message: expect.stringContaining("config: apis.shop.targets[0]") }],
    });
  });

  test("takes the path of a configuration file", async () => {
    const file = JSON.stringify(config);
    const workspace = new Workspace({
      ...shop,
      "team/waybill.config.json": file.replace("openapi.yaml", "../openapi.yaml"),
    });
    const result = await generate("team/waybill.config.json", { cwd: workspace.folder });
    expect(result.ok).toBe(true);
    expect(existsSync(workspace.path("team/gen/types/schemas.gen.ts"))).toBe(true);
  });

  test("a target given as a value runs each time: its code is opaque", async () => {
    const workspace = new Workspace(shop);
    let runs = 0;
    const counting = defineTarget({
      name: "counting",
      summary: "a list of schemas",
      needs: [],
      render: ({ schemas }) => {
        runs += 1;
        return [{ path: "names.gen.md", text: schemas.map(({ name }) => `- ${name}\n`).join("") }];
      },
    });
    const own: Config = { apis: { shop: { openapi: "openapi.yaml", out: "gen", targets: [counting] } } };
    for (let time = 0; time < 2; time += 1) expect((await generate(own, { cwd: workspace.folder })).ok).toBe(true);
    expect(runs).toBe(2);
  });

  test("guards are written where a target calls them or on request, and an import of them without either is an error", async () => {
    const calling = (callsGuards: boolean): Target =>
      defineTarget({
        name: "calling",
        summary: "a guard by another name",
        needs: ["zod"],
        callsGuards,
        render: (_, context) => {
          const guard = code`typeof ${generatedSymbol("isOrder", "zod", "guards.gen.ts")}`;
          const declarations = [typeAlias("Guard", guard, noDoc)];
          return [printFile({ target: "calling", path: "guard.gen.ts", summary: "It.", declarations }, context)];
        },
      });
    const made = async (api: Partial<ApiConfig>) => {
      const workspace = new Workspace(shop);
      const own: Config = { apis: { shop: { openapi: "openapi.yaml", out: "gen", ...api } } };
      const { diagnostics } = await generate(own, { cwd: workspace.folder });
      const hasGuards = existsSync(workspace.path("gen/zod/guards.gen.ts"));
      return { hasGuards, messages: diagnostics.map(({ message }) => message).join("\n") };
    };
    expect(await made({ targets: ["zod", "client"] })).toEqual({ hasGuards: false, messages: "" });
    expect(await made({ targets: ["zod"], guards: true })).toEqual({ hasGuards: true, messages: "" });
    expect(await made({ targets: ["server"] })).toEqual({ hasGuards: true, messages: "" });
    expect(await made({ targets: [calling(true)] })).toEqual({ hasGuards: true, messages: "" });
    expect(await made({ targets: [calling(false)], guards: true })).toEqual({ hasGuards: true, messages: "" });
    const { hasGuards, messages } = await made({ targets: [calling(false)] });
    expect(hasGuards).toBe(false);
    expect(messages).toContain("guard.gen.ts of calling imports guards, which nothing asks for: add callsGuards: true");
  });
});

test("a Node that is too old is named", () => {
  for (const version of ["20.20.2", "22.18.0"])
    expect(() => requireNode(version)).toThrow(`waybill needs Node 22.19 or newer; this is v${version}`);
  for (const version of ["22.19.0", "24.0.0"]) expect(() => requireNode(version)).not.toThrow();
});

test("check reports a stale file with its reason, and writes nothing", async () => {
  const workspace = new Workspace(shop);
  await generate(config, { cwd: workspace.folder });
  expect(await check(config, { cwd: workspace.folder })).toMatchObject({ ok: true, diagnostics: [] });
  workspace.edit("schemas/order.yaml", "  note:", "  remark:");
  const before = workspace.read("gen/types/schemas.gen.ts");
  const result = await check(config, { cwd: workspace.folder });
  expect(result.ok).toBe(false);
  expect(result.diagnostics).toMatchObject([{ code: "stale-file", file: "gen/types/schemas.gen.ts" }]);
  expect(result.diagnostics[0]?.excerpt?.join("\n")).toContain("remark");
  expect(workspace.read("gen/types/schemas.gen.ts")).toBe(before);
});

describe("lint", () => {
  test("returns the files it read, and their problems", async () => {
    const workspace = new Workspace(shop);
    const fine = await lint(config, { cwd: workspace.folder });
    expect(fine).toMatchObject({ ok: true, diagnostics: [] });
    expect(fine.files).toContain(workspace.path("schemas/order.yaml"));
    workspace.edit("schemas/order.yaml", "maxLength: 80", "maxLength: 80\n    examples: [7]");
    const wrong = await lint(config, { cwd: workspace.folder });
    expect(wrong.ok).toBe(false);
    expect(wrong.diagnostics).toMatchObject([{ code: "invalid-example", severity: "error" }]);
    expect(written).not.toHaveBeenCalled();
  });

  test("reports what generate reports: ambiguous dates, filters that select nothing, operations without a sample", async () => {
    const date = "  at: { oneOf: [{ type: string, format: date-time }, { type: string, const: never }] }\n";
    const workspace = new Workspace(shop);
    workspace.edit("schemas/order.yaml", "properties:\n", `properties:\n${date}`);
    const client = { setup: "", calls: { nothing: "x()" } };
    const targets = ["types" as const, "client" as const, { target: "samples" as const, client }];
    const include = [{ tag: "nowhere" }];
    const strict: Config = { apis: { shop: { openapi: "openapi.yaml", out: "gen", targets, include } } };
    const dated: Config = {
      apis: { shop: { openapi: "openapi.yaml", out: "gen", targets: ["types"], dates: "date" } },
    };
    for (const [given, codes] of [
      [strict, ["no-effect", "unmatched-filter"]],
      [dated, ["undecidable-date"]],
    ] as const) {
      const codesIn = (result: { diagnostics: readonly { code: string }[] }): string[] =>
        result.diagnostics.map(({ code }) => code);
      const [linted, generated] = [
        await lint(given, { cwd: workspace.folder }),
        await generate(given, { cwd: workspace.folder }),
      ];
      for (const code of codes) expect(codesIn(generated)).toContain(code);
      for (const code of codesIn(generated)) expect(codesIn(linted)).toContain(code);
    }
  });
});

test("diff returns changes with places, and the bump they need", async () => {
  const workspace = new Workspace({ ...shop, "old.yaml": shop["openapi.yaml"] ?? "" });
  workspace.edit("openapi.yaml", "/orders", "/purchases");
  const settings = { cwd: workspace.folder };
  const result = await diff({ openapi: "old.yaml" }, { openapi: "openapi.yaml" }, settings);
  expect(result).toMatchObject({ ok: true, bump: "major" });
  expect(result.changes[0]?.base).toMatchObject({ file: "old.yaml" });
  expect(await diff({ openapi: "old.yaml" }, { openapi: "old.yaml" }, settings)).toMatchObject({
    bump: null,
    changes: [],
  });
  expect(await diff({ openapi: "old.yaml" }, { openapi: "none.yaml" }, settings)).toMatchObject({ ok: false });
});

test("diff judges changes by a policy", async () => {
  const workspace = new Workspace({ ...shop, "old.yaml": shop["openapi.yaml"] ?? "" });
  workspace.edit("openapi.yaml", "/orders", "/purchases");
  const judged = (settings: Parameters<typeof diff>[2]) =>
    diff({ openapi: "old.yaml" }, { openapi: "openapi.yaml" }, { cwd: workspace.folder, ...settings });
  const { changes } = await judged({});
  const accepted = changes.map(({ fingerprint, message: change }) => {
    return { fingerprint, change, reason: "agreed", until: "2026-01-31" };
  });
  expect(await judged({ accepted, today: "2026-01-31" })).toMatchObject({ bump: null, changes: [], expired: [] });
  expect(await judged({ accepted, today: "2026-02-01" })).toMatchObject({ bump: "major", accepted: [] });
  const rules = Object.fromEntries(changes.map(({ rule }) => [rule, "off" as const]));
  expect(await judged({ rules })).toMatchObject({ bump: null, changes: [] });
  await expect(judged({ rules: { "operation-removd": "minor" } })).rejects.toThrow("did you mean operation-removed?");
});
