// Someone else's description is tolerated wherever an error has one stated meaning, and the output states it.
import { describe, expect, test } from "vitest";
import { ambiguous, shop } from "../cli/shop.ts";
import { Workspace } from "../cli/workspace.ts";

const nullable = `${shop["schemas/order.yaml"]}    nullable: true\n`;
const files = { "openapi.yaml": ambiguous, "schemas/order.yaml": nullable };
const flags = ["generate", "--openapi", "openapi.yaml", "--out", "gen", "--target", "types,server"];

const head = "// The description has errors. They are interpreted as follows:";
const keyword = "// - foreign-keyword: null is accepted as well";
const path = "// - ambiguous-path: a request that matches both paths belongs to the first one";

describe("a description that flags name", () => {
  test("is tolerated, and each file says what its code assumes", async () => {
    const workspace = new Workspace(files);
    const { code, stderr } = await workspace.run(flags);
    expect(code).toBe(0);
    expect(stderr).toMatch(/2 tolerated/);
    const lines = (file: string): string[] => workspace.read(file).split("\n", 7);
    const schemas = "// The schemas of the description.";
    expect(lines("gen/types/schemas.gen.ts").slice(3)).toEqual([head, keyword, schemas, ""]);
    expect(lines("gen/server/routes.gen.ts").slice(3)).toEqual([head, path, keyword, expect.any(String)]);
    expect((await workspace.run(flags)).stdout).toContain("unchanged");
    expect((await workspace.run(["check", ...flags.slice(1)])).code).toBe(0);
  });

  test("is read strictly with --strict, which the manifest repeats", async () => {
    const workspace = new Workspace(files);
    expect(await workspace.run([...flags, "--strict"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("error foreign-keyword"),
    });
    const named = [...flags, "--strict", "--tolerate", "foreign-keyword,ambiguous-path"];
    expect((await workspace.run(named)).code).toBe(0);
    expect(workspace.read("gen/waybill.manifest.json")).toContain(' --strict",\n');
  });
});

describe("a description that a configuration names", () => {
  const configured = (api: object): Workspace =>
    new Workspace({
      ...files,
      "node_modules/@acme/spec/package.json": '{ "name": "@acme/spec", "version": "1.0.0" }',
      "node_modules/@acme/spec/openapi.yaml": ambiguous,
      "node_modules/@acme/spec/schemas/order.yaml": nullable,
      "waybill.config.json": JSON.stringify({ apis: { shop: { out: "gen", targets: ["types", "server"], ...api } } }),
    });
  const cases: readonly (readonly [api: object, code: number])[] = [
    [{ openapi: "openapi.yaml" }, 1],
    [{ openapi: "openapi.yaml", strict: false }, 0],
    [{ openapi: "npm:@acme/spec" }, 0],
    [{ openapi: "npm:@acme/spec", strict: true }, 1],
  ];
  test.each(cases)("as %j exits with %i", async (api, code) => {
    const workspace = configured(api);
    expect((await workspace.run(["generate"])).code).toBe(code);
    expect((await workspace.run(["generate", "--strict"])).code).toBe(1);
    expect((await workspace.run(["lint"])).code).toBe(1);
  });

  test("differs from the one of flags in strictness for diff too", async () => {
    const workspace = configured({ openapi: "openapi.yaml" });
    expect((await workspace.run(["diff", "openapi.yaml", "openapi.yaml"])).code).toBe(0);
    expect((await workspace.run(["diff", "openapi.yaml", "openapi.yaml", "--strict"])).code).toBe(1);
    expect((await workspace.run(["diff", "waybill.config.json", "openapi.yaml"])).code).toBe(1);
  });
});
