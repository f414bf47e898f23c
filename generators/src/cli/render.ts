// The models of a project to the texts of all its files; nothing is written here.
import type { Report } from "../diagnostics/index.ts";
import { bannerOf } from "../emit/banner.ts";
import { emitted, endings, type GeneratedFile } from "../emit/index.ts";
import type { Api } from "../model/api.ts";
import { Stopwatch } from "../source/stopwatch.ts";
import { registry } from "../targets/registry.ts";
import { isTargetName, type Target, type TargetContext, type TargetName } from "../targets/target.ts";
import type { ApiProject, Project, TargetPlace } from "./config/project.ts";
import { customFiles } from "./custom-files.ts";
import { headerOf } from "./header.ts";
import type { TargetReuse } from "./reuse.ts";
import { specifierOf } from "./specifiers.ts";

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

export type LoadTarget = (name: TargetName) => Promise<Target>;

/** Each target's module is loaded when it is its turn; tests pass targets of their own. */
export const loadFromRegistry: LoadTarget = async (name) => (await registry[name].load()).target;

export interface RenderOptions {
  readonly version: string;
  readonly loadTarget: LoadTarget;
  readonly stopwatch?: Stopwatch;
  /** What the last run made from this API. */
  readonly reuse?: TargetReuse | undefined;
  /** Told what targets of the user find wrong. */
  readonly report?: Report;
}

export async function renderApi(
  project: Project,
  own: ApiProject,
  api: Api,
  options: RenderOptions,
): Promise<RenderedTarget[]> {
  const context: TargetContext = {
    header: headerOf(project, own, options.version),
    specifierOf: specifierOf(own),
    importExtension: own.importExtension,
    emission: own.emission,
    openapiPath: own.openapi,
    formats: own.formats ?? undefined,
    dates: own.dates,
    ...(options.reuse === undefined ? {} : { reuse: options.reuse }),
  };
  const rendered: RenderedTarget[] = [];
  const { stopwatch = new Stopwatch("compare") } = options;
  const isOnly = project.apis.length === 1;
  for (const place of own.places) {
    const started = performance.now();
    const stage = `target ${isOnly ? "" : `${own.name}/`}${place.target}` as const;
    const made = await stopwatch.timeAsync(stage, () => filesOf(place, { own, api, context, options, stopwatch }));
    const files = made.map((file) => placed(file, own, place));
    rendered.push({ api: own.name, place, files, milliseconds: performance.now() - started });
  }
  return rendered;
}

interface Making {
  readonly own: ApiProject;
  readonly api: Api;
  readonly context: TargetContext;
  readonly options: RenderOptions;
  readonly stopwatch: Stopwatch;
}

async function filesOf(place: TargetPlace, making: Making): Promise<readonly GeneratedFile[]> {
  const { own, api, context, options, stopwatch } = making;
  // What a user's target depends on nobody knows, so it is made in every run.
  if (place.custom !== null) return customFiles(place.custom, api, { context, emission: own.emission, ...options });
  const { target: name } = place;
  if (!isTargetName(name)) throw new TypeError(`there is no target ${name}`);
  const make = async (): Promise<readonly GeneratedFile[]> => {
    const target = await stopwatch.timeAsync("load code", () => options.loadTarget(name));
    return emitted(await target.emit(api, { ...context, client: place.client ?? undefined }), own.emission);
  };
  return madeBy(make, name, options.reuse);
}

/** What another tool makes from the files themselves is made again in every run. */
async function madeBy(
  make: () => Promise<readonly GeneratedFile[]>,
  target: TargetName,
  reuse: TargetReuse | undefined,
): Promise<readonly GeneratedFile[]> {
  if (reuse === undefined || registry[target].readsFiles === true) return make();
  const texts = await reuse.textsLater(target, async () => (await make()).flatMap(({ path, text }) => [path, text]));
  return texts.flatMap((path, at) => (at % 2 === 0 ? [{ target, path, text: texts[at + 1] ?? "" }] : []));
}

function placed(
  file: GeneratedFile,
  { name, emission, header }: ApiProject,
  { target, custom, out }: TargetPlace,
): RenderedFile {
  const parts = file.path.split("/");
  const isNamed = endings[emission].some((ending) => file.path.endsWith(ending)) || custom !== null;
  if (!isNamed || parts.some((part) => part === "" || part === "." || part === "..")) {
    throw new TypeError(
      `the target ${target} makes a file with a path that is not its own: ${JSON.stringify(file.path)}`,
    );
  }
  // A user's target may write Markdown or JSON, which have no such comments.
  const isCode = /\.[cm]?[jt]sx?$/.test(file.path);
  const text = header === null || !isCode ? file.text : `${bannerOf(header)}\n${file.text}`;
  return { path: out === "" ? file.path : `${out}/${file.path}`, api: name, target, text };
}
