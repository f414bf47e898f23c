// One run: load -> read -> check -> render -> plan -> write. `generate.ts` loads, and comes here only when something may have changed.
// Caching and timing wrap the stages (wrapped-stages.ts).
import path from "node:path";
import { checkApis } from "../checks/checks.ts";
import { Report } from "../diagnostics/index.ts";
import { checkCompilerSettings } from "./compiler-settings.ts";
import { pathFrom } from "./config/path-from.ts";
import type { ApiProject, Project } from "./config/project.ts";
import { Forms } from "./formatting/forms.ts";
import type { LastRun } from "./load.ts";
import { reportDamaged } from "./output/damaged-manifest.ts";
import { type Plan, planRun } from "./plan.ts";
import { type OwnReadApi, readApis } from "./read-apis.ts";
import { type Rendered, renderApis } from "./render.ts";
import type { DetectedPages, Run, RunRequest } from "./request.ts";
import { actionsOf, stoppedResultsOf, targetResultsOf } from "./results.ts";
import { toleratedIn } from "./tolerated-places.ts";
import { postprocessingOf, writePlan } from "./write.ts";

export interface Stages {
  readonly read: typeof readApis<ApiProject>;
  readonly check: typeof checkApis;
  readonly render: typeof renderApis;
  readonly plan: typeof planRun;
  readonly write: typeof writePlan;
}

export const ownStages: Stages = {
  read: readApis<ApiProject>,
  check: checkApis,
  render: renderApis,
  plan: planRun,
  write: writePlan,
};

/**
 * Every stage reports all problems it finds. An error of a description stops the targets whose output it would make wrong; once there
 * are no others, or with any other error, the run stops after the stage.
 */
export async function run(
  project: Project,
  last: LastRun,
  request: RunRequest,
  stages: Stages = ownStages,
): Promise<Run> {
  const { root, rebuild } = project;
  const report = new Report();
  const { found } = last;
  const end = (reached: Reached): Run => runOf(reached, { project, request, report });
  const isOver = (): boolean => isBlocked(project, report);
  const forms = new Forms(found.kind === "manifest" ? found.manifest.outputs : new Map());
  try {
    if (found.kind === "damaged")
      reportDamaged(
        found,
        { root, name: last.name, rebuild, isReplaced: request.force && request.mode !== "check" },
        report,
      );
    const read = stages.read(project, report);
    await stages.check(read.apis, report, "generate");
    if (isOver()) return end({ read: read.hashes });
    const { version } = request.toolkit;
    const rendered = await stages.render(project, read, { version, queue: (files) => forms.queue(files) }, report);
    const files = new Map([...read.hashes, ...rendered.code]);
    if (isOver()) return end({ read: files });
    const tolerated = toleratedIn(report.list(), project);
    const plan = stages.plan(project, { last, read, rendered, tolerated, forms }, request, report);
    if (isOver()) return end({ read: files, rendered, plan });
    if (request.mode !== "check" && plan.states.files.some(({ state }) => state !== "same"))
      await checkCompilerSettings(project, request.cwd, report);
    stages.write(project, plan, request, report);
    return end({ read: files, rendered, plan, detected: detectedIn(read.apis) });
  } finally {
    forms.end();
    project.modules?.close();
  }
}

/** Whether nothing is left to do: an error stops everything, or errors stop each target. */
function isBlocked({ apis, only }: Project, report: Report): boolean {
  const errors = report.list().filter(({ severity }) => severity === "error");
  if (errors.length === 0) return false;
  if (errors.some(({ stops }) => stops === null)) return true;
  return apis.every(({ name, places }) => {
    const faulty = report.faultyTargets(name);
    return places.every(({ target }) => faulty.has(target) || only?.has(target) === false);
  });
}

/** The result of the last stage. */
interface Reached extends Pick<Run, "read"> {
  readonly rendered?: Rendered;
  readonly plan?: Plan;
  readonly detected?: Run["detected"];
}

interface Ended {
  readonly project: Project;
  readonly request: RunRequest;
  readonly report: Report;
}

/** Those that a client is generated for. */
function detectedIn(apis: readonly OwnReadApi<ApiProject>[]): DetectedPages[] {
  return apis.flatMap(({ name, api: { http }, places }) => {
    const operations = (http?.operations ?? []).filter(({ pagination }) => pagination?.source === "detected");
    const hasClient = places.some(({ target }) => target === "client");
    return operations.length === 0 || !hasClient ? [] : [{ api: name, operations: operations.map(({ id }) => id) }];
  });
}

function runOf({ read, rendered, plan, detected = [] }: Reached, { project, request, report }: Ended): Run {
  const { root, only } = project;
  const diagnostics = report.list();
  const run = {
    detected,
    ok: !report.hasErrors,
    unchanged: false,
    diagnostics,
    stopped: stoppedResultsOf(project, diagnostics),
    tolerated: toleratedIn(diagnostics, project),
    read,
  };
  if (rendered === undefined || plan === undefined)
    return { ...run, done: false, excerpts: new Map(), targets: [], actions: [], postprocessing: [] };
  const done = !isBlocked(project, report);
  const shown = (file: string): string => pathFrom(request.cwd, path.join(root, file));
  return {
    ...run,
    done,
    excerpts: plan.excerpts,
    targets: targetResultsOf(rendered.targets, plan.states, only),
    actions: done && request.mode !== "check" ? actionsOf(plan.states, shown) : [],
    postprocessing: done && request.mode !== "check" ? postprocessingOf(project, plan) : [],
  };
}
