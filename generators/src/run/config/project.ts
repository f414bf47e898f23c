// The subject of a run: absolute inputs, how they are read, and a folder for every target.
import type { Code, Leniency } from "../../diagnostics/codes.ts";
import type { ApiOptions } from "../../model/api-options.ts";
import { hashedOptions } from "../../model/option-values.ts";
import { hashOf } from "../../source/document.ts";
import { builtInTargetOf, isTargetName } from "../../targets/built-in-targets.ts";
import type { Target } from "../../targets/target.ts";
import type { ConfigModules } from "./config-modules.ts";
import { pathFrom } from "./paths.ts";
import type { ReadingRules } from "./reading-rules.ts";
import { type ForeignSource, inputName } from "./sources/foreign-source.ts";
import type { UsageProblem } from "./usage.ts";

export interface Project {
  /** The folder of the manifest, absolute. Every output is inside it. */
  readonly root: string;
  /** Whether everything below the root is generated; a configuration shares its folder with the code of its team. */
  readonly ownsRoot: boolean;
  /** What names in messages and generated comments are relative to, absolute. */
  readonly base: string;
  readonly configFile: string | null;
  /** Whether flags alone say what to generate. */
  readonly isOfFlags: boolean;
  /** The code of the configuration, where any of it takes part in what is generated. */
  readonly modules: ConfigModules | null;
  /** In the headers of generated files; of a run by flags, in its manifest. */
  readonly command: string;
  /** The command in hints: the same, or a description of it if flags replace a configuration. */
  readonly rebuild: string;
  readonly apis: readonly ApiProject[];
  /** The targets this run is about; `null` for all. */
  readonly only: ReadonlySet<string> | null;
  /** How the descriptions are read. */
  readonly rules: ReadingRules;
  /** A hash of everything in the configuration that can change the output. */
  readonly optionsHash: () => string;
}

export interface ApiProject {
  readonly name: string;
  /** Absolute. */
  readonly openapi: string | null;
  readonly asyncapi: string | null;
  /** Absolute, in the order in which they are applied. */
  readonly overlays: readonly string[];
  /** The documents as headers name them: `openapi.yaml and asyncapi.yaml with fixes.overlay.yaml`. */
  readonly source: string;
  /** The options of the generated code, including defaults. */
  readonly options: ApiOptions;
  readonly places: readonly TargetPlace[];
  /** Codes of tolerated errors, in alphabetical order. */
  readonly tolerate: ReadonlySet<Code>;
  /** Where errors with a stated meaning are tolerated besides. */
  readonly lenient: Leniency;
}

export interface TargetPlace {
  readonly target: string;
  readonly definition: Target;
  /** Below the root, forward slashes. */
  readonly out: string;
  /** What other targets import this one by, when it is not a relative path. */
  readonly import: string | null;
  /** The targets that need this one; empty if it was requested itself. */
  readonly neededBy: readonly string[];
}

export interface ApiContext {
  readonly name: string;
  /** The name of the API in messages. */
  readonly at: string;
  /** The folder for targets without one, relative to the root; `null` for none. */
  readonly out: string | null;
  readonly base: string;
  readonly root: string;
  readonly foreign: readonly ForeignSource[];
  readonly problems: UsageProblem[];
  /** Overrides `strict` of the configuration. */
  readonly lenient?: Leniency;
}

export function hashedProject(project: Omit<Project, "optionsHash">): Project {
  return { ...project, optionsHash: () => hashOfOptions(project) };
}

/** Whether any file is read with leniency. */
function isLenient(lenient: Leniency, { foreign }: ReadingRules): boolean {
  return lenient === "everywhere" || (lenient === "foreign" && foreign.length > 0);
}

/** Packages whose code is loaded only while a target runs change the hash. */
function hashOfOptions({ root, base, command, apis, rules, modules }: Omit<Project, "optionsHash">): string {
  const fromRoot = (file: string | null): string | null =>
    file === null ? null : inputName(rules.foreign, root, file);
  const options = apis.map(({ name, openapi, asyncapi, overlays, options: apiOptions, places, tolerate, lenient }) => ({
    name,
    openapi: fromRoot(openapi),
    asyncapi: fromRoot(asyncapi),
    ...(overlays.length === 0 ? {} : { overlays: overlays.map(fromRoot) }),
    ...hashedOptions(apiOptions),
    places: places.map(({ target, out, import: specifier, definition }) => ({
      target,
      out,
      specifier,
      ...hashedTarget(definition),
    })),
    ...(tolerate.size === 0 ? {} : { tolerate: [...tolerate] }),
    ...(isLenient(lenient, rules) ? { lenient } : {}),
  }));
  const packages = modules?.packages() ?? [];
  const code = packages.length === 0 ? {} : { packages };
  return hashOf(JSON.stringify({ base: fromRoot(base), command, apis: options, ...code, ...rulesInHash(rules, root) }));
}

/** Of ours the options that are given, of others all of them, and the version of a package whose code no hash of a file covers. */
function hashedTarget({ name, options = {}, loadedFrom }: Target): object {
  if (isTargetName(name)) {
    const defaults: Readonly<Record<string, unknown>> = { ...builtInTargetOf(name).options };
    return Object.fromEntries(Object.entries(options).filter(([option, value]) => value !== defaults[option]));
  }
  return { custom: options, ...(loadedFrom === undefined ? {} : { package: loadedFrom.version }) };
}

/** The part of the rules that can change the output or errors of a run, the same on every machine; empty without rules. */
function rulesInHash({ map, roots, limits, lint }: ReadingRules, root: string): object {
  return {
    ...(map.size === 0 ? {} : { map: [...map].map(([url, file]) => [url, pathFrom(root, file)]).sort() }),
    ...(roots.length === 0 ? {} : { roots: roots.map((folder) => pathFrom(root, folder)).sort() }),
    ...(Object.keys(limits).length === 0 ? {} : { limits: Object.entries(limits).sort() }),
    ...(lint === undefined ? {} : { lint: { rules: lint.rules, overrides: lint.overrides, custom: lint.custom } }),
  };
}
