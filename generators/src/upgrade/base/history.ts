// The hash of a text -> the text as git has it, in the history of its file.
import { execFileSync } from "node:child_process";
import { realpathSync } from "node:fs";
import path from "node:path";
import { pathFrom } from "../../config/path-from.ts";
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

  /** The latest text of a file that has this hash. `first`: a commit that probably has it. */
  textWith(hash: string, file: string, first: string | null): string | null {
    const name = this.nameOf(file);
    if (name === null) return null;
    const likely = first === null ? null : this.textIn(first, file);
    if (likely !== null && textHash(likely) === hash) return likely;
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
    const name = pathFrom(realOf(this.top), realOf(file));
    return name.startsWith("../") || path.isAbsolute(name) ? null : name;
  }
}

function lines(text: string | undefined): string[] {
  return (text ?? "").split("\n").filter((line) => line !== "");
}

/** With links resolved, also of a file that is gone. */
function realOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    const parent = path.dirname(file);
    return parent === file ? file : path.join(realOf(parent), path.basename(file));
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
