// The models of a project to the texts of all its files; nothing is written here.
import { bannerOf } from "../emit/banner.ts";
import { emitted, endings, type GeneratedFile } from "../emit/index.ts";
import type { Api } from "../model/api.ts";
import { Stopwatch } from "../source/stopwatch.ts";
import { registry } from "../targets/registry.ts";
import type { Target, TargetName } from "../targets/target.ts";
import type { ApiProject, Project, TargetPlace } from "./config/project.ts";
import { headerOf } from "./header.ts";
import type { TargetReuse } from "./reuse.ts";
import { specifierOf } from "./specifiers.ts";

export interface RenderedFile {
  /** Below the root. */
  readonly path: string;
  readonly api: string;
  readonly target: TargetName;
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
}

export async function renderApi(
  project: Project,
  own: ApiProject,
  api: Api,
  options: RenderOptions,
): Promise<RenderedTarget[]> {
  const context = {
    header: headerOf(project, own, options.version),
    specifierOf: specifierOf(own),
    importExtension: own.importExtension,
    emission: own.emission,
    openapiPath: own.openapi,
    formats: own.formats ?? undefined,
    ...(options.reuse === undefined ? {} : { reuse: options.reuse }),
  };
  const rendered: RenderedTarget[] = [];
  const { stopwatch = new Stopwatch("compare") } = options;
  const isOnly = project.apis.length === 1;
  for (const place of own.places) {
    const started = performance.now();
    const stage = `target ${isOnly ? "" : `${own.name}/`}${place.target}` as const;
    const make = async (): Promise<readonly GeneratedFile[]> => {
      const target = await stopwatch.timeAsync("load code", () => options.loadTarget(place.target));
      return emitted(await target.emit(api, { ...context, client: place.client ?? undefined }), own.emission);
    };
    const made = await stopwatch.timeAsync(stage, () => madeBy(make, place.target, options.reuse));
    const files = made.map((file) => placed(file, own, place));
    rendered.push({ api: own.name, place, files, milliseconds: performance.now() - started });
  }
  return rendered;
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
  { target, out }: TargetPlace,
): RenderedFile {
  const parts = file.path.split("/");
  const isNamed = endings[emission].some((ending) => file.path.endsWith(ending));
  if (!isNamed || parts.some((part) => part === "" || part === "." || part === "..")) {
    throw new TypeError(
      `the target ${target} makes a file with a path that is not its own: ${JSON.stringify(file.path)}`,
    );
  }
  const text = header === null ? file.text : `${bannerOf(header)}\n${file.text}`;
  return { path: out === "" ? file.path : `${out}/${file.path}`, api: name, target, text };
}
