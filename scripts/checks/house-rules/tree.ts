// Turns a checkout into what the house rules look at: its files, their text, and its TypeScript modules as syntax trees.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ParseResult, parseSync } from "oxc-parser";

/** The files git knows or would add, as paths from the root with `/`. */
export interface Tree {
  readonly files: readonly string[];
  /** Everything written in TypeScript that is ours: no fixtures, which hold code that is wrong on purpose, and no declarations. */
  readonly modules: readonly string[];
  text(file: string): string;
  syntax(file: string): ParseResult;
}

export function readTree(root: string): Tree {
  const files = listFiles(root);
  const texts = new Map<string, string>();
  const trees = new Map<string, ParseResult>();
  const text = (file: string): string => remembered(texts, file, () => readFileSync(join(root, file), "utf8"));
  return {
    files,
    modules: files.filter((file) => /(?<!\.d)\.[cm]?tsx?$/.test(file) && !file.split("/").includes("fixtures")),
    text,
    syntax: (file) => remembered(trees, file, () => parseSync(file, text(file))),
  };
}

export function isGenerated(file: string): boolean {
  return /\.gen\.[a-z.]+$/.test(file);
}

export function isTest(file: string): boolean {
  return /\.test\.ts$/.test(file) || file.split("/").includes("test");
}

function listFiles(root: string): string[] {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const unique = new Set(listed.split("\0").filter((file) => file !== ""));
  return [...unique].filter((file) => existsSync(join(root, file))).sort();
}

function remembered<V>(known: Map<string, V>, key: string, make: () => V): V {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}
