// Generated code under the tsconfig.json that templates ship, and what `generate` says of settings under which it does not compile.
// @module-tag compilers
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { removeTsNocheck } from "../../../scripts/testing/checked-code.ts";
import { isLong, oneIn } from "../../../scripts/testing/long.ts";
import { compilerStart } from "../../../scripts/testing/sparing-compiler.ts";
import { type CompilerOptions, settingsToChange } from "../../src/run/compiler-settings.ts";
import { asyncapi, shop } from "../cli/shop.ts";
import { Workspace } from "../cli/workspace.ts";
import { testedCompilers } from "../scenarios/compile.ts";

const recorded: unknown = load(readFileSync(path.join(import.meta.dirname, "fixtures/templates.yaml"), "utf8"));

/** As published, each with its source. Other starters are run, by the story of the packages. */
const templates = Object.entries(
  z
    .record(
      z.string(),
      z.strictObject({
        source: z.string(),
        importExtension: z.enum([".ts", ".js", "none"]),
        /** The one that the template installs, or a newer one that knows its settings. */
        compiler: z.enum(["typescript-5.9", "typescript-7.0"]),
        project: z.string().default("tsconfig.json"),
        files: z.record(z.string(), z.unknown()),
      }),
    )
    .parse(recorded),
);

const modules = path.join(import.meta.dirname, "../../node_modules");
const repositoryModules = path.join(import.meta.dirname, "../../../node_modules");

/** Those of the run's compilers; of those for 7.0 every second one on each change, since their settings are much alike. */
const tried = [...Map.groupBy(templates, ([, { compiler }]) => compiler)].flatMap(([compiler, some]) => {
  if (!testedCompilers.includes(compiler)) return [];
  return compiler === "typescript-7.0" ? oneIn(2, some) : some;
});

describe.each(tried)("the project template %s", (_, template) => {
  test("compiles generated code where generate warns of nothing", async () => {
    const workspace = new Workspace({ ...shop, "asyncapi.yaml": asyncapi });
    workspace.edit(
      "schemas/order.yaml",
      "maxLength: 80",
      "maxLength: 80\n  at:\n    type: string\n    format: date-time",
    );
    for (const [file, content] of Object.entries(template.files)) workspace.write(file, JSON.stringify(content));
    mkdirSync(workspace.path("node_modules/@types"), { recursive: true });
    for (const name of ["zod", "vite"]) symlinkSync(path.join(modules, name), workspace.path(`node_modules/${name}`));
    symlinkSync(path.join(repositoryModules, "@types/node"), workspace.path("node_modules/@types/node"));
    const folder = isLong ? path.join(import.meta.dirname, "../../../spec/") : "";
    const documents = ["--openapi", `${folder}openapi.yaml`, "--asyncapi", `${folder}asyncapi.yaml`];
    const flags = ["--out", "src/generated", "--dates", "date", "--import-extension", template.importExtension];
    const ended = await workspace.run(["generate", ...documents, ...flags]);
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({
      code: 0,
      stderr: expect.not.stringContaining("compiler-setting"),
    });
    expect(existsSync(workspace.path("src/generated/client/index.gen.ts"))).toBe(true);
    expect(removeTsNocheck(workspace.folder)).toBeGreaterThan(10);
    const home = path.dirname(createRequire(import.meta.url).resolve(`${template.compiler}/package.json`));
    const { words, env } = compilerStart(home, template.compiler.replace("typescript-", ""));
    const [program, ...first] = words;
    const args = [...first, "--noEmit", "--pretty", "false", "-p", template.project];
    const compiled = await promisify(execFile)(program, args, { cwd: workspace.folder, env }).catch(
      (error: unknown) => error,
    );
    expect(compiled).toEqual({ stdout: "", stderr: "" });
  });
});

const fine: CompilerOptions = { target: "es2017", lib: ["dom", "dom.iterable", "esnext"], module: "esnext" };
const around = { isModule: false, hasNodeTypes: false, importExtension: "none", callsPlatform: true };

test.each<[string, CompilerOptions, Partial<typeof around>, string[]]>([
  ["nothing, for a template's settings", fine, {}, []],
  ["the library of an old target", { target: "es2016", module: "commonjs" }, { importExtension: ".js" }, ["lib"]],
  ["nothing, for a new target", { target: "es2023", module: "esnext" }, {}, []],
  ["nothing, without a target", { module: "esnext" }, {}, []],
  ["an old library", { ...fine, lib: ["es2020", "dom"] }, {}, ["lib"]],
  [
    "nothing, for an old library with the newer parts",
    { ...fine, lib: ["es2020", "es2021.string", "es2022.object", "es2022.array", "es2022.error", "dom"] },
    {},
    [],
  ],
  ["a platform that nothing declares", { ...fine, lib: ["es2023"], types: [] }, { hasNodeTypes: true }, ["lib"]],
  ["nothing, where only Zod is generated", { ...fine, lib: ["es2023"], types: [] }, { callsPlatform: false }, []],
  ["nothing, where Node's types are listed", { ...fine, lib: ["es2023"], types: ["node"] }, {}, []],
  ["imports of .ts", fine, { importExtension: ".ts" }, ["allowImportingTsExtensions"]],
  ["nothing, where they are allowed", { ...fine, allowImportingTsExtensions: true }, { importExtension: ".ts" }, []],
  ["imports without an extension", { ...fine, module: "nodenext" }, { isModule: true }, ["module"]],
  [
    "ES modules where CommonJS is",
    { ...fine, module: "nodenext", verbatimModuleSyntax: true },
    {},
    ["verbatimModuleSyntax"],
  ],
])("settings that have to change are reported: %s", (_, options, other, fields) => {
  expect(settingsToChange(options, { ...around, ...other }).map(({ field }) => field)).toEqual(fields);
});

describe("generate", () => {
  const toZod = ["--openapi", "openapi.yaml", "--out", "src/gen", "--target", "zod"];

  test("warns with file, field and value, and still writes", async () => {
    const workspace = new Workspace(shop);
    workspace.write("base.json", '{ "compilerOptions": { "target": "es2016" } }');
    workspace.write(
      "tsconfig.json",
      '{\n  "extends": "./base.json",\n  "compilerOptions": { "module": "commonjs" }\n}',
    );
    const { code, stderr } = await workspace.run(["generate", ...toZod, "--import-extension", ".js"]);
    expect(code).toBe(0);
    expect(stderr).toContain(
      "tsconfig.json:1:1 warning compiler-setting: tsconfig.json: the generated code will not compile",
    );
    expect(stderr).toContain('hint: set "lib": ["ES2022", "DOM"]; you can keep the target');
    expect((await workspace.run(["check", ...toZod, "--import-extension", ".js"])).stderr).toBe("");
  });

  test("follows the references of Vite's templates, and shows the field", async () => {
    const workspace = new Workspace(shop);
    workspace.write("tsconfig.json", '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }');
    workspace.write("tsconfig.app.json", '{\n  "compilerOptions": {\n    "lib": ["ES2015", "DOM"] } }');
    const { stderr } = await workspace.run(["generate", ...toZod, "--import-extension", "none"]);
    expect(stderr).toContain("tsconfig.app.json:3:5 warning compiler-setting: ");
  });

  test("says nothing of types, of JavaScript, and of a tsconfig.json that cannot be read", async () => {
    for (const flags of [
      ["--target", "types"],
      ["--target", "zod", "--emit", "js"],
    ]) {
      const workspace = new Workspace(shop);
      workspace.write("tsconfig.json", '{ "compilerOptions": { "lib": ["es5"] } }');
      expect((await workspace.run(["generate", ...toZod.slice(0, 4), ...flags])).stderr).toBe("");
    }
    const workspace = new Workspace(shop);
    workspace.write("tsconfig.json", '{ "extends": "expo/tsconfig.base" }');
    expect((await workspace.run(["generate", ...toZod])).stderr).toBe("");
  });
});
