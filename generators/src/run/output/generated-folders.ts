// The folders a project writes to: their files that the manifest does not record.
import { readdirSync } from "node:fs";
import path from "node:path";
import { endings } from "../../emit/generated-file.ts";
import { attempt } from "../../source/attempt.ts";
import type { Project } from "../config/project.ts";
import { runtimeFoldersOf } from "../config/runtime-folders.ts";
import { isManifestName } from "./manifest.ts";

/** Paths below the root, forward slashes, sorted. */
export interface FolderContents {
  /** Every `*.gen.ts`; where JavaScript is generated, `*.gen.js` and `*.gen.d.ts`: elsewhere they may be the output of a compiler. */
  readonly generated: readonly string[];
  /** Temporary files of runs that have not ended, or were killed. */
  readonly temporary: readonly TemporaryFile[];
}

export interface TemporaryFile {
  readonly path: string;
  /** The file it is to become, or was. */
  readonly file: string;
  readonly pid: number;
  readonly kind: TemporaryKind;
}

/** `new`: to be renamed over the file. `old`: what the file was. */
export type TemporaryKind = "new" | "old";

/** The name of a temporary file beside `file`; `contentsOf` recognizes it. */
export function temporaryName(file: string, kind: TemporaryKind): string {
  return path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.${kind}`);
}

export function contentsOf(project: Project): FolderContents {
  const { root } = project;
  const generated = new Set<string>();
  const temporary = new Map<string, TemporaryFile>();
  const generatedEndings = [
    ...endings.ts,
    ...(project.apis.some(({ options }) => options.emit === "js") ? endings.js : []),
  ];
  const look = (folder: string, deep: boolean): void => {
    for (const entry of entriesOf(path.join(root, folder))) {
      const file = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (deep && !isForeign(path.join(root, file), entry.name)) look(file, deep);
      } else if (entry.name.startsWith(".")) {
        const temporaryFile = temporaryOf(file);
        if (temporaryFile !== null) temporary.set(file, temporaryFile);
      } else if (hasEnding(entry.name, generatedEndings)) generated.add(file);
    }
  };
  const common = commonFolder(project);
  if (common !== null) look(common, true);
  else for (const folder of foldersOf(project)) look(folder, false);
  look("", false);
  return { generated: [...generated].sort(), temporary: [...temporary.values()] };
}

function hasEnding(name: string, known: readonly string[]): boolean {
  return known.some((ending) => name.endsWith(ending));
}

function foldersOf({ apis, root }: Project): ReadonlySet<string> {
  return new Set([
    ...apis.flatMap(({ places }) => places.map(({ out }) => out)),
    ...runtimeFoldersOf(apis, root).map(({ out }) => out),
  ]);
}

/** The folder around all output; `null` when that is a whole repository, which is not searched. */
function commonFolder(project: Project): string | null {
  if (project.ownsRoot) return "";
  const [first = [], ...rest] = [...foldersOf(project)].map((folder) => folder.split("/"));
  const length = first.findIndex((part, at) => rest.some((other) => other[at] !== part));
  const common = (length === -1 ? first : first.slice(0, length)).join("/");
  return common === "" ? null : common;
}

/** Packages of others, hidden folders, and folders with a manifest of their own. */
function isForeign(folder: string, name: string): boolean {
  return name === "node_modules" || name.startsWith(".") || entriesOf(folder).some((one) => isManifestName(one.name));
}

function entriesOf(folder: string) {
  return attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
}

function temporaryOf(file: string): TemporaryFile | null {
  const [, name = "", pid = "", kind] = /^\.(.+)\.(\d+)\.(new|old)$/.exec(path.posix.basename(file)) ?? [];
  if (!hasEnding(name, [...endings.ts, ...endings.js]) && !isManifestName(name)) return null;
  if (kind !== "new" && kind !== "old") return null;
  return { path: file, file: path.posix.join(path.posix.dirname(file), name), pid: Number(pid), kind };
}
