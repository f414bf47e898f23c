import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ranApart } from "../cli/in-process.ts";
import { orderTypes, shop, toTypes } from "../cli/shop.ts";
import { type Ended, Workspace } from "../cli/workspace.ts";

const manifest = "gen/waybill.manifest.json";

/** A generated workspace, changed, checked; and the proof that checking wrote nothing. */
async function checked(
  change: (workspace: Workspace) => void,
  flags: readonly string[] = [],
): Promise<Ended & { workspace: Workspace }> {
  const workspace = new Workspace(shop);
  expect(await ranApart(workspace.folder, ["generate", ...toTypes])).toMatchObject({ code: 0 });
  change(workspace);
  const before = workspace.snapshot();
  const ended = await ranApart(workspace.folder, ["check", ...toTypes, ...flags]);
  expect(workspace.snapshot()).toEqual(before);
  return { ...ended, workspace };
}

/** Where something stands, as `line:column`. */
function placeOf(workspace: Workspace, file: string, text: string): string {
  const before = workspace.read(file).split(text)[0] ?? "";
  return `${before.split("\n").length}:${before.length - before.lastIndexOf("\n")}`;
}

describe("check", () => {
  test("passes if all files are up to date", async () => {
    const { code, stdout, stderr } = await checked(() => undefined);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("3 files, unchanged");
  });

  test("reports the first difference of a stale file, an excerpt, and the property of the description behind it", async () => {
    const { code, stderr, workspace } = await checked((it) =>
      it.edit("schemas/order.yaml", "  note:\n    type: string\n    maxLength: 80", "  note:\n    type: integer"),
    );
    const place = placeOf(workspace, orderTypes, "string | undefined;");
    expect(code).toBe(1);
    expect(stderr).toContain(`${orderTypes}:${place} error stale-file: ${orderTypes} is stale`);
    expect(stderr).toContain("see schemas/order.yaml:7:3: Order.note comes from here\n7 |   note:\n      ^\n");
    expect(stderr).toContain("hint: run waybill generate with the same flags and commit the result\n    @@ line ");
    expect(stderr).toMatch(/^ {4}- {2}note\?: string \| undefined;$/m);
    expect(stderr).toMatch(/^ {4}\+ {2}note\?: number \| undefined;$/m);
    expect(stderr).toMatch(/\n1 error\n$/);
  });

  test("names the changed input of a stale file, and shows what changed", async () => {
    const description = await checked((it) => it.edit("schemas/order.yaml", "Something somebody wants.", "A wish."));
    expect(description.stderr).toContain("is stale: the description has changed since it was generated\n");
    expect(description.stderr).toContain("see schemas/order.yaml:1:1: Order comes from here");
    expect(description.stderr).toContain("+ * A wish.");
    const options = await checked(() => undefined, ["--import-extension", ".js"]);
    expect(options.stderr).toContain("is stale: the configuration has changed since it was generated\n");
  });

  test("reports a file that was edited by hand", async () => {
    const { code, stderr, workspace } = await checked((it) => it.edit(orderTypes, "id: string;", "id: number;"));
    expect(code).toBe(1);
    expect(stderr).toContain(`${orderTypes}:${placeOf(workspace, orderTypes, "number;")} error hand-edited-file: `);
    expect(stderr).toContain("see schemas/order.yaml:5:3: Order.id comes from here");
    expect(stderr).toMatch(/^ {4}- {2}id: number;$/m);
  });

  test("reports a missing file", async () => {
    const { code, stderr } = await checked((it) => rmSync(it.path(orderTypes)));
    expect(code).toBe(1);
    expect(stderr).toContain(`${orderTypes}:1:1 error missing-file: `);
    expect(stderr).toContain("see schemas/order.yaml:1:1: Order comes from here");
  });

  test("reports a file that nothing generates any more", async () => {
    const workspace = new Workspace(shop);
    await ranApart(workspace.folder, ["generate", ...toTypes, "--target", "zod"]);
    const { code, stderr } = await ranApart(workspace.folder, ["check", ...toTypes]);
    expect(code).toBe(1);
    expect(stderr).toContain("gen/zod/schemas.gen.ts:1:1 error orphan-file: gen/zod/schemas.gen.ts is an orphan");
    expect(stderr).toContain("hint: run waybill generate with the same flags and --prune, which removes it");
  });

  test("reports files that another version generated", async () => {
    const { code, stderr } = await checked((it) => {
      const version = String(JSON.parse(it.read("gen/waybill.manifest.json")).waybill);
      const manifest = it.read("gen/waybill.manifest.json");
      const text = it.read(orderTypes).replace(`waybill ${version}`, "waybill 0.0.0-old");
      it.write(orderTypes, text);
      it.write(
        "gen/waybill.manifest.json",
        manifest
          .replace(`"waybill": "${version}"`, '"waybill": "0.0.0-old"')
          .replace(hashIn(manifest, "types/schemas.gen.ts"), sha256(text)),
      );
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^gen\/types\/schemas\.gen\.ts:3:\d+ error version-skew: \S+ was generated by waybill 0\.0\.0-old, but this is waybill /,
    );
  });

  test("reports one file of another version, which a merge brought back", async () => {
    const { code, stderr } = await checked((it) => {
      const version = String(JSON.parse(it.read(manifest)).waybill);
      it.edit(orderTypes, `waybill ${version}`, "waybill 0.0.0-old");
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^gen\/types\/schemas\.gen\.ts:3:\d+ error version-skew: \S+ was generated by waybill 0\.0\.0-old/,
    );
    expect(stderr).toContain("with --force if it reports the file as edited by hand");
  });

  test("reports another version that only the manifest records", async () => {
    const { code, stderr } = await checked((it) =>
      it.edit(manifest, String(JSON.parse(it.read(manifest)).waybill), "0.0.0-old"),
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^gen\/waybill\.manifest\.json:2:\d+ error version-skew: \S+ was generated by waybill 0\.0\.0-old/,
    );
  });

  test("reports the markers of an unresolved merge, in the output and in the description", async () => {
    const marked = (line: string) => `<<<<<<< HEAD\n${line}\n=======\n${line} //\n>>>>>>> branch`;
    const output = await checked((it) => it.edit(orderTypes, "  id: string;", marked("  id: string;")));
    expect(output.code).toBe(1);
    expect(output.stderr).toContain("error hand-edited-file: gen/types/schemas.gen.ts contains merge conflict markers");
    expect(output.stderr).toMatch(/^ {4}@@ line \d+ @@ Order\.id, schemas\/order\.yaml:5:3$/m);
    const description = await checked((it) => it.edit("schemas/order.yaml", "  note:", marked("  note:")));
    expect(description.code).toBe(1);
    expect(description.stderr).toMatch(
      /^schemas\/order\.yaml:7:1 error invalid-yaml: .*: it contains merge conflict markers/,
    );
  });

  test("reports a missing manifest alone", async () => {
    const { code, stderr } = await checked((it) => rmSync(it.path(manifest)));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^gen\/waybill\.manifest\.json:1:1 error missing-file: /);
    expect(stderr).toMatch(/\n1 error\n$/);
  });

  test("a checkout with CRLF is fine, and an edit in it is found where it is", async () => {
    const files = ["openapi.yaml", "schemas/order.yaml", orderTypes, manifest];
    const toCrlf = (it: Workspace): void => {
      for (const file of files) it.write(file, it.read(file).replaceAll("\n", "\r\n"));
    };
    expect(await checked(toCrlf)).toMatchObject({ code: 0, stderr: "" });
    const edited = await checked((it) => {
      it.edit(orderTypes, "id: string;", "id: number;");
      toCrlf(it);
    });
    expect(edited.code).toBe(1);
    expect(edited.stderr).toMatch(/^gen\/types\/schemas\.gen\.ts:\d+:7 error hand-edited-file: /);
    expect(edited.stderr).toContain("@@ Order.id, schemas/order.yaml:5:3\n");
  });

  test("gives each difference its place, however many there are", async () => {
    const properties = Array.from(
      { length: 100 },
      (_, index) => `  p${index}:\n    type: string\n    description: P.\n`,
    );
    const workspace = new Workspace(shop);
    workspace.write("schemas/order.yaml", `type: object\nproperties:\n${properties.join("")}`);
    expect(await ranApart(workspace.folder, ["generate", ...toTypes])).toMatchObject({ code: 0 });
    const names = [0, 4, 8, 12, 16];
    for (const name of names) workspace.edit(orderTypes, `p${name}?: string`, `p${name}?: number`);
    const { stderr } = await ranApart(workspace.folder, ["check", ...toTypes]);
    const places = names.map((name) => `Order.p${name}, schemas/order.yaml:${3 + name * 3}:3`);
    expect([...stderr.matchAll(/^ {4}@@ line \d+ @@ (.*)$/gm)].map(([, behind]) => behind)).toEqual(places);
    const github = await ranApart(workspace.folder, ["check", ...toTypes, "--format", "github"]);
    expect(places.filter((place) => !github.stdout.includes(`@@ ${place}%0A`))).toEqual([]);
    for (let name = 20; name < 100; name += 4) workspace.edit(orderTypes, `p${name}?: string`, `p${name}?: number`);
    const many = await ranApart(workspace.folder, ["check", ...toTypes]);
    expect(many.stderr).toMatch(/^ {4}@@ 5 more @@$/m);
  });

  test("reports a stale manifest for an input that changed without any effect on the code", async () => {
    const { code, stderr } = await checked((it) =>
      it.edit("openapi.yaml", "openapi: 3.1.1", "# a comment\nopenapi: 3.1.1"),
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/^gen\/waybill\.manifest\.json:\d+:\d+ error stale-file: /);
  });

  test("prints places, related places and the excerpt as data with --json", async () => {
    const { stdout, stderr } = await checked((it) => it.edit(orderTypes, "id: string;", "id: number;"), ["--json"]);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      command: "check",
      diagnostics: [
        {
          code: "hand-edited-file",
          file: orderTypes,
          related: [{ file: "schemas/order.yaml", line: 5, column: 3 }],
          excerpt: expect.arrayContaining(["-  id: number;", "+  id: string;"]),
        },
      ],
    });
  });

  test("prints annotations with --format github alone, and inside a workflow beside the text", async () => {
    const { stdout, workspace } = await checked(
      (it) => it.edit(orderTypes, "id: string;", "id: number;"),
      ["--format", "github"],
    );
    expect(stdout).toMatch(/^::error file=gen\/types\/schemas\.gen\.ts,line=\d+,col=\d+,title=hand-edited-file::/);
    expect(stdout).toContain("@@ Order.id, schemas/order.yaml:5:3%0Ahint: ");
    const inside = await workspace.spawn(["check", ...toTypes], { env: { GITHUB_ACTIONS: "true" } });
    expect(inside.stdout).toMatch(/^::error file=/);
    expect(inside.stderr).toContain("error hand-edited-file: ");
    const json = await workspace.spawn(["check", ...toTypes, "--json"], { env: { GITHUB_ACTIONS: "true" } });
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: false });
    expect(json.stderr).toMatch(/^::error file=/);
    const flags = ["--openapi", "../openapi.yaml", "--out", "../gen", "--target", "types"];
    const env = { GITHUB_ACTIONS: "true", GITHUB_WORKSPACE: workspace.folder };
    const below = await workspace.spawn(["check", ...flags], { env, folder: "schemas" });
    expect(below.stdout).toMatch(/^::error file=gen\/types\/schemas\.gen\.ts,/);
    expect(below.stderr).toMatch(/^\.\.\/gen\/types\/schemas\.gen\.ts:/);
  });
});

function hashIn(manifest: string, file: string): string {
  return String(JSON.parse(manifest).outputs.api.types[file]);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
