// One run: read, report, render, compare, and, unless it only looks, write. Loaded only when something may have changed.
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Diagnostic, Report, reportExhaustion } from "../diagnostics/index.ts";
import type { Api } from "../model/api.ts";
import { checkExamples } from "../model/check-examples.ts";
import { checkDates } from "../model/dates.ts";
import { readApi } from "../read.ts";
import { limitsOf, megabyte, type Node, type SourceDocument } from "../source/index.ts";
import { Stopwatch } from "../source/stopwatch.ts";
import { TargetFailure } from "../targets/target.ts";
import { filteredApi } from "./check-filters.ts";
import { checkPatterns } from "./check-patterns.ts";
import { checkRequired } from "./check-required.ts";
import { checkSamples } from "./check-samples.ts";
import type { ApiProject, Project } from "./config/project.ts";
import { mapOf, readOptionsOf } from "./config/reading-rules.ts";
import { CustomTargetError } from "./custom-files.ts";
import { reportDamaged } from "./damaged-manifest.ts";
import { Documents } from "./documents.ts";
import { type Drift, reportDrift, reportObstacles } from "./drift.ts";
import type { Excerpt } from "./excerpt.ts";
import { type Kept, writeKept } from "./kept.ts";
import { keptBy, keptPlaceOf } from "./kept-place.ts";
import {
  type Manifest,
  type ManifestFile,
  manifestName,
  manifestText,
  optionsHash,
  type Tolerated,
  textHash,
} from "./manifest.ts";
import { namedPlacesOf } from "./named-places.ts";
import { Origins } from "./origin.ts";
import { pathFrom } from "./path-from.ts";
import { type Orphan, type Plan, planOf } from "./plan.ts";
import { type LoadTarget, loadFromRegistry, type RenderedTarget, renderApi } from "./render.ts";
import type { FileAction, TargetResult } from "./result.ts";
import { reuseOf } from "./reuse.ts";
import { inputName } from "./sources/foreign-source.ts";
import { reportThrown } from "./thrown.ts";
import { toleratedIn } from "./tolerated-places.ts";
import type { Toolkit } from "./toolkit.ts";
import { noteToolkit } from "./unchanged.ts";
import type { WarmState } from "./warm-state.ts";
import { applyChanges, type Change } from "./write.ts";

export interface BuildOptions {
  readonly mode: "write" | "dry-run" | "check";
  readonly force: boolean;
  readonly toolkit: Toolkit;
  /** What messages show paths of output files relative to. */
  readonly cwd: string;
  readonly loadTarget?: LoadTarget;
  /** Told what each stage takes. */
  readonly stopwatch?: Stopwatch;
  /** Whether what the last run kept may be used, and something be kept for the next. Default: no. */
  readonly reuse?: boolean;
  /** What the process keeps of its last run; absent where it ends with this one. */
  readonly warm?: WarmState;
}

export interface Build {
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** What differs, by absolute path. */
  readonly excerpts: ReadonlyMap<string, Excerpt>;
  readonly targets: readonly TargetResult[];
  /** What was done, or in a dry run would be. */
  readonly actions: readonly FileAction[];
  /** Errors of the description that were let pass. */
  readonly tolerated: readonly Tolerated[];
  /** Every file that was asked for, absolute, with the hash of what was read; `null` for what could not be. */
  readonly read: ReadonlyMap<string, string | null>;
}

export async function build(project: Project, found: ManifestFile, options: BuildOptions): Promise<Build> {
  const report = new Report();
  const { stopwatch = new Stopwatch("compare") } = options;
  const place = keptPlaceOf(project, options);
  const kept = place === null ? null : stopwatch.time("last run", () => keptBy(place, project, found, options));
  const { warm } = options;
  const { documents, read, apis } = readAll(project, { report, stopwatch, kept, warm });
  warm?.keepDocuments(project, documents);
  const excerpts = new Map<string, Excerpt>();
  const failed = (): Build => {
    const diagnostics = report.list();
    const tolerated = toleratedIn(diagnostics, project);
    return { ok: false, diagnostics, excerpts, targets: [], actions: [], tolerated, read };
  };
  if (found.kind === "damaged") reportDamaged(found, project, report);
  if (report.hasErrors && !(found.kind === "damaged" && options.force)) return failed();
  for (const { own, api } of apis) await checkPatterns(api, report.tolerating(own.tolerate));
  for (const { own, api, whole } of apis) await checkSamples(own, { api, whole }, report.tolerating(own.tolerate));
  // What stands in one file is read, and generated from, in less time than it takes to find out what holds again.
  const isScattered = documents.length > apis.length;
  const rendered = await renderAll(project, apis, { ...options, stopwatch, kept: isScattered ? kept : null }, report);
  project.modules?.close();
  for (const [file, sha256] of project.modules?.hashes() ?? []) read.set(file, sha256);
  if (rendered === null || report.list().some(({ code }) => code === "target-error")) return failed();
  const current = found.kind === "manifest" ? found.manifest : null;
  const all = planOf(
    project,
    rendered.flatMap((target) => target.files),
    current,
  );
  const plan = narrowed(all, project);
  const tolerated = toleratedIn(report.list(), project);
  const nextOne = nextManifest({ project, all, plan, current, read, tolerated, version: options.toolkit.version });
  const next = manifestText(nextOne);
  const walk = new Documents(project.base, documents, mapOf(project.rules));
  const drift: Drift = {
    report,
    origins: new Origins(walk, namedPlacesOf(apis.map(({ api }) => api))),
    root: project.root,
    cwd: options.cwd,
    excerpts,
    version: options.toolkit.version,
    rebuild: project.rebuild,
    staleReason: staleReasonOf(current, nextOne, project),
    entryOf: (name) => entryOf(project, name, walk),
  };
  const onDisk = found.kind === "manifest" ? found.text : null;
  if (options.mode === "check")
    reportDrift(plan, current, project.only === null ? { onDisk, generated: next } : null, drift);
  else reportObstacles(plan, options.force, drift);
  const blocked = report.list().some(({ code, severity }) => severity === "error" && code !== "invalid-manifest");
  const changes = changesOf(plan);
  if (options.mode === "write" && !blocked)
    stopwatch.time("write", () => write(project, { changes, next, onDisk, later: warm?.later }, drift));
  const ok = !blocked && !report.list().some(({ code }) => code === "unwritable-file");
  if (ok && options.mode !== "dry-run" && (options.mode === "write" || next === onDisk))
    noteToolkit(project.root, next, options.toolkit);
  if (ok && place !== null && kept !== null) {
    if (warm === undefined) stopwatch.time("write", () => writeKept(place, kept));
    else warm.keep(place, kept);
  }
  const actions =
    ok && options.mode !== "check"
      ? actionsOf(plan, (file) => pathFrom(options.cwd, path.join(project.root, file)))
      : [];
  const targets = resultsOf(rendered, plan, project);
  return { ok, diagnostics: report.list(), excerpts, targets, actions, tolerated, read };
}

/** The files of every API; `null` when another tool that makes a target refused a description, which is reported. */
async function renderAll(
  project: Project,
  apis: readonly ReadProject[],
  options: BuildOptions & { readonly stopwatch: Stopwatch; readonly kept: Kept | null },
  report: Report,
): Promise<RenderedTarget[] | null> {
  const { toolkit, stopwatch, kept, loadTarget = loadFromRegistry } = options;
  const rendered: RenderedTarget[] = [];
  for (const { own, api, entry } of apis) {
    try {
      const reuse = kept === null ? undefined : stopwatch.time("last run", () => reuseOf(kept, own.name, api));
      const told = report.tolerating(own.tolerate);
      const how = { version: toolkit.version, loadTarget, stopwatch, reuse, report: told };
      const files = await renderApi(project, own, api, how);
      rendered.push(...files);
      if (isTooMuch(files, project, entry, report)) return null;
    } catch (error) {
      if (error instanceof CustomTargetError) {
        reportThrown(error, project, report);
        return null;
      }
      if (!(error instanceof TargetFailure)) {
        reportExhaustion({ report, document: entry, purpose: "to be generated from" }, error);
        return null;
      }
      const place = own.openapi === null ? ({ kind: "none" } as const) : ({ kind: "file", path: own.openapi } as const);
      report.add("target-failed", place, { target: error.target, reason: error.message });
      return null;
    }
  }
  return rendered;
}

/** Whether the files of an API are larger than is written; that is reported. */
function isTooMuch(
  targets: readonly RenderedTarget[],
  { rules }: Project,
  entry: SourceDocument | null,
  report: Report,
): boolean {
  const { outputMegabytes: max } = limitsOf(rules.limits);
  const length = targets.flatMap(({ files }) => files).reduce((sum, { text }) => sum + text.length, 0);
  const isOver = length > max * megabyte;
  const place =
    entry === null ? ({ kind: "none" } as const) : ({ kind: "offset", document: entry, offset: 0 } as const);
  if (isOver) report.add("over-limit", place, { limit: "outputMegabytes", max });
  return isOver;
}

interface ReadProject {
  readonly own: ApiProject;
  /** What of it is generated. */
  readonly api: Api;
  readonly whole: Api;
  /** The document the API was read from, first of all. */
  readonly entry: SourceDocument | null;
}

interface AllRead {
  readonly documents: readonly SourceDocument[];
  readonly read: Map<string, string | null>;
  readonly apis: readonly ReadProject[];
}

interface ReadAllOptions {
  readonly report: Report;
  readonly stopwatch: Stopwatch;
  readonly kept: Kept | null;
  readonly warm: WarmState | undefined;
}

function readAll(project: Project, { report, stopwatch, kept, warm }: ReadAllOptions): AllRead {
  const documents: SourceDocument[] = [];
  const read = new Map<string, string | null>();
  const apis = project.apis.flatMap((own) => {
    const { openapi, asyncapi } = own;
    const lenient = report.tolerating(own.tolerate);
    const result = readApi(
      {
        cwd: project.base,
        openapi: openapi ?? undefined,
        asyncapi: asyncapi ?? undefined,
        stopwatch,
        parsedTexts: kept?.parsedTexts,
        known: warm?.documentsOf(project),
        ...readOptionsOf(project.rules, [openapi, asyncapi]),
        enums: own.enums,
        names: own.names ?? undefined,
        dates: own.dates,
      },
      lenient,
    );
    for (const file of result.paths) if (!read.has(file)) read.set(file, null);
    for (const document of result.inputs) read.set(document.path, textHash(document.text));
    documents.push(...result.inputs);
    const whole = result.api;
    if (whole === null) return [];
    const place =
      project.configFile === null ? ({ kind: "none" } as const) : ({ kind: "file", path: project.configFile } as const);
    const api = filteredApi(whole, own, place, lenient);
    stopwatch.time("check", () => {
      checkExamples(api, lenient, { exampleSeverity: "warning" });
      checkRequired(api, lenient);
      if (own.dates === "date") checkDates(api, lenient);
    });
    return [{ own, api, whole, entry: result.inputs[0] ?? null }];
  });
  return { documents, read, apis };
}

function narrowed(plan: Plan, { only }: Project): Plan {
  if (only === null) return plan;
  const wanted = only;
  return {
    files: plan.files.filter((file) => wanted.has(file.target)),
    orphans: plan.orphans.filter((orphan) => wanted.has(orphan.target)),
  };
}

interface Outcome {
  readonly project: Project;
  readonly all: Plan;
  readonly plan: Plan;
  readonly current: Manifest | null;
  readonly read: ReadonlyMap<string, string | null>;
  readonly tolerated: readonly Tolerated[];
  readonly version: string;
}

/** A run about some targets records those; while others are behind, the manifest must not say that all is up to date. */
function nextManifest({ project, all, plan, current, read, tolerated, version }: Outcome): Manifest {
  const { root, only } = project;
  const outputs = new Map(
    plan.files.map(({ path: file, api, target, text }) => [file, { api, target, sha256: textHash(text) }]),
  );
  const inputs = new Map(
    [...read].flatMap(([file, sha256]) =>
      sha256 === null ? [] : [[inputName(project.rules.foreign, root, file), sha256] as const],
    ),
  );
  const next = { version, options: optionsHash(project), inputs, outputs, tolerated };
  if (only === null) return next;
  const wanted: ReadonlySet<string> = only;
  const others = [...(current?.outputs ?? [])].filter(([, output]) => !wanted.has(output.target));
  const behind =
    all.files.some((file) => !wanted.has(file.target) && file.state !== "same") ||
    all.orphans.length > plan.orphans.length;
  const kept = { ...next, outputs: new Map([...others, ...outputs]) };
  return behind ? { ...kept, options: "", inputs: current?.inputs ?? new Map() } : kept;
}

function changesOf({ files, orphans }: Plan): Change[] {
  return [
    ...files.filter((file) => file.state !== "same").map((file) => ({ path: file.path, text: file.text })),
    ...removable(orphans).map((orphan) => ({ path: orphan.path, text: null })),
  ];
}

/** What no run has written is not for a run to delete. */
function removable(orphans: readonly Orphan[]): readonly Orphan[] {
  return orphans.filter((orphan) => orphan.state !== "unknown");
}

function write(
  project: Project,
  todo: { changes: readonly Change[]; next: string; onDisk: string | null; later: WarmState["later"] | undefined },
  { report, cwd }: Drift,
): void {
  const manifest = todo.next === todo.onDisk ? [] : [{ path: manifestName, text: todo.next }];
  const problem = applyChanges(project.root, [...todo.changes, ...manifest], todo.later);
  if (problem === null) return;
  const file = path.join(project.root, problem.path);
  report.add("unwritable-file", { kind: "file", path: file }, { file: pathFrom(cwd, file), reason: problem.reason });
}

/** What of the last run's record has changed, in words. */
function staleReasonOf(current: Manifest | null, next: Manifest, { root, modules, apis }: Project): string {
  if (current === null) return "there is no record of what it was made from, and a run would write something else";
  const code = new Set(modules?.files().map((file) => pathFrom(root, file)));
  const apart = (isCode: boolean, { inputs }: Manifest): Map<string, string> =>
    new Map([...inputs].filter(([file]) => code.has(file) === isCode));
  const same = (isCode: boolean): boolean => isDeepStrictEqual(apart(isCode, current), apart(isCode, next));
  const changed = [
    ...(same(false) ? [] : ["the description"]),
    ...(current.options === next.options && same(true) ? [] : ["the configuration"]),
  ].join(" and ");
  if (changed === "" && apis.some(({ names }) => names !== null))
    return "the toolkit has changed since it was generated, or the names that the configuration gives";
  if (changed === "") return "the toolkit has changed since it was generated";
  return `${changed} ${changed.includes(" and ") ? "have" : "has"} changed since it was generated`;
}

function entryOf({ apis }: Project, name: string | null, documents: Documents): Node | null {
  const api = apis.find((one) => one.name === name) ?? apis[0];
  const file = api?.openapi ?? api?.asyncapi ?? null;
  return file === null ? null : documents.at(file);
}

function actionsOf({ files, orphans }: Plan, shown: (file: string) => string): FileAction[] {
  const written = files.filter((file) => file.state !== "same");
  return [
    ...written.map(({ path: file, target }) => ({ path: shown(file), target, action: "write" as const })),
    ...removable(orphans).map(({ path: file, target }) => ({ path: shown(file), target, action: "remove" as const })),
  ];
}

/** One result for each target, and for those whose last files go. */
function resultsOf(rendered: readonly RenderedTarget[], plan: Plan, { only }: Project): TargetResult[] {
  const results = rendered
    .filter(({ place }) => only === null || only.has(place.target))
    .map(({ api, place: { target, neededBy }, files, milliseconds }): TargetResult => {
      const own = plan.files.filter((file) => file.api === api && file.target === target);
      const written = own.filter((file) => file.state !== "same").length;
      const removed = removable(plan.orphans).filter((orphan) => orphan.api === api && orphan.target === target).length;
      return { api, target, files: files.length, written, removed, milliseconds, neededBy };
    });
  const gone = new Map<string, TargetResult>();
  for (const { api, target } of removable(plan.orphans)) {
    if (results.some((result) => result.api === api && result.target === target)) continue;
    const key = `${api} ${target}`;
    const removed = (gone.get(key)?.removed ?? 0) + 1;
    gone.set(key, { api, target, files: 0, written: 0, removed, milliseconds: null, neededBy: [] });
  }
  return [...results, ...gone.values()];
}
