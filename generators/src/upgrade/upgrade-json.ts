// The result of an upgrade as plain data: what `--json` prints and the library returns.
import { realpathSync } from "node:fs";
import { lineOf } from "../model/place.ts";
import { pathFrom } from "../run/config/paths.ts";
import { gitName, unifiedDiff } from "../run/drift/difference.ts";
import { type ReportedDiagnostic, reportedDiagnostics } from "../run/reported.ts";
import type { FileAction } from "../run/request.ts";
import type { EditedFile } from "./caller-project.ts";
import type { PlannedKind, Question } from "./plan/changes.ts";
import type { UpgradeResult } from "./upgrade-project.ts";

export interface UpgradeJson {
  /** Nothing stopped it; places may be left to people all the same. */
  readonly ok: boolean;
  readonly dryRun: boolean;
  /**
   * `found`: the old description is known. `same`: the code was generated from the description as it is now. `no-manifest`,
   * `missing`, `moved`: what the code was generated from is not known, not found, or named elsewhere in the configuration now.
   */
  readonly base: "found" | "same" | "no-manifest" | "missing" | "moved";
  /** Names in the manifest of documents that were not found. */
  readonly missing: readonly string[];
  /** APIs whose old description cannot be read; then nothing is written. */
  readonly unread: readonly string[];
  /** In the order of `waybill diff`. */
  readonly changes: readonly UpgradeChange[];
  /** Renames that the description does not state and that only people can confirm. */
  readonly questions: readonly Question[];
  /**
   * The edited files, relative to `cwd`; in a dry run each with a unified diff, whose paths start at the top level of git or at the root
   * of the workspace. None if nothing could be written.
   */
  readonly files: readonly { readonly path: string; readonly diff?: string }[];
  /** The generated files that were written or removed; in a dry run, that would be. None if nothing could be written. */
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
  /** Edits that an earlier upgrade has made, where the generated code is not committed yet. */
  readonly made: number;
  /** The places of it that are left to people. */
  readonly left: number;
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
  const { upgraded, run, repository } = result;
  const { diagnostics, excerpts } = run;
  const isOver = isDry || result.written;
  return {
    ok: result.ok,
    dryRun: isDry,
    base: result.base,
    missing: result.missing,
    unread: result.unread,
    changes: (upgraded?.applied ?? []).map(({ change, edits, files, made, left }) => ({
      kind: change.kind,
      api: change.api,
      message: change.message,
      base: change.base === null ? null : lineOf(change.base),
      revision: change.revision === null ? null : lineOf(change.revision),
      edits,
      files,
      made,
      left,
    })),
    questions: result.plans.flatMap((plan) => plan.questions),
    files: (isOver ? (upgraded?.files ?? []) : []).map((file) => ({
      path: pathFrom(cwd, file.file),
      ...(isDry ? { diff: diffOf(file, repository) } : {}),
    })),
    generated: isOver ? run.actions : [],
    left: (upgraded?.left ?? []).map(({ file, line, column, message, hint }) => ({
      file: pathFrom(cwd, file),
      line,
      column,
      message,
      hint,
    })),
    dirty: result.dirty.map((file) => pathFrom(cwd, file)),
    unused: result.unused,
    diagnostics: reportedDiagnostics({ diagnostics, excerpts, base }, cwd),
  };
}

/** As `git apply` takes it, in any folder of the repository. */
export function diffOf({ file, before, text }: EditedFile, repository: string): string {
  const name = pathFrom(repository, realpathSync(file));
  return `diff --git ${gitName(`a/${name}`)} ${gitName(`b/${name}`)}\n${unifiedDiff(name, before, text)}`;
}
