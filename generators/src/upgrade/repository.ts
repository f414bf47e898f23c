// A folder -> the repository around it: the folder that an upgrade may write in, and that its diffs start from.
import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { pathFrom } from "../run/config/path-from.ts";
import { History } from "./base/history.ts";

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
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, "pnpm-workspace.yaml")) || packageIn(at)?.["workspaces"] !== undefined) return at;
    if (at === path.dirname(at)) return null;
  }
}

/** The nearest folder with a `package.json`, not above `top`. */
export function nearestPackage(folder: string, top: string | null): string | null {
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, "package.json"))) return at;
    if (at === top || at === path.dirname(at)) return null;
  }
}

/** Its `package.json`; `null` without one that can be read. */
export function packageIn(folder: string): Readonly<Record<string, unknown>> | null {
  try {
    const read: unknown = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    return typeof read === "object" && read !== null ? { ...read } : null;
  } catch {
    return null;
  }
}

/** A name as `package.json` has it; `null` without one. */
export function packageName(folder: string): string | null {
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
  const shown = pathFrom(repository, folder);
  return { folder: folder.replaceAll("\\", "/"), name: packageName(folder), shown: shown === "" ? "." : shown };
}
