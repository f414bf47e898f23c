// A configuration that was loaded, or flags -> the project: targets loaded, documents located, folders and commands decided.

import path from "node:path";
import { type Code, codesOf } from "../../diagnostics/codes.ts";
import { apiOptionsOf, contradictionsIn } from "../../model/option-values.ts";
import { isTargetName, targetsByName } from "../../targets/built-in-targets.ts";
import type { Config } from "./config.ts";
import type { ConfigModules } from "./config-modules.ts";
import { lenientBy } from "./description-files.ts";
import { type ApiContext, type ApiProject, hashedProject, type Project } from "./project.ts";
import type { ReadingRules } from "./reading-rules.ts";
import { shownFile } from "./sources/foreign-source.ts";
import { type LocatedApi, locateConfig } from "./sources/locate.ts";
import { entryOf, packageOf } from "./target-config.ts";
import { givenTargetsOf, loadPackagedTargets, placesOf, withNeeds } from "./target-places.ts";
import { hintFor, type Usable, type UsageProblem, unusable, usable } from "./usage.ts";

export interface Overrides {
  /** `--out`, absolute: replaces every folder of the configuration. */
  readonly out: string | null;
  /** `--target`: empty for all. */
  readonly targets: readonly string[];
  readonly rules: ReadingRules;
  /** `--overlay`, absolute: after the overlays of each API. */
  readonly overlays: readonly string[];
  /** `--tolerate`: besides what each API tolerates. */
  readonly tolerate: ReadonlySet<Code>;
  /** `--strict`: replaces what each API says. */
  readonly strict: boolean;
}

/** `name` is the name of the configuration in messages. */
export function projectOfConfig(
  config: Omit<Config, "apis"> & { readonly apis: Readonly<Record<string, LocatedApi>> },
  file: {
    /** What its paths are relative to. */
    readonly base: string;
    /** `null` for a configuration that is no file. */
    readonly path: string | null;
    readonly name: string;
    readonly modules?: ConfigModules | null;
  },
  overrides: Overrides,
): Usable<Project> {
  const { base } = file;
  const { rules } = overrides;
  const strict = overrides.strict ? ({ lenient: "nowhere" } as const) : {};
  const root = overrides.out ?? base;
  const problems: UsageProblem[] = [];
  const names = Object.keys(config.apis);
  const apis = Object.entries(config.apis).map(([name, api]) => {
    const out = overrides.out === null ? (api.out ?? null) : names.length === 1 ? "." : name;
    const targetEntries = overrides.out === null ? api.targets : api.targets?.map((entry) => entryOf(entry).target);
    return apiProject(
      {
        ...api,
        ...(targetEntries === undefined ? {} : { targets: targetEntries }),
        overlays: [...(api.overlays ?? []), ...overrides.overlays],
        tolerate: [...(api.tolerate ?? []), ...overrides.tolerate],
      },
      { name, at: `${file.name}: apis.${name}`, out, base, root, foreign: rules.foreign, problems, ...strict },
    );
  });
  checkFolders(apis, file.name, problems);
  const offered = new Set(apis.flatMap((api) => api.places.map((place) => place.target)));
  for (const target of overrides.targets.filter((one) => !offered.has(one))) {
    problems.push({
      message: `--target ${target}: ${file.name} does not generate it`,
      hint:
        isTargetName(target) || packageOf(target) !== null
          ? `add "${target}" to the targets in ${file.name}`
          : hintFor(target, [...offered]),
    });
  }
  if (problems.length > 0) return { ok: false, problems };
  const only =
    overrides.targets.length === 0
      ? null
      : withNeeds(overrides.targets, targetsByName(Object.values(config.apis).flatMap(givenTargetsOf)));
  const command = config.command ?? "waybill generate";
  const { path: configFile, modules = null } = file;
  return usable(
    hashedProject({
      root,
      ownsRoot: root !== base,
      base,
      configFile,
      isOfFlags: false,
      modules,
      command,
      rebuild: command,
      apis,
      only,
      rules: { ...rules, isConfigured: true },
    }),
  );
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

export function apiProject(api: LocatedApi, context: ApiContext): ApiProject {
  const { base, foreign } = context;
  const options = apiOptionsOf(api);
  for (const { message, hint } of contradictionsIn(options))
    context.problems.push({ message: `${context.at}: ${message}`, hint });
  const openapi = api.openapi === undefined ? null : path.resolve(base, api.openapi);
  const asyncapi = api.asyncapi === undefined ? null : path.resolve(base, api.asyncapi);
  const overlays = (api.overlays ?? []).map((file) => path.resolve(base, file));
  const documents = [openapi, asyncapi].filter((file) => file !== null);
  const describeFiles = (files: readonly string[]): string =>
    files.map((file) => shownFile(foreign, base, file)).join(" and ");
  return {
    name: context.name,
    openapi,
    asyncapi,
    overlays,
    source:
      overlays.length === 0 ? describeFiles(documents) : `${describeFiles(documents)} with ${describeFiles(overlays)}`,
    options,
    places: placesOf(api, options, context),
    tolerate: codesOf(api.tolerate ?? []),
    lenient: context.lenient ?? lenientBy(api.strict),
  };
}

export interface LoadedProject {
  readonly config: Config;
  readonly modules: ConfigModules | null;
  readonly file: { readonly base: string; readonly path: string | null; readonly name: string };
}

export interface ProjectOverrides extends Omit<Overrides, "rules"> {
  /** The rules by which documents are read, from the configuration and the command line. */
  readonly rulesOf: (config: Config) => Usable<ReadingRules>;
  /** Why no URL may be read without a hash; absent where it may. */
  readonly pinnedOnly?: string | null;
}

export async function resolveProject(
  { config: loaded, modules, file }: LoadedProject,
  { rulesOf, pinnedOnly = null, ...overrides }: ProjectOverrides,
): Promise<Usable<Project>> {
  const { base, name } = file;
  const packaged = await loadPackagedTargets(loaded, { name, base });
  if (!packaged.ok) return packaged;
  const config = packaged.value;
  const rules = rulesOf(config);
  if (!rules.ok) return rules;
  const { limits } = rules.value;
  const located = await locateConfig(config, { name, base, root: overrides.out ?? base, limits, pinnedOnly });
  if (!located.ok) return located;
  const { value: apis, foreign } = located.value;
  return projectOfConfig(
    { ...config, apis },
    { ...file, modules },
    { ...overrides, rules: { ...rules.value, foreign } },
  );
}

const part = /\s+|"([^"]*)"|'([^']*)'|([^\s"']+)/y;

/** Quotes keep spaces together, as in a shell; nothing else means anything. */
export function wordsOfCommand(command: string): Usable<readonly string[]> {
  const tokens: string[] = [];
  let isNew = true;
  part.lastIndex = 0;
  for (let at = 0; at < command.length; at = part.lastIndex) {
    part.lastIndex = at;
    const match = part.exec(command);
    if (match === null) return unusable("has an unclosed quote", null);
    const [, double, single, plain] = match;
    const word = double ?? single ?? plain;
    if (word === undefined) isNew = true;
    else if (isNew) tokens.push(word);
    else tokens.push(`${tokens.pop() ?? ""}${word}`);
    isNew = word === undefined;
    const operator = plain === undefined ? undefined : /^(?:&&|\|\|?|;|>>?|<|&)$|\$[({\w]|`/.exec(plain)?.[0];
    if (operator !== undefined)
      return unusable(
        `has ${JSON.stringify(operator)}, but commands do not run in a shell`,
        "write each command as an entry of its own",
      );
  }
  if (tokens.length === 0) return unusable("names no command", 'for example: ["biome format --write"]');
  return usable(tokens);
}
