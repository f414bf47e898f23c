// Rendered files against the disk and the last manifest: what to write, keep and remove, and what is in the way.

import { lstatSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathFrom } from "../../config/path-from.ts";
import type { Project } from "../../config/project.ts";
import type { OrphanState } from "../../diagnostics/index.ts";
import { errorCodeOf } from "../../source/error-code.ts";
import { textHash, unixText } from "../../source/text-hash.ts";
import { apiOfHeader, hasHeader } from "../header.ts";
import type { RenderedFile } from "../render.ts";
import type { Manifest } from "./manifest.ts";

/**
 * `same`: nothing to do. `missing`, `stale`: to be written. `edited`: the generated file was changed by hand.
 * `foreign`: exists, and is ours neither by manifest nor by header. `blocked`: no file can be written there.
 */
export type FileState = "same" | "missing" | "stale" | "edited" | "foreign" | "blocked";

export interface PlannedFile extends RenderedFile {
  readonly state: FileState;
  /** `null` when there is nothing, or something that is not a file. */
  readonly onDisk: string | null;
  /** What keeps it from being read, and so from being written; `null` unless `blocked`. */
  readonly obstacle: Obstacle | null;
}

export interface Obstacle {
  /** Below the root; may be a folder above the file, and then the root itself or one above it. */
  readonly path: string;
  readonly reason: string;
}

/** A file that still exists although nothing generates it any more. */
export interface Orphan {
  readonly path: string;
  readonly api: string;
  readonly target: string;
  readonly onDisk: string;
  readonly state: OrphanState;
}

export interface FileStates {
  readonly files: readonly PlannedFile[];
  readonly orphans: readonly Orphan[];
}

interface Rendering {
  readonly root: string;
  readonly apis: Project["apis"];
  readonly rendered: readonly RenderedFile[];
  readonly manifest: Manifest | null;
  /** The generated files that are there, below the root. */
  readonly present: readonly string[];
}

export function fileStatesOf({ root, apis, rendered, manifest, present }: Rendering): FileStates {
  const made = new Set(rendered.map((file) => file.path));
  const recorded = [...(manifest?.outputs ?? [])].flatMap(([file, { api, target, sha256 }]): Orphan[] => {
    const found = made.has(file) ? null : find(root, file);
    if (found?.kind !== "file") return [];
    const state = textHash(found.text) === sha256 ? "recorded" : "edited";
    return [{ path: file, api, target, onDisk: found.text, state }];
  });
  const others = present.filter((file) => !made.has(file) && !manifest?.outputs.has(file));
  return {
    files: rendered.map((file) => planFile(root, file, manifest)),
    orphans: [...recorded, ...others.flatMap((file) => strayOf(root, file, apis))],
  };
}

/** A `.gen.ts` file no manifest knows: ours by its header, or an unknown file in a folder of generated files only. */
function strayOf(root: string, file: string, apis: Project["apis"]): Orphan[] {
  const found = find(root, file);
  if (found.kind !== "file") return [];
  const folder = path.posix.dirname(file).replace(/^\.$/, "");
  const owner = apiOfHeader(found.text, apis);
  const places = apis.flatMap((api) => api.places.map(({ target, out }) => ({ api: api.name, target, out })));
  const here = places.filter(({ out }) => out === folder);
  if (owner === null && (here.length === 0 || isOfAnotherTool(found.text))) return [];
  const place = here.find(({ api }) => owner === null || owner.name === api);
  return [
    {
      path: file,
      api: place?.api ?? owner?.name ?? "",
      target: place?.target ?? path.posix.basename(folder),
      onDisk: found.text,
      state: owner === null ? "unknown" : "unrecorded",
    },
  ];
}

/** Other generators use the same ending, and some of them write into folders they share. */
function isOfAnotherTool(text: string): boolean {
  return !hasHeader(text) && /generated/i.test(text.split("\n", 12).join("\n"));
}

function planFile(root: string, file: RenderedFile, manifest: Manifest | null): PlannedFile {
  const found = find(root, file.path);
  switch (found.kind) {
    case "nothing":
      return { ...file, state: "missing", onDisk: null, obstacle: null };
    case "blocked":
      return { ...file, state: "blocked", onDisk: null, obstacle: found.obstacle };
    case "file": {
      const state = stateOf(found.text, file.text, manifest?.outputs.get(file.path)?.sha256);
      return { ...file, state, onDisk: found.text, obstacle: null };
    }
  }
}

/** A file that already has the right content is fine, for example after an interrupted run or a merge. */
function stateOf(onDisk: string, rendered: string, recorded: string | undefined): FileState {
  if (unixText(onDisk) === rendered) return "same";
  if (recorded !== undefined) return textHash(onDisk) === recorded ? "stale" : "edited";
  return hasHeader(onDisk) ? "stale" : "foreign";
}

type Found =
  | { readonly kind: "nothing" }
  | { readonly kind: "blocked"; readonly obstacle: Obstacle }
  | { readonly kind: "file"; readonly text: string };

function find(root: string, file: string): Found {
  try {
    return { kind: "file", text: readFileSync(path.join(root, file), "utf8") };
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === "ENOENT") return { kind: "nothing" };
    if (code === "ENOTDIR")
      return {
        kind: "blocked",
        obstacle: { path: fileAbove(root, file), reason: "it is a file, and a folder is needed" },
      };
    const reason =
      code === "EISDIR"
        ? "it is a folder"
        : code === "EACCES" || code === "EPERM"
          ? "permission denied"
          : `${code ?? error}`;
    return { kind: "blocked", obstacle: { path: file, reason } };
  }
}

/** The file in place of a folder of the path. */
function fileAbove(root: string, file: string): string {
  let at = path.join(root, file);
  while (lstatIfThere(at) === undefined && path.dirname(at) !== at) at = path.dirname(at);
  return pathFrom(root, at);
}

function lstatIfThere(file: string) {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
