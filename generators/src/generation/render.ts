// The models of a project to the texts of all its files; nothing is written here.

import type { ApiProject, Project, TargetPlace } from "../config/project.ts";
import type { Report } from "../diagnostics/index.ts";
import { bannerOf } from "../emit/banner.ts";
import type { GeneratedFile } from "../emit/index.ts";
import type { Api } from "../model/api.ts";
import { isTargetName } from "../targets/own-targets.ts";
import { customFiles } from "./custom-files.ts";
import { headerOf } from "./header.ts";
import { specifierOf } from "./specifiers.ts";
import { type BaseContext, filesOf } from "./target-files.ts";

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

export interface RenderOptions {
  readonly version: string;
  /** Receives the problems that targets report; without it they are thrown. */
  readonly report?: Report;
}

export async function renderApi(
  project: Project,
  own: ApiProject,
  api: Api,
  options: RenderOptions,
): Promise<RenderedTarget[]> {
  const context: BaseContext = {
    header: headerOf(project, own, options.version),
    specifierOf: specifierOf(own),
    emission: own.options.emit,
    openapiPath: own.openapi,
    apiOptions: own.options,
  };
  const rendered: RenderedTarget[] = [];
  for (const place of own.places) {
    const started = performance.now();
    const made = await madeBy(place, api, context, options);
    const files = made.map((file) => placed(file, own, place));
    rendered.push({ api: own.name, place, files, milliseconds: performance.now() - started });
  }
  return rendered;
}

/** An error that a custom target throws is its own, not a defect of the toolkit. */
function madeBy(
  { definition, target }: TargetPlace,
  api: Api,
  context: BaseContext,
  { report }: RenderOptions,
): Promise<readonly GeneratedFile[]> {
  const files = isTargetName(target) ? filesOf : customFiles;
  return files(definition, api, { context, report });
}

function placed(file: GeneratedFile, { name, options: { header } }: ApiProject, place: TargetPlace): RenderedFile {
  const { target, out } = place;
  // A target may write Markdown or JSON, which have no such comments.
  const isCode = /\.[cm]?[jt]sx?$/.test(file.path);
  const text = header === "" || !isCode ? file.text : `${bannerOf(header)}\n${file.text}`;
  return { path: out === "" ? file.path : `${out}/${file.path}`, api: name, target, text };
}
