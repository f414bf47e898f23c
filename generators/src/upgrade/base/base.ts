// The manifest of generated code -> the texts of the description that the code was generated from. Each text is known by its hash, so
// it is found wherever it is: still on disk, in the history of git, or in an earlier version of a package.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { git } from "../../run/compare/commit.ts";
import { pathFrom, realPath } from "../../run/config/paths.ts";
import type { Project } from "../../run/config/project.ts";
import { inputFile, inputName } from "../../run/config/sources/foreign-source.ts";
import { nameOfCopy } from "../../run/config/sources/remote-file.ts";
import { type Manifest, manifestNameOf, parseManifestText, readManifest } from "../../run/output/manifest.ts";
import { attempt } from "../../source/attempt.ts";
import { textHash } from "../../source/document.ts";
import { type PublishedPackage, packageTexts } from "./published.ts";

export type Base =
  | {
      readonly kind: "found";
      /** Of the inputs that are something else now, by absolute path. */
      readonly texts: ReadonlyMap<string, string>;
      /** Whether it is that of the last commit: the code is generated already, and nothing is committed yet. */
      readonly isCommitted: boolean;
    }
  /** The code was generated from what the description is now, and was committed like that. */
  | { readonly kind: "same" }
  | { readonly kind: "no-manifest" }
  /** Names of the manifest whose old text is nowhere. */
  | { readonly kind: "missing"; readonly inputs: readonly string[] }
  /** The configuration names other documents than those of the manifest. */
  | { readonly kind: "moved"; readonly inputs: readonly string[]; readonly entries: readonly string[] };

export interface BaseSources {
  /** Looks for earlier versions of a package; `null`: no registry is contacted. */
  readonly published: PublishedPackage | null;
}

export function findBase(project: Project, { published }: BaseSources): Base {
  const { root, configFile } = project;
  const name = manifestNameOf(configFile);
  const manifestFile = readManifest(root, name);
  if (manifestFile.kind !== "manifest") return { kind: "no-manifest" };
  const moved = movedFrom(project, manifestFile.manifest);
  if (moved !== null) return moved;
  const history = History.around(root);
  const currentChanges = changedInputs(project, manifestFile.manifest);
  const commit = history?.lastCommitOf(path.join(root, name)) ?? null;
  if (currentChanges.length > 0)
    return textsOf(project, currentChanges, { history, commit, published, isCommitted: false });
  // Generated already: the code that callers were written against is that of the last commit.
  const committed = history?.textIn("HEAD", path.join(root, name)) ?? null;
  const before = committed === null ? null : parseManifestText(committed);
  const changed = before === null ? [] : changedInputs(project, before);
  return changed.length === 0
    ? { kind: "same" }
    : textsOf(project, changed, { history, commit: "HEAD", published, isCommitted: true });
}

interface Input {
  readonly name: string;
  readonly file: string;
  readonly hash: string;
}

/** Of an API whose code is there, all documents may be others than those that it was generated from. */
function movedFrom(
  { apis, root, rules }: Project,
  { inputs, outputs }: Manifest,
): (Base & { readonly kind: "moved" }) | null {
  const names = [...inputs.keys()];
  const generated = new Set([...outputs.values()].map(({ api }) => api));
  const places = new Set(names.map((name) => placeNow({ root, rules }, name)));
  const entries = apis
    .filter(({ name }) => generated.has(name))
    .map(({ openapi, asyncapi }) => [openapi, asyncapi].filter((entry) => entry !== null))
    .filter((apiEntries) => apiEntries.every((entry) => !places.has(path.normalize(entry))))
    .flatMap((apiEntries) => apiEntries.map((entry) => inputName(rules.foreign, root, entry)));
  return entries.length === 0 ? null : { kind: "moved", inputs: names.filter((name) => !isCode(name)), entries };
}

/**
 * Where the text of an input is read now. The copy of a pinned URL has another name with each pin: the text of the old one is read in place of
 * the new one.
 */
function placeNow({ root, rules }: Pick<Project, "root" | "rules">, input: string): string {
  const file = path.normalize(inputFile(rules.foreign, root, input));
  const pinned = rules.foreign.filter(({ url, live }) => url !== null && live === undefined);
  const name = nameOfCopy(input);
  if (name === null || pinned.some(({ place }) => path.normalize(place) === file)) return file;
  const [only, ...others] = pinned.filter(({ place }) => nameOfCopy(pathFrom(root, place)) === name);
  return only === undefined || others.length > 0 ? file : path.normalize(only.place);
}

/** Those whose files on disk have changed. */
function changedInputs({ root, rules }: Project, { inputs }: Manifest): Input[] {
  return [...inputs]
    .map(([name, hash]) => ({ name, file: inputFile(rules.foreign, root, name), hash }))
    .filter(({ file, hash }) => attempt(() => textHash(readFileSync(file, "utf8"))) !== hash);
}

interface Where {
  readonly history: History | null;
  readonly commit: string | null;
  readonly published: PublishedPackage | null;
  readonly isCommitted: boolean;
}

function textsOf(project: Project, inputs: readonly Input[], { history, commit, published, isCommitted }: Where): Base {
  const texts = new Map<string, string>();
  const open: Input[] = [];
  const files = inputs.map(({ file }) => file);
  const likely = commit === null ? undefined : history?.textsIn(commit, files);
  for (const input of inputs) {
    // Code of the configuration is no part of the description: what it is now decides.
    const text = history?.textWith(input.hash, input.file, likely?.get(input.file)) ?? null;
    if (text === null) open.push(input);
    else texts.set(placeNow(project, input.name), text);
  }
  const packages = project.rules.foreign.filter(({ url }) => url === null);
  for (const { name, place } of packages) {
    const wanted = open.filter(({ name: input }) => input.startsWith(`npm:${name}/`));
    if (wanted.length === 0 || published === null) continue;
    const files = wanted.map(({ file, hash }) => ({ path: path.relative(place, file), hash }));
    for (const [file, text] of packageTexts({ name, place, files }, published) ?? [])
      texts.set(path.join(place, file), text);
  }
  const missing = inputs
    .filter(({ name, file }) => !texts.has(placeNow(project, name)) && !isCode(file))
    .map(({ name }) => name);
  return missing.length > 0 ? { kind: "missing", inputs: missing } : { kind: "found", texts, isCommitted };
}

function isCode(file: string): boolean {
  return /\.[cm]?[jt]s$/.test(file);
}

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
