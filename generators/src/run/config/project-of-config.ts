// A configuration -> the project.
import type { Code } from "../../diagnostics/tolerance.ts";
import { isTargetName, targetsByName } from "../../targets/built-in-targets.ts";
import { apiProject } from "./api-project.ts";
import type { Config } from "./config.ts";
import type { ConfigModules } from "./config-modules.ts";
import { hashedProject } from "./hashed-project.ts";
import type { ApiProject, Project } from "./project.ts";
import type { ReadingRules } from "./reading-rules.ts";
import type { LocatedApi } from "./sources/locate.ts";
import { entryOf, packageOf } from "./target-config.ts";
import { givenTargetsOf, withNeeds } from "./target-places.ts";
import { hintFor, type Usable, type UsageProblem, usable } from "./usage.ts";

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
    const own = overrides.out === null ? api.targets : api.targets?.map((entry) => entryOf(entry).target);
    return apiProject(
      {
        ...api,
        ...(own === undefined ? {} : { targets: own }),
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
