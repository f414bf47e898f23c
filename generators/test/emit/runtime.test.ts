// The assembler of runtime code: what is read of hand-written modules, which of their declarations are needed, and the files they become.
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { builtModulesOf } from "../../src/emit/runtime/build.ts";
import { type Assembly, assembleRuntime, exportsOf, neededModules } from "../../src/emit/runtime/index.ts";
import { parseRuntimeModule } from "../../src/emit/runtime/parse.ts";

const directory = mkdtempSync(path.join(tmpdir(), "waybill-runtime-"));
afterAll(() => rmSync(directory, { recursive: true }));

const texts = {
  "numbers.ts": `// Numbers.
import type { Text } from "./texts.ts";

/** Twice \`JSON.stringify(value)\`. */
export function twice(value: number): number {
  return half({ twice: value }.twice) * 4;
}

function half(value: number): number {
  return value / 2;
}

export const none: Text = "";
`,
  "texts.ts": `// Texts.
import { twice } from "./numbers.ts";

export type Text = string;

export function shown(value: number): Text {
  return JSON.stringify(twice(value));
}

export type { twice as Twice };
`,
};

/** The places of modules that are in a folder of their own. */
function written(name: string): Record<keyof typeof texts, URL> {
  const folder = path.join(directory, name, "runtime");
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(texts)) writeFileSync(path.join(folder, file), text);
  const placeOf = (file: string): URL => pathToFileURL(path.join(folder, file));
  return { "numbers.ts": placeOf("numbers.ts"), "texts.ts": placeOf("texts.ts") };
}

function textsOf(assembly: Assembly): Record<string, string> {
  const files = assembleRuntime(assembly, {
    header: ["Header."],
    emission: "ts",
    specifierOf: (_, to) => (to.kind === "package" ? to.specifier : `./${to.path}`),
  });
  return Object.fromEntries(files.map((file) => [file.path, file.text]));
}

test("a declaration uses the names that it refers to, without those of properties", () => {
  const { parts } = parseRuntimeModule("numbers.ts", texts["numbers.ts"]);
  expect(parts.map(({ declares, uses }) => [...declares, uses])).toEqual([
    ["twice", ["twice", "half"]],
    ["half", ["half"]],
    ["none", ["none", "Text"]],
  ]);
});

test("the exports of a module are its declarations, then those of its lists", () => {
  expect(exportsOf(parseRuntimeModule("texts.ts", texts["texts.ts"]))).toEqual([
    { name: "Text", isType: true },
    { name: "shown", isType: false },
    { name: "Twice", isType: true },
  ]);
});

test("a text that is no TypeScript is an error with the name of its file", () => {
  expect(() => parseRuntimeModule("broken.ts", "const = 1;")).toThrow(/^broken\.ts: /);
});

test("modules that import each other have a file each, with a comment as its summary", () => {
  const urls = written("each");
  const files = textsOf({ target: "t", files: [], needed: neededModules([{ module: urls["texts.ts"] }]) });
  expect(Object.keys(files)).toEqual(["numbers.gen.ts", "texts.gen.ts"]);
  expect(files["numbers.gen.ts"]).toBe(
    `// Header.\n// Numbers.\n\n${texts["numbers.ts"].slice("// Numbers.\n".length).replace("texts.ts", "texts.gen.ts")}`,
  );
});

test("only what is requested of a module, and what that refers to, is in a file", () => {
  const urls = written("some");
  const needed = neededModules([{ module: urls["texts.ts"], names: ["shown"] }]);
  const file = { name: "all", summary: "All.", modules: Object.values(urls) };
  const { "all.gen.ts": text = "" } = textsOf({ target: "t", files: [file], needed });
  expect(text).toContain("function half");
  expect(text).toContain("export type Text = string;");
  expect(text).not.toContain("none");
  expect(text).not.toMatch(/^import/m);
});

test("a member of JSON becomes a name that is imported, in code and where a comment calls it", () => {
  const urls = written("members");
  const needed = neededModules([{ module: urls["texts.ts"] }]);
  const from = { kind: "generated", target: "t", path: "exact.gen.ts" } as const;
  const memberOf = (object: string, member: string) =>
    object === "JSON" && member === "stringify" ? { text: "exactly", from } : null;
  const { "texts.gen.ts": called = "", "numbers.gen.ts": named = "" } = textsOf({
    target: "t",
    files: [],
    needed,
    variant: { memberOf },
  });
  expect(called).toContain('import { exactly } from "./exact.gen.ts";\n');
  expect(called).toContain("return exactly(twice(value));");
  expect(named).toContain("/** Twice `exactly(value)`. */");
});

test("a declaration of the same name replaces the code of another, which keeps its comment and its export", () => {
  const urls = written("declarations");
  const declarations = parseRuntimeModule("other.ts", "export function twice(value: number) {\n  return value;\n}\n");
  const { "numbers.gen.ts": text = "" } = textsOf({
    target: "t",
    files: [],
    needed: neededModules([{ module: urls["numbers.ts"] }]),
    variant: { declarationsFor: () => declarations },
  });
  expect(text).toContain("*/\nexport function twice(value: number) {\n  return value;\n}\n\nfunction half");
});

test("no class has a field with declare, which Babel rejects as Expo and Jest configure it", () => {
  const root = path.resolve(import.meta.dirname, "../../..");
  const modules = globSync("{generators/src/targets,packages/*/*/src}/**/runtime/**/*.ts", { cwd: root });
  const declaring = modules.filter((file) => /^ +declare /m.test(readFileSync(path.join(root, file), "utf8")));
  expect({ declaring, isAny: modules.length > 50 }).toEqual({ declaring: [], isAny: true });
});

test("modules that a build has parsed become the same files without their texts", () => {
  const urls = written("sources");
  written("built");
  const folder = path.join(directory, "built/runtime");
  writeFileSync(`${folder}.json`, JSON.stringify(builtModulesOf(folder)));
  rmSync(folder, { recursive: true });
  const assemblyOf = (module: URL): Assembly => ({ target: "t", files: [], needed: neededModules([{ module }]) });
  const fromBuild = textsOf(assemblyOf(pathToFileURL(path.join(folder, "texts.ts"))));
  expect(fromBuild).toEqual(textsOf(assemblyOf(urls["texts.ts"])));
});
