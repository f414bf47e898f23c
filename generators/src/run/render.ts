// Stage 4: models to the texts of all files; nothing is written here.

import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Place, type Related, type Report, reportExhaustion } from "../diagnostics/index.ts";
import type { FileSpec, ModuleRef, PrintContext } from "../emit/index.ts";
import type { Api } from "../model/api.ts";
import type { ApiOptions } from "../model/api-options.ts";
import { extensionOf } from "../model/option-values.ts";
import { type Limits, limitsOf, megabyte } from "../source/index.ts";
import { guardFiles } from "../targets/guard-files.ts";
import { partsOf } from "../targets/parts.ts";
import { runtimeName } from "../targets/runtime-name.ts";
import { TargetFailure } from "../targets/target.ts";
import { pathFrom } from "./config/paths.ts";
import type { ApiProject, Project } from "./config/project.ts";
import { type Mapping, mappingOf, withMaps } from "./declaration-maps/maps.ts";
import { headedCommandOf, headerOf } from "./header.ts";
import type { OwnReadApi, ReadApis } from "./read-apis.ts";
import { Runtimes } from "./runtimes.ts";
import {
  type BaseContext,
  CustomTargetError,
  filesOf,
  placed,
  type RenderedTarget,
  withGuards,
} from "./target-files.ts";

export interface Rendered {
  readonly targets: readonly RenderedTarget[];
  /** Modules of the configuration that were used, absolute, with the hash of each. */
  readonly code: ReadonlyMap<string, string>;
}

/** `version`: of the toolkit. What a target cannot generate is in the report: an error that stops the target, and those that need it. */
export async function renderApis(
  project: Project,
  { apis, documents }: ReadApis<ApiProject>,
  version: string,
  report: Report,
): Promise<Rendered> {
  const targets: RenderedTarget[] = [];
  const provenance = { command: headedCommandOf(project), version };
  const runtimes = new Runtimes(
    apis.map(({ own }) => own),
    project.root,
  );
  for (const api of apis) {
    const apiReport = report.forApi(api.scope);
    const attempt: Attempt = (render) => attemptOf(api, project, apiReport, render);
    const mapping = mappingOf({ project, own: api.own, api: api.api, documents, version });
    const rendered = await renderApi(api.own, api.api, {
      ...provenance,
      report: apiReport,
      runtimes,
      attempt,
      finish: (target) => (mapping === null ? target : withMapsOf(target, project.root, mapping)),
    });
    if (exceedsOutputLimit(rendered, project.rules.limits, api, report) || report.stopsRun) break;
    targets.push(...rendered);
  }
  if (!report.stopsRun) targets.push(...(await runtimes.render(provenance)));
  return { targets, code: new Map(project.modules?.hashes()) };
}

/** `null` when a target failed. */
type Attempt = <T>(render: () => Promise<T>) => Promise<T | null>;

/** A failure is reported; anything else that is thrown is a defect. */
async function attemptOf<T>(
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
      const { target, message: reason } = error;
      report.add("target-failed", place, { target, reason }, { stops: [target] });
    } else reportExhaustion({ report, document: api.entry, purpose: "to be generated from" }, error);
    return null;
  }
}

function withMapsOf(target: RenderedTarget, root: string, mapping: Mapping): RenderedTarget {
  const started = performance.now();
  const files = withMaps(target.files, root, mapping);
  return { ...target, files, milliseconds: target.milliseconds + performance.now() - started };
}

/** Whether the files of an API are larger than the limit, which is reported. */
function exceedsOutputLimit(
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
  /** Rebuilds the files; see `Headed`. */
  readonly command: string | null;
  readonly version: string;
  /** Receives the problems that targets report; without it they are thrown. */
  readonly report?: Report;
  /** Where the runtime of the API is, which is rendered after all APIs. Default: it is rendered too. */
  readonly runtimes?: Runtimes;
  /** Catches what a target throws. Default: nothing is caught. */
  readonly attempt?: Attempt;
  /** What becomes of a target that has been rendered. Default: nothing. */
  readonly finish?: (target: RenderedTarget) => RenderedTarget;
}

/** Targets that an error stops are left out. */
export async function renderApi(apiProject: ApiProject, api: Api, options: RenderOptions): Promise<RenderedTarget[]> {
  const { command, version, report, attempt = (render) => render(), finish = (target) => target } = options;
  const { runtimes = new Runtimes([apiProject]) } = options;
  const rendered: RenderedTarget[] = [];
  const parts = partsOf(api, apiProject.options);
  const apiOptions = withGuards(
    apiProject.options,
    apiProject.places.map(({ definition }) => definition),
  );
  const targets = new Set(apiProject.places.map(({ target }) => target));
  for (const place of apiProject.places) {
    if (report?.stopsRun === true || report?.faultyTargets(apiProject.name).has(place.target) === true) continue;
    const started = performance.now();
    const assumptions = report?.assumptionsOf(apiProject.name, place.target) ?? [];
    const context: BaseContext = {
      header: headerOf(apiProject, { version, command, assumptions }),
      specifierOf: specifierOf(apiProject, apiOptions, runtimes),
      ...parts,
      runtime: runtimes.useOf(apiProject),
      emission: apiProject.options.emit,
      openapiPath: apiProject.openapi,
      apiOptions,
      targets,
    };
    const generatedFiles = await attempt(() => filesOf(place.definition, api, { context, report }));
    if (generatedFiles === null) continue;
    const files = generatedFiles.map((file) => placed(file, apiProject, place));
    rendered.push(finish({ api: apiProject.name, place, files, milliseconds: performance.now() - started }));
  }
  const faulty = report?.faultyTargets(apiProject.name);
  const sound = rendered.filter(({ place }) => faulty?.has(place.target) !== true);
  for (const { target } of apiProject.places)
    if (sound.every(({ place }) => place.target !== target)) runtimes.keep(apiProject, target);
  return options.runtimes === undefined ? [...sound, ...(await runtimes.render({ command, version }))] : sound;
}

function isOfGuards(file: string): boolean {
  return file === guardFiles.schemas || file === guardFiles.operations;
}

function missingGuards({ target, path: file }: FileSpec): string {
  return `${file} of ${target} imports guards, which nothing asks for: add callsGuards: true to the definition of ${target}, or guards: true to the API`;
}

function specifierOf(
  { name, places }: ApiProject,
  options: ApiOptions,
  runtimes: Runtimes,
): PrintContext["specifierOf"] {
  const byTarget = new Map<string, { readonly out: string; readonly import: string | null }>(
    places.map((place) => [place.target, place]),
  );
  const placeOf = (target: string, from: string): { readonly out: string; readonly import: string | null } => {
    if (target === runtimeName) return { out: runtimes.folderOf(name, from), import: null };
    const place = byTarget.get(target);
    if (place === undefined) throw new TypeError(`the target ${target} is imported, and no target requires it`);
    return place;
  };
  return (from: FileSpec, to: ModuleRef) => {
    if (to.kind === "package") return to.specifier;
    const place = placeOf(to.target, from.target);
    if (to.target === "zod" && !options.guards && isOfGuards(to.path)) throw new TypeError(missingGuards(from));
    if (to.target !== from.target && place.import !== null) return place.import;
    const folder = path.posix.dirname(path.posix.join(placeOf(from.target, from.target).out, from.path));
    const relative = path.posix
      .relative(folder, path.posix.join(place.out, to.path))
      .replace(/\.ts$/, extensionOf(options));
    return relative.startsWith(".") ? relative : `./${relative}`;
  };
}

// An error that a target of the user threw -> a diagnostic at the line that threw it, with where that was called from and its causes.

/** The code of a configuration: its files, and what messages name them relative to. */
export interface ConfigCode {
  readonly configFile: string | null;
  readonly files: readonly string[];
  readonly base: string;
}

function reportThrown({ target, message, cause }: CustomTargetError, code: ConfigCode, report: Report): void {
  const frames = framesOf(cause, code);
  const [first] = frames;
  const otherwise: Place = code.configFile === null ? { kind: "none" } : placeOf(code.configFile, 1, 1, code.base);
  const callers = frames.slice(1, 6).map(({ name, place }): Related => ({ message: `called from ${name}`, place }));
  const related = [...callers, ...causesOf(cause, first?.place ?? otherwise, code)];
  report.add("target-threw", first?.place ?? otherwise, { target, reason: message }, { related });
}

interface Frame {
  readonly name: string;
  readonly place: Place;
}

/** The lines of a stack in the code of the configuration. */
function framesOf(error: unknown, { files, base }: ConfigCode): Frame[] {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  return stack.split("\n").flatMap((text): Frame[] => {
    const [, name = "here", url = "", line, column] =
      /^\s+at (?:(?:async )?(.+?) \()?((?:file:\/\/)?\/?[^()]+?):(\d+):(\d+)\)?$/.exec(text) ?? [];
    const file = fileOf(url.replace(/\?.*$/, ""));
    return files.includes(file) ? [{ name, place: placeOf(file, Number(line), Number(column), base) }] : [];
  });
}

function fileOf(url: string): string {
  return url.startsWith("file:") && URL.canParse(url) ? fileURLToPath(url) : url;
}

function causesOf(error: unknown, at: Place, code: ConfigCode): Related[] {
  const related: Related[] = [];
  const visited = new Set<unknown>([error]);
  for (let cause = causeOf(error); cause !== undefined && !visited.has(cause); cause = causeOf(cause)) {
    visited.add(cause);
    const causeText = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    related.push({ message: `caused by ${causeText}`, place: framesOf(cause, code)[0]?.place ?? at });
  }
  return related;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

/** Code is shown as a description is: with the line, and a caret below the column. */
function placeOf(file: string, line: number, column: number, base: string): Place {
  const text = readFileSync(file, "utf8");
  const before = text.split("\n").slice(0, line - 1);
  const offset = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  const document = { path: file, name: pathFrom(base, file), format: "yaml", text, value: undefined } as const;
  return { kind: "offset", document, offset };
}
