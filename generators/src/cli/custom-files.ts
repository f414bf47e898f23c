// A target of the user and a model -> its files, held to the same rules as those of ours; what goes wrong in it is its own failure.
import type { Report } from "../diagnostics/index.ts";
import { type Emission, emitted, endings, type GeneratedFile, headedText } from "../emit/index.ts";
import type { Api } from "../model/api.ts";
import type { EmitContext, TargetContext, TargetDefinition, TargetFile, TargetProblem } from "../targets/target.ts";

export interface CustomOptions {
  readonly context: TargetContext;
  readonly emission: Emission;
  /** Where its problems go; without one they are thrown. */
  readonly report?: Report;
}

/** Thrown where a user's target throws, or makes what is no file of a target. */
export class CustomTargetError extends Error {
  override readonly name = "CustomTargetError";
  readonly target: string;

  constructor(target: string, cause: unknown) {
    super(cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause), { cause });
    this.target = target;
  }
}

export async function customFiles(
  target: TargetDefinition,
  api: Api,
  { context, emission, report }: CustomOptions,
): Promise<GeneratedFile[]> {
  // Without what is kept between runs: nobody knows what this code depends on.
  const { reuse: _, ...rest } = context;
  const own: EmitContext = {
    ...rest,
    options: target.options ?? {},
    problem: (problem) => addProblem(target, problem, report),
  };
  try {
    const made: unknown = await target.emit(api, own);
    const files = checkFiles(made, emission).map((file) => headed(file, target, own));
    return [...files.filter(isOther), ...(await emitted(files.filter(isScript), emission))];
  } catch (error) {
    throw new CustomTargetError(target.name, error);
  }
}

function addProblem({ name }: TargetDefinition, problem: TargetProblem, report: Report | undefined): void {
  const { severity = "error", at, message, hint } = problem;
  if (report === undefined) throw new TypeError(`${name}: ${message}`);
  const place = at === undefined ? ({ kind: "none" } as const) : "at" in at ? at.at : at;
  report.add(severity === "error" ? "target-error" : "target-warning", place, { target: name, message, hint });
}

function checkFiles(made: unknown, emission: Emission): TargetFile[] {
  if (!Array.isArray(made)) throw new TypeError("emit() must answer a list of files: [{ path, text }]");
  const files = made.map((file: unknown, index) => {
    if (isFile(file)) return file;
    throw new TypeError(`file ${index} of what emit() answers is no { path, text }`);
  });
  for (const { path } of files) checkPath(path, emission);
  const twice = files.find(({ path }, index) => files.findIndex((other) => other.path === path) !== index);
  if (twice !== undefined) throw new TypeError(`emit() answers ${JSON.stringify(twice.path)} twice`);
  return files;
}

function isFile(file: unknown): file is TargetFile {
  return (
    typeof file === "object" &&
    file !== null &&
    "path" in file &&
    typeof file.path === "string" &&
    "text" in file &&
    typeof file.text === "string"
  );
}

/** The name says that a file is generated, so that people and tools can tell. */
function checkPath(path: string, emission: Emission): void {
  const parts = path.split("/");
  const name = parts.at(-1) ?? "";
  if (parts.some((part) => part === "" || part === "." || part === "..") || path.includes("\\"))
    throw new TypeError(`${JSON.stringify(path)} is not a path below the folder of the target`);
  if (!/^[^.].*\.gen\.[^.]/.test(name))
    throw new TypeError(`${JSON.stringify(path)} does not say that it is generated: name it like routes.gen.ts`);
  const isCode = /\.(?:js|d\.ts)$/.test(name) && endings.js.some((ending) => name.endsWith(ending));
  if (isCode && emission === "ts")
    throw new TypeError(
      `${JSON.stringify(path)}: answer TypeScript, ${name.replace(/\.(?:d\.ts|js)$/, ".ts")}; emit: "js" makes JavaScript of it`,
    );
}

/** As it was printed, or with the header that its kind of file can have. */
function headed(file: TargetFile, target: TargetDefinition, context: TargetContext): GeneratedFile {
  const { name, summary } = target;
  if ("divided" in file && file.divided !== undefined) return { ...file, target: name };
  const text = file.text.replaceAll("\r\n", "\n");
  return { target: name, path: file.path, text: headedText({ path: file.path, summary }, text, context) };
}

function isScript({ path }: GeneratedFile): boolean {
  return path.endsWith(".ts");
}

function isOther(file: GeneratedFile): boolean {
  return !isScript(file);
}
