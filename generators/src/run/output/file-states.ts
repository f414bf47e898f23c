// Rendered files against the disk and the last manifest: what to write, keep and remove, and what is in the way.
// A file that only a formatter has changed is as it was generated: it is neither an edit nor written again.

import { lstatSync, readFileSync } from "node:fs";
import path from "node:path";
import type { OrphanState } from "../../diagnostics/index.ts";
import { attempt } from "../../source/attempt.ts";
import { textHash, unixText } from "../../source/document.ts";
import { errorCodeOf } from "../../source/fault.ts";
import { pathFrom } from "../config/paths.ts";
import type { Project } from "../config/project.ts";
import { isSameProgram } from "../formatting/syntax-tree.ts";
import { formHash } from "../formatting/unformatted.ts";
import { apiOfHeader, hasHeader } from "../header.ts";
import type { RenderedFile } from "../target-files.ts";
import type { Manifest, Output } from "./manifest.ts";
import { sourceHash } from "./postprocess.ts";

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
  /** What the manifest says of it once it is as rendered; of a post-processed file, until that has run. */
  readonly output: Output;
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
  /** Whether every file is to be exactly as generated. */
  readonly force: boolean;
}

export function fileStatesOf({ root, apis, rendered, manifest, present, force }: Rendering): FileStates {
  const renderedPaths = new Set(rendered.map((file) => file.path));
  const recorded = [...(manifest?.outputs ?? [])].flatMap(([file, output]): Orphan[] => {
    const diskEntry = renderedPaths.has(file) ? null : find(root, file);
    if (diskEntry?.kind !== "file") return [];
    const { api, target } = output;
    const state = isAsRecorded(file, diskEntry.text, output) ? "recorded" : "edited";
    return [{ path: file, api, target, onDisk: diskEntry.text, state }];
  });
  const commandsOf = new Map(apis.map(({ name, options }) => [name, options.postprocess]));
  const others = present.filter((file) => !renderedPaths.has(file) && !manifest?.outputs.has(file));
  return {
    files: rendered.map((file) => {
      const recorded = manifest?.outputs.get(file.path);
      return planFile(root, file, { recorded, commands: commandsOf.get(file.api) ?? [], force });
    }),
    orphans: [...recorded, ...others.flatMap((file) => strayOf(root, file, apis))],
  };
}

/** A `.gen.ts` file no manifest knows: ours by its header, or an unknown file in a folder of generated files only. */
function strayOf(root: string, file: string, apis: Project["apis"]): Orphan[] {
  const diskEntry = find(root, file);
  if (diskEntry.kind !== "file") return [];
  const folder = path.posix.dirname(file).replace(/^\.$/, "");
  const owner = apiOfHeader(diskEntry.text, apis);
  const places = apis.flatMap((api) => api.places.map(({ target, out }) => ({ api: api.name, target, out })));
  const here = places.filter(({ out }) => out === folder);
  if (owner === null && (here.length === 0 || isOfAnotherTool(diskEntry.text))) return [];
  const place = here.find(({ api }) => owner === null || owner.name === api);
  return [
    {
      path: file,
      api: place?.api ?? owner?.name ?? "",
      target: place?.target ?? path.posix.basename(folder),
      onDisk: diskEntry.text,
      state: owner === null ? "unknown" : "unrecorded",
    },
  ];
}

/** Other generators use the same ending, and some of them write into folders they share. */
function isOfAnotherTool(text: string): boolean {
  return !hasHeader(text) && /generated/i.test(text.split("\n", 12).join("\n"));
}

interface Before {
  readonly recorded: Output | undefined;
  /** The commands that post-process it. */
  readonly commands: readonly string[];
  readonly force: boolean;
}

function planFile(root: string, rendered: RenderedFile, before: Before): PlannedFile {
  const diskEntry = find(root, rendered.path);
  const output = outputOf(rendered, before);
  const file = { ...rendered, output };
  switch (diskEntry.kind) {
    case "nothing":
      return { ...file, state: "missing", onDisk: null, obstacle: null };
    case "blocked":
      return { ...file, state: "blocked", onDisk: null, obstacle: diskEntry.obstacle };
    case "file": {
      const compared = { ...file, onDisk: diskEntry.text };
      const state = output.source === null ? stateOf(compared, before) : processedState(compared, before);
      return { ...compared, state, obstacle: null };
    }
  }
}

/** What a formatter makes of a text is in the record only where it ran as a part of generating. */
function outputOf({ path: file, api, target, text }: RenderedFile, { recorded, commands }: Before): Output {
  const source = commands.length === 0 ? null : sourceHash(text, commands);
  if (source !== null && recorded?.source === source) return { ...recorded, api, target };
  const sha256 = textHash(text);
  // Unchanged since the last run, it has the form that it had.
  const form = (recorded?.sha256 === sha256 ? recorded.form : null) ?? formHash(file, text);
  return { api, target, sha256, form, source };
}

type Compared = RenderedFile & { readonly output: Output; readonly onDisk: string };

/** A file that already has the right content is fine, for example after an interrupted run or a merge. */
function stateOf({ path: file, text, onDisk, output }: Compared, { recorded, force }: Before): FileState {
  if (unixText(onDisk) === text) return "same";
  // No formatter ran: it is as an earlier run left it.
  if (recorded?.sha256 === textHash(onDisk)) return "stale";
  const form = formHash(file, onDisk);
  // A comment in two lines and the same one in one are one program, and two forms: it would be an edit in the next run.
  const isEarlier = form !== null && form === recorded?.form && form !== output.form;
  if (isSameProgram(file, unixText(onDisk), text)) return force || isEarlier ? "stale" : "same";
  if (recorded !== undefined) return isEarlier ? "stale" : "edited";
  return hasHeader(onDisk) ? "stale" : "foreign";
}

/** The commands need not run to find out: what they made of the same text is in the record. */
function processedState({ path: file, onDisk, output }: Compared, { recorded, force }: Before): FileState {
  if (recorded === undefined) return hasHeader(onDisk) ? "stale" : "foreign";
  if (!isAsRecorded(file, onDisk, recorded)) return "edited";
  if (recorded.source !== output.source) return "stale";
  return force && textHash(onDisk) !== recorded.sha256 ? "stale" : "same";
}

function isAsRecorded(file: string, onDisk: string, { sha256, form }: Output): boolean {
  return textHash(onDisk) === sha256 || (form !== null && formHash(file, onDisk) === form);
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
  while (lstatIfPresent(at) === undefined && path.dirname(at) !== at) at = path.dirname(at);
  return pathFrom(root, at);
}

function lstatIfPresent(file: string) {
  return attempt(() => lstatSync(file, { throwIfNoEntry: false })) ?? undefined;
}
