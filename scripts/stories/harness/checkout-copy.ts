// A checkout -> a copy of it for changes: its own files copied, dependencies linked, and workspace packages that import
// each other inside the copy; and a copy that goes back to what it was.
import { execFileSync } from "node:child_process";
import {
  constants,
  copyFileSync,
  cpSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { readTree } from "../../checks/house-rules/tree.ts";
import { installedVersion } from "./fresh-folder.ts";

const checkout = path.join(import.meta.dirname, "../../..");

/** What an installation puts beside packages. Everything else with a dot is a cache or a state of a tool: a copy starts without. */
const installed = new Set([".bin", ".modules.yaml", ".pnpm", ".pnpm-workspace-state-v1.json"]);

/** What a fresh clone has, with the changes that are not committed. */
export function copyFiles(root: string, to: string): void {
  for (const file of readTree(root).files) {
    mkdirSync(path.dirname(path.join(to, file)), { recursive: true });
    copyFileSync(path.join(root, file), path.join(to, file), constants.COPYFILE_FICLONE);
  }
}

export function copyCheckout(root: string, to: string): void {
  copyFiles(root, to);
  const folders = globSync(["node_modules", "*/node_modules", "{packages/*,examples,scripts}/*/node_modules"], {
    cwd: root,
  });
  for (const folder of folders.filter((one) => !one.startsWith("node_modules/"))) linkModules(root, to, folder);
  // Some checks ask git for the files.
  git(to, "init", "--quiet");
}

/** Taken out of the workspace: its packages, and what the catalog names, get versions. */
export function copyExample(example: string, to: string, versionOf: (name: string) => string | undefined): void {
  const source = path.join(checkout, example);
  cpSync(source, to, { recursive: true, filter: (file) => !file.endsWith("node_modules") });
  const named = /(?<="(\S+)": ")(?:workspace:\*|catalog:)/g;
  const version = (_: string, name: string): string => versionOf(name) ?? installedVersion(checkout, name);
  writeFileSync(
    path.join(to, "package.json"),
    readFileSync(path.join(source, "package.json"), "utf8").replace(named, version),
  );
}

/** A copy that can be used for one change after the other. What is ignored by git stays, such as the caches of tools. */
export class RestorableCopy {
  readonly path: string;

  constructor(root: string, to: string) {
    this.path = to;
    copyCheckout(root, to);
    git(to, "add", "--all");
  }

  /** As it was, from what the index has. */
  restore(): void {
    git(this.path, "checkout-index", "--all", "--force", "--quiet");
    git(this.path, "clean", "-d", "--force", "--quiet");
  }
}

function git(folder: string, ...parameters: string[]): void {
  execFileSync("git", parameters, { cwd: folder });
}

/** Links of the workspace are relative and stay so, which keeps them inside the copy; everything else is linked where it is. */
function linkModules(root: string, to: string, folder: string): void {
  mkdirSync(path.join(to, folder), { recursive: true });
  for (const name of readdirSync(path.join(root, folder)).filter((one) => !one.startsWith(".") || installed.has(one))) {
    const entry = path.join(folder, name);
    const own = path.join(root, entry);
    const isLink = lstatSync(own).isSymbolicLink();
    if (!isLink && name.startsWith("@")) linkModules(root, to, entry);
    else symlinkSync(isLink && isOfWorkspace(root, own) ? readlinkSync(own) : own, path.join(to, entry));
  }
}

function isOfWorkspace(root: string, link: string): boolean {
  const target = path.relative(root, path.resolve(path.dirname(link), readlinkSync(link)));
  return !target.startsWith("..") && !target.split(path.sep).includes("node_modules");
}
