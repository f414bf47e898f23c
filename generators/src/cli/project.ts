// A configuration, or the flags that stand for one, to what a run needs: absolute inputs, and a folder for every target.
import path from "node:path";
import type { Code } from "../diagnostics/tolerance.ts";
import type { Emission } from "../emit/emission.ts";
import { registry } from "../targets/registry.ts";
import type { SampleClient } from "../targets/samples/sample-client.ts";
import { type FormatRule, type FormatRules, type TargetName, targetNames } from "../targets/target.ts";
import type { ApiConfig, Config, ImportExtension, TargetConfig } from "./config.ts";
import { pathFrom } from "./path-from.ts";
import { noRules, type ReadingRules, ruleWords } from "./reading-rules.ts";
import { codesOf } from "./tolerate-flag.ts";
import { hintFor, type Usable, type UsageProblem, usable } from "./usage.ts";

export interface Project {
  /** The folder of the manifest, absolute. Every output lies inside it. */
  readonly root: string;
  /** What names in messages and generated comments are relative to, absolute. */
  readonly base: string;
  readonly configFile: string | null;
  /** What the header of generated files says to run. */
  readonly command: string;
  /** What hints say to run: the same, or where flags stand for a configuration, in words. */
  readonly rebuild: string;
  readonly apis: readonly ApiProject[];
  /** The targets this run is about; `null` for all. */
  readonly only: ReadonlySet<TargetName> | null;
  /** How the descriptions are read. */
  readonly rules: ReadingRules;
}

export interface ApiProject {
  readonly name: string;
  /** Absolute. */
  readonly openapi: string | null;
  readonly asyncapi: string | null;
  readonly importExtension: ".ts" | ".js" | "";
  readonly emission: Emission;
  /** `null` when nothing is said of them. */
  readonly formats: FormatRules | null;
  readonly enums: "open" | "closed";
  readonly places: readonly TargetPlace[];
  /** Codes of errors that are let pass, in the order of the alphabet. */
  readonly tolerate: ReadonlySet<Code>;
}

export interface TargetPlace {
  readonly target: TargetName;
  /** Below the root, forward slashes. */
  readonly out: string;
  /** What other targets import this one by, when it is not a relative path. */
  readonly import: string | null;
  /** What samples call instead of the generated client; `null` for that. */
  readonly client: SampleClient | null;
  /** The targets that need this one; empty when it was asked for. */
  readonly neededBy: readonly TargetName[];
}

export interface Overrides {
  /** `--out`, absolute: replaces every folder of the configuration. */
  readonly out: string | null;
  /** `--target`: empty for all. */
  readonly targets: readonly TargetName[];
  readonly rules: ReadingRules;
  /** `--tolerate`: besides what each API tolerates. */
  readonly tolerate: ReadonlySet<Code>;
}

/** `name` is how messages call the configuration. */
export function projectOfConfig(
  config: Config,
  file: { path: string; name: string },
  overrides: Overrides,
): Usable<Project> {
  const base = path.dirname(file.path);
  const root = overrides.out ?? base;
  const problems: UsageProblem[] = [];
  const names = Object.keys(config.apis);
  const apis = Object.entries(config.apis).map(([name, api]) => {
    const out = overrides.out === null ? (api.out ?? null) : names.length === 1 ? "." : name;
    const own = overrides.out === null ? api.targets : api.targets?.map(targetOf);
    return apiProject(
      {
        ...api,
        ...(own === undefined ? {} : { targets: own }),
        tolerate: [...(api.tolerate ?? []), ...overrides.tolerate],
      },
      { name, at: `${file.name}: apis.${name}`, out, base, root, problems },
    );
  });
  checkFolders(apis, file.name, problems);
  const offered = new Set(apis.flatMap((api) => api.places.map((place) => place.target)));
  for (const target of overrides.targets.filter((one) => !offered.has(one))) {
    problems.push({
      message: `--target ${target}: ${file.name} does not generate it`,
      hint: hintFor(target, [...offered]),
    });
  }
  if (problems.length > 0) return { ok: false, problems };
  const only = overrides.targets.length === 0 ? null : withNeeds(overrides.targets);
  const command = config.command ?? "waybill generate";
  return usable({ root, base, configFile: file.path, command, rebuild: command, apis, only, rules: overrides.rules });
}

export interface FlagInputs {
  readonly openapi: string | null;
  readonly asyncapi: string | null;
  readonly out: string;
  readonly targets: readonly TargetName[];
  readonly importExtension: ImportExtension | null;
  /** Default: TypeScript. */
  readonly emit?: Emission | null;
  readonly formats?: FormatRule | null;
  readonly enums?: "open" | "closed" | null;
  readonly rules?: ReadingRules;
  /** Default: none. */
  readonly tolerate?: ReadonlySet<Code>;
}

/**
 * Flags alone: one API, named after nothing, below `--out`. Generated text names files relative to the folder of the
 * description, so it is the same wherever the command runs, and on any machine.
 */
export function projectOfFlags(flags: FlagInputs, cwd: string): Usable<Project> {
  const {
    openapi,
    asyncapi,
    targets,
    importExtension,
    emit = null,
    formats = null,
    enums = null,
    rules = noRules,
    tolerate,
  } = flags;
  const root = path.resolve(cwd, flags.out);
  const problems: UsageProblem[] = [];
  const base = commonFolderOf([openapi, asyncapi].flatMap((file) => (file === null ? [] : [path.resolve(cwd, file)])));
  const config: ApiConfig = {
    ...(openapi === null ? {} : { openapi: path.resolve(cwd, openapi) }),
    ...(asyncapi === null ? {} : { asyncapi: path.resolve(cwd, asyncapi) }),
    ...(targets.length === 0 ? {} : { targets }),
    ...(importExtension === null ? {} : { importExtension }),
    ...(emit === null ? {} : { emit }),
    ...(formats === null ? {} : { formats }),
    ...(enums === null ? {} : { enums }),
    tolerate: [...(tolerate ?? [])],
  };
  const api = apiProject(config, { name: "api", at: "--target", out: ".", base, root, problems });
  if (problems.length > 0) return { ok: false, problems };
  const command = [commandOf(config, base), ...ruleWords(rules, base)].join(" ");
  const rebuild = "waybill generate with the same flags";
  return usable({ root, base, configFile: null, command, rebuild, apis: [api], only: null, rules });
}

function commonFolderOf(files: readonly string[]): string {
  const [first = [], ...rest] = files.map((file) => path.dirname(file).split(path.sep));
  const end = first.findIndex((part, at) => rest.some((other) => other[at] !== part));
  return path.resolve(path.sep, (end === -1 ? first : first.slice(0, end)).join(path.sep));
}

interface ApiContext {
  readonly name: string;
  /** How messages call the API. */
  readonly at: string;
  /** The folder for targets without one, relative to the root; `null` for none. */
  readonly out: string | null;
  readonly base: string;
  readonly root: string;
  readonly problems: UsageProblem[];
}

function apiProject(api: ApiConfig, context: ApiContext): ApiProject {
  const { base } = context;
  const emission = api.emit ?? "ts";
  const extension = api.importExtension ?? `.${emission}`;
  if (emission === "js" && extension === ".ts")
    context.problems.push({
      message: `${context.at}: JavaScript cannot import its neighbours as .ts`,
      hint: "leave the import extension out, or make it .js",
    });
  return {
    name: context.name,
    openapi: api.openapi === undefined ? null : path.resolve(base, api.openapi),
    asyncapi: api.asyncapi === undefined ? null : path.resolve(base, api.asyncapi),
    importExtension: extension === "none" ? "" : extension,
    emission,
    formats: api.formats ?? null,
    enums: api.enums ?? "closed",
    places: placesOf(api, context),
    tolerate: codesOf(api.tolerate ?? []),
  };
}

function placesOf(api: ApiConfig, context: ApiContext): TargetPlace[] {
  const documents = { openapi: api.openapi !== undefined, asyncapi: api.asyncapi !== undefined };
  const asked = (api.targets ?? targetNames.filter((name) => registry[name].byDefault && has(documents, name))).map(
    entryOf,
  );
  const all = withNeeds(asked.map((entry) => entry.target));
  return targetNames
    .filter((name) => all.has(name))
    .flatMap((name) => {
      const own = asked.find((entry) => entry.target === name);
      const neededBy = own === undefined ? [...all].filter((other) => registry[other].needs.includes(name)) : [];
      const document = registry[name].document;
      if (!has(documents, name)) {
        context.problems.push({
          message: `${context.at} ${name}: needs an ${document} document`,
          hint: `add ${context.at === "--target" ? `--${document}` : document}, or leave ${name} out`,
        });
        return [];
      }
      const out = folderOf(own ?? { target: name }, neededBy, context);
      return out === null
        ? []
        : [{ target: name, out, import: own?.import ?? null, client: own?.client ?? null, neededBy }];
    });
}

/** The folder of a target, below the root. */
function folderOf({ target, out }: TargetConfig, neededBy: readonly TargetName[], context: ApiContext): string | null {
  const { at, base, root, problems } = context;
  if (out === undefined && context.out === null) {
    const why = neededBy.length === 0 ? "" : ` (${neededBy.join(" and ")} import it)`;
    const hint = `write { target: "${target}", out: "…" } into targets, or give the API an out`;
    problems.push({ message: `${at}: ${target} has no folder to go to${why}`, hint });
    return null;
  }
  const absolute = out === undefined ? path.resolve(root, context.out ?? ".", target) : path.resolve(base, out);
  const folder = pathFrom(root, absolute);
  if (folder === ".." || folder.startsWith("../") || path.isAbsolute(folder)) {
    problems.push({
      message: `${at}: the folder of ${target} lies outside ${root}`,
      hint: "put the configuration into a folder above all output",
    });
    return null;
  }
  return folder;
}

function checkFolders(apis: readonly ApiProject[], name: string, problems: UsageProblem[]): void {
  const owners = new Map<string, string>();
  for (const api of apis) {
    for (const { target, out } of api.places) {
      const owner = `${api.name}.${target}`;
      const other = owners.get(out);
      if (other === undefined) owners.set(out, owner);
      else
        problems.push({
          message: `${name}: ${other} and ${owner} are both written to ${out || "."}`,
          hint: "give each a folder of its own",
        });
    }
  }
}

/** Targets and what they need, and what that needs. */
function withNeeds(names: readonly TargetName[]): Set<TargetName> {
  const all = new Set(names);
  for (const name of all) for (const need of registry[name].needs) all.add(need);
  return all;
}

function has(documents: { openapi: boolean; asyncapi: boolean }, target: TargetName): boolean {
  const { document } = registry[target];
  return document === null || documents[document];
}

function targetOf(entry: TargetName | TargetConfig): TargetName {
  return typeof entry === "string" ? entry : entry.target;
}

function entryOf(entry: TargetName | TargetConfig): TargetConfig {
  return typeof entry === "string" ? { target: entry } : entry;
}

/** The command line that rebuilds the output. Not where to: the same description gives the same bytes in any folder. */
function commandOf(config: ApiConfig, base: string): string {
  const { openapi, asyncapi, targets = [], importExtension, emit, formats, enums, tolerate = [] } = config;
  const shown = (file: string): string => pathFrom(base, file) || ".";
  return [
    "waybill generate",
    ...(openapi === undefined ? [] : ["--openapi", shown(openapi)]),
    ...(asyncapi === undefined ? [] : ["--asyncapi", shown(asyncapi)]),
    "--out <dir>",
    ...targets.flatMap((target) => ["--target", String(target)]),
    ...(importExtension === undefined ? [] : ["--import-extension", importExtension]),
    ...(emit === undefined ? [] : ["--emit", emit]),
    ...(typeof formats === "string" ? ["--formats", formats] : []),
    ...(enums === undefined ? [] : ["--enums", enums]),
    ...tolerate.flatMap((code) => ["--tolerate", code]),
  ].join(" ");
}
