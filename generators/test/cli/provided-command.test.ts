import { describe, expect, test } from "vitest";
import { preload, Workspace } from "./workspace.ts";

const home = "node_modules/@waybill/conformance";

/** An installed package whose entry `./command` is `module`. */
function installed(module: string, entry = "./command"): Record<string, string> {
  const manifest = { name: "@waybill/conformance", type: "module", exports: { [entry]: { default: "./command.js" } } };
  return { [`${home}/package.json`]: JSON.stringify(manifest), [`${home}/command.js`]: module };
}

const own = `export const command = {
  name: "conform", summary: "the project's own", usage: "waybill conform --to x", notes: [], positionals: null,
  flags: [{ name: "to", value: "x", summary: "where" }],
  run: async (args, terminal) => { terminal.out(\`to \${args.one("to")}\\n\`); return 1; },
};`;

describe("a command that a package provides", () => {
  test("is loaded from the project's own packages, with its flags, its help and its exit code", async () => {
    const workspace = new Workspace(installed(own));
    expect(await workspace.run(["conform", "--to", "y"])).toEqual({ code: 1, stdout: "to y\n", stderr: "" });
    expect(await workspace.run(["conform", "--form", "y"])).toEqual({
      code: 2,
      stdout: "",
      stderr: "waybill: unknown flag --form\nhint: available: --to\n",
    });
    const help = await workspace.run(["help", "conform"]);
    expect(help).toMatchObject({ code: 0, stdout: expect.stringMatching(/^waybill conform: the project's own\.\n/) });
  });

  test("asks for its package when that is not installed", async () => {
    const workspace = new Workspace();
    const env = preload("hide-kit");
    const [message, hint] = [
      "conform needs the package @waybill/conformance",
      "npm install --save-dev @waybill/conformance",
    ];
    expect(await workspace.spawn(["conform", "--url", "http://127.0.0.1:1"], { env })).toEqual({
      code: 2,
      stdout: "",
      stderr: `waybill: ${message}\nhint: ${hint}\n`,
    });
    const json = await workspace.spawn(["conform", "--json"], { env });
    expect(JSON.parse(json.stdout)).toEqual({ ok: false, usage: [{ message, hint }] });
    expect(await workspace.spawn(["conform", "--help"], { env })).toEqual({
      code: 0,
      stdout: `waybill conform: Check a running service and its webhooks against the description.\n\n${message}: ${hint}\n`,
      stderr: "",
    });
  });

  test.each([
    ["has no such entry", installed(own, "./other")],
    ["exports something else", installed("export const command = 1;")],
    ["exports another command", installed(own.replace('"conform"', '"confirm"'))],
  ])("asks for the matching version of a package that %s", async (_, files) => {
    const { code, stderr } = await new Workspace(files).run(["conform", "--to", "y"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^waybill: the installed @waybill\/conformance does not provide the command conform\nhint: .*conformance@\d/,
    );
  });

  test("fails with the error of a package that cannot be loaded", async () => {
    const { code, stderr } = await new Workspace(installed('import "not-installed-either";')).spawn(["conform"]);
    expect(code).toBe(1);
    expect(stderr).toContain("Cannot find package 'not-installed-either'");
  });
});
