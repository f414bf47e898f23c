// One run: load -> read -> check -> render -> plan -> write. `generate.ts` loads, and comes here only when something may have changed.
import path from "node:path";
import { checkApis } from "../checks/checks.ts";
import { type Code, Report, type Scope } from "../diagnostics/index.ts";
import { type ParseFile, parseFile } from "../source/index.ts";
import { Stopwatch } from "../source/stopwatch.ts";
import { checkCompilerSettings } from "./compiler-settings.ts";
import { ruleIn } from "./config/lint-rules.ts";
import { pathFrom } from "./config/paths.ts";
import type { ApiProject, Project } from "./config/project.ts";
import type { LastRun } from "./load.ts";
import { reportDamaged } from "./output/damaged-manifest.ts";
import { type Plan, planRun } from "./plan.ts";
import { type OwnReadApi, type ReadApis, readApis } from "./read-apis.ts";
import { type Rendered, renderApis } from "./render.ts";
import { toleratedIn } from "./reported.ts";
import {
  actionsOf,
  type DetectedPages,
  type Run,
  type RunRequest,
  stoppedResultsOf,
  targetResultsOf,
} from "./request.ts";
import { checkRuntimePackage } from "./runtime-package.ts";
import { postprocessingOf, writePlan } from "./write.ts";

/** What the stages of a run made. */
export interface Made {
  readonly report: Report;
  readonly read: ReadApis<ApiProject>;
  /** `null` where the run ended before. */
  readonly rendered: Rendered | null;
  readonly plan: Plan | null;
  /** Whether the descriptions or the targets have an error; those of files on disk do not count. */
  readonly isFaulty: boolean;
  /** The operations whose pagination was detected, once they have been generated for. */
  readonly detected: readonly DetectedPages[];
}

export interface RunTools {
  /** Records the time of each stage; what is left over is the comparison with the disk. */
  readonly stopwatch?: Stopwatch;
  readonly cache?: RunCache | null;
}

/** The texts that earlier runs have parsed. */
export interface RunCache {
  readonly wrap: (parse: ParseFile) => ParseFile;
  /** Called once a run has written its files. */
  readonly save: () => void;
  /** Is given work that may wait until the run has been reported. */
  readonly later?: (tidy: () => void) => void;
}

/**
 * Every stage reports all problems it finds. An error of a description stops the targets whose output it would make wrong; once there
 * are no others, or with any other error, the run stops after the stage.
 */
export async function run(
  project: Project,
  last: LastRun,
  request: RunRequest,
  { stopwatch = new Stopwatch("compare"), cache = null }: RunTools = {},
): Promise<Made> {
  const report = new Report(runScopeOf(project));
  reportLastRun(project, last, request, report);
  const parse = cache?.wrap(parseFile) ?? parseFile;
  const read = stopwatch.time("read", () =>
    readApis(project, report, (file) => stopwatch.time("parse", () => parse(file))),
  );
  checkRuntimePackage(project, request.toolkit.version, report);
  await stopwatch.timeAsync("check", () => checkApis(read.apis, report, "generate"));
  const checked = { report, read, rendered: null, plan: null, isFaulty: report.hasFaults, detected: [] };
  if (isBlocked(project, report)) return checked;
  const { version } = request.toolkit;
  const rendered = await renderApis(project, read, version, report);
  assignTimes(stopwatch, rendered, project);
  const made = { ...checked, rendered, isFaulty: report.hasFaults };
  if (isBlocked(project, report)) return made;
  const tolerated = toleratedIn(report.list(), project);
  const plan = planRun(project, { last, read, rendered, tolerated }, request, report);
  if (isBlocked(project, report)) return { ...made, plan };
  if (request.mode !== "check" && plan.states.files.some(({ state }) => state !== "same"))
    await checkCompilerSettings(project, request.cwd, report);
  stopwatch.time("write", () => writePlan(project, plan, request, report, cache?.later));
  if (report.list().every(({ code }) => code !== "unwritable-file")) cache?.save();
  return { ...made, plan, detected: detectedIn(read.apis) };
}

/** What is said about the project itself follows its rules, too. */
function runScopeOf({ rules, base }: Project): Scope {
  const tolerance = { codes: new Set<Code>(), isLenient: () => false };
  return { api: "", tolerance, targets: null, ruleOf: ruleIn(rules, base) };
}

function reportLastRun(
  { root, rebuild }: Project,
  { found, name }: LastRun,
  request: RunRequest,
  report: Report,
): void {
  if (found.kind !== "damaged") return;
  reportDamaged(found, { root, name, rebuild, isReplaced: request.force && request.mode !== "check" }, report);
}

function assignTimes(stopwatch: Stopwatch, { targets }: Rendered, { apis }: Project): void {
  for (const { api, place, milliseconds } of targets)
    stopwatch.assign(`target ${apis.length === 1 ? "" : `${api}/`}${place.target}`, milliseconds);
}

/** Whether nothing is left to do: an error stops everything, or errors stop each target. */
export function isBlocked({ apis, only }: Project, report: Report): boolean {
  const errors = report.list().filter(({ severity }) => severity === "error");
  if (errors.length === 0) return false;
  if (errors.some(({ stops }) => stops === null)) return true;
  return apis.every(({ name, places }) => {
    const faulty = report.faultyTargets(name);
    return places.every(({ target }) => faulty.has(target) || only?.has(target) === false);
  });
}

/** What a run made, as its result. */
export function resultOf(project: Project, request: RunRequest, { report, read, rendered, plan, detected }: Made): Run {
  const { root, only } = project;
  const diagnostics = report.list();
  const isDone = plan !== null && !isBlocked(project, report);
  const run = {
    detected,
    ok: !report.hasErrors,
    unchanged: false,
    diagnostics,
    stopped: stoppedResultsOf(project, diagnostics),
    tolerated: toleratedIn(diagnostics, project),
    read: new Map([...read.hashes, ...(rendered?.code ?? [])]),
  };
  if (rendered === null || plan === null)
    return { ...run, done: false, excerpts: new Map(), targets: [], actions: [], postprocessing: [] };
  const displayPath = (file: string): string => pathFrom(request.cwd, path.join(root, file));
  const hasActions = isDone && request.mode !== "check";
  return {
    ...run,
    done: isDone,
    excerpts: plan.excerpts,
    targets: targetResultsOf(rendered.targets, plan.states, only),
    actions: hasActions ? actionsOf(plan.states, displayPath) : [],
    postprocessing: hasActions ? postprocessingOf(project, plan) : [],
  };
}

/** Those that a client is generated for. */
function detectedIn(apis: readonly OwnReadApi<ApiProject>[]): DetectedPages[] {
  return apis.flatMap(({ name, api: { http }, places }) => {
    const operations = (http?.operations ?? []).filter(({ pagination }) => pagination?.source === "detected");
    const hasClient = places.some(({ target }) => target === "client");
    return operations.length === 0 || !hasClient ? [] : [{ api: name, operations: operations.map(({ id }) => id) }];
  });
}
