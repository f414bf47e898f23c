import { describe, expect, test } from "vitest";
import { shop, toTypes } from "./shop.ts";
import { Workspace } from "./workspace.ts";

describe("wrong usage exits 2 and prints the problem and a hint", () => {
  const cases: readonly (readonly [readonly string[], string, string | null])[] = [
    [["generat"], 'unknown command "generat"', "did you mean generate?"],
    [["validate"], 'unknown command "validate"', "did you mean lint?"],
    [
      ["constructor"],
      'unknown command "constructor"',
      "available: init, generate, check, lint, diff, changeset, scaffold, events, upgrade, conform, mock, paths, sdk, migrate, lsp, docs, bundle, split, join, pin, help",
    ],
    [["--json", "generate"], "unknown flag --json", "the command comes first: waybill generate --json"],
    [["generate", "--opnapi", "x"], "unknown flag --opnapi", "did you mean --openapi?"],
    [
      ["generate", "--names", "x"],
      "unknown flag --names",
      "`names` is a field of the configuration: apis.<name>.names in waybill.config.ts, which waybill init writes",
    ],
    [
      ["check", "--unused-schemas=drop"],
      "unknown flag --unused-schemas",
      "`unusedSchemas` is a field of the configuration: apis.<name>.unusedSchemas in waybill.config.ts, which waybill init writes",
    ],
    [
      ["generate", "--pagination", "x"],
      "unknown flag --pagination",
      "`pagination` is a field of the configuration: apis.<name>.pagination in waybill.config.ts, which waybill init writes",
    ],
    [["generate", "--targets", "x"], "unknown flag --targets", "did you mean --target?"],
    [["generate", "--no-watch"], "unknown flag --no-watch", "did you mean --watch?"],
    [["generate", "-x"], "unknown flag -x", null],
    [["generate", "--out"], "--out needs a value", "write --out <dir>"],
    [["generate", "--out", "--check"], "--out needs a value", "write --out <dir>"],
    [["generate", "--out="], "--out needs a value", "write --out <dir>"],
    [["generate", "--out", "a", "--out", "b"], "--out is given twice", "keep one of the two"],
    [["generate", "--check=yes"], "--check takes no value", "write --check alone"],
    [["generate", "openapi.yaml"], "openapi.yaml needs --out", "specify where to write: --out src/generated"],
    [
      ["generate", "a.yaml", "b.yaml", "--out", "out"],
      "a.yaml and b.yaml are two APIs",
      "name one OpenAPI and one AsyncAPI document, or let a configuration list the APIs: waybill init",
    ],
    [
      ["check", "a.yaml", "--asyncapi", "b.yaml"],
      "a.yaml and --asyncapi cannot be used together",
      "leave out --asyncapi",
    ],
    [
      ["scaffold", "openapi.yaml"],
      'unexpected argument "openapi.yaml"',
      "this command takes only flags; --help lists them",
    ],
    [["generate", "--target", "zodd", ...toTypes.slice(0, 4)], 'unknown target "zodd"', "did you mean zod?"],
    [
      ["generate", "--target", "client", "--asyncapi", "events.yaml", "--out", "out"],
      "--target client: needs an openapi document",
      null,
    ],
    [
      ["generate", "--target", "zod,,types", ...toTypes.slice(0, 4)],
      '--target has an empty name in "zod,,types"',
      null,
    ],
    [["check", "--config", "schemas"], "the configuration schemas is a folder", null],
    [["generate", "--format", "xml"], '--format cannot be "xml"', "available: text, json, github"],
    [
      ["generate", "--json", "--format", "github"],
      "--json and --format github cannot be used together",
      "keep one of the two",
    ],
    [["generate", "--watch", "--check"], "--watch and --check cannot be used together", null],
    [["generate", "--openapi", "openapi.yaml"], "--openapi needs --out", "specify where to write: --out generated"],
    [
      ["generate", "--config", "x.ts", "--openapi", "openapi.yaml"],
      "--config and --openapi cannot be used together",
      null,
    ],
    [["generate", "--config", "x.ts"], "there is no configuration x.ts", null],
    [
      ["generate"],
      "there is no waybill.config.ts here or in a parent folder",
      "waybill generate openapi.yaml --out src/generated",
    ],
    [["lint"], "there is no waybill.config.ts here or in a parent folder", "waybill lint openapi.yaml asyncapi.yaml"],
    [
      ["lint", "--tolerate", "invalid-defalt"],
      '--tolerate: there is no code "invalid-defalt"',
      "did you mean invalid-default?",
    ],
    [
      ["generate", "--tolerate", "over-limit", ...toTypes],
      '--tolerate: "over-limit" cannot be tolerated: this error has no safe fallback',
      null,
    ],
    [
      ["check", "--tolerate", "no-effect", ...toTypes],
      '--tolerate: "no-effect" cannot be tolerated: it is a warning',
      null,
    ],
    [["lint", "--max-warnings", "few"], '--max-warnings must be a number, found "few"', null],
  ];

  test.each(cases)("is rejected: %j", async (args, message, hint) => {
    const workspace = new Workspace(shop);
    const before = workspace.snapshot();
    const { code, stdout, stderr } = await workspace.run(args);
    expect({ code, stdout: args.includes("--json") ? "" : stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`waybill: ${message}`);
    const hints = stderr.split("\n").filter((line) => line.startsWith("hint: "));
    if (hint !== null) expect(hints.filter((line) => line.endsWith(hint))).toHaveLength(1);
    expect(workspace.snapshot()).toEqual(before);
  });

  test("as JSON when asked", async () => {
    const { code, stdout } = await new Workspace().run(["generate", "--json", "--otu", "x"]);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      usage: [{ message: "unknown flag --otu", hint: "did you mean --out?" }],
    });
  });

  test("no command at all: the help, on stderr", async () => {
    const { code, stdout, stderr } = await new Workspace().run([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("usage: waybill <command> [options]");
  });
});

describe("help and version", () => {
  test("the help lists the commands there are", async () => {
    const { code, stdout } = await new Workspace().run(["--help"]);
    expect(code).toBe(0);
    expect(stdout.match(/^ {2}\w+/gm)).toEqual([
      "  init",
      "  generate",
      "  check",
      "  lint",
      "  diff",
      "  changeset",
      "  scaffold",
      "  events",
      "  upgrade",
      "  conform",
      "  mock",
      "  paths",
      "  sdk",
      "  migrate",
      "  lsp",
      "  docs",
      "  bundle",
      "  split",
      "  join",
      "  pin",
    ]);
  });

  test.each([[["generate", "--help"]], [["help", "generate"]], [["generate", "--opnapi", "-h"]]])(
    "are printed alike: %j",
    async (args) => {
      const { code, stdout, stderr } = await new Workspace().run(args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      for (const flag of [
        "--config <file>",
        "--target <name>...",
        "--watch",
        "--dry-run",
        "--check",
        "--force",
        "--json",
        "--format",
      ]) {
        expect(stdout).toContain(`  ${flag}`);
      }
      expect(stdout).toContain("default: all that the description allows, except samples");
      for (const target of ["types", "zod", "server", "client", "webhooks", "samples", "mocks", "paths"])
        expect(stdout).toMatch(new RegExp(`^ {2}${target} `, "m"));
    },
  );

  test("--version is the version of the package", async () => {
    const { stdout } = await new Workspace().run(["--version"]);
    const { default: manifest } = await import("../../package.json", { with: { type: "json" } });
    expect(stdout).toBe(`${manifest.version}\n`);
  });
});
