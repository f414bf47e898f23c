// Rendered files against the disk and the last manifest: what to write, what to leave, what to remove, what is in the way.
import { readFileSync } from "node:fs";
import path from "node:path";
import { hasHeader } from "./header.ts";
import { type Manifest, textHash, unixText } from "./manifest.ts";
import type { RenderedFile } from "./render.ts";

/**
 * `same`: nothing to do. `missing`, `stale`: to be written. `edited`: somebody changed what was generated.
 * `foreign`: exists, and is ours neither by manifest nor by header.
 */
export type FileState = "same" | "missing" | "stale" | "edited" | "foreign";

export interface PlannedFile extends RenderedFile {
  readonly state: FileState;
  /** `null` when there is nothing, or something that is not a file. */
  readonly onDisk: string | null;
}

/** A file of the last manifest that nothing generates any more, and that is still there. */
export interface Orphan {
  readonly path: string;
  readonly api: string;
  readonly target: string;
  readonly onDisk: string;
  readonly edited: boolean;
}

export interface Plan {
  readonly files: readonly PlannedFile[];
  readonly orphans: readonly Orphan[];
}

export function planOf(root: string, rendered: readonly RenderedFile[], manifest: Manifest | null): Plan {
  const made = new Set(rendered.map((file) => file.path));
  const orphans = [...(manifest?.outputs ?? [])].flatMap(([file, { api, target, sha256 }]) => {
    const found = made.has(file) ? { kind: "nothing" as const } : find(path.join(root, file));
    if (found.kind !== "file") return [];
    return [{ path: file, api, target, onDisk: found.text, edited: textHash(found.text) !== sha256 }];
  });
  return { files: rendered.map((file) => planFile(root, file, manifest)), orphans };
}

function planFile(root: string, file: RenderedFile, manifest: Manifest | null): PlannedFile {
  const found = find(path.join(root, file.path));
  switch (found.kind) {
    case "nothing":
      return { ...file, state: "missing", onDisk: null };
    case "other":
      return { ...file, state: "foreign", onDisk: null };
    case "file":
      return {
        ...file,
        state: stateOf(found.text, file.text, manifest?.outputs.get(file.path)?.sha256),
        onDisk: found.text,
      };
  }
}

/** A file that already is what would be written is fine, whoever wrote it: a run that was cut off, a merge. */
function stateOf(onDisk: string, rendered: string, recorded: string | undefined): FileState {
  if (unixText(onDisk) === rendered) return "same";
  if (recorded !== undefined) return textHash(onDisk) === recorded ? "stale" : "edited";
  return hasHeader(onDisk) ? "stale" : "foreign";
}

type Found =
  | { readonly kind: "nothing" }
  | { readonly kind: "other" }
  | { readonly kind: "file"; readonly text: string };

function find(file: string): Found {
  try {
    return { kind: "file", text: readFileSync(file, "utf8") };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    return { kind: code === "ENOENT" ? "nothing" : "other" };
  }
}
