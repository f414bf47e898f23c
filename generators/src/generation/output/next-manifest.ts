// The files of a run, and their inputs -> the manifest that records them.
import type { Project } from "../../config/project.ts";
import { inputName } from "../../config/sources/foreign-source.ts";
import { textHash } from "../../source/text-hash.ts";
import type { FileStates } from "./file-states.ts";
import { type Manifest, optionsHash, type Tolerated } from "./manifest.ts";

export interface Recorded {
  readonly project: Project;
  /** Of all targets, those the run is not about included. */
  readonly all: FileStates;
  /** Of the targets that the run is about. */
  readonly states: FileStates;
  readonly current: Manifest | null;
  /** The hash of every file that was asked for; `null` for one that could not be read. */
  readonly hashes: ReadonlyMap<string, string | null>;
  readonly tolerated: readonly Tolerated[];
  readonly version: string;
}

/** A run of some targets records only those. While others are stale, the manifest must not mark everything as up to date. */
export function nextManifest({ project, all, states, current, hashes, tolerated, version }: Recorded): Manifest {
  const { root, only, rules } = project;
  const outputs = new Map(
    states.files.map(({ path: file, api, target, text }) => [file, { api, target, sha256: textHash(text) }]),
  );
  const inputs = new Map(
    [...hashes].flatMap(([file, sha256]) =>
      sha256 === null ? [] : [[inputName(rules.foreign, root, file), sha256] as const],
    ),
  );
  const next = { version, options: optionsHash(project), inputs, outputs, tolerated };
  if (only === null) return next;
  const others = [...(current?.outputs ?? [])].filter(([, output]) => !only.has(output.target));
  const isBehind =
    all.files.some((file) => !only.has(file.target) && file.state !== "same") ||
    all.orphans.length > states.orphans.length;
  const merged = { ...next, outputs: new Map([...others, ...outputs]) };
  return isBehind ? { ...merged, options: "", inputs: current?.inputs ?? new Map() } : merged;
}
