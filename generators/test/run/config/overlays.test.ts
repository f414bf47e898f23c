// Overlays and Swagger 2.0 on the command line, in a configuration and from a program: every command reads the patched description.
import { describe, expect, it } from "vitest";
import { type ApiConfig, check, diff, generate, lint } from "../../../src/entries/index.ts";
import { orderTypes, shop, toTypes } from "../../cli/shop.ts";
import { Workspace } from "../../cli/workspace.ts";

const fix = `overlay: 1.0.0
info: { title: Fixes, version: "1" }
actions:
  - target: $.paths['/orders/{id}'].get
    update: { summary: Find an order }
  - target: $.components.schemas
    update: { Item: { type: object, properties: { sku: { type: string } } } }
`;

const files: Readonly<Record<string, string>> = {
  ...shop,
  "openapi.yaml": `${shop["openapi.yaml"]}components: { schemas: { Order: { $ref: schemas/order.yaml } } }\n`,
  "fix.yaml": fix,
  "empty.yaml": fix.replace("/orders/{id}", "/order/{id}"),
};

const configOf = (overlays: readonly string[]): string =>
  JSON.stringify({ apis: { shop: { openapi: "openapi.yaml", overlays, out: "gen", targets: ["types"] } } });

describe("generate", () => {
  it("patches the description with --overlay, names it in headers and in @see, and generates again when it changes", async () => {
    const workspace = new Workspace(files);
    const generated = [...toTypes, "--overlay", "fix.yaml"];
    expect(await workspace.run(["generate", ...generated])).toMatchObject({ code: 0, stderr: "" });
    const types = workspace.read(orderTypes);
    expect(types).toContain(" from openapi.yaml with fix.yaml. Do not edit");
    expect(types).toContain("@see fix.yaml#/actions/1/update/Item");
    expect(workspace.read("gen/types/operations.gen.ts")).toContain("Find an order");
    const manifest = workspace.read("gen/waybill.manifest.json");
    expect(manifest).toContain("--openapi openapi.yaml --overlay fix.yaml --out <dir>");
    expect(manifest).toContain('"../fix.yaml"');
    expect((await workspace.run(["generate", ...generated])).stdout).toContain("unchanged");
    expect((await workspace.run(["check", ...generated])).code).toBe(0);
    workspace.edit("fix.yaml", "Find an order", "Look up an order");
    const checked = await workspace.run(["check", ...generated]);
    expect([checked.code, checked.stderr]).toEqual([1, expect.stringContaining("error stale-file")]);
    expect(checked.stderr).toContain("Look up an order");
    expect((await workspace.run(["generate", ...generated])).stdout).toContain("1 written");
  });

  it("applies the overlays of a configuration, then those of the command line, and runs again when the list changes", async () => {
    const later = fix.replace("Find an order", "Later");
    const workspace = new Workspace({ ...files, "later.yaml": later, "waybill.config.json": configOf(["fix.yaml"]) });
    const summary = () =>
      /(?:\*|:) (Find an order|Later|Get an order)/.exec(workspace.read("gen/types/operations.gen.ts"))?.[1];
    await workspace.run(["generate"]);
    expect(summary()).toBe("Find an order");
    await workspace.run(["generate", "--overlay", "later.yaml"]);
    expect(summary()).toBe("Later");
    workspace.write("waybill.config.json", configOf(["later.yaml", "fix.yaml"]));
    expect((await workspace.run(["check"])).stderr).toContain("stale-file");
    await workspace.run(["generate"]);
    expect(summary()).toBe("Find an order");
  });

  it("warns of a target that is not there, with its place, and goes on", async () => {
    const workspace = new Workspace(files);
    const { code, stderr } = await workspace.run(["generate", ...toTypes, "--overlay", "empty.yaml"]);
    expect([code, stderr]).toEqual([0, expect.stringContaining("empty.yaml:4:13 warning overlay-no-match")]);
    expect(stderr).toContain('hint: $.paths exists; did you mean "/orders/{id}"?');
  });

  it("stops at an overlay that is malformed or missing", async () => {
    const workspace = new Workspace({
      ...files,
      "bad.yaml": fix.replace("target: $.components", "targets: $.components"),
    });
    const bad = await workspace.run(["generate", ...toTypes, "--overlay", "bad.yaml"]);
    expect([bad.code, bad.stderr]).toEqual([1, expect.stringMatching(/bad\.yaml:6:5 error missing-field/)]);
    const missing = await workspace.run(["generate", ...toTypes, "--overlay", "fixes.yaml"]);
    expect(missing.stderr).toContain('error unreadable-file: cannot read "fixes.yaml"');
    expect(missing.stderr).toContain('did you mean "fix.yaml"?');
  });

  it("rejects a value that is not a list of files", async () => {
    const workspace = new Workspace({ ...files, "waybill.config.json": configOf([]).replace("[]", '"fix.yaml"') });
    const { code, stderr } = await workspace.run(["generate"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("apis.shop.overlays must be a list, found a string")]);
  });
});

describe("the other commands", () => {
  const broken = fix.replace("type: string", "type: strng");

  it("lint reads the overlays of the command line and of a configuration", async () => {
    const workspace = new Workspace({ ...files, "bad.yaml": broken, "waybill.config.json": configOf(["bad.yaml"]) });
    const expected = [1, expect.stringMatching(/bad\.yaml:7:\d+ error unknown-type: "strng"/)];
    for (const words of [["lint", "openapi.yaml", "--overlay", "bad.yaml"], ["lint"]]) {
      const { code, stderr } = await workspace.run(words);
      expect([code, stderr]).toEqual(expected);
    }
    const { code, stdout } = await workspace.run(["lint", "openapi.yaml", "--overlay", "fix.yaml"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("3 files, no errors")]);
  });

  it("lint validates what the overlays make of a description against the official schema", async () => {
    const bad = fix.replace("{ summary: Find an order }", "{ x-y: 1, externalDocs: { description: No URL } }");
    const workspace = new Workspace({ ...files, "bad.yaml": bad });
    const { stderr } = await workspace.run(["lint", "openapi.yaml", "--overlay", "bad.yaml"]);
    expect(stderr).toMatch(/bad\.yaml:5:\d+ error/);
  });

  it("diff applies --overlay to a side of a commit, which need not have the overlay", async () => {
    const workspace = new Workspace(shop);
    workspace.commit();
    workspace.write("fix.yaml", fix.slice(0, fix.indexOf("  - target: $.components")));
    workspace.edit("openapi.yaml", "summary: Get an order", "summary: Find an order");
    expect((await workspace.run(["diff", "main:openapi.yaml", "openapi.yaml"])).stdout).toContain("patch");
    expect(
      (await workspace.run(["diff", "main:openapi.yaml", "openapi.yaml", "--overlay", "fix.yaml"])).stdout,
    ).toContain("no changes");
  });

  it("diff applies --overlay to both sides, and those of a configuration to its own", async () => {
    const required = `overlay: 1.0.0
info: { title: Fixes, version: "1" }
actions:
  - target: $.paths['/orders/{id}'].get.parameters
    update: { name: q, in: query, required: true, schema: { type: string } }
`;
    const workspace = new Workspace({ ...files, "q.yaml": required, "waybill.config.json": configOf(["q.yaml"]) });
    const both = await workspace.run(["diff", "openapi.yaml", "openapi.yaml", "--overlay", "q.yaml"]);
    expect(both.stdout).toContain("no changes");
    const one = await workspace.run(["diff", "openapi.yaml", "waybill.config.json"]);
    expect(one.stdout).toMatch(/q\.yaml:5:\d+/);
    expect(one.stdout).toContain("major");
  });
});

describe("a program", () => {
  it("generates, checks and lints a configuration with overlays, and compares descriptions with them", async () => {
    const { folder: cwd } = new Workspace(files);
    const api: ApiConfig = { openapi: "openapi.yaml", overlays: ["fix.yaml"], out: "gen", targets: ["types"] };
    const config = { apis: { shop: api } };
    const generated = await generate(config, { cwd });
    expect(generated.inputs.some((file) => file.endsWith("/fix.yaml"))).toBe(true);
    expect([generated.ok, (await check(config, { cwd })).ok, (await lint(config, { cwd })).ok]).toEqual([
      true,
      true,
      true,
    ]);
    const side = { openapi: "openapi.yaml" };
    const { bump } = await diff(side, { ...side, overlays: ["fix.yaml"] }, { cwd });
    expect(bump).not.toBeNull();
  });
});

describe("Swagger 2.0", () => {
  const swagger = `swagger: "2.0"
info: { title: Shop, version: 1.0.0 }
host: shop.example
produces: [application/json]
paths:
  /orders/{id}:
    get:
      operationId: getOrder
      parameters: [{ name: id, in: path, required: true, type: string }]
      responses: { "200": { description: The order., schema: { $ref: "#/definitions/Order" } } }
definitions:
  Order:
    type: object
    properties:
      id: { type: string }
`;

  it("is generated from, with one warning, and unchanged then", async () => {
    const workspace = new Workspace({ "openapi.yaml": swagger });
    const first = await workspace.run(["generate", ...toTypes]);
    expect([first.code, first.stderr.match(/warning swagger-converted/g)]).toEqual([0, ["warning swagger-converted"]]);
    expect(workspace.read(orderTypes)).toContain("@see openapi.yaml#/definitions/Order");
    expect((await workspace.run(["generate", ...toTypes])).stdout).toContain("unchanged");
    workspace.edit("openapi.yaml", "id: { type: string }", "id: { type: integer }");
    const { code, stderr } = await workspace.run(["check", ...toTypes]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("see openapi.yaml:15:7: Order.id comes from here")]);
  });

  it("is found by init", async () => {
    const workspace = new Workspace({ "package.json": '{ "type": "module" }', "swagger.yaml": swagger });
    expect((await workspace.run(["init"])).code).toBe(0);
    expect(workspace.read("waybill.config.ts")).toContain('openapi: "swagger.yaml"');
  });

  it("is linted against the official schema and compared with OpenAPI 3", async () => {
    const workspace = new Workspace({ "swagger.yaml": swagger, ...shop });
    const linted = await workspace.run(["lint", "swagger.yaml"]);
    expect([linted.code, linted.stderr]).toEqual([0, expect.stringMatching(/1 warning\n$/)]);
    const compared = await workspace.run(["diff", "swagger.yaml", "openapi.yaml"]);
    expect(compared.stdout).toContain("was swagger.yaml:15:");
  });
});
