// `waybill changeset`: what it compares, whom it raises, and that nothing is lost that somebody wrote into its file.
import { describe, expect, it } from "vitest";
import { readChangesetFile, textOfChangeset } from "../../src/cli/commands/changeset/changeset-file.ts";
import { type Draft, updatedChangeset } from "../../src/cli/commands/changeset/draft.ts";
import { ran, ranApart } from "./in-process.ts";
import { openapi, order } from "./shop.ts";
import { Workspace } from "./workspace.ts";

const file = ".changeset/shop-api.md";

/** A package with its description, the last releases of it, and changesets. The note of an order may be longer now. */
function shop(manifest: object = { name: "shop-client", version: "1.2.0" }): Workspace {
  return new Workspace({
    "package.json": JSON.stringify(manifest),
    "waybill.config.json": JSON.stringify({
      apis: { shop: { openapi: "spec/openapi.yaml", out: "gen", changeset: { base: "releases" } } },
    }),
    ".changeset/config.json": '{ "baseBranch": "main" }',
    "spec/openapi.yaml": openapi,
    "spec/schemas/order.yaml": order.replace("maxLength: 80", "maxLength: 90"),
    "releases/1.10.0/openapi.yaml": openapi,
    "releases/1.10.0/schemas/order.yaml": order,
    // Older, although its name comes later in the alphabet.
    "releases/1.9.0/openapi.yaml": "{}",
  });
}

const longer =
  "- Order.note: maximum number of characters: 80 before, 90 now. Values arrive that the base does not describe. In GET /orders/{id}, response 200.";

describe("waybill changeset", () => {
  it("lists the changes since the latest release, with the bump they require", async () => {
    const workspace = shop();
    const { code, stdout, stderr } = await ranApart(workspace.folder, ["changeset"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(
      [
        `written ${file}: major, 1 change since releases/1.10.0`,
        "  major  spec/schemas/order.yaml:9:5  Order.note: maximum number of characters: 80 before, 90 now",
        "Add a summary for your users above the list. Later runs keep it.",
        "",
      ].join("\n"),
    );
    const text = workspace.read(file);
    expect(text.replaceAll(/^#.*\n/gm, "")).toBe(
      `---\n"shop-client": major\n---\n\nWhat changes in the shop API:\n\n**Breaking changes**\n\n${longer}\n`,
    );
    expect(await ran(workspace.folder, "changeset")).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^unchanged /),
    });
    expect(workspace.read(file)).toBe(text);
  });

  it("--check fails until pending changesets give the bump, and writes nothing", async () => {
    const workspace = shop();
    const check = ["changeset", "--check"];
    const none = await ranApart(workspace.folder, check);
    expect(none.code).toBe(1);
    expect(none.stdout).toBe(
      [
        "spec/schemas/order.yaml:9:5 major max-length-raised: Order.note: maximum number of characters: 80 before, 90 now",
        "shop-client: not covered: 1 change since releases/1.10.0 needs major, and no pending changeset names it",
        "",
      ].join("\n"),
    );
    expect(none.stderr).toContain("run it without --check");
    expect(Object.keys(workspace.snapshot(".changeset"))).toEqual(["config.json"]);
    workspace.write(".changeset/mine.md", '---\n"shop-client": minor\n---\n\nLonger notes.\n');
    expect(await ran(workspace.folder, ...check)).toMatchObject({
      code: 1,
      text: expect.stringContaining(".changeset/mine.md gives minor"),
    });
    await ran(workspace.folder, "changeset");
    const json = await ranApart(workspace.folder, [...check, "--json"]);
    expect({ code: json.code, ...JSON.parse(json.stdout) }).toMatchObject({
      code: 0,
      ok: true,
      bump: "major",
      packages: [{ name: "shop-client", needed: "major", given: "major", files: [".changeset/mine.md", file] }],
    });
  });

  it("--check counts a changeset of another package with the same version, and a minor one below 1.0.0", async () => {
    const workspace = shop({ name: "shop-client", version: "0.2.0" });
    workspace.write(".changeset/config.json", '{ "fixed": [["shop-*"]] }');
    workspace.write(".changeset/other.md", "---\nshop-server: minor\n---\n\nLonger notes.\n");
    const { code, text } = await ran(workspace.folder, "changeset", "--check");
    expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining("shop-client: covered: 1 change") });
  });

  it("updates its own draft, and keeps hand-written text", async () => {
    const workspace = shop();
    await ran(workspace.folder, "changeset");
    workspace.edit(
      file,
      "What changes in the shop API:",
      "Notes have more room.\n\n    code, as it is\n\n\nWhat changes in the shop API:",
    );
    workspace.edit(file, longer, "- A note may have 90 characters.");
    workspace.edit("spec/openapi.yaml", "summary: Get an order", "summary: Read an order");
    await ran(workspace.folder, "changeset");
    expect(workspace.read(file).split("---\n").at(-1)).toBe(
      [
        "",
        "Notes have more room.",
        "",
        "    code, as it is",
        "",
        "",
        "What changes in the shop API:",
        "",
        "**Breaking changes**",
        "",
        "- A note may have 90 characters.",
        "",
        "**Texts and examples**",
        "",
        "- GET /orders/{id}: its summary has changed. Programs do not notice it. In GET /orders/{id}.",
        "",
      ].join("\n"),
    );
  });

  it("marks a line whose value changed after it was reworded, once", async () => {
    const workspace = shop();
    await ran(workspace.folder, "changeset");
    workspace.edit(file, longer, "- A note may have 90 characters.");
    workspace.edit("spec/schemas/order.yaml", "maxLength: 90", "maxLength: 95");
    await ran(workspace.folder, "changeset");
    const text = workspace.read(file);
    expect(text).toContain(
      `- A note may have 90 characters.\n${longer.replace("90 now", "95 now")} **Check:** a line above that was reworded`,
    );
    await ran(workspace.folder, "changeset");
    expect(workspace.read(file)).toBe(text);
  });

  it("raises one of the packages that have one version", async () => {
    const workspace = shop();
    workspace.write("package.json", '{ "name": "@shop/spec", "version": "1.2.0" }');
    workspace.write("gen/package.json", '{ "name": "@shop/client", "version": "1.2.0" }');
    await ran(workspace.folder, "changeset");
    expect(readChangesetFile(workspace.read(file))?.packages.map(({ name }) => name)).toEqual([
      "@shop/spec",
      "@shop/client",
    ]);
    workspace.write(".changeset/config.json", '{ "baseBranch": "main", "fixed": [["@shop/*", "!@shop/docs"]] }');
    await ran(workspace.folder, "changeset");
    expect(readChangesetFile(workspace.read(file))?.packages.map(({ name }) => name)).toEqual(["@shop/spec"]);
  });

  it("lists no accepted changes", async () => {
    const workspace = shop();
    await ran(workspace.folder, "diff", "releases", "spec", "--accept", "agreed with every consumer");
    expect(await ran(workspace.folder, "changeset")).toMatchObject({
      text: expect.stringContaining("no changes since"),
    });
  });

  it("removes outdated lines, and the file when nothing is left", async () => {
    const workspace = shop();
    await ran(workspace.folder, "changeset");
    workspace.write("spec/schemas/order.yaml", order);
    const dry = await ran(workspace.folder, "changeset", "--dry-run");
    expect(dry.text).toBe(`no changes since releases/1.10.0: would remove ${file}\n`);
    workspace.edit(file, "What changes", "Something of my own.\n\nWhat changes");
    expect((await ran(workspace.folder, "changeset")).text).toContain(`${file} has what you wrote`);
    expect(workspace.read(file)).toMatch(/---\n\nSomething of my own\.\n$/);
    workspace.edit(file, "Something of my own.\n", "");
    await ran(workspace.folder, "changeset");
    expect(workspace.snapshot(".changeset")).not.toHaveProperty("shop-api.md");
  });

  it("bumps a package below 1.0.0 by a minor for a breaking change", async () => {
    const workspace = shop({ name: "shop-client", version: "0.4.0", private: true });
    const { stdout } = await ranApart(workspace.folder, ["changeset", "--json", "--dry-run"]);
    const result: unknown = JSON.parse(stdout);
    expect(result).toMatchObject({
      ok: true,
      command: "changeset",
      dryRun: true,
      bump: "major",
      file,
      action: "written",
    });
    expect(result).toMatchObject({
      text: expect.stringContaining('"shop-client": minor\n'),
      changes: [{ bump: "major" }],
    });
    expect(workspace.snapshot(".changeset")).not.toHaveProperty("shop-api.md");
  });

  it("bumps the named packages, or those of the description and the output", async () => {
    const workspace = shop({ name: "whole", private: true, version: "0.0.0" });
    workspace.write("spec/package.json", '{ "name": "@shop/spec", "version": "3.0.0" }');
    workspace.write("gen/package.json", '{ "name": "@shop/client", "version": "3.0.0" }');
    const packages = async (...flags: readonly string[]): Promise<string[]> =>
      [...(await ran(workspace.folder, "changeset", "--dry-run", ...flags)).text.matchAll(/^"(.+)": /gm)].map(
        ([, name = ""]) => name,
      );
    expect(await packages()).toEqual(["@shop/spec", "@shop/client"]);
    expect(await packages("--package", "a,b")).toEqual(["a", "b"]);
  });

  it("compares with the base branch, under a name of the branch, where nothing else is configured", async () => {
    const workspace = shop();
    workspace.edit("waybill.config.json", ',"changeset":{"base":"releases"}', "");
    workspace.commit();
    workspace.git("checkout", "--quiet", "-b", "feature/Long-notes");
    workspace.edit("spec/schemas/order.yaml", "90", "95");
    const { text } = await ran(workspace.folder, "changeset");
    expect(text).toMatch(/^written \.changeset\/shop-api-feature-long-notes\.md: major, 1 change since main\n/);
    workspace.git("tag", "v1.2.0");
    expect((await ran(workspace.folder, "changeset", "--base", "v1.2.0")).text).toMatch(
      /^written \.changeset\/shop-api\.md: /,
    );
    const tagged = await ran(workspace.folder, "changeset", "--base", "v1.2.0:spec");
    expect(tagged.text).toMatch(/^unchanged \.changeset\/shop-api\.md: /);
  });

  it.each([
    [["--base", "v9"], "git has no commit v9|this is not a git repository"],
    [["--name", "../x"], "--name ../x is not a file name"],
    [["--api", "shopp"], "did you mean shop"],
  ])("refuses %j", async (flags, message) => {
    const { code, text } = await ran(shop().folder, "changeset", ...flags);
    expect({ code, text }).toEqual({ code: 2, text: expect.stringMatching(message) });
  });

  it("reports a missing changeset folder, and a description with errors", async () => {
    const bare = new Workspace({ "openapi.yaml": openapi, "schemas/order.yaml": order, ".git/HEAD": "" });
    const refused = await ran(bare.folder, "changeset", "--openapi", "openapi.yaml", "--base", ".");
    expect(refused).toMatchObject({ code: 2, text: expect.stringContaining("npx changeset init") });
    const broken = shop();
    broken.edit("spec/schemas/order.yaml", "type: string", "type: strng");
    const { code, text } = await ran(broken.folder, "changeset");
    expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining("nothing was compared") });
  });
});

describe("a bump written by hand", () => {
  it.each([
    ["raised", "minor", "major", "minor", "major"],
    ["lowered", "major", "minor", "major", "minor"],
    ["lowered, and the changes need more than they did", "minor", "patch", "major", "major"],
    ["raised, and the changes need less than they did", "minor", "major", "patch", "major"],
    ["left alone, and the changes need less than they did", "major", "major", "patch", "patch"],
  ] as const)(
    "counts by what the changes need: %s, drafted %s, written %s, needed %s, becomes %s",
    (_what, drafted, written, needed, expected) => {
      const first = updatedChangeset(null, draft(drafted));
      const text = textOfChangeset(first ?? fail()).replace(`"a": ${drafted}`, `"a": ${written} # mine`);
      const after = updatedChangeset(readChangesetFile(text), draft(needed));
      expect(after?.packages).toEqual([{ name: "a", bump: expected }]);
    },
  );

  it("stays in a file that was written by hand, as do its other packages", () => {
    const text = "---\n'a': patch\nb: minor\n---\n\nMine.\n";
    const after = updatedChangeset(readChangesetFile(text), draft("minor"));
    expect(after?.packages).toEqual([
      { name: "a", bump: "minor" },
      { name: "b", bump: "minor" },
    ]);
    expect(after?.lines).toEqual(["Mine.", "", "Head:", "", "- item"]);
  });
});

function draft(bump: "major" | "minor" | "patch"): Draft {
  return {
    bumps: new Map([["a", bump]]),
    lines: [
      { kind: "heading", text: "Head:" },
      { kind: "item", text: "- item" },
    ],
  };
}

function fail(): never {
  throw new Error("no changeset was made");
}
