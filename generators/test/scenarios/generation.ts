// Descriptions as text -> generated files on disk, in a folder from which the packages they import can be found.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readApi } from "../../src/checks/model-checks.ts";
import { Report, textOf } from "../../src/diagnostics/index.ts";
import type { Api } from "../../src/model/api.ts";
import type { ApiOptions } from "../../src/model/api-options.ts";
import { apiOptionsOf } from "../../src/model/option-values.ts";
import type { ReadOptions } from "../../src/read/read-api.ts";
import { type TargetName, targetsByName } from "../../src/targets/built-in-targets.ts";
import { SharedRuntime } from "../../src/targets/shared-runtime.ts";
import type { ApiContext, GeneratedFile, Target, TargetFile } from "../../src/targets/target.ts";

export interface Generation {
  readonly api: Api | null;
  /** Empty when there were problems. */
  readonly files: readonly GeneratedFile[];
  /** The problems as people read them. */
  readonly diagnostics: string;
  /** Where the files are; the folder of a target is below it. */
  readonly directory: string;
}

const generators = path.join(import.meta.dirname, "../..");

/** A folder that `dispose` removes; it is in a package, so that generated code finds `zod`. */
export function temporaryDirectory(home: string = generators): {
  readonly directory: string;
  readonly dispose: () => void;
} {
  const directory = mkdtempSync(path.join(home, ".generated-"));
  return { directory, dispose: () => rmSync(directory, { recursive: true, force: true }) };
}

/** Writes the inputs to `directory/input` and everything the targets, and those they need, make of them to `directory`. */
export async function generate(
  inputs: ReadonlyMap<string, string>,
  targets: readonly TestedTarget[],
  directory: string,
  given: Partial<ApiOptions> = {},
): Promise<Generation> {
  const cwd = path.join(directory, "input");
  for (const [name, text] of inputs) write(path.join(cwd, name), text);
  const entry = (name: string): string | undefined => (inputs.has(name) ? name : undefined);
  return generateFrom(
    { cwd, openapi: entry("openapi.yaml"), asyncapi: entry("asyncapi.yaml"), options: given },
    targets,
    directory,
  );
}

/** The same for descriptions that are on disk. */
export async function generateFrom(
  options: ReadOptions,
  targets: readonly TestedTarget[],
  directory: string,
): Promise<Generation> {
  const report = new Report();
  const { api } = readApi(options, report);
  const diagnostics = report.list().map(textOf).join("\n\n");
  if (api === null || report.hasErrors) return { api, files: [], diagnostics, directory };
  const openapiPath = options.openapi === undefined ? null : path.resolve(options.cwd, options.openapi);
  const files = await emitAll(api, targets, contextOf(openapiPath, options.options));
  for (const file of files) write(path.join(directory, file.target, file.path), withStrictSchemas(file.text));
  return { api, files, diagnostics, directory };
}

/** `lazily`, `array` and `object` let the compiler off comparing what they are given with the type beside it, which is slow; here they do not. */
function withStrictSchemas(text: string): string {
  return text
    .replace(
      /(lazily|array)<Value>\(make: \(\) => SomeSchema,/g,
      "$1<Value>(make: () => core.$ZodType<NoInfer<Value>>,",
    )
    .replace(
      "object<Value, Input = Value>(make: () => SomeSchema,",
      "object<Value, Input = Value>(make: () => core.$ZodType<NoInfer<Value>>,",
    );
}

/** One of ours by its name, or a target of a package. */
export type TestedTarget = TargetName | Target;

/** The files of the targets and of those they need, without touching the disk. */
export async function emitAll(
  api: Api,
  tested: readonly TestedTarget[],
  context: ApiContext,
): Promise<GeneratedFile[]> {
  const targets = targetsByName(tested.flatMap((target) => (typeof target === "string" ? [] : [target])));
  const wanted = new Set<Target>();
  const want = (name: string): void => {
    const target = targets.get(name);
    if (target === undefined) throw new Error(`there is no target ${name}`);
    for (const needed of target.needs) want(needed);
    wanted.add(target);
  };
  for (const target of tested) want(typeof target === "string" ? target : target.name);
  const files: GeneratedFile[] = [];
  const runtime = new SharedRuntime(context.apiOptions);
  const sharing = { ...context, runtime, targets: new Set([...wanted].map(({ name }) => name)) };
  for (const target of wanted) files.push(...(await filesOf(target, api, sharing)));
  return [...files, ...runtime.files(sharing)];
}

/** The files of one target alone. */
async function filesOf(target: Target, api: Api, context: ApiContext): Promise<GeneratedFile[]> {
  const files = await target.render(api, { ...context, options: target.options ?? {} });
  return files.map((file) => printedFile(file, target));
}

function printedFile(file: TargetFile, { name }: Target): GeneratedFile {
  if ("target" in file) return file;
  throw new Error(`${name} returns a file without a header`);
}

/** Each target in a folder of its own, imported by relative paths; with guards, unless the options leave them out. */
export function contextOf(openapiPath: string | null, given: Partial<ApiOptions> = {}): ApiContext {
  const apiOptions = apiOptionsOf({ guards: true, ...given });
  return {
    header: ["Generated by a test."],
    apiOptions,
    emission: apiOptions.emit,
    targets: new Set(),
    openapiPath,
    problem: ({ message }) => {
      throw new Error(message);
    },
    specifierOf: (from, to) => {
      if (to.kind === "package") return to.specifier;
      const folder = path.posix.join(from.target, path.posix.dirname(from.path));
      const relative = path.posix.relative(folder, path.posix.join(to.target, to.path));
      const specifier = relative.startsWith(".") ? relative : `./${relative}`;
      return specifier.replace(/\.gen\.ts$/, `.gen.${apiOptions.emit}`);
    },
  };
}

export function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
