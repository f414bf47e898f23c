// The name of a commit -> its files, read from git one at a time, on demand; nothing is checked out.

import { execFileSync } from "node:child_process";
import path from "node:path";
import { attempt } from "../../source/attempt.ts";
import { pathFrom, realPath } from "../config/paths.ts";
import { nameOfCopy } from "../config/sources/remote-file.ts";
import { type Usable, unusable, usable } from "../config/usage.ts";

export interface Commit {
  /** The folder of the repository. */
  readonly top: string;
  /**
   * Whether the commit has a file, named by its absolute path here: also one that a link leads to, as packages of a workspace are installed,
   * and the copy of a URL that was pinned to something else then.
   */
  readonly exists: (file: string) => boolean;
  /** As the commit calls it: from the top of the repository. */
  readonly nameOf: (file: string) => string;
  /** Throws as `readFileSync` does. */
  readonly readText: (file: string) => string;
}

export function commitOf(ref: string, cwd: string): Usable<Commit> {
  const top = git(cwd, "rev-parse", "--show-toplevel")?.trim();
  if (top === undefined)
    return unusable(`${ref} is not a file, and this is not a git repository`, "name a file or a folder");
  const commit = git(top, "rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`)?.trim();
  if (commit === undefined) return unusable(`git has no commit ${ref}`, "fetch it first, or name a file or a folder");
  const tracked = new Set((git(top, "ls-tree", "-r", "--name-only", "-z", commit) ?? "").split("\0"));
  const nameOf = (file: string): string => pathFrom(top, file);
  const trackedName = (file: string): string | undefined =>
    [nameOf(file), pathFrom(realPath(top), realPath(file)), olderCopy(nameOf(file), tracked)].find(
      (name) => name !== null && tracked.has(name),
    ) ?? undefined;
  const exists = (file: string): boolean => trackedName(file) !== undefined;
  const readText = (file: string): string => {
    const name = trackedName(file);
    const text = name === undefined ? undefined : git(top, "cat-file", "blob", `${commit}:${name}`);
    if (text === undefined) throw Object.assign(new Error(`not in ${ref}: ${nameOf(file)}`), { code: "ENOENT" });
    return text;
  };
  return usable({ top, exists, nameOf, readText });
}

/** The one copy of the same document in the commit; `null` for what is no copy, and where several have the name. */
function olderCopy(name: string, tracked: ReadonlySet<string>): string | null {
  const folder = path.posix.dirname(path.posix.dirname(name));
  const documentOf = (file: string): string | null => nameOfCopy(path.posix.relative(folder, file));
  const document = documentOf(name);
  if (document === null) return null;
  const [only, ...others] = [...tracked].filter((file) => documentOf(file) === document);
  return only === undefined || others.length > 0 ? null : only;
}

/** The newest tag that the checked out commit comes after; `null` without one. */
export function lastTag(cwd: string): string | null {
  return git(cwd, "describe", "--tags", "--abbrev=0")?.trim() ?? null;
}

/** Whether git knows a commit by this name. */
export function isCommit(ref: string, cwd: string): boolean {
  return git(cwd, "rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`) !== undefined;
}

/** Whether the name is that of a branch, here or on a remote: its commit changes. */
export function isBranch(ref: string, cwd: string): boolean {
  const name = git(cwd, "rev-parse", "--symbolic-full-name", "--end-of-options", ref)?.trim().split("\n").at(-1) ?? "";
  return name.startsWith("refs/heads/") || name.startsWith("refs/remotes/");
}

/** `null` where no branch is checked out. */
export function currentBranch(cwd: string): string | null {
  return git(cwd, "symbolic-ref", "--short", "--quiet", "HEAD")?.trim() ?? null;
}

const maxBuffer = 256 * 1024 * 1024;

/** What git prints; `undefined` if it fails. */
export function git(cwd: string, ...args: readonly string[]): string | undefined {
  const run = (): string =>
    execFileSync("git", args, { cwd, encoding: "utf8", maxBuffer, stdio: ["ignore", "pipe", "ignore"] });
  return attempt(run) ?? undefined;
}
