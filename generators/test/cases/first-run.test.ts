// What a first run does with a description: what it tolerates, reads, writes and removes, and what it prints.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parseText } from "../../src/source/parse.ts";
import { type Ended, shop, Workspace } from "../cli/workspace.ts";
import { fixture } from "./case.ts";

const misspelt = shop.replace("maxLength", "maxLenght");

const generated = ["--out", "gen", "--target", "types"];

function lastLine({ stderr }: Ended): string {
  return stderr.trimEnd().split("\n").at(-1) ?? "";
}

describe("a typing error", () => {
  test("stops a run on a file that a flag names, and the last line names the flag that allows it", async () => {
    const workspace = new Workspace({ "openapi.yaml": misspelt });
    const run = await workspace.run(["generate", "openapi.yaml", ...generated]);
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain('hint: did you mean "maxLength"?\n');
    expect(lastLine(run)).toBe("1 error can be tolerated: --tolerate unknown-keyword");
    expect(existsSync(workspace.path("gen"))).toBe(false);
    const allowed = await workspace.run(["generate", "openapi.yaml", ...generated, "--tolerate", "unknown-keyword"]);
    expect(allowed).toMatchObject({ code: 0, stderr: expect.stringContaining('did you mean "maxLength"?') });
  });

  test("is not allowed by the configuration that init writes", async () => {
    const faulty = misspelt.replace("note: {", "size: { type: integer, maximum: none }\n        note: {");
    const workspace = new Workspace({ "openapi.yaml": faulty, "package.json": '{ "type": "module" }' });
    workspace.install();
    const init = await workspace.run(["init", "openapi.yaml"]);
    expect(init.code).toBe(0);
    expect(init.stderr).toMatch(
      /^openapi\.yaml:15:31 error unknown-keyword: [\s\S]*\nhint: did you mean "maxLength"\?\n/,
    );
    expect(init.stdout).toContain(
      'stops    1 error would stop generate: fix the description, or allow it with tolerate: ["unknown-keyword"]',
    );
    expect(workspace.read("waybill.config.ts")).toMatch(/tolerate: \[\n.*\n *"invalid-keyword-value",\n *\],\n/);
    const run = await workspace.run(["generate"]);
    expect(run.code).toBe(1);
    expect(lastLine(run)).toBe(
      '1 error can be tolerated: --tolerate unknown-keyword, or tolerate: ["unknown-keyword"] in waybill.config.ts',
    );
  });

  test("stops a run of a configuration with strict: false", async () => {
    const config = '{ "apis": { "shop": { "openapi": "openapi.yaml", "out": "gen", "strict": false } } }';
    const workspace = new Workspace({ "openapi.yaml": misspelt, "waybill.config.json": config });
    expect(await workspace.run(["generate"])).toMatchObject({ code: 1 });
  });

  test.each([
    ["a type", shop.replace("type: string", "type: strng")],
    ["a synonym of a type", shop.replace("type: string", "type: int")],
    ["a field", shop.replace("description: OK", "descriptoin: OK, description: OK")],
    ["a reference", shop.replace("#/components/schemas/Order", "#/components/schemas/Ordr")],
    ["a file of OpenAPI 3.0", misspelt.replace("3.1.0", "3.0.3")],
  ])("of %s stops a run on a file, and is passed over in a package", async (_what, text) => {
    const workspace = new Workspace({
      "openapi.yaml": text,
      "node_modules/@acme/spec/package.json": '{ "name": "@acme/spec", "version": "1.0.0" }',
      "node_modules/@acme/spec/openapi.yaml": text,
    });
    const own = await workspace.run(["generate", "openapi.yaml", ...generated]);
    expect(own).toMatchObject({ code: 1, stderr: expect.stringContaining("hint: did you mean ") });
    for (const word of ["npm:@acme/spec", "node_modules/@acme/spec/openapi.yaml"]) {
      const run = await workspace.run(["generate", word, ...generated]);
      expect(run).toMatchObject({ code: 0, stderr: expect.stringMatching(/ tolerated .*did you mean /) });
    }
  });

  test("stops a comparison where it is new, and not where it was released", async () => {
    const workspace = new Workspace({ "right.yaml": shop, "misspelt.yaml": misspelt });
    expect(await workspace.run(["diff", "right.yaml", "misspelt.yaml"])).toMatchObject({ code: 1 });
    expect(await workspace.run(["diff", "misspelt.yaml", "right.yaml"])).toMatchObject({ code: 0 });
  });
});

test.each([
  ["generators/bin/waybill.js", "waybill needs Node 22.19 or newer; this is v"],
  ["packages/fulfillment/service/bin/fulfillment.js", "fulfillment needs Node 24 or newer; this is v"],
])("the program %s prints which Node it needs where TypeScript cannot be loaded", (program, message) => {
  const file = path.join(import.meta.dirname, "../../..", program);
  // Older ones strip no types at all.
  const { status, stderr } = spawnSync(process.execPath, ["--no-strip-types", file, "--help"], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 2, stderr: `${message}${process.version.slice(1)}\n` });
});

describe("a reference to what is not read", () => {
  const outside = fixture("codegen/tolerate-missing-file.yaml").replace("./missing.json", "/etc/hostname");

  test.each([
    ["codegen/tolerate-remote.yaml", "ref-remote", fixture("codegen/tolerate-remote.yaml")],
    ["codegen/tolerate-missing-file.yaml", "unreadable-file", fixture("codegen/tolerate-missing-file.yaml")],
    ["a file outside of the project", "ref-outside", outside],
  ])("stops a run, and accepts any value where the code is tolerated: %s", async (_file, code, text) => {
    const workspace = new Workspace({ "openapi.yaml": text });
    const words = ["generate", "openapi.yaml", "--out", "gen"];
    const stopped = await workspace.run(words);
    expect(stopped).toMatchObject({ code: 1, stderr: expect.stringContaining(`error ${code}: `) });
    expect(lastLine(stopped)).toBe(`1 error can be tolerated: --tolerate ${code}`);
    const run = await workspace.run([...words, "--tolerate", code]);
    expect(run).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`tolerated ${code}: any value is accepted in its place`),
    });
    expect(workspace.read("gen/types/schemas.gen.ts")).toContain("oas?: unknown;");
  });
});

describe("a description in a folder next to the working directory", () => {
  const referring = shop
    .replace("#/components/schemas/Order", "../common/order.yaml")
    .replace("        note: {", '        total: { $ref: "../../base/money.yaml" }\n        note: {');
  const files = {
    "all/specs/openapi.yaml": referring,
    "all/common/order.yaml": 'type: object\nproperties: { id: { $ref: "../types/id.yaml" } }\n',
    "all/types/id.yaml": "type: string\n",
    "base/money.yaml": "type: integer\n",
    "all/app/.keep": "",
  };
  const words = ["generate", "../specs/openapi.yaml", "--out", "gen", "--target", "types"];

  test.each([[".git/HEAD"], ["package.json"]])("may refer to its repository, with %s", async (marker) => {
    const workspace = new Workspace({ ...files, [marker]: "{}" });
    expect(await workspace.run(words, { folder: "all/app" })).toMatchObject({ code: 0, stderr: "" });
  });

  test("without one is allowed everything by the one --root that the hint names", async () => {
    const { "base/money.yaml": _money, ...others } = files;
    const workspace = new Workspace({
      ...others,
      "all/specs/openapi.yaml": referring.replace("../../base", "../common"),
    });
    workspace.write("all/common/money.yaml", "type: integer\n");
    const { code, stderr } = await workspace.run(words, { folder: "all/app" });
    expect(code).toBe(1);
    const roots = new Set([...stderr.matchAll(/--root (\S+)/g)].map(([, root]) => root));
    expect([...roots]).toEqual([".."]);
    expect(await workspace.run([...words, "--root", ".."], { folder: "all/app" })).toMatchObject({
      code: 0,
      stderr: "",
    });
  });

  test("may not read what is around its repository, nor a package what is around it", async () => {
    const secret = { "secret/order.yaml": "type: string\n", "secret/money.yaml": "type: string\n" };
    const text = referring.replace("../common", "../../secret").replace("../../base", "../../secret");
    for (const marker of ["all/package.json", "all/.git/HEAD"]) {
      const workspace = new Workspace({ ...files, ...secret, "all/specs/openapi.yaml": text, [marker]: "{}" });
      const run = await workspace.run(words, { folder: "all/app" });
      expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("error ref-outside: ") });
    }
    const workspace = new Workspace({
      ...secret,
      "package.json": "{}",
      "app/node_modules/evil/package.json": '{ "name": "evil", "version": "1.0.0" }',
      "app/node_modules/evil/openapi.yaml": text.replaceAll("../../secret", "../../../secret"),
    });
    for (const word of ["npm:evil", "node_modules/evil/openapi.yaml"]) {
      const run = await workspace.run(["generate", word, "--out", "gen", "--target", "types"], { folder: "app" });
      expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("error ref-outside: ") });
    }
  });
});

describe("lines that are indented less than their block", () => {
  const count = 60;
  const numbered = Array.from({ length: count }, (_, at) => `MIIF${at}`);
  const described = (value: string): string =>
    `openapi: 3.0.1\ninfo: { title: t, version: "1" }\npaths: {}\ncomponents:\n  schemas:\n    B:\n      example: ${value}\n      type: string\n`;

  test("of yaml-deficient-indent.yaml are read", async () => {
    const workspace = new Workspace({ "openapi.yaml": fixture("codegen/yaml-deficient-indent.yaml") });
    expect(await workspace.run(["generate", "openapi.yaml", ...generated])).toMatchObject({ code: 0, stderr: "" });
    const parsed = parseText(workspace.read("openapi.yaml"), "yaml");
    expect(JSON.stringify(parsed)).toContain("MIIF18 MIIF19 -----END CERTIFICATE-----");
  });

  test.each([
    ["in double quotes", `"${numbered.join("\n")}"`, numbered.join(" ")],
    ["in single quotes", `'it''s ${numbered.join("\n")}'`, `it's ${numbered.join(" ")}`],
    ["in double quotes with escapes", `"\\"${numbered.join("\\n\\\\\n")}"`, `"${numbered.join("\n\\ ")}`],
    ["in double quotes, with empty lines", `"a\n\n\nb ${numbered.join("\n")}"`, `a\n\nb ${numbered.join(" ")}`],
    ["in brackets", `[\n${numbered.join(",\n")}\n]`, numbered],
    [
      "in braces",
      `{ a: {\n${numbered.map((one) => `${one}: 1`).join(",\n")} }}`,
      { a: Object.fromEntries(numbered.map((one) => [one, 1])) },
    ],
    [
      "in quotes in brackets",
      `[\n${numbered.map((one) => `"${one}\n'"`).join(",\n")}]`,
      numbered.map((one) => `${one} '`),
    ],
  ])("are read: %s", (_what, value, expected) => {
    const parsed = parseText(described(value), "yaml");
    expect(parsed).toMatchObject({
      ok: true,
      value: { components: { schemas: { B: { example: expected, type: "string" } } } },
    });
  });

  test("after a quote that is not closed are an error at the first of them", () => {
    const text = described(`"open\n${numbered.map((one) => `${one}: "x"`).join("\n")}`);
    expect(parseText(text, "yaml")).toMatchObject({
      ok: false,
      offset: text.indexOf("MIIF0"),
      detail: "deficient indentation",
    });
  });
});

describe("a description of which little is generated", () => {
  const head = 'info: { title: t, version: "1" }\n';
  const inputs: Readonly<Record<string, string>> = {
    "channels-none.yaml": fixture("codegen/channels-none.yaml"),
    "nothing in AsyncAPI": `asyncapi: 3.0.0\n${head}`,
    "an operation without messages": `asyncapi: 3.0.0\n${head}channels: { a: { address: a } }\noperations: { s: { action: send, channel: { $ref: "#/channels/a" } } }\n`,
    "nothing in OpenAPI": `openapi: 3.1.0\n${head}paths: {}\n`,
    "a schema": `openapi: 3.1.0\n${head}paths: {}\ncomponents: { schemas: { A: { type: string } } }\n`,
    "a webhook": `openapi: 3.1.0\n${head}webhooks: { w: { post: { responses: { "200": { description: ok } } } } }\n`,
    "an operation without content": `openapi: 3.1.0\n${head}paths: { /a: { get: { responses: { "200": { description: ok } } } } }\n`,
  };
  const targets = {
    asyncapi: ["types", "zod", "webhooks", "channels"],
    openapi: ["types", "zod", "server", "client", "samples", "webhooks", "tanstack-query", "mocks", "mcp"],
  } as const;

  test.each(Object.entries(inputs))(
    "every generated file is a module and imports only files that exist: %s",
    async (_name, text) => {
      const workspace = new Workspace({ "description.yaml": text });
      workspace.install();
      mkdirSync(workspace.path("node_modules/@waybill"));
      for (const name of ["channels", "tanstack-query", "mocks", "mcp"])
        symlinkSync(
          path.join(import.meta.dirname, "../../../packages/waybill", name),
          workspace.path(`node_modules/@waybill/${name}`),
        );
      const kind = text.startsWith("asyncapi") ? "asyncapi" : "openapi";
      for (const target of targets[kind]) {
        const out = `gen/${target}`;
        const run = await workspace.run([
          "generate",
          `--${kind}`,
          "description.yaml",
          "--out",
          out,
          "--target",
          target,
        ]);
        expect(run).toMatchObject({ code: 0 });
        const files = readdirSync(workspace.path(out), { recursive: true, encoding: "utf8" }).filter((file) =>
          file.endsWith(".ts"),
        );
        for (const file of files) {
          const written = workspace.read(`${out}/${file}`);
          expect.soft(written, file).toMatch(/^(?:import|export) /m);
          for (const [, specifier = ""] of written.matchAll(/ from "(\.[^"]+)";/g))
            expect
              .soft(existsSync(workspace.path(path.join(out, path.dirname(file), specifier))), `${file}: ${specifier}`)
              .toBe(true);
        }
      }
    },
  );
});

describe("operation ids that a framework made", () => {
  const operation = (id: string, rest = ""): string =>
    `{ operationId: ${id}, ${rest}responses: { "200": { description: ok } } }`;
  const described = (paths: string): string => `openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths:\n${paths}`;

  async function namesOf(text: string, config: object = {}): Promise<{ names: string[]; stderr: string }> {
    const api = { openapi: "openapi.yaml", out: "gen", targets: ["client"], group: "flat", ...config };
    const workspace = new Workspace({
      "openapi.yaml": text,
      "waybill.config.json": JSON.stringify({ apis: { a: api } }),
    });
    const { code, stderr } = await workspace.run(["generate"]);
    expect(code, stderr).toBe(0);
    const operations = workspace.read("gen/types/operations.gen.ts");
    const types = [...operations.matchAll(/^export type (\w+)Request\b/gm)].map(([, name = ""]) => name);
    return { names: types.map((name) => name.charAt(0).toLowerCase() + name.slice(1)), stderr };
  }

  test.each([
    ["codegen/fastapi-opid.yaml", ["readItem"], 'as in readItem for "read_item_api_v1_items__item_id__get"'],
    ["codegen/l5-swagger-opid.yaml", ["getApiV1Articles", "getApiV1ArticlesById"], "2 operationIds are hashes: "],
  ])("are left out of generated names, and a notice names one: %s", async (file, expected, notice) => {
    const { names, stderr } = await namesOf(fixture(file));
    expect(names).toEqual(expected);
    expect(stderr).toContain("warning framework-ids: ");
    expect(stderr).toContain(notice);
  });

  test.each<[string, string, string[]]>([
    [
      "two functions of one name keep both ids",
      `  /a: { get: ${operation("list_a_get")} }\n  /b: { get: ${operation("list_b_get")} }\n`,
      ["listAGet", "listBGet"],
    ],
    [
      "a function named like another id keeps its own",
      `  /a: { get: ${operation("read_item_a_get")} }\n  /b: { get: ${operation("readItem")} }\n`,
      ["readItemAGet", "readItem"],
    ],
    ["the root", `  /: { get: ${operation("root__get")} }\n`, ["root"]],
    [
      "one function for two methods",
      `  /a: { get: ${operation("both_a_get")}, put: ${operation("other_a_get")} }\n`,
      ["both", "other"],
    ],
    ["the path alone is nothing of a framework", `  /a: { get: ${operation("_a_get")} }\n`, ["aGet"]],
    ["another path stays", `  /a: { get: ${operation("read_b_get")} }\n`, ["readBGet"]],
    [
      "a SHA-256",
      `  /a: { get: ${operation("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")} }\n`,
      ["getA"],
    ],
    ["a short hexadecimal word stays", `  /a: { get: ${operation("deadbeef")} }\n`, ["deadbeef"]],
  ])("give the operation its generated name: %s", async (_what, paths, expected) => {
    expect((await namesOf(described(paths))).names).toEqual(expected);
  });

  test("selectors take the id and the name", async () => {
    const paths = `  /a: { get: ${operation("read_a_a_get")} }\n  /b: { get: ${operation("read_b_b_get")} }\n`;
    for (const written of ["read_a_a_get", "readA", "readA*"])
      expect((await namesOf(described(paths), { include: [{ operation: written }] })).names).toEqual(["readA"]);
    expect((await namesOf(described(paths), { exclude: [{ operation: "readA" }] })).names).toEqual(["readB"]);
  });
});

describe("warnings about a description", () => {
  const pattern = (name: string): string => `${name}: { type: string, pattern: "^(${name}+)+$" }`;
  const text = `openapi: 3.0.3
info: { title: t, version: "1" }
paths:
  /a:
    post:
      operationId: postA
      requestBody:
        content:
          application/json: { schema: { type: object, properties: { ${["a", "b", "c"].map(pattern).join(", ")} } } }
          text/plain: { schema: { type: object } }
      responses: { "200": { description: ok, content: { application/json: { schema: {} }, text/plain: { schema: { type: object } } } } }
`;

  test("in a package are one line for each kind, which asks for nothing", async () => {
    const workspace = new Workspace({
      "node_modules/@acme/spec/package.json": '{ "name": "@acme/spec", "version": "1.0.0" }',
      "node_modules/@acme/spec/openapi.yaml": text,
    });
    const { stderr } = await workspace.run(["generate", "npm:@acme/spec", "--out", "gen"]);
    expect(stderr.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^warning slow-pattern \(3\): .*; first at node_modules\/@acme\/spec\/openapi.yaml:9:\d+$/),
      expect.stringMatching(
        /^warning unsupported-feature \(2\): the schema of a body of the type "text\/plain" is not supported: it is passed on as text, and not validated against the schema; first at node_modules\/@acme\/spec\/openapi.yaml:10:\d+$/,
      ),
      "5 warnings: --verbose prints each of them",
    ]);
    expect((await workspace.run(["generate", "npm:@acme/spec", "--out", "gen2", "--verbose"])).stderr).toContain(
      "hint: ",
    );
  });

  test("that needs no change are not scolded about", async () => {
    const workspace = new Workspace({ "openapi.yaml": text });
    const { stderr } = await workspace.run(["generate", "openapi.yaml", "--out", "gen"]);
    expect(stderr).toContain("hint: no action is required; bodies of JSON are validated\n");
    expect(stderr).not.toContain("silently");
  });
});
