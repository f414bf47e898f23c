// Stage 4: models to the texts of all files; nothing is written here.
import type { ApiProject, Project } from "../config/project.ts";
import { type Place, type Report, reportExhaustion } from "../diagnostics/index.ts";
import { limitsOf, megabyte } from "../source/index.ts";
import { TargetFailure } from "../targets/target.ts";
import { CustomTargetError } from "./custom-files.ts";
import type { OwnReadApi, ReadApis } from "./read-apis.ts";
import { type RenderedTarget, renderApi } from "./render.ts";
import { reportThrown } from "./thrown.ts";

export interface Rendered {
  readonly targets: readonly RenderedTarget[];
  /** Modules of the configuration that were used, absolute, with the hash of each. */
  readonly code: ReadonlyMap<string, string>;
}

/** If a target cannot generate something, the report has an error, and nothing is written. */
export async function renderApis(
  project: Project,
  { apis }: ReadApis<ApiProject>,
  how: { readonly version: string },
  report: Report,
): Promise<Rendered> {
  const targets: RenderedTarget[] = [];
  for (const api of apis) {
    const rendered = await attempt(api, project, report, () =>
      renderApi(project, api.own, api.api, {
        version: how.version,
        report: report.tolerating(api.files.tolerate),
      }),
    );
    if (rendered === null || isTooMuch(rendered, project, api, report)) break;
    targets.push(...rendered);
  }
  return { targets, code: new Map(project.modules?.hashes()) };
}

/** `null` when a target failed, which is reported; anything else that is thrown is a defect. */
async function attempt<T>(
  api: OwnReadApi<ApiProject>,
  project: Project,
  report: Report,
  render: () => Promise<T>,
): Promise<T | null> {
  try {
    return await render();
  } catch (error) {
    if (error instanceof CustomTargetError) reportThrown(error, project, report);
    else if (error instanceof TargetFailure) {
      const { openapi } = api.files;
      const place: Place = openapi === null ? { kind: "none" } : { kind: "file", path: openapi };
      report.add("target-failed", place, { target: error.target, reason: error.message });
    } else reportExhaustion({ report, document: api.entry, purpose: "to be generated from" }, error);
    return null;
  }
}

/** Whether the files of an API are larger than the limit, which is reported. */
function isTooMuch(
  targets: readonly RenderedTarget[],
  { rules }: Project,
  { entry }: OwnReadApi<ApiProject>,
  report: Report,
): boolean {
  const { outputMegabytes: max } = limitsOf(rules.limits);
  const length = targets.flatMap(({ files }) => files).reduce((sum, { text }) => sum + text.length, 0);
  if (length <= max * megabyte) return false;
  const place: Place = entry === null ? { kind: "none" } : { kind: "offset", document: entry, offset: 0 };
  report.add("over-limit", place, { limit: "outputMegabytes", max });
  return true;
}
