// A folder -> the repository around it, which an upgrade may write in: its packages, those that depend on them, and its last commit.

import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { pathFrom } from "../run/config/paths.ts";
import { attempt } from "../source/attempt.ts";
import { withParents } from "../source/roots.ts";
import { History } from "./base/base.ts";

/** The top level of git; else the root of the workspace; else the package. Absolute, without links. */
export function repositoryOf(folder: string): string {
  return realpathSync(History.around(folder)?.top ?? workspaceRoot(folder) ?? nearestPackage(folder, null) ?? folder);
}

/** Whether a file is below the repository, with its links resolved. */
export function isInside(file: string, repository: string): boolean {
  const relative = path.relative(repository, realpathSync(file));
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** `null` outside of a workspace of npm, Yarn, pnpm or Bun. */
function workspaceRoot(folder: string): string | null {
  const isRoot = (at: string): boolean =>
    existsSync(path.join(at, "pnpm-workspace.yaml")) || packageIn(at)?.["workspaces"] !== undefined;
  return withParents(folder).find(isRoot) ?? null;
}

/** The nearest folder with a `package.json`, not above `top`. */
function nearestPackage(folder: string, top: string | null): string | null {
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, "package.json"))) return at;
    if (at === top || at === path.dirname(at)) return null;
  }
}

/** Its `package.json`; `null` without one that can be read. */
function packageIn(folder: string): Readonly<Record<string, unknown>> | null {
  const read: unknown = attempt(() => JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")));
  return typeof read === "object" && read !== null ? { ...read } : null;
}

/** A name as `package.json` has it; `null` without one. */
function packageName(folder: string): string | null {
  const name = packageIn(folder)?.["name"];
  return typeof name === "string" ? name : null;
}

/** The package that has the generated code. */
export interface GeneratedPackage {
  /** Absolute, with forward slashes. */
  readonly folder: string;
  /** `null`: nothing can depend on it. */
  readonly name: string | null;
  /** The folder in the repository, as it is displayed. */
  readonly shown: string;
}

/** That of a configuration's folder; `null` without one. */
export function generatedPackage(base: string, repository: string): GeneratedPackage | null {
  const folder = nearestPackage(realpathSync(base), repository);
  if (folder === null) return null;
  const relativePath = pathFrom(repository, folder);
  return {
    folder: folder.replaceAll("\\", "/"),
    name: packageName(folder),
    shown: relativePath === "" ? "." : relativePath,
  };
}

/** `repository`: without links, as `repositoryOf` returns it. */
export function dependentFolders(folder: string, repository: string): string[] {
  const packageFolder = nearestPackage(realpathSync(folder), repository);
  const name = packageFolder === null ? null : packageName(packageFolder);
  if (packageFolder === null || name === null) return [];
  const dependents: string[] = [];
  const look = (at: string, depth: number): void => {
    if (at !== packageFolder && dependsOn(at, name)) dependents.push(at);
    if (depth === 0) return;
    for (const entry of readdirSync(at, { withFileTypes: true }))
      if (entry.isDirectory() && entry.name !== "node_modules" && !entry.name.startsWith("."))
        look(path.join(at, entry.name), depth - 1);
  };
  look(repository, 4);
  return dependents.sort();
}

function dependsOn(folder: string, name: string): boolean {
  const manifest = packageIn(folder);
  return ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"].some((group) => {
    const listed = manifest?.[group];
    return typeof listed === "object" && listed !== null && Object.hasOwn(listed, name);
  });
}

/** Each file is looked up once. `null` for one that the commit does not have. */
export function committedTexts(root: string): (files: readonly string[]) => ReadonlyMap<string, string | null> {
  const history = History.around(root);
  const known = new Set<string>();
  const texts = new Map<string, string | null>();
  return (files) => {
    const changed = history?.changedAmong(files.filter((file) => !known.has(file))) ?? [];
    const headTexts = changed.length === 0 ? undefined : history?.textsIn("HEAD", changed);
    for (const file of changed) texts.set(file, headTexts?.get(file) ?? null);
    for (const file of files) known.add(file);
    return new Map(files.flatMap((file) => (texts.has(file) ? [[file, texts.get(file) ?? null] as const] : [])));
  };
}
