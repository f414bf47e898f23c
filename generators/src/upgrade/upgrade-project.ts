// A project and the description it has now -> its callers' code for that description: planned, and written together with the output.
import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { readApi } from "../checks/model-checks.ts";
import { Report } from "../diagnostics/index.ts";
import type { Api } from "../model/api.ts";
import { filtered } from "../model/finish/filters.ts";
import { filtersOf } from "../model/option-values.ts";
import type { ComparedDescription } from "../run/compare/diff-descriptions.ts";
import { pathFrom } from "../run/config/paths.ts";
import { type ApiProject, hashedProject, type Project } from "../run/config/project.ts";
import { headedCommandOf } from "../run/header.ts";
import { loadLastRun } from "../run/load.ts";
import { applyChanges, type Change } from "../run/output/apply-changes.ts";
import type { Plan } from "../run/plan.ts";
import { type ReadApis, readApis } from "../run/read-apis.ts";
import { type Rendered, renderApi } from "../run/render.ts";
import type { Run, RunRequest } from "../run/request.ts";
import { isBlocked, resultOf, run } from "../run/run.ts";
import { writePlan } from "../run/write.ts";
import { defaultRoots } from "../source/index.ts";
import { type Base, type BaseSources, findBase, History } from "./base/base.ts";
import type { EditedFile, GeneratedText } from "./caller-project.ts";
import type { ApiPlan } from "./plan/changes.ts";
import { StatedRenames } from "./plan/findings.ts";
import { inOrderOfDiff, planApi } from "./plan/plan.ts";
import { committedTexts, dependentFolders, generatedPackage, isInside, repositoryOf } from "./repository.ts";
import {
  type Compiler,
  type CompilerKit,
  configNames,
  findProjects,
  plainProject,
  readProjects,
  type Project as TypeScriptProject,
} from "./rewrite/compiler.ts";
import { configWith, hasSelectors, type SelectorRename, selectorRenames, withRenamedSelectors } from "./selectors.ts";
import { slashed, type Upgraded, upgradeCallers } from "./upgrade.ts";

export interface UpgradeRequest extends Pick<RunRequest, "toolkit" | "cwd"> {
  readonly mode: "dry-run" | "write";
  /** Also with changes that are not committed, and over generated files that were edited by hand. */
  readonly force: boolean;
  /** Instead of what the code was generated from. */
  readonly from: ComparedDescription | null;
  readonly sources: BaseSources;
  readonly renames: ReadonlyMap<string, string>;
  /** Files `tsconfig.json`, absolute; empty: those that are found. */
  readonly projects: readonly string[];
  readonly kit: CompilerKit;
}

export interface UpgradeResult {
  /** Nothing stopped it; places may be left to people all the same. */
  readonly ok: boolean;
  readonly run: Run;
  readonly base: Base["kind"];
  /** Inputs of the old description that were not found. */
  readonly missing: readonly string[];
  /** Documents of the configuration that the code was not generated from. */
  readonly moved: readonly string[];
  /** APIs whose old description cannot be read, by name; then nothing is written. */
  readonly unread: readonly string[];
  readonly plans: readonly ApiPlan[];
  readonly upgraded: Upgraded | null;
  /** Renames of the command line that named nothing. */
  readonly unused: readonly string[];
  /** Files that would be written and have changes that are not committed, absolute. */
  readonly dirty: readonly string[];
  readonly written: boolean;
  /** Where callers are; absolute, without links. */
  readonly repository: string;
}

export async function upgradeProject(project: Project, request: UpgradeRequest): Promise<UpgradeResult> {
  const base: Base =
    request.from === null
      ? findBase(project, request.sources)
      : { kind: "found", texts: new Map(), isCommitted: false };
  const stated = new StatedRenames(request.renames);
  const unread: string[] = [];
  const renamed = base.kind === "found" ? renamedSelectors({ project, base, request, stated }) : [];
  const repository = repositoryOf(project.base);
  const current = withSelectors(project, renamed);
  const { mode, force, toolkit, cwd } = request;
  const runRequest: RunRequest = { mode: base.kind === "found" ? mode : "dry-run", force, toolkit, cwd };
  const last = { ...loadLastRun(current, { ...runRequest, mode }), unchanged: null };
  try {
    const dryRun = await run(current, last, { ...runRequest, mode: "dry-run" });
    const upgrading =
      base.kind === "found" ? { project: current, old: project, renamed, repository, base, request, stated } : null;
    const rewritten =
      upgrading === null || dryRun.rendered === null || dryRun.isFaulty
        ? null
        : await rewrite(upgrading, dryRun.read, dryRun.rendered, unread);
    const upgraded = rewritten?.upgraded ?? null;
    const { dirty, written } =
      upgrading === null || dryRun.plan === null || isBlocked(current, dryRun.report)
        ? { dirty: [], written: false }
        : writeBoth(
            upgrading,
            { report: dryRun.report, plan: dryRun.plan, files: upgraded?.files ?? [], unread },
            runRequest,
          );
    const done = resultOf(current, runRequest, dryRun);
    return {
      ok:
        done.ok &&
        base.kind !== "missing" &&
        base.kind !== "moved" &&
        base.kind !== "no-manifest" &&
        dirty.length + unread.length === 0,
      run: done,
      base: base.kind,
      missing: base.kind === "missing" || base.kind === "moved" ? base.inputs : [],
      moved: base.kind === "moved" ? base.entries : [],
      plans: rewritten?.plans ?? [],
      upgraded,
      unused: base.kind === "found" ? stated.unused() : [],
      unread,
      dirty,
      written,
      repository,
    };
  } finally {
    current.modules?.close();
  }
}

interface Sources {
  readonly project: Project;
  readonly base: Base & { readonly kind: "found" };
  readonly request: UpgradeRequest;
  readonly stated: StatedRenames;
}

interface Upgrading extends Sources {
  /** The project with its selectors as they are written. */
  readonly old: Project;
  readonly renamed: readonly SelectorRename[];
  readonly repository: string;
}

/** A selector that names nothing would stop the run before it could be rewritten. */
function renamedSelectors(sources: Sources): SelectorRename[] {
  const { project, stated } = sources;
  if (!project.apis.some(({ options }) => hasSelectors(options))) return [];
  const unfilteredProject = {
    ...project,
    apis: project.apis.map((apiProject) => ({
      ...apiProject,
      options: { ...apiProject.options, include: [], exclude: [], pagination: false as const },
    })),
  };
  const now = readApis(unfilteredProject, new Report());
  const before = oldApis({ ...sources, project: unfilteredProject }, now);
  return now.apis.flatMap(({ name, api: after }) => {
    const apiProject = project.apis.find((each) => each.name === name);
    const old = before.get(name);
    if (apiProject === undefined || old === undefined) return [];
    return selectorRenames(name, apiProject.options, { before: old, after }, stated.forApi(name));
  });
}

function withSelectors(project: Project, renamed: readonly SelectorRename[]): Project {
  if (renamed.length === 0) return project;
  const apis = project.apis.map((apiProject) => ({
    ...apiProject,
    options: withRenamedSelectors(
      apiProject.options,
      renamed.filter(({ api }) => api === apiProject.name),
    ),
  }));
  return hashedProject({ ...project, apis });
}

interface ToWrite {
  readonly report: Report;
  readonly plan: Plan;
  readonly files: Upgraded["files"];
  readonly unread: readonly string[];
}

/** The callers' code and the output, if nothing is in the way. */
function writeBoth(
  { project, request, repository }: Upgrading,
  { report, plan, files, unread }: ToWrite,
  runRequest: RunRequest,
): { readonly dirty: readonly string[]; readonly written: boolean } {
  const outputs = plan.states.files
    .filter((file) => file.state !== "same")
    .map((file) => path.join(project.root, file.path));
  const dirty = request.force
    ? []
    : (History.around(project.root)?.changedAmong(
        // Git knows nothing about others, and they are not written.
        files.map(({ file }) => file).filter((file) => isInside(file, repository)),
      ) ?? []);
  if (dirty.length + unread.length > 0 || runRequest.mode !== "write") return { dirty, written: false };
  const before = errorsIn(report);
  const problem = writeCallers(files, repository, () => {
    writePlan(project, plan, runRequest, report);
    return errorsIn(report) === before;
  });
  if (problem !== null && errorsIn(report) === before)
    report.add(
      "unwritable-file",
      { kind: "file", path: problem.file },
      { file: pathFrom(runRequest.cwd, problem.file), reason: problem.reason },
    );
  return { dirty, written: errorsIn(report) === before && files.length + outputs.length > 0 };
}

function errorsIn(report: Report): number {
  return report.list().filter(({ severity }) => severity === "error").length;
}

/** `unread`: receives the APIs whose old description cannot be read. */
async function rewrite(
  upgrading: Upgrading,
  read: ReadApis<ApiProject>,
  rendered: Rendered,
  unread: string[],
): Promise<{ readonly plans: readonly ApiPlan[]; readonly upgraded: Upgraded }> {
  const { project, old: asWritten, request, stated } = upgrading;
  const sides = oldApis({ ...upgrading, project: asWritten }, read);
  const plans: ApiPlan[] = [];
  const before: GeneratedText[] = [];
  for (const { name, own, api: now } of read.apis) {
    const old = sides.get(name);
    if (old === undefined) {
      unread.push(name);
      continue;
    }
    const plan = planApi(
      name,
      { api: old, options: own.options },
      { api: now, options: own.options },
      stated.forApi(name),
    );
    plans.push({ ...plan, changes: inOrderOfDiff(plan.changes, old, now) });
    const ownBefore = asWritten.apis.find((each) => each.name === name) ?? own;
    const files = await renderApi(ownBefore, old, {
      command: headedCommandOf(project),
      version: request.toolkit.version,
      report: new Report(),
    });
    before.push(...textsOf(files, project.root));
  }
  const after = textsOf(rendered.targets, project.root);
  const { repository } = upgrading;
  const upgraded = upgradeCallers({
    kit: request.kit,
    projects: projectsOf(project, repository, request),
    before,
    after,
    plans,
    own: generatedPackage(project.base, repository),
    committed: isGenerated(upgrading, after) ? committedTexts(project.root) : () => new Map(),
  });
  const config = editedConfig(upgrading);
  const files = [...config.files, ...upgraded.files];
  return { plans, upgraded: { ...upgraded, files, left: [...config.left, ...upgraded.left] } };
}

/** Whether the generated code is that of the new description already, and differs from the last commit. */
function isGenerated({ base, request }: Upgrading, after: readonly GeneratedText[]): boolean {
  const { sys } = request.kit.compiler;
  return base.isCommitted || (request.from !== null && after.every(({ file, text }) => sys.readFile(file) === text));
}

function editedConfig({ project, request, renamed }: Upgrading): Pick<Upgraded, "files" | "left"> {
  const { configFile: file } = project;
  if (renamed.length === 0 || file === null) return { files: [], left: [] };
  const { compiler } = request.kit;
  const before = readFile(file, compiler);
  const { text, left } = configWith(before, renamed, { isJson: file.endsWith(".json"), compiler });
  return {
    files: text === before ? [] : [{ file: slashed(file), before, text }],
    left: left.map(({ field, from, to }) => ({
      change: null,
      file: slashed(file),
      line: 1,
      column: 1,
      message: `the ${field} ${from} is now ${to}, and a selector names it`,
      hint: `write ${to} in the configuration`,
    })),
  };
}

function textsOf(targets: Rendered["targets"], root: string): GeneratedText[] {
  return targets.flatMap(({ files }) =>
    files.map(({ path: file, api, target, text }) => ({ file: slashed(path.join(root, file)), api, target, text })),
  );
}

/** The APIs as they were, by name. One that could not be read as it was is not upgraded. */
function oldApis({ project, base, request }: Sources, read: ReadApis<ApiProject>): ReadonlyMap<string, Api> {
  const { from } = request;
  if (from !== null) {
    const [only] = read.apis;
    if (only === undefined) return new Map();
    const { api } = readApi({ ...from, options: only.own.options }, new Report());
    const filters = filtersOf(only.own.options);
    const selection = api === null || filters === null ? null : filtered(api, filters);
    if (api === null) return new Map();
    // A description that names one document says nothing about the other one.
    const { http, messaging, schemas } = selection?.api ?? api;
    const now = only.api;
    return new Map([[only.name, { http: http ?? now.http, messaging: messaging ?? now.messaging, schemas }]]);
  }
  const { texts } = base;
  const entries = project.apis
    .flatMap(({ openapi, asyncapi }) => [openapi, asyncapi])
    .filter((entry) => entry !== null);
  const readText = (file: string): string => texts.get(path.normalize(file)) ?? readFile(file, request.kit.compiler);
  const rules = { ...project.rules, readText, roots: [...project.rules.roots, ...defaultRoots(project.base, entries)] };
  return new Map(readApis({ ...project, rules }, new Report()).apis.map(({ name, api }) => [name, api]));
}

function readFile(file: string, { sys }: Compiler): string {
  const text = sys.readFile(file);
  if (text === undefined) throw Object.assign(new Error(`no such file: ${file}`), { code: "ENOENT" });
  return text;
}

/** Those of the configuration's folder, and of the packages that depend on it; else the nearest one above. */
function projectsOf(
  { base }: Project,
  repository: string,
  { projects, kit: { compiler } }: UpgradeRequest,
): TypeScriptProject[] {
  const seen = new Set<string>();
  const read = (file: string): TypeScriptProject[] => readProjects(slashed(file), compiler, seen);
  if (projects.length > 0) return projects.flatMap(read);
  const configFiles = [base, ...dependentFolders(base, repository)].flatMap(findProjects);
  if (configFiles.length > 0) return configFiles.flatMap(read);
  for (let at = path.dirname(base); at !== path.dirname(at); at = path.dirname(at)) {
    const file = configNames.map((name) => path.join(at, name)).find((one) => existsSync(one));
    if (file !== undefined) return read(file);
  }
  return [plainProject(base, compiler)];
}

export interface CallerProblem {
  /** Absolute. */
  readonly file: string;
  readonly reason: string;
}

/**
 * The output is written when all of the callers' code is; if it returns `false`, their code is as before. A file behind a link is
 * written where the link leads, inside of the repository.
 */
function writeCallers(
  files: readonly EditedFile[],
  repository: string,
  writeOutput: () => boolean,
): CallerProblem | null {
  const outside = files.find(({ file }) => !isInside(file, repository));
  if (outside !== undefined) return { file: outside.file, reason: `it is outside of the repository ${repository}` };
  const texts = new Map(files.map(({ file, text }) => [realpathSync(file), text]));
  const changes = [...texts].map(([real, text]) => ({ path: pathFrom(repository, real), text }));
  const end = changes.at(-1);
  if (end === undefined) {
    writeOutput();
    return null;
  }
  const closing: Change = {
    path: end.path,
    text: () => {
      if (!writeOutput()) throw new Error("the generated code could not be written");
      return end.text;
    },
  };
  const problem = applyChanges(repository, [...changes.slice(0, -1), closing]);
  return problem === null ? null : { file: path.join(repository, problem.path), reason: problem.reason };
}
