// Imports of the toolkit go one way (docs: CONTRIBUTING, "Layers"), and what runs in production imports neither the toolkit
// nor the conformance kit.
import { type Import, importsOf, packageOf } from "./imports.ts";
import type { Finding, Rule } from "./rule.ts";
import type { Tree } from "./tree.ts";

const toolkit = "generators/src/";

/** Each folder of generators/src and the folders it may import from, itself aside. */
const layers: Readonly<Record<string, readonly string[]>> = {
  source: [],
  diagnostics: ["source"],
  model: ["source", "diagnostics", "patterns"],
  reading: ["source", "diagnostics", "model"],
  jsonschema: ["source", "diagnostics", "model", "reading"],
  openapi: ["source", "diagnostics", "model", "reading", "jsonschema"],
  asyncapi: ["source", "diagnostics", "model", "reading", "jsonschema"],
  patterns: [],
  emit: [],
  targets: ["model", "emit", "diagnostics"],
  diff: ["model", "emit", "diagnostics", "patterns"],
  cli: [
    "source",
    "diagnostics",
    "model",
    "reading",
    "jsonschema",
    "openapi",
    "asyncapi",
    "patterns",
    "emit",
    "targets",
    "diff",
  ],
};

/** Packages that work on descriptions, and run where the toolkit does. */
const tools: readonly string[] = ["packages/conformance/"];
const kit = "@waybill/conformance";

export const importDirection: Rule = {
  name: "import-direction",
  check: (tree) => tree.modules.flatMap((file) => checkModule(tree, file)),
};

function checkModule(tree: Tree, file: string): Finding[] {
  if (file.startsWith(toolkit)) return checkToolkit(file, importsOf(tree, file));
  const own = /^packages\/[^/]+\/(?=src\/)/.exec(file)?.[0];
  return own === undefined ? [] : checkPackage(file, own, importsOf(tree, file));
}

function checkToolkit(file: string, imports: readonly Import[]): Finding[] {
  const from = layerOf(file);
  if (from === null) return [];
  const allowed = layers[from];
  if (allowed === undefined) {
    const message = `${toolkit}${from} has no place in the order of imports`;
    return [{ file, offset: 0, message, hint: "give the folder a row in scripts/house-rules/import-direction.ts" }];
  }
  return imports.flatMap(({ offset, specifier, target }) => {
    if (target === null) {
      if (from === "cli" || packageOf(specifier) !== kit) return [];
      return [
        { file, offset, message: `${from} may not import ${kit}`, hint: "it is an optional peer, for cli alone" },
      ];
    }
    const to = target.startsWith(toolkit) ? layerOf(target) : null;
    if (to !== null && (to === from || allowed.includes(to))) return [];
    if (from === "cli" && target === `${toolkit}read.ts`) return [];
    const message = `${from} may not import ${target}`;
    const hint = allowed.length === 0 ? `${from} stands alone` : `${from} sees ${allowed.join(", ")}`;
    return [{ file, offset, message, hint }];
  });
}

function checkPackage(file: string, own: string, imports: readonly Import[]): Finding[] {
  return imports.flatMap(({ offset, specifier, target }) => {
    const isTool = target === null && ["waybill", kit].includes(packageOf(specifier));
    if (isTool && !tools.includes(own)) {
      const hint = "what runs in production stands without the toolkit: generate the code instead";
      return [{ file, offset, message: "a published package imports the toolkit", hint }];
    }
    if (target !== null && !target.startsWith(`${own}src/`)) {
      const hint = "import the other package by its name, and list it in this package's dependencies";
      return [{ file, offset, message: `${specifier} leaves the package's src`, hint }];
    }
    return [];
  });
}

/** `generators/src/emit/code.ts` -> `emit`; null for what stands above every folder: the public entry and `read.ts`. */
function layerOf(file: string): string | null {
  const [folder = "", ...rest] = file.slice(toolkit.length).split("/");
  return rest.length === 0 ? null : folder;
}
