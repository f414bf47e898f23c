// The manifest of generated code -> the texts of the description that the code was generated from. Each text is known by its hash, so
// it is found wherever it is: still on disk, in the history of git, or in an earlier version of a package.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Project } from "../../config/project.ts";
import { inputFile } from "../../config/sources/foreign-source.ts";
import { type Manifest, manifestName, parseManifestText, readManifest } from "../../generation/output/manifest.ts";
import { textHash } from "../../source/text-hash.ts";
import { History } from "./history.ts";
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
  | { readonly kind: "missing"; readonly inputs: readonly string[] };

export interface BaseSources {
  /** Looks for earlier versions of a package; `null`: no registry is contacted. */
  readonly published: PublishedPackage | null;
}

export function findBase(project: Project, { published }: BaseSources): Base {
  const { root } = project;
  const found = readManifest(root);
  if (found.kind !== "manifest") return { kind: "no-manifest" };
  const history = History.around(root);
  const own = changedInputs(project, found.manifest);
  const commit = history?.lastCommitOf(path.join(root, manifestName)) ?? null;
  if (own.length > 0) return textsOf(project, own, { history, commit, published, isCommitted: false });
  // Generated already: the code that callers were written against is that of the last commit.
  const committed = history?.textIn("HEAD", path.join(root, manifestName)) ?? null;
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

/** Those whose files on disk have changed. */
function changedInputs({ root, rules }: Project, { inputs }: Manifest): Input[] {
  return [...inputs]
    .map(([name, hash]) => ({ name, file: inputFile(rules.foreign, root, name), hash }))
    .filter(({ file, hash }) => textOnDisk(file) !== hash);
}

function textOnDisk(file: string): string | null {
  try {
    return textHash(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
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
    else texts.set(input.file, text);
  }
  const packages = project.rules.foreign.filter(({ url }) => url === null);
  for (const { name, place } of packages) {
    const wanted = open.filter(({ name: input }) => input.startsWith(`npm:${name}/`));
    if (wanted.length === 0 || published === null) continue;
    const files = wanted.map(({ file, hash }) => ({ path: path.relative(place, file), hash }));
    for (const [file, text] of packageTexts({ name, place, files }, published) ?? [])
      texts.set(path.join(place, file), text);
  }
  const missing = inputs.filter(({ file }) => !texts.has(file) && !isCode(file)).map(({ name }) => name);
  return missing.length > 0 ? { kind: "missing", inputs: missing } : { kind: "found", texts, isCommitted };
}

function isCode(file: string): boolean {
  return /\.[cm]?[jt]s$/.test(file);
}
