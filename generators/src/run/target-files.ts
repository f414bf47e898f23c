// A target and a model -> its files as they are written, each with a path below the target's folder and a header; or in memory.
import path from "node:path";
import type { Report } from "../diagnostics/index.ts";
import { bannerOf, linterDirectives, withoutTypeCheck } from "../emit/banner.ts";
import { type Emission, emitted, endings, type GeneratedFile, headedText } from "../emit/index.ts";
import type { Api } from "../model/api.ts";
import type { ApiOptions } from "../model/api-options.ts";
import { isTargetName } from "../targets/built-in-targets.ts";
import {
  type PlainFile,
  type RenderContext,
  type SourceFile,
  type Target,
  TargetFailure,
  type TargetFile,
  type TargetProblem,
} from "../targets/target.ts";
import type { ApiProject, TargetPlace } from "./config/project.ts";

type TextFile = Exclude<TargetFile, SourceFile>;

/** What targets of one API have in common. */
export type BaseContext = Omit<RenderContext, "options" | "problem">;

/** The options of an API with guards where one of its targets calls them. */
export function withGuards(options: ApiOptions, targets: readonly Pick<Target, "callsGuards">[]): ApiOptions {
  return { ...options, guards: options.guards || targets.some(({ callsGuards }) => callsGuards === true) };
}

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

export interface Rendering {
  readonly context: BaseContext;
  /** Receives the problems; without it they are thrown. */
  readonly report?: Report | undefined;
}

/** Thrown if a custom target throws, or returns something that is not a file of a target: no defect of the toolkit. */
export class CustomTargetError extends Error {
  override readonly name = "CustomTargetError";
  readonly target: string;

  constructor(target: string, cause: unknown) {
    super(cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause), { cause });
    this.target = target;
  }
}

export async function filesOf(target: Target, api: Api, rendering: Rendering): Promise<GeneratedFile[]> {
  try {
    return await madeBy(target, api, rendering);
  } catch (error) {
    if (isTargetName(target.name) || error instanceof TargetFailure) throw error;
    throw new CustomTargetError(target.name, error);
  }
}

async function madeBy(target: Target, api: Api, { context, report }: Rendering): Promise<GeneratedFile[]> {
  const { emission } = context;
  const renderContext: RenderContext = {
    ...context,
    options: target.options ?? {},
    problem: (problem) => addProblem(target, problem, report),
  };
  const renderOutput: unknown = await target.render(api, renderContext);
  const files = checkFiles(renderOutput, emission).map((file) => headed(file, target, renderContext));
  return [...files.filter((file) => !isScript(file)), ...(await emitted(files.filter(isScript), emission))];
}

function addProblem({ name }: Target, problem: TargetProblem, report: Report | undefined): void {
  const { severity = "error", at, message, hint } = problem;
  if (report === undefined) throw new TypeError(`${name}: ${message}`);
  const place = at === undefined ? ({ kind: "none" } as const) : "at" in at ? at.at : at;
  const code = severity === "error" ? "target-error" : "target-warning";
  report.add(code, place, { target: name, message, hint }, { stops: [name] });
}

function checkFiles(renderOutput: unknown, emission: Emission): TextFile[] {
  if (!Array.isArray(renderOutput)) throw new TypeError("render() must return a list of files: [{ path, text }]");
  const files = renderOutput.map((file: unknown, index) => {
    if (isSourceFile(file)) return plainFileOf(file);
    if (isFile(file)) return file;
    throw new TypeError(`file ${index} that render() returned is neither { path, text } nor a SourceFile of ts-morph`);
  });
  const paths = new Set<string>();
  for (const { path } of files) {
    checkPath(path, emission);
    if (paths.has(path)) throw new TypeError(`render() returns ${JSON.stringify(path)} twice`);
    paths.add(path);
  }
  return files;
}

/** By its members: the plugin may have a ts-morph of its own. */
function isSourceFile(file: unknown): file is SourceFile {
  const has = (name: string): boolean => typeof Reflect.get(Object(file), name) === "function";
  return has("getFilePath") && has("getFullText") && has("getProject");
}

/** Its path below the folder that its project works in, `/` in memory. */
function plainFileOf(file: SourceFile): PlainFile {
  const folder = file.getProject().getFileSystem().getCurrentDirectory();
  return { path: path.posix.relative(folder, file.getFilePath()), text: file.getFullText() };
}

function isFile(file: unknown): file is TextFile {
  return (
    typeof file === "object" &&
    file !== null &&
    "path" in file &&
    typeof file.path === "string" &&
    "text" in file &&
    typeof file.text === "string"
  );
}

/** The name says that a file is generated, for people and for tools. */
function checkPath(path: string, emission: Emission): void {
  const parts = path.split("/");
  const name = parts.at(-1) ?? "";
  if (parts.some((part) => part === "" || part === "." || part === "..") || path.includes("\\"))
    throw new TypeError(`${JSON.stringify(path)} is not a path below the folder of the target`);
  if (!/^[^.].*\.gen\.[^.]/.test(name))
    throw new TypeError(
      `${JSON.stringify(path)} is not a name of a generated file: end it in .gen.ts, such as routes.gen.ts`,
    );
  const isCode = /\.(?:js|d\.ts)$/.test(name) && endings.js.some((ending) => name.endsWith(ending));
  if (isCode && emission === "ts")
    throw new TypeError(
      `${JSON.stringify(path)}: return TypeScript, ${name.replace(/\.(?:d\.ts|js)$/, ".ts")}; emit: "js" makes JavaScript of it`,
    );
}

/** As it was printed, or with the header that its kind of file can have. */
function headed(file: TextFile, target: Target, context: RenderContext): GeneratedFile {
  const { name, summary } = target;
  if ("scriptAndTypes" in file && file.scriptAndTypes !== undefined) return { ...file, target: name };
  const text = file.text.includes("\r\n") ? file.text.replaceAll("\r\n", "\n") : file.text;
  return { target: name, path: file.path, text: headedText({ path: file.path, summary }, text, context) };
}

function isScript({ path }: GeneratedFile): boolean {
  return path.endsWith(".ts");
}

export function placed(file: GeneratedFile, { name, options }: ApiProject, place: TargetPlace): RenderedFile {
  const { target, out } = place;
  return {
    path: out === "" ? file.path : `${out}/${file.path}`,
    api: name,
    target,
    text: withLinesAbove(file, options),
  };
}

/** The lines above the header. Directives of linters are first: ESLint reads them only above what they apply to. */
function withLinesAbove({ path, text }: GeneratedFile, { header, postprocess, tsNocheck }: ApiOptions): string {
  // A target may write Markdown or JSON, which have no such comments.
  if (!/\.[cm]?[jt]sx?$/.test(path)) return text;
  const banner = header === "" ? "" : bannerOf(header);
  // With `checkJs`, compilers read scripts beside their declarations, too.
  const isChecked = !tsNocheck || /\.d\.[cm]?ts$/.test(path) || banner.includes(withoutTypeCheck);
  const above = [linterDirectives(banner, postprocess.length > 0), banner, isChecked ? "" : withoutTypeCheck];
  return [...above.filter((line) => line !== ""), text].join("\n");
}
