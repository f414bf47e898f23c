// The hash of a text -> the text as git has it, in the history of its file.

import { execFileSync } from "node:child_process";
import path from "node:path";
import { pathFrom, realPath } from "../../run/config/paths.ts";
import { textHash } from "../../source/text-hash.ts";

const maxBuffer = 256 * 1024 * 1024;

/** How many commits of a file are looked at. */
const depth = 300;

export class History {
  readonly top: string;

  private constructor(top: string) {
    this.top = top;
  }

  /** `null` outside of a git repository, or without git. */
  static around(folder: string): History | null {
    const top = git(folder, "rev-parse", "--show-toplevel")?.trim();
    return top === undefined || top === "" ? null : new History(top);
  }

  /** The text of a file in a commit; `null` if the commit has none. */
  textIn(commit: string, file: string): string | null {
    const name = this.nameOf(file);
    return name === null ? null : (git(this.top, "cat-file", "blob", `${commit}:${name}`) ?? null);
  }

  /** The same of many files, by file, in one process of git; without those that the commit does not have. */
  textsIn(commit: string, files: readonly string[]): Map<string, string> {
    const named = files.flatMap((file) => {
      const name = this.nameOf(file);
      return name === null || name.includes("\n") ? [] : [{ file, name }];
    });
    const texts = new Map<string, string>();
    let rest = objects(
      this.top,
      named.map(({ name }) => `${commit}:${name}`),
    );
    for (const { file } of named) {
      // `<id> blob <bytes>`, the content and a line feed; or `<name> missing`.
      const end = rest.indexOf("\n");
      const size = / blob (\d+)$/.exec(rest.toString("utf8", 0, end))?.[1];
      rest = rest.subarray(end + 1);
      if (size === undefined) continue;
      texts.set(file, rest.toString("utf8", 0, Number(size)));
      rest = rest.subarray(Number(size) + 1);
    }
    return texts;
  }

  /** The latest text of a file that has this hash. `likely`: one that probably has it. */
  textWith(hash: string, file: string, likely: string | undefined): string | null {
    const name = this.nameOf(file);
    if (name === null) return null;
    if (likely !== undefined && textHash(likely) === hash) return likely;
    for (const commit of lines(git(this.top, "log", `-n${depth}`, "--format=%H", "HEAD", "--", name))) {
      // A commit that removes the file has its last text in the one before.
      for (const one of [commit, `${commit}~1`]) {
        const text = this.textIn(one, file);
        if (text !== null && textHash(text) === hash) return text;
      }
    }
    return null;
  }

  /** The last commit that changed a file. */
  lastCommitOf(file: string): string | null {
    const name = this.nameOf(file);
    return name === null ? null : (lines(git(this.top, "log", "-n1", "--format=%H", "HEAD", "--", name))[0] ?? null);
  }

  /** Those of the files that differ from the last commit, or are not in it. */
  changedAmong(files: readonly string[]): string[] {
    const status = git(this.top, "status", "--porcelain", "-z", "--untracked-files=all", "--no-renames") ?? "";
    const changed = new Set(status.split("\0").map((entry) => entry.slice(3)));
    return files.filter((file) => changed.has(this.nameOf(file) ?? ""));
  }

  private nameOf(file: string): string | null {
    const name = pathFrom(realPath(this.top), realPath(file));
    return name.startsWith("../") || path.isAbsolute(name) ? null : name;
  }
}

function lines(text: string | undefined): string[] {
  return (text ?? "").split("\n").filter((line) => line !== "");
}

/** What `git cat-file --batch` prints for these names; nothing if it fails. */
function objects(cwd: string, names: readonly string[]): Buffer {
  try {
    return execFileSync("git", ["cat-file", "--batch"], {
      cwd,
      input: `${names.join("\n")}\n`,
      maxBuffer,
      stdio: ["pipe", "pipe", "ignore"],
    });
  } catch {
    return Buffer.alloc(0);
  }
}

/** What git prints; `undefined` if it fails. */
function git(cwd: string, ...words: readonly string[]): string | undefined {
  try {
    return execFileSync("git", words, { cwd, encoding: "utf8", maxBuffer, stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return undefined;
  }
}
