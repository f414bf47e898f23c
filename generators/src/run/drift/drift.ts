// A plan to diagnostics: why each file is not what a run would leave behind, where, and because of which place in the spec.

import path from "node:path";
import { keyOf, type Place, type Related, type Report } from "../../diagnostics/index.ts";
import { unreachable } from "../../model/unreachable.ts";
import { unixText } from "../../source/document.ts";
import { mergeMarkIn } from "../../source/fault.ts";
import { identityOf, type Node, type SourceDocument } from "../../source/index.ts";
import { pathFrom } from "../config/paths.ts";
import { versionOfHeader } from "../header.ts";
import type { FileState, FileStates, Obstacle, Orphan, PlannedFile } from "../output/file-states.ts";
import type { Manifest } from "../output/manifest.ts";
import { type Excerpt, type Hunk, hunksOf, shownHunks } from "./difference.ts";
import { bodyStart, type Origin, type Origins } from "./origin.ts";

export interface Drift {
  readonly report: Report;
  readonly origins: Origins;
  readonly root: string;
  /** The name of the manifest. */
  readonly manifest: string;
  /** The orphans that a run removes only with --prune. */
  readonly unasked: ReadonlySet<Orphan>;
  /** What messages show paths relative to. */
  readonly cwd: string;
  /** By absolute path, for the printer. */
  readonly excerpts: Map<string, Excerpt>;
  readonly version: string;
  /** What to run, for hints. */
  readonly rebuild: string;
  /** Why a file is stale, if it was not edited. */
  readonly staleReason: string;
  /** The entry document of an API, or of the first one. */
  readonly entryOf: (api: string | null) => Node | null;
}

/** What keeps a run from writing: there is no way, or, unless `force`, it would destroy someone's work. */
export function reportObstacles(plan: FileStates, force: boolean, drift: Drift): void {
  const states: readonly FileState[] = force ? ["blocked"] : ["blocked", "edited", "foreign"];
  for (const file of plan.files) if (states.includes(file.state)) reportFile(file, null, drift);
  for (const orphan of plan.orphans) if (!force && orphan.state === "edited") reportOrphan(orphan, drift);
}

export interface ManifestTexts {
  readonly onDisk: string | null;
  /** What a run would write. */
  readonly generated: string;
}

/** Everything `--check` finds. `texts` is `null` when the run is about some of the targets only. */
export function reportDrift(
  plan: FileStates,
  current: Manifest | null,
  texts: ManifestTexts | null,
  drift: Drift,
): void {
  for (const file of plan.files) reportFile(file, current, drift);
  for (const orphan of plan.orphans) reportOrphan(orphan, drift);
  const fine = plan.orphans.length === 0 && plan.files.every((file) => file.state === "same");
  if (texts !== null && fine) reportManifest(texts, current, drift);
}

function reportFile(file: PlannedFile, manifest: Manifest | null, drift: Drift): void {
  const { report, version, rebuild } = drift;
  switch (file.state) {
    case "same":
      break;
    case "missing":
      reportMissing(file.path, { api: file.api, text: file.text }, drift);
      break;
    case "blocked":
      reportBlocked(file.obstacle ?? { path: file.path, reason: "it cannot be read" }, drift);
      break;
    case "foreign": {
      const { absolute, shown } = namesOf(file.path, drift);
      report.add("foreign-file", startOfFile(absolute, shown, file.onDisk ?? ""), { file: shown });
      break;
    }
    case "edited": {
      const [place, args, extra] = explained(file, drift);
      const conflicted = mergeMarkIn(file.onDisk ?? "") !== null;
      const madeBy = versionOfHeader(file.onDisk ?? "");
      if (manifest !== null && !conflicted && madeBy !== null && madeBy !== version) {
        report.add("version-skew", place, { ...args, madeBy, current: version, rebuild: forced(rebuild) }, extra);
      } else report.add("hand-edited-file", place, { ...args, conflicted, rebuild }, extra);
      break;
    }
    case "stale": {
      const [place, args, extra] = explained(file, drift);
      const madeBy = manifest?.version ?? version;
      if (madeBy !== version) report.add("version-skew", place, { ...args, madeBy, current: version, rebuild }, extra);
      else report.add("stale-file", place, { ...args, reason: drift.staleReason, rebuild }, extra);
      break;
    }
    default:
      unreachable(file.state);
  }
}

/** The record is of another file than the one that is there, so a run takes it for edited and asks before it overwrites it. */
function forced(rebuild: string): string {
  return `${rebuild} (with --force if it reports the file as edited by hand)`;
}

/** There is no text to show, so the description it would be made from is shown. */
function reportMissing(file: string, expectedFile: { api: string | null; text: string }, drift: Drift): void {
  const { report, origins, rebuild, entryOf } = drift;
  const { absolute, shown } = namesOf(file, drift);
  const entry = entryOf(expectedFile.api);
  const related =
    origins.ofFirst(expectedFile.text) ??
    (entry === null ? null : { message: "it is generated from this description", place: keyOf(entry) });
  report.add("missing-file", { kind: "file", path: absolute }, { file: shown, rebuild }, { related: listOf(related) });
}

function reportBlocked({ path: file, reason }: Obstacle, drift: Drift): void {
  const { absolute, shown } = namesOf(file, drift);
  const advice = "move it, fix its permissions, or choose another output folder; --force does not help here";
  drift.report.add("unwritable-file", { kind: "file", path: absolute }, { file: shown, reason, advice });
}

function startOfFile(absolute: string, displayPath: string, text: string): Place {
  return placeOf({ path: absolute, name: displayPath, text }, []);
}

/** Where and because of what a file differs, as the last arguments of `report.add`. */
function explained(file: PlannedFile, drift: Drift): [Place, { file: string }, { related: Related[] }] {
  const onDisk = unixText(file.onDisk ?? "");
  const { absolute, shown } = namesOf(file.path, drift);
  const all = hunksOf(onDisk, file.text);
  const bodyHunks = all.filter((hunk) => hunk.line >= bodyStart(onDisk) || hunk.generatedLine >= bodyStart(file.text));
  const hunks = bodyHunks.length === 0 ? all : bodyHunks;
  const explained = hunks.map((hunk) => ({
    ...hunk,
    origin: bodyHunks.length === 0 ? null : originOf(hunk, onDisk, file.text, drift.origins),
  }));
  const place = placeOf({ path: absolute, name: shown, text: onDisk }, hunks);
  drift.excerpts.set(absolute, { hunks: explained });
  const origins = explained.flatMap(({ origin }) => origin ?? []);
  return [place, { file: shown }, { related: distinct(origins).slice(0, shownHunks) }];
}

function originOf(
  { added, line, generatedLine, column }: Hunk,
  onDisk: string,
  generated: string,
  origins: Origins,
): Origin | null {
  return added.length === 0 ? origins.of(onDisk, line, column) : origins.of(generated, generatedLine, column);
}

function distinct(origins: readonly Origin[]): Origin[] {
  const places = new Map<string, Origin>();
  for (const origin of origins) {
    const identity = identityOf(origin.place.location);
    if (!places.has(identity)) places.set(identity, origin);
  }
  return [...places.values()];
}

/** The first difference, in the file as it is on disk. */
function placeOf(document: Pick<SourceDocument, "path" | "name" | "text">, hunks: readonly Hunk[]): Place {
  const lines = document.text.split("\n");
  const line = Math.min(hunks[0]?.line ?? 0, lines.length - 1);
  const offset = lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0) + (hunks[0]?.column ?? 0);
  return {
    kind: "offset",
    document: { ...document, format: "yaml", value: undefined },
    offset: Math.min(offset, document.text.length),
  };
}

function reportOrphan(orphan: Orphan, { report, origins, unasked, ...drift }: Drift): void {
  const { path: file, onDisk, state } = orphan;
  const rebuild = unasked.has(orphan) ? `${drift.rebuild} and --prune` : drift.rebuild;
  const { absolute, shown } = namesOf(file, drift);
  const related = listOf(origins.ofFirst(onDisk));
  report.add(
    "orphan-file",
    startOfFile(absolute, shown, unixText(onDisk)),
    { file: shown, state, rebuild },
    { related },
  );
}

/** The output is right and its record is not: an input changed without any effect, or the manifest was not committed. */
function reportManifest({ onDisk, generated }: ManifestTexts, current: Manifest | null, drift: Drift): void {
  const { absolute, shown } = namesOf(drift.manifest, drift);
  if (onDisk === null) {
    reportMissing(drift.manifest, { api: null, text: "" }, drift);
    return;
  }
  const manifestText = unixText(onDisk);
  if (manifestText === generated) return;
  const hunks = hunksOf(manifestText, generated);
  drift.excerpts.set(absolute, { hunks: hunks.map((hunk) => ({ ...hunk, origin: null })) });
  const { rebuild, staleReason: reason, version } = drift;
  const place = placeOf({ path: absolute, name: shown, text: manifestText }, hunks);
  const madeBy = current?.version ?? version;
  if (madeBy !== version) drift.report.add("version-skew", place, { file: shown, madeBy, current: version, rebuild });
  else drift.report.add("stale-file", place, { file: shown, reason, rebuild });
}

function namesOf(file: string, { root, cwd }: Pick<Drift, "root" | "cwd">): { absolute: string; shown: string } {
  const absolute = path.join(root, file);
  return { absolute, shown: pathFrom(cwd, absolute) };
}

function listOf(related: Related | null): Related[] {
  return related === null ? [] : [related];
}
