import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { checkConfig } from "../../../src/run/config/check-config.ts";
import { asyncapi, shop } from "../../cli/shop.ts";
import { Workspace } from "../../cli/workspace.ts";

const toTypes = '{ "apis": { "shop": { "openapi": "openapi.yaml", "out": "gen", "targets": ["types"] } } }';

const entry = path.join(import.meta.dirname, "../../../src/entries/index.ts");

function config(apis: string): string {
  return `import { type Config, defineConfig } from ${JSON.stringify(entry)};\nconst config: Config = defineConfig({ apis: ${apis} });\nexport default config;\n`;
}

describe("a configuration", () => {
  test("puts targets where it says, and lets them import each other by package name", async () => {
    const workspace = new Workspace({
      ...shop,
      "waybill.config.ts": config(`{
        shop: {
          openapi: "openapi.yaml",
          importExtension: ".js",
          targets: [
            { target: "types", out: "packages/fulfillment/types/src", import: "@shop/types" },
            { target: "zod", out: "packages/fulfillment/validators/src" },
          ],
        },
      }`),
    });
    expect(await workspace.spawn(["generate"])).toMatchObject({ code: 0, stderr: "" });
    expect(workspace.read("packages/fulfillment/validators/src/schemas.gen.ts")).toContain('from "@shop/types"');
    expect(workspace.read("packages/fulfillment/types/src/index.gen.ts")).toContain('"./schemas.gen.js"');
    expect(workspace.read("packages/fulfillment/types/src/index.gen.ts")).toContain("then run `waybill generate`.");
    const manifest = JSON.parse(workspace.read("waybill.manifest.json"));
    expect(Object.keys(manifest.inputs)).toEqual(["openapi.yaml", "schemas/order.yaml"]);
    expect(Object.keys(manifest.outputs.shop.types)).toContain("packages/fulfillment/types/src/schemas.gen.ts");
    expect(await workspace.spawn(["generate"])).toMatchObject({ stdout: expect.stringContaining("unchanged") });
  });

  test.each([{ type: "commonjs" }, {}])("is a module, and what it imports, in a package of %j", async (manifest) => {
    const workspace = new Workspace({
      ...shop,
      "package.json": JSON.stringify(manifest),
      "targets.ts": 'import type { TargetName } from "waybill";\nexport const targets: TargetName[] = ["types"];\n',
      "waybill.config.ts": `import { targets } from "./targets.ts";\n${config('{ shop: { openapi: "openapi.yaml", out: "gen", targets } }')}`,
    });
    expect(await workspace.spawn(["generate"])).toMatchObject({ code: 0, stderr: "" });
  });

  test("is found from a folder below; problems are shown from where the user stands", async () => {
    const workspace = new Workspace({ ...shop, "waybill.config.json": toTypes });
    workspace.write("deep/er/x.txt", "");
    expect(await workspace.run(["generate", "--config", "waybill.config.json"])).toMatchObject({ code: 0 });
    workspace.edit("schemas/order.yaml", "type: string", "type: strng");
    const { code, stderr } = await workspace.run(["generate"], { folder: "deep/er" });
    expect(code).toBe(1);
    expect(stderr).toContain("../../schemas/order.yaml:6:11 error unknown-type");
  });

  test.each([
    ["server", 'add "server" to the targets in waybill.config.json'],
    ["tanstack-query", 'add "tanstack-query" to the targets in waybill.config.json'],
    ["typs", "did you mean types?"],
  ])("--target %s, which it does not have, comes with what to do", async (target, hint) => {
    const workspace = new Workspace({ ...shop, "waybill.config.json": toTypes });
    const { code, stderr } = await workspace.run(["generate", "--target", target]);
    expect(stderr).toBe(`waybill: --target ${target}: waybill.config.json does not generate it\nhint: ${hint}\n`);
    expect(code).toBe(2);
  });

  test("--target narrows to some of its targets; the others are left, and not called up to date", async () => {
    const workspace = new Workspace({
      ...shop,
      "waybill.config.json": JSON.stringify({
        apis: { shop: { openapi: "openapi.yaml", out: "gen", targets: ["types", "zod", "client"] } },
      }),
    });
    await workspace.run(["generate"]);
    workspace.edit("openapi.yaml", "operationId: getOrder", "operationId: readOrder");
    const client = workspace.snapshot("gen/client");
    expect((await workspace.run(["generate", "--target", "zod"])).stdout).toMatch(
      /^types .*\nzod .*\nruntime .*\ntotal/,
    );
    expect(workspace.read("gen/types/operations.gen.ts")).toContain("ReadOrderRequest");
    expect(workspace.snapshot("gen/client")).toEqual(client);
    expect(await workspace.run(["check", "--target", "zod"])).toMatchObject({ code: 0 });
    expect(await workspace.run(["check"])).toMatchObject({ code: 1 });
    expect(await workspace.run(["generate"])).toMatchObject({ code: 0 });
    expect(await workspace.run(["check"])).toMatchObject({ code: 0, stderr: "" });
  });

  test("--out takes the output elsewhere", async () => {
    const workspace = new Workspace({
      ...shop,
      "waybill.config.json": JSON.stringify({
        apis: { shop: { openapi: "openapi.yaml", targets: [{ target: "types", out: "src" }] } },
      }),
    });
    expect(await workspace.run(["generate", "--out", "preview"])).toMatchObject({ code: 0 });
    expect(existsSync(workspace.path("preview/types/schemas.gen.ts"))).toBe(true);
    expect(existsSync(workspace.path("preview/waybill.manifest.json"))).toBe(true);
    expect(existsSync(workspace.path("src"))).toBe(false);
  });

  test("several APIs, distinguished by name", async () => {
    const workspace = new Workspace({
      ...shop,
      "asyncapi.yaml": asyncapi,
      "waybill.config.json": JSON.stringify({
        apis: {
          shop: { openapi: "openapi.yaml", out: "gen/shop", targets: ["types"] },
          events: { asyncapi: "asyncapi.yaml", out: "gen/events", targets: ["types"] },
        },
      }),
    });
    expect((await workspace.run(["generate"])).stdout).toMatch(/^shop\/types .*\nevents\/types .*\ntotal/);
    expect(await workspace.run(["check"])).toMatchObject({ code: 0 });
  });

  test.each([
    ["export default 1 +;", /^waybill: waybill\.config\.ts cannot be loaded: /],
    ["throw new Error('no');", /^waybill: waybill\.config\.ts cannot be loaded: waybill\.config\.ts:1:7 no\n/],
    [
      "import 'nowhere';\nexport default {};",
      /^waybill: waybill\.config\.ts cannot be loaded: Cannot find package 'nowhere'/,
    ],
    ["export const x = 1;", /^waybill: waybill\.config\.ts: has no default export\nhint: /],
    [
      "export default { apis: { shop: { openapi: 'openapi.yaml', targets: ['zod'] } } };",
      /types has no output folder \(zod import it\)\n/,
    ],
    [
      "export default { apis: { shop: { openapi: 'openapi.yaml', targets: [{ target: 'types', out: '../up' }] } } };",
      /the folder of types is outside /,
    ],
    [
      "export default { apis: { a: { openapi: 'openapi.yaml', out: 'gen' }, b: { openapi: 'openapi.yaml', out: 'gen' } } };",
      /a\.types and b\.types are both written to gen\/types\n/,
    ],
  ])("that is no good exits 2: %s", async (text, message) => {
    const workspace = new Workspace({ ...shop, "waybill.config.ts": text });
    const { code, stderr } = await workspace.spawn(["generate"]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });
});

test("a configuration in JSON that does not parse: its place", async () => {
  const workspace = new Workspace({ "waybill.config.json": '{\n  "apis": }\n' });
  const { code, stderr } = await workspace.run(["check"]);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^waybill: waybill\.config\.json cannot be loaded: waybill\.config\.json:2:11 .*\nhint: .*\n$/,
  );
});

test("enums of strings are open if the configuration or a flag opens them, but constants stay closed", async () => {
  const kinds = "{ type: object, properties: { a: { type: string, enum: [x, y] }, b: { type: string, enum: [z] } } }";
  const typeOf = async (enums: string, ...flags: string[]) => {
    const workspace = new Workspace({
      "openapi.yaml": `openapi: 3.1.1\ninfo: { title: T, version: "1" }\npaths: {}\ncomponents: { schemas: { Kinds: ${kinds} } }\n`,
      "waybill.config.json": `{ "apis": { "shop": { "openapi": "openapi.yaml", "out": "gen", "targets": ["types"]${enums} } } }`,
    });
    expect(await workspace.run(["generate", ...flags])).toMatchObject({ code: 0 });
    return workspace.read("gen/types/schemas.gen.ts").replace(/^.*Kinds = |\s+/gs, " ");
  };
  const flags = ["--openapi", "openapi.yaml", "--out", "gen", "--target", "types", "--enums"];
  const closed = ' { a?: "x" | "y" | undefined; b?: "z" | undefined; }; ';
  const open = ' { a?: "x" | "y" | (string & {}) | undefined; b?: "z" | undefined; }; ';
  expect(await typeOf("")).toBe(closed);
  expect(await typeOf(', "enums": "open"')).toBe(open);
  expect(await typeOf("", ...flags, "open")).toBe(open);
  expect(await typeOf("", ...flags, "closed")).toBe(closed);
});

describe("formats", () => {
  const described = (formats: string) => ({
    ...shop,
    "openapi.yaml": `openapi: 3.1.1
info: { title: Shop, version: "1" }
paths: {}
components:
  schemas:
    Visit: { type: object, properties: { at: { type: string, format: date-time }, id: { type: string, format: uuid } } }
`,
    "waybill.config.json": `{ "apis": { "shop": { "openapi": "openapi.yaml", "out": "gen", "targets": ["zod"]${formats} } } }`,
  });
  const checkedOf = async (formats: string, ...flags: string[]) => {
    const workspace = new Workspace(described(formats));
    expect(await workspace.run(["generate", ...flags])).toMatchObject({ code: 0 });
    const text = workspace.read("gen/zod/schemas.gen.ts");
    return ["dateTimeString", "uuidString"].filter((name) => text.includes(name));
  };

  test("are asserted, unless the configuration or a flag says otherwise", async () => {
    expect(await checkedOf("")).toEqual(["dateTimeString", "uuidString"]);
    expect(await checkedOf(', "formats": "annotate"')).toEqual([]);
    expect(await checkedOf(', "formats": { "uuid": "annotate" }')).toEqual(["dateTimeString"]);
    expect(await checkedOf(', "formats": { "*": "annotate", "uuid": "assert" }')).toEqual(["uuidString"]);
    const flags = ["--openapi", "openapi.yaml", "--out", "gen", "--target", "zod", "--formats"];
    expect(await checkedOf("", ...flags, "annotate")).toEqual([]);
    expect(await checkedOf("", ...flags, "assert")).toEqual(["dateTimeString", "uuidString"]);
  });
});

describe("the fields of a configuration", () => {
  test.each([
    [undefined, ["has no default export"]],
    [[], ["must be an object, found a list"]],
    [{}, ["apis is required"]],
    [{ apis: {} }, ["apis names no API"]],
    [{ apis: [] }, ["apis must be an object, found a list"]],
    [{ apis: { shop: {} } }, ["apis.shop names neither an openapi nor an asyncapi document"]],
    [{ apis: { shop: { openapi: 1 } } }, ["apis.shop.openapi must be a non-empty string on one line, found a number"]],
    [
      { apis: { "my shop": { opnapi: "x" } } },
      [
        'apis["my shop"].opnapi is not a field of the configuration',
        'apis["my shop"] names neither an openapi nor an asyncapi document',
      ],
    ],
    [
      { apis: { shop: { openapi: "x", importExtension: "js" } } },
      ['apis.shop.importExtension must be one of .ts, .js, none, found "js"'],
    ],
    [
      { apis: { shop: { openapi: "x", formats: "asert" } } },
      ['apis.shop.formats must be one of assert, annotate, found "asert"'],
    ],
    [
      { apis: { shop: { openapi: "x", formats: { "*": "annotate", uuid: "check", datetime: "assert" } } } },
      [
        "apis.shop.formats.datetime is not a field of the configuration",
        'apis.shop.formats.uuid must be one of assert, annotate, found "check"',
      ],
    ],
    [{ apis: { shop: { openapi: "x", targets: "types" } } }, ["apis.shop.targets must be a list, found a string"]],
    [{ apis: { shop: { openapi: "x", targets: [] } } }, ["apis.shop.targets lists no target"]],
    [
      { apis: { shop: { openapi: "x", targets: ["zodd"] } } },
      [
        'apis.shop.targets[0] must be one of types, zod, server, client, webhooks, samples, paths, tanstack-query, mocks, mcp, channels, found "zodd"',
      ],
    ],
    [
      { apis: { shop: { openapi: "x", targets: ["zod", { target: "zod" }] } } },
      ["apis.shop.targets[1] names zod, as apis.shop.targets[0] does"],
    ],
    [
      { apis: { shop: { openapi: "x", targets: ["zod", "zodd", "zod"] } } },
      [
        'apis.shop.targets[1] must be one of types, zod, server, client, webhooks, samples, paths, tanstack-query, mocks, mcp, channels, found "zodd"',
        "apis.shop.targets[2] names zod, as apis.shop.targets[0] does",
      ],
    ],
    [{ apis: { shop: { openapi: "x", targets: [{ out: "a" }] } } }, ["apis.shop.targets[0].target is required"]],
    [
      { apis: { shop: { openapi: "x", targets: [{ target: "zod", out: "" }] } } },
      ['apis.shop.targets[0].out must be a non-empty string on one line, found ""'],
    ],
    [{ apis: { shop: { openapi: "x" } }, comand: "x" }, ["comand is not a field of the configuration"]],
  ])("are checked: %j", (value, messages) => {
    const checked = checkConfig(value, "c");
    expect(checked.ok ? [] : checked.problems.map((problem) => problem.message)).toEqual(
      messages.map((message) => `c: ${message}`),
    );
  });

  test("a misspelt field comes with the field it most likely is", () => {
    const checked = checkConfig({ apis: { shop: { opnapi: "x" } } }, "c");
    expect(checked).toMatchObject({ problems: [{ hint: "did you mean openapi?" }, {}] });
  });
});

test.each([
  ["none", '"./schemas.gen"'],
  [".js", '"./schemas.gen.js"'],
  [".ts", '"./schemas.gen.ts"'],
])("--import-extension writes specifiers with the ending %s", async (extension, specifier) => {
  const workspace = new Workspace(shop);
  const flags = ["--openapi", "openapi.yaml", "--out", "gen", "--target", "types", "--import-extension", extension];
  expect(await workspace.run(["generate", ...flags])).toMatchObject({ code: 0 });
  expect(workspace.read("gen/types/index.gen.ts")).toContain(`export type * from ${specifier};`);
});
