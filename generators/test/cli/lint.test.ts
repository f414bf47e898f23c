import { describe, expect, test } from "vitest";
import { ran, ranApart } from "./in-process.ts";
import { asyncapi, openapi, shop, toTypes } from "./shop.ts";
import { Workspace } from "./workspace.ts";

const both: Readonly<Record<string, string>> = { ...shop, "asyncapi.yaml": asyncapi };

describe("lint", () => {
  test.each([[["openapi.yaml", "asyncapi.yaml"]], [["--openapi", "openapi.yaml", "--asyncapi", "asyncapi.yaml"]]])(
    "accepts a valid description, as an argument or by the flags of generate: %j",
    async (words) => {
      const { code, stdout, stderr } = await ranApart(new Workspace(both).folder, ["lint", ...words]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toMatch(/^lint: 3 files, no errors, \d+ ms\n$/);
    },
  );

  test("takes documents by flags or as arguments, not both", async () => {
    const words = ["lint", "--openapi", "openapi.yaml", "asyncapi.yaml"];
    expect((await ranApart(new Workspace(both).folder, words)).code).toBe(2);
  });

  test("takes the documents of the configuration when no file is named", async () => {
    const config = '{ "apis": { "shop": { "openapi": "openapi.yaml", "asyncapi": "asyncapi.yaml", "out": "gen" } } }';
    const { code, stdout } = await ranApart(
      new Workspace({ ...both, "waybill.config.json": config }).folder,
      "lint --json".split(" "),
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, command: "lint", files: 3, diagnostics: [] });
  });

  test("reports what a reader finds, and runs the official schemas only on documents that the readers accept", async () => {
    const workspace = new Workspace(both);
    workspace.edit("schemas/order.yaml", "type: string", "type: strng");
    const { code, stderr } = await ranApart(workspace.folder, ["lint", "openapi.yaml", "asyncapi.yaml"]);
    expect(code).toBe(1);
    expect(stderr.match(/order\.yaml:6:11 error/g)).toHaveLength(1);
    expect(stderr).toContain("1 error");
    expect(stderr).not.toContain("official-schema");
  });

  test("reports an example that its schema rejects, as an error", async () => {
    const workspace = new Workspace(both);
    workspace.edit("schemas/order.yaml", "maxLength: 80", "maxLength: 80\n    examples: [7]");
    const { code, stderr } = await ranApart(workspace.folder, ["lint", "openapi.yaml"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^schemas\/order\.yaml:10:16 error invalid-example: /);
    const generated = await ranApart(
      workspace.folder,
      "generate --openapi openapi.yaml --out gen --target types".split(" "),
    );
    expect(generated).toMatchObject({ code: 0, stderr: expect.stringContaining("warning invalid-example") });
  });

  test("reports what the official OpenAPI schema rejects, where it is", async () => {
    const workspace = new Workspace(shop);
    workspace.edit("openapi.yaml", "version: 1.0.0 }", "version: 1.0.0, contact: { name: 7 } }");
    const { code, stderr } = await ranApart(workspace.folder, ["lint", "openapi.yaml"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^openapi\.yaml:2:\d+ error official-schema: not valid OpenAPI: must be string\n/);
  });

  test("reports what the official AsyncAPI schema rejects, in the file it means", async () => {
    const workspace = new Workspace(both);
    workspace.edit("asyncapi.yaml", "payload: { $ref: schemas/order.yaml }", "$ref: created.yaml");
    workspace.write("created.yaml", "payload: { $ref: schemas/order.yaml }\nbindings:\n  kafka: { key: 7 }\n");
    const { code, stderr } = await ranApart(workspace.folder, ["lint", "asyncapi.yaml"]);
    expect(stderr).toMatch(/^created\.yaml:3:\d+ error official-schema: not valid AsyncAPI: /m);
    expect(code).toBe(1);
  });

  test("reports one name for two schemas in the two documents", async () => {
    const components = (file: string): string =>
      `components:\n  schemas:\n    Order: { $ref: schemas/order.yaml }\n    Money: { $ref: ${file} }\n`;
    const workspace = new Workspace({
      ...both,
      "openapi.yaml": openapi + components("euro.yaml"),
      "asyncapi.yaml": asyncapi + components("cent.yaml"),
      "euro.yaml": "type: number\n",
      "cent.yaml": "type: integer\n",
    });
    const { code, stderr } = await ranApart(workspace.folder, ["lint", "openapi.yaml", "asyncapi.yaml"]);
    expect(code).toBe(1);
    expect(stderr.match(/^\S+ error \S+: .*"Money".*$/gm)).toEqual([
      expect.stringMatching(/^cent\.yaml:1:1 error conflicting-schema-name: /),
    ]);
    expect(stderr).toContain("see euro.yaml:1:1: ");
    expect(stderr).not.toContain('"Order"');
  });

  test("accepts examples with unlisted values of an open enum", async () => {
    const text = `openapi: 3.1.1
info: { title: T, version: "1" }
paths: {}
components: { schemas: { Colour: { type: string, enum: [red, green], example: blue } } }
`;
    const config = '{ "apis": { "shop": { "openapi": "openapi.yaml", "out": "gen", "enums": "open" } } }';
    const { folder } = new Workspace({ "openapi.yaml": text, "waybill.config.json": config });
    const codes = [];
    for (const args of [[], ["--enums", "closed"], ["openapi.yaml"], ["openapi.yaml", "--enums", "open"]]) {
      const { code, text: printed } = await ran(folder, "lint", ...args);
      codes.push(code);
      expect(printed.includes("error invalid-example")).toBe(code === 1);
    }
    expect(codes).toEqual([0, 1, 1, 0]);
  });

  test("warnings do not fail the run unless they exceed --max-warnings", async () => {
    const workspace = new Workspace(both);
    workspace.edit("asyncapi.yaml", "version: 1.0.0", "version: 1.1.0");
    const files = ["openapi.yaml", "asyncapi.yaml"];
    const fine = await ranApart(workspace.folder, ["lint", ...files]);
    expect(fine).toMatchObject({ code: 0 });
    expect(fine.stderr).toContain("asyncapi.yaml:2:38 warning different-versions: ");
    expect(await ranApart(workspace.folder, ["lint", ...files, "--max-warnings", "1"])).toMatchObject({ code: 0 });
    const strict = await ranApart(workspace.folder, ["lint", ...files, "--max-warnings", "0"]);
    expect(strict).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("too many warnings: 1, and --max-warnings is 0"),
    });
  });

  test("fetches nothing", async () => {
    const workspace = new Workspace(both);
    workspace.edit("asyncapi.yaml", "schemas/order.yaml", "http://127.0.0.1:9/order.yaml");
    workspace.edit("openapi.yaml", "schemas/order.yaml", "http://127.0.0.1:9/order.yaml");
    const { code, stderr } = await workspace.run(["lint", "openapi.yaml", "asyncapi.yaml"]);
    expect(code).toBe(1);
    expect(stderr.match(/error ref-remote/g)).toHaveLength(2);
    expect(stderr).not.toMatch(/ECONNREFUSED|official-schema/);
  });

  test("a file that is not there", async () => {
    const { code, stderr } = await ranApart(new Workspace().folder, ["lint", "nope.yaml"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^nope\.yaml:1:1 error unreadable-file: /);
  });
});

describe("a required name that no property has", () => {
  const schemas = (text: string): Workspace => new Workspace({ ...shop, "schemas/order.yaml": text });
  const lint = ["lint", "openapi.yaml"];

  test("is a warning at the name, in lint and in generate", async () => {
    const workspace = schemas("type: object\nrequired: [id, notez]\nproperties:\n  id: true\n  notes: true\n");
    const expected =
      'schemas/order.yaml:2:16 warning required-without-property: "notez" is required, but no property has this name\n2 | required: [id, notez]\n                   ^\nhint: did you mean "notes"?\n';
    for (const args of [lint, ["generate", ...toTypes]]) {
      expect(await workspace.run(args)).toMatchObject({ code: 0, stderr: expect.stringContaining(expected) });
    }
    expect(await ranApart(workspace.folder, [...lint, "--max-warnings", "0"])).toMatchObject({ code: 1 });
  });

  test.each([
    ["a part of a combination", "properties: { id: true }\nanyOf: [{ required: [a], properties: { b: true } }]\n"],
    ["additional members that are described", "properties: { id: true }\nrequired: [a]\nadditionalProperties: true\n"],
    ["patterns", "properties: { id: true }\nrequired: [a]\npatternProperties: { ^a: true }\n"],
    ["no properties at all", "required: [a]\n"],
  ])("is fine beside %s", async (_name, text) => {
    const { stderr } = await schemas(`type: object\n${text}`).run(["generate", ...toTypes]);
    expect(stderr).not.toContain("required-without-property");
  });
});

test.each(["3.1.1", "3.0.4"])("a long chain of references is valid in %s", async (openapi) => {
  const count = 600;
  const reference = (index: number): object => ({ $ref: `#/components/schemas/S${index + 1}` });
  const schemas = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `S${index}`,
      { type: "object", properties: index === count - 1 ? {} : { next: reference(index) } },
    ]),
  );
  const description = { openapi, info: { title: "t", version: "1" }, paths: {}, components: { schemas } };
  const workspace = new Workspace({ "openapi.json": JSON.stringify(description) });
  expect(await workspace.run(["lint", "openapi.json"])).toMatchObject({ code: 0, stderr: "" });
});
