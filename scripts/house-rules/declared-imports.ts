// A published package may import only what its own package.json lists: in the workspace more would resolve, at the user's less.
import { builtinModules } from "node:module";
import { importsOf, packageOf } from "./imports.ts";
import type { Finding, Rule } from "./rule.ts";
import type { Tree } from "./tree.ts";

export const declaredImports: Rule = {
  name: "declared-imports",
  check: (tree) => tree.modules.flatMap((file) => checkModule(tree, file)),
};

/** Modules the toolkit copies into its output: what they import is the business of the package they end up in. */
const copied = /^generators\/src\/targets\/[^/]+\/runtime\//;

function checkModule(tree: Tree, file: string): Finding[] {
  if (copied.test(file)) return [];
  const home = /^(?:generators|packages\/[^/]+)\/(?=src\/)/.exec(file)?.[0];
  if (home === undefined) return [];
  const manifest = `${home}package.json`;
  if (!tree.files.includes(manifest)) return [];
  const declared = dependenciesOf(tree.text(manifest));
  return importsOf(tree, file).flatMap(({ specifier, offset, target }) => {
    if (target !== null || isBuiltin(specifier) || declared.has(packageOf(specifier))) return [];
    const message = `${packageOf(specifier)} is not a dependency of this package`;
    return [{ file, offset, message, hint: `add it to "dependencies" in ${manifest}` }];
  });
}

function isBuiltin(specifier: string): boolean {
  return specifier.startsWith("node:") || builtinModules.includes(specifier);
}

function dependenciesOf(manifest: string): Set<string> {
  const parsed: unknown = JSON.parse(manifest);
  const names = (key: string): string[] => (isRecord(parsed) && isRecord(parsed[key]) ? Object.keys(parsed[key]) : []);
  const own = isRecord(parsed) && typeof parsed["name"] === "string" ? [parsed["name"]] : [];
  return new Set([...own, ...names("dependencies"), ...names("peerDependencies"), ...names("optionalDependencies")]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
