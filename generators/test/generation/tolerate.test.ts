import { expect, test } from "vitest";
import { checkConfig } from "../../src/config/check-config.ts";
import { shop, toTypes } from "../cli/shop.ts";
import { Workspace } from "../cli/workspace.ts";

const broken: Readonly<Record<string, string>> = {
  ...shop,
  "schemas/order.yaml": `${shop["schemas/order.yaml"]}    default: 7\n`,
};
const place = "schemas/order.yaml:10:14";
const assumed = "the default is documentation only and never applied";
const lenient = ["--tolerate", "invalid-default"];

test("an error that is tolerated is a line, on an unchanged run too, and is part of the options", async () => {
  const workspace = new Workspace(broken);
  const strict = await workspace.run(["generate", ...toTypes]);
  expect(strict).toMatchObject({ code: 1, stderr: expect.stringMatching(/^schemas\/order.yaml:10:14 error/) });
  const first = await workspace.run(["generate", ...toTypes, ...lenient]);
  expect(first).toMatchObject({
    code: 0,
    stderr: `${place} tolerated invalid-default: ${assumed} (the default is rejected by its own schema: must be a string, is 7)\n1 tolerated\n`,
  });
  const again = await workspace.run(["generate", ...toTypes, ...lenient]);
  expect(again.stdout).toContain("unchanged");
  expect(again.stderr).toBe(`${place} tolerated invalid-default: ${assumed}\n1 tolerated\n`);
  const json = await workspace.run(["check", ...toTypes, ...lenient, "--json"]);
  expect(JSON.parse(json.stdout)).toMatchObject({
    ok: true,
    tolerated: [{ file: "schemas/order.yaml", line: 10, column: 14, code: "invalid-default", assumed }],
  });
  expect((await workspace.run(["check", ...toTypes])).code).toBe(1);
  expect(workspace.read("gen/types/schemas.gen.ts")).toContain("--tolerate invalid-default");
});

test("lint and a configuration tolerate too, and name the place in JSON", async () => {
  const config = '{ "apis": { "shop": { "openapi": "openapi.yaml", "out": "gen", "tolerate": ["invalid-default"] } } }';
  const workspace = new Workspace({ ...broken, "waybill.config.json": config });
  const { code, stdout } = await workspace.run(["lint", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: true,
    diagnostics: [{ severity: "tolerated", code: "invalid-default", assumed, line: 10 }],
  });
});

test("a configuration that tolerates what cannot be is wrong usage", () => {
  const problems = (tolerate: unknown): string[] => {
    const checked = checkConfig({ apis: { shop: { openapi: "a.yaml", tolerate } } }, "c.json");
    return checked.ok ? [] : checked.problems.map(({ message }) => message);
  };
  expect(problems(["invalid-default", "ambiguous-path"])).toEqual([]);
  expect(problems(["over-limit"])).toEqual([
    'c.json: apis.shop.tolerate[0] is wrong: "over-limit" cannot be tolerated: this error has no safe fallback',
  ]);
  expect(problems([7])).toEqual(["c.json: apis.shop.tolerate[0] must be the code of an error, found a number"]);
  expect(problems("invalid-default")).toEqual(["c.json: apis.shop.tolerate must be a list, found a string"]);
});
