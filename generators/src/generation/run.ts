// One run: load -> read -> check -> render -> plan -> write. `generate.ts` loads, and comes here only when something may have changed.
// Caching and timing wrap the stages (wrapped-stages.ts).
import path from "node:path";
import { checkApis } from "../checks/checks.ts";
import { pathFrom } from "../config/path-from.ts";
import type { ApiProject, Project } from "../config/project.ts";
import { Report } from "../diagnostics/index.ts";
import { checkCompilerSettings } from "./compiler-settings.ts";
import type { LastRun } from "./load.ts";
import { reportDamaged } from "./output/damaged-manifest.ts";
import { type Plan, planRun } from "./plan.ts";
import { readApis } from "./read-apis.ts";
import { type Rendered, renderApis } from "./render.ts";
import type { Run, RunRequest } from "./request.ts";
import { actionsOf, targetResultsOf } from "./results.ts";
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

/** Every stage reports all problems it finds. The run stops after the first stage with an error. */
export async function run(
  project: Project,
  last: LastRun,
  request: RunRequest,
  stages: Stages = ownStages,
): Promise<Run> {
  const { root, base, rebuild } = project;
  const report = new Report();
  const { found } = last;
  const end = (reached: Reached): Run => runOf(reached, { project, request, report });
  try {
    if (found.kind === "damaged") reportDamaged(found, root, rebuild, report);
    const read = stages.read(project, report);
    await stages.check(read.apis, report, "generate");
    if (isBlocked(report, request)) return end({ read: read.hashes });
    const rendered = await stages.render(project, read, request.toolkit, report);
    const files = new Map([...read.hashes, ...rendered.code]);
    if (isBlocked(report, request)) return end({ read: files });
    const tolerated = toleratedIn(report.list(), root, base);
    const plan = stages.plan(project, { last, read, rendered, tolerated }, request, report);
    if (isBlocked(report, request)) return end({ read: files, rendered, plan });
    if (request.mode !== "check" && plan.states.files.some(({ state }) => state !== "same"))
      await checkCompilerSettings(project, request.cwd, report);
    stages.write(project, plan, request, report);
    return end({ read: files, rendered, plan });
  } finally {
    project.modules?.close();
  }
}

/** With `force` a run replaces a manifest that cannot be used. */
function isBlocked(report: Report, { force }: RunRequest): boolean {
  return report.list().some(({ code, severity }) => severity === "error" && !(force && code === "invalid-manifest"));
}

/** The result of the last stage. */
interface Reached extends Pick<Run, "read"> {
  readonly rendered?: Rendered;
  readonly plan?: Plan;
}

interface Ended {
  readonly project: Project;
  readonly request: RunRequest;
  readonly report: Report;
}

function runOf({ read, rendered, plan }: Reached, { project, request, report }: Ended): Run {
  const { root, base, only } = project;
  const ok = !isBlocked(report, request);
  const diagnostics = report.list();
  const tolerated = toleratedIn(diagnostics, root, base);
  const run = { ok, unchanged: false, diagnostics, tolerated, read };
  if (rendered === undefined || plan === undefined)
    return { ...run, excerpts: new Map(), targets: [], actions: [], postprocessing: [] };
  const shown = (file: string): string => pathFrom(request.cwd, path.join(root, file));
  return {
    ...run,
    excerpts: plan.excerpts,
    targets: targetResultsOf(rendered.targets, plan.states, only),
    actions: ok && request.mode !== "check" ? actionsOf(plan.states, shown) : [],
    postprocessing: ok && request.mode !== "check" ? postprocessingOf(project, plan) : [],
  };
}
