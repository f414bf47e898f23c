// A checkout -> what the house rules look at: its files, their texts, and which of them are modules; and what a rule is.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The files git knows or would add, as paths from the root with `/`. */
export interface Tree {
  readonly files: readonly string[];
  /** Everything written in TypeScript that is ours: no fixtures, which hold code that is wrong on purpose, and no declarations. */
  readonly modules: readonly string[];
  text(file: string): string;
}

export interface Rule {
  readonly name: string;
  check(tree: Tree): readonly Finding[];
}

export interface Finding {
  readonly file: string;
  /** Where in the file's text, as an offset in UTF-16 units; 0 when the finding is about the file as a whole. */
  readonly offset: number;
  readonly message: string;
  readonly hint: string;
}

export function readTree(root: string): Tree {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const files = [...new Set(listed.split("\0"))].filter((file) => file !== "" && existsSync(join(root, file))).sort();
  const texts = new Map<string, string>();
  return {
    files,
    modules: files.filter((file) => /(?<!\.d)\.[cm]?tsx?$/.test(file) && !file.split("/").includes("fixtures")),
    text: (file) => {
      const text = texts.get(file) ?? readFileSync(join(root, file), "utf8");
      texts.set(file, text);
      return text;
    },
  };
}

export function isTest(file: string): boolean {
  return /\.test\.ts$/.test(file) || file.split("/").includes("test");
}
