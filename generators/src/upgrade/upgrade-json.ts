// The result of an upgrade as plain data: what `--json` prints and the library returns.
import { createTwoFilesPatch } from "diff";
import { pathFrom } from "../config/path-from.ts";
import { type ReportedDiagnostic, reportedDiagnostics } from "../generation/reported.ts";
import type { FileAction } from "../generation/results.ts";
import { lineOf } from "../model/place.ts";
import type { PlannedKind, Question } from "./plan/changes.ts";
import type { EditedFile } from "./upgrade.ts";
import type { UpgradeResult } from "./upgrade-project.ts";

export interface UpgradeJson {
  /** Nothing stopped it; places may be left to people all the same. */
  readonly ok: boolean;
  readonly dryRun: boolean;
  /**
   * `found`: the old description is known. `same`: the code was generated from the description as it is now. `no-manifest`,
   * `missing`: what the code was generated from is not known, or not found.
   */
  readonly base: "found" | "same" | "no-manifest" | "missing";
  /** Names in the manifest of documents that were not found. */
  readonly missing: readonly string[];
  /** APIs whose old description cannot be read; then nothing is written. */
  readonly unread: readonly string[];
  /** In the order of `waybill diff`. */
  readonly changes: readonly UpgradeChange[];
  /** Renames that the description does not state and that only people can confirm. */
  readonly questions: readonly Question[];
  /** The edited files, relative to `cwd`; in a dry run each with a unified diff. */
  readonly files: readonly { readonly path: string; readonly diff?: string }[];
  /** The generated files that were written or removed; in a dry run, that would be. */
  readonly generated: readonly FileAction[];
  /** Places that are left to people: lines and columns of the code after the upgrade. */
  readonly left: readonly UpgradeLeft[];
  /** Files to edit with changes that are not committed; then nothing was written. */
  readonly dirty: readonly string[];
  /** Stated renames that named nothing. */
  readonly unused: readonly string[];
  readonly diagnostics: readonly ReportedDiagnostic[];
}

export interface UpgradeChange {
  readonly kind: PlannedKind;
  readonly api: string;
  readonly message: string;
  /** `spec/openapi.yaml:41` in the old description; `null` where it has nothing of the kind. */
  readonly base: string | null;
  readonly revision: string | null;
  readonly edits: number;
  readonly files: number;
}

export interface UpgradeLeft {
  readonly file: string;
  /** One-based, like the column. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** What to do. */
  readonly hint: string;
}

export interface ShownFrom {
  /** Paths are relative to it. */
  readonly cwd: string;
  readonly isDry: boolean;
  /** The folder of the configuration. */
  readonly base: string;
}

export function jsonOfUpgrade(result: UpgradeResult, { cwd, isDry, base }: ShownFrom): UpgradeJson {
  const { upgraded, run } = result;
  const { diagnostics, excerpts } = run;
  return {
    ok: result.ok,
    dryRun: isDry,
    base: result.base,
    missing: result.missing,
    unread: result.unread,
    changes: (upgraded?.applied ?? []).map(({ change, edits, files }) => ({
      kind: change.kind,
      api: change.api,
      message: change.message,
      base: change.base === null ? null : lineOf(change.base),
      revision: change.revision === null ? null : lineOf(change.revision),
      edits,
      files,
    })),
    questions: result.plans.flatMap((plan) => plan.questions),
    files: (upgraded?.files ?? []).map((file) => ({
      path: pathFrom(cwd, file.file),
      ...(isDry ? { diff: diffOf(file, cwd) } : {}),
    })),
    generated: run.actions,
    left: (upgraded?.left ?? []).map((place) => ({ ...place, file: pathFrom(cwd, place.file) })),
    dirty: result.dirty.map((file) => pathFrom(cwd, file)),
    unused: result.unused,
    diagnostics: reportedDiagnostics({ diagnostics, excerpts, base }, cwd),
  };
}

/** As `git apply` takes it. */
export function diffOf({ file, before, text }: EditedFile, cwd: string): string {
  const name = pathFrom(cwd, file);
  const patch = createTwoFilesPatch(`a/${name}`, `b/${name}`, before, text, undefined, undefined, { context: 3 });
  return patch.replace(/^=+\n/, "");
}
