import { expect, test } from "vitest";
import { checkConfig } from "../../src/run/config/check-config.ts";
import { shop, toTypes } from "../cli/shop.ts";
import { Workspace } from "../cli/workspace.ts";

const broken: Readonly<Record<string, string>> = {
  ...shop,
  "schemas/order.yaml": `${shop["schemas/order.yaml"]}    nullable: true\n`,
};
const place = "schemas/order.yaml:10:5";
const assumed = "null is accepted as well";
const lenient = ["--strict", "--tolerate", "foreign-keyword"];

test("an error that is tolerated is a line, on an unchanged run too, and is part of the options", async () => {
  const workspace = new Workspace(broken);
  const strict = await workspace.run(["generate", ...toTypes, "--strict"]);
  expect(strict).toMatchObject({ code: 1, stderr: expect.stringMatching(/^schemas\/order.yaml:10:5 error/) });
  const first = await workspace.run(["generate", ...toTypes, ...lenient]);
  expect(first).toMatchObject({
    code: 0,
    stderr: `${place} tolerated foreign-keyword: ${assumed} ("nullable" is not part of JSON Schema 2020-12)\n1 tolerated\n`,
  });
  const again = await workspace.run(["generate", ...toTypes, ...lenient]);
  expect(again.stdout).toContain("unchanged");
  expect(again.stderr).toBe(`${place} tolerated foreign-keyword: ${assumed}\n1 tolerated\n`);
  const json = await workspace.run(["check", ...toTypes, ...lenient, "--json"]);
  expect(JSON.parse(json.stdout)).toMatchObject({
    ok: true,
    tolerated: [{ file: "schemas/order.yaml", line: 10, column: 5, code: "foreign-keyword", assumed }],
  });
  expect((await workspace.run(["check", ...toTypes, "--strict"])).code).toBe(1);
  expect(workspace.read("gen/waybill.manifest.json")).toContain("--tolerate foreign-keyword --strict");
});

test("lint and a configuration tolerate too, and name the place in JSON", async () => {
  const config = '{ "apis": { "shop": { "openapi": "openapi.yaml", "out": "gen", "tolerate": ["foreign-keyword"] } } }';
  const workspace = new Workspace({ ...broken, "waybill.config.json": config });
  const { code, stdout } = await workspace.run(["lint", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: true,
    diagnostics: [{ severity: "tolerated", code: "foreign-keyword", assumed, line: 10 }],
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
