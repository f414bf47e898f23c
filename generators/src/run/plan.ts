// Stage 5: rendered files against the disk: what a run would change, what differs and why, and what blocks it.

import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { WalkedDocuments } from "../checks/walked-documents.ts";
import type { Report } from "../diagnostics/index.ts";
import { hasNameHooks } from "../model/option-values.ts";
import type { Node } from "../source/index.ts";
import { runtimeName } from "../targets/runtime-name.ts";
import { pathFrom } from "./config/paths.ts";
import type { Project } from "./config/project.ts";
import { mapOf } from "./config/reading-rules.ts";
import { inputName } from "./config/sources/foreign-source.ts";
import type { Excerpt } from "./drift/difference.ts";
import { type Drift, reportDrift, reportObstacles } from "./drift/drift.ts";
import { namedPlacesOf, Origins } from "./drift/origin.ts";
import type { LastRun } from "./load.ts";
import { type FileStates, fileStatesOf, type Orphan } from "./output/file-states.ts";
import { type Manifest, manifestText, type Tolerated } from "./output/manifest.ts";
import {
  isOfAnother,
  isRemovable,
  type OtherOwner,
  type OwnRecord,
  otherOwners,
  ownerOf,
  shownOwner,
} from "./output/records.ts";
import type { ReadApis } from "./read-apis.ts";
import type { Rendered } from "./render.ts";
import type { RunRequest } from "./request.ts";

export interface Plan extends Pick<OwnRecord, "name" | "formerName"> {
  /** Of the targets that the run is about, without orphans that it keeps. */
  readonly states: FileStates;
  /** The text of the manifest on disk; `null` if there is no valid one. */
  readonly onDisk: string | null;
  /** The manifest after this run; its text once the commands of `postprocess` have run, of which it holds the results. */
  readonly manifest: Manifest;
  readonly excerpts: ReadonlyMap<string, Excerpt>;
}

export interface Planned {
  readonly last: LastRun;
  readonly read: ReadApis;
  readonly rendered: Rendered;
  readonly tolerated: readonly Tolerated[];
}

export function planRun(
  project: Project,
  { last, read, rendered, tolerated }: Planned,
  request: RunRequest,
  report: Report,
): Plan {
  const { root, apis, rules } = project;
  const { found, name, formerName } = last;
  const current = found.kind === "manifest" ? found.manifest : null;
  const otherOwner = otherOwners(project, last, request.cwd);
  const all = allStates(project, { last, rendered, current, otherOwner }, request);
  const isAbout = ownerFilterOf(project, report);
  const isPartial = apis.some(({ name }) => report.faultyTargets(name).size > 0);
  const isFailed = report.hasErrors;
  const states = narrowed(all, isAbout);
  const unasked = reportOwners(states, project, { current, name, otherOwner }, request, report);
  const inputs = new Map(
    [...read.hashes, ...rendered.code].flatMap(([file, sha256]) =>
      sha256 === null ? [] : [[inputName(rules.foreign, root, file), sha256] as const],
    ),
  );
  const runRecord = {
    version: request.toolkit.version,
    from: ownerOf(project),
    command: project.isOfFlags ? project.command : null,
    // A run that fails by a rule fails again until its warnings are fixed: it is never unchanged.
    options: isFailed ? "" : project.optionsHash(),
    inputs,
    tolerated,
  };
  const next = nextManifest(runRecord, { all, states, current, isAbout, isPartial });
  const onDisk = found.kind === "manifest" && formerName === null ? found.text : null;
  const excerpts = new Map<string, Excerpt>();
  const drift = {
    ...driftOf(project, read, request, report),
    manifest: name,
    unasked,
    staleReason: staleReasonOf(current, next, project),
    excerpts,
  };
  if (request.mode === "check")
    reportDrift(states, current, isAbout === null ? { onDisk, generated: manifestText(next) } : null, drift);
  else reportObstacles(states, request.force, drift);
  // A run deletes only what a run wrote.
  const orphans = states.orphans.filter(({ state }) => state !== "unknown");
  return { states: { ...states, orphans }, name, formerName, onDisk, manifest: next, excerpts };
}

interface Known extends Pick<Planned, "last" | "rendered"> {
  readonly current: Manifest | null;
  readonly otherOwner: OtherOwner;
}

/** Without the files that another configuration wrote and this one does not write. */
function allStates(
  { root, apis }: Project,
  { last, rendered, current, otherOwner }: Known,
  { force }: RunRequest,
): FileStates {
  const isOurs = (file: string): boolean => otherOwner(file) === null;
  const files = rendered.targets.flatMap((target) => target.files);
  const present = last.contents.generated.filter(isOurs);
  const known = fileStatesOf({ root, apis, rendered: files, manifest: current, present, force });
  return { ...known, orphans: known.orphans.filter((orphan) => isOurs(orphan.path)) };
}

/** Whether the run is about a target of an API: it is requested, and no error stops it. `null` for a run of all targets. */
type OwnerFilter = ((owner: { readonly api: string; readonly target: string }) => boolean) | null;

function ownerFilterOf({ apis, only }: Project, report: Report): OwnerFilter {
  const faulty = new Map(apis.map(({ name }) => [name, report.faultyTargets(name)]));
  if (only === null && [...faulty.values()].every(({ size }) => size === 0)) return null;
  return ({ api, target }) =>
    target === runtimeName || (only?.has(target) !== false && faulty.get(api)?.has(target) !== true);
}

function narrowed(states: FileStates, isAbout: OwnerFilter): FileStates {
  return isAbout === null ? states : { files: states.files.filter(isAbout), orphans: states.orphans.filter(isAbout) };
}

interface Compared {
  /** Of all targets that were rendered, those the run is not about included. */
  readonly all: FileStates;
  readonly states: FileStates;
  readonly current: Manifest | null;
  readonly isAbout: OwnerFilter;
  /** Whether an error stops a target. */
  readonly isPartial: boolean;
}

/** A run of some targets records only those. While others are stale, or stopped, the manifest must not mark everything as up to date. */
function nextManifest(
  runRecord: Omit<Manifest, "outputs">,
  { all, states, current, isAbout, isPartial }: Compared,
): Manifest {
  const outputs = new Map(states.files.map(({ path: file, output }) => [file, output]));
  if (isAbout === null) return { ...runRecord, outputs };
  const others = [...(current?.outputs ?? [])].filter(([, output]) => !isAbout(output));
  const isBehind =
    isPartial ||
    all.files.some((file) => !isAbout(file) && file.state !== "same") ||
    all.orphans.length > states.orphans.length;
  const merged = { ...runRecord, outputs: new Map([...others, ...outputs]) };
  return isBehind ? { ...merged, options: "", inputs: current?.inputs ?? new Map() } : merged;
}

function driftOf(
  project: Project,
  { documents, apis }: ReadApis,
  { cwd, toolkit }: RunRequest,
  report: Report,
): Omit<Drift, "staleReason" | "excerpts" | "manifest" | "unasked"> {
  const { base, root, rebuild, rules } = project;
  const walk = new WalkedDocuments(base, documents, mapOf(rules));
  const origins = new Origins(walk, namedPlacesOf(apis.map(({ api }) => api)));
  const entryOf = (name: string | null): Node | null => entryNodeOf(project, name, walk);
  return { report, origins, root, cwd, version: toolkit.version, rebuild, entryOf };
}

function entryNodeOf({ apis }: Project, name: string | null, documents: WalkedDocuments): Node | null {
  const api = apis.find((one) => one.name === name) ?? apis[0];
  const file = api?.openapi ?? api?.asyncapi ?? null;
  return file === null ? null : documents.at(file);
}

/** What differs from the last run's record, in words. */
function staleReasonOf(current: Manifest | null, next: Manifest, { root, modules, apis }: Project): string {
  if (current === null) return "the manifest does not record its inputs, and a run would write different content";
  const code = new Set(modules?.files().map((file) => pathFrom(root, file)));
  const inputsOf = (isCode: boolean, { inputs }: Manifest): Map<string, string> =>
    new Map([...inputs].filter(([file]) => code.has(file) === isCode));
  const isSame = (isCode: boolean): boolean => isDeepStrictEqual(inputsOf(isCode, current), inputsOf(isCode, next));
  const changed = [
    ...(isSame(false) ? [] : ["the description"]),
    ...(current.options === next.options && isSame(true) ? [] : ["the configuration"]),
  ].join(" and ");
  if (changed === "" && apis.some(({ options }) => hasNameHooks(options)))
    return "the toolkit or the configured names have changed since it was generated";
  if (changed === "") return "the toolkit has changed since it was generated";
  return `${changed} ${changed.includes(" and ") ? "have" : "has"} changed since it was generated`;
}

// Files that are not this run's alone to write or to remove -> diagnostics: those of another configuration, and those of earlier runs that
// flags asked for something else.

interface Claims {
  /** The manifest as it was; `null` without one. */
  readonly current: Manifest | null;
  readonly name: string;
  readonly otherOwner: OtherOwner;
}

/** Returns the orphans that the run does not remove unasked. A check reports them as it does others. */
function reportOwners(
  { files, orphans }: FileStates,
  project: Project,
  { current, name, otherOwner }: Claims,
  { mode, prune = false, cwd }: RunRequest,
  report: Report,
): ReadonlySet<Orphan> {
  const { root, rebuild } = project;
  const owner = ownerOf(project);
  const ownerName = shownOwner(owner, root, cwd);
  const shared = Map.groupBy(files, (file) => otherOwner(file.path) ?? "");
  shared.delete("");
  for (const [other, [first, ...more]] of shared) {
    if (first === undefined) continue;
    report.add(
      "shared-output",
      { kind: "file", path: path.join(root, first.path) },
      {
        files: countedFiles(pathFrom(cwd, path.join(root, first.path)), more.length),
        owners: [other, ownerName],
        canReplace: false,
      },
    );
  }
  const place = { kind: "file", path: path.join(root, name) } as const;
  if (current !== null && isOfAnother(current, owner, root) && !(prune && current.from.config === null)) {
    const owners = [shownOwner(current.from, root, cwd), ownerName] as const;
    const files = pathFrom(cwd, root) || "this folder";
    report.add("shared-output", place, { files, owners, canReplace: current.from.config === null });
    return new Set(orphans);
  }
  const unasked = prune ? [] : orphans.filter((orphan) => !isRemovable(orphan, current, project));
  const [first] = unasked;
  if (first === undefined) return new Set();
  const targets = [...new Set(unasked.map(({ target }) => target))].sort();
  const absolute = path.join(root, first.path);
  const file = pathFrom(cwd, absolute);
  if (mode !== "check")
    report.add("unasked-removal", { kind: "file", path: absolute }, { file, count: unasked.length, targets, rebuild });
  return new Set(unasked);
}

function countedFiles(file: string, more: number): string {
  return more === 0 ? file : `${file} and ${more} more ${more === 1 ? "file" : "files"}`;
}
