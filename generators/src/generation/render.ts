// Stage 4: models to the texts of all files; nothing is written here.
import type { ApiProject, Project, TargetPlace } from "../config/project.ts";
import { type Place, type Report, reportExhaustion } from "../diagnostics/index.ts";
import { bannerOf } from "../emit/banner.ts";
import type { GeneratedFile } from "../emit/index.ts";
import type { Api } from "../model/api.ts";
import { type Limits, limitsOf, megabyte } from "../source/index.ts";
import { TargetFailure } from "../targets/target.ts";
import { headerOf } from "./header.ts";
import type { OwnReadApi, ReadApis } from "./read-apis.ts";
import { specifierOf } from "./specifiers.ts";
import { type BaseContext, CustomTargetError, filesOf } from "./target-files.ts";
import { reportThrown } from "./thrown.ts";

export interface RenderedFile {
  /** Below the root. */
  readonly path: string;
  readonly api: string;
  readonly target: string;
  readonly text: string;
}

export interface RenderedTarget {
  readonly api: string;
  readonly place: TargetPlace;
  readonly files: readonly RenderedFile[];
  readonly milliseconds: number;
}

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
    const options = { command: project.command, version: how.version, report: report.tolerating(api.files.tolerate) };
    const rendered = await attempt(api, project, report, () => renderApi(api.own, api.api, options));
    if (rendered === null || isTooMuch(rendered, project.rules.limits, api, report)) break;
    targets.push(...rendered);
  }
  return { targets, code: new Map(project.modules?.hashes()) };
}

/** `null` when a target failed, which is reported; anything else that is thrown is a defect. */
async function attempt<T>(
  api: OwnReadApi<ApiProject>,
  { base, configFile, modules }: Project,
  report: Report,
  render: () => Promise<T>,
): Promise<T | null> {
  try {
    return await render();
  } catch (error) {
    if (error instanceof CustomTargetError)
      reportThrown(error, { base, configFile, files: modules?.files() ?? [] }, report);
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
  limits: Partial<Limits>,
  { entry }: OwnReadApi<ApiProject>,
  report: Report,
): boolean {
  const { outputMegabytes: max } = limitsOf(limits);
  const length = targets.flatMap(({ files }) => files).reduce((sum, { text }) => sum + text.length, 0);
  if (length <= max * megabyte) return false;
  const place: Place = entry === null ? { kind: "none" } : { kind: "offset", document: entry, offset: 0 };
  report.add("over-limit", place, { limit: "outputMegabytes", max });
  return true;
}

export interface RenderOptions {
  /** The command that rebuilds the files. */
  readonly command: string;
  readonly version: string;
  /** Receives the problems that targets report; without it they are thrown. */
  readonly report?: Report;
}

export async function renderApi(
  own: ApiProject,
  api: Api,
  { command, version, report }: RenderOptions,
): Promise<RenderedTarget[]> {
  const context: BaseContext = {
    header: headerOf(own, version, command),
    specifierOf: specifierOf(own),
    emission: own.options.emit,
    openapiPath: own.openapi,
    apiOptions: own.options,
  };
  const rendered: RenderedTarget[] = [];
  for (const place of own.places) {
    const started = performance.now();
    const made = await filesOf(place.definition, api, { context, report });
    const files = made.map((file) => placed(file, own, place));
    rendered.push({ api: own.name, place, files, milliseconds: performance.now() - started });
  }
  return rendered;
}

function placed(file: GeneratedFile, { name, options: { header } }: ApiProject, place: TargetPlace): RenderedFile {
  const { target, out } = place;
  // A target may write Markdown or JSON, which have no such comments.
  const isCode = /\.[cm]?[jt]sx?$/.test(file.path);
  const text = header === "" || !isCode ? file.text : `${bannerOf(header)}\n${file.text}`;
  return { path: out === "" ? file.path : `${out}/${file.path}`, api: name, target, text };
}
