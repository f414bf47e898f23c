// A configuration to the project it means.
import path from "node:path";
import type { Code } from "../../diagnostics/tolerance.ts";
import { targetRows } from "../../targets/registry.ts";
import type { LocatedApi } from "../sources/locate.ts";
import { hintFor, type Usable, type UsageProblem, usable } from "../usage.ts";
import { apiProject } from "./api-project.ts";
import type { Config } from "./config.ts";
import type { ConfigModules } from "./config-modules.ts";
import type { ApiProject, Project } from "./project.ts";
import type { ReadingRules } from "./reading-rules.ts";
import { customOf, targetOf, withNeeds } from "./target-places.ts";

export interface Overrides {
  /** `--out`, absolute: replaces every folder of the configuration. */
  readonly out: string | null;
  /** `--target`: empty for all. */
  readonly targets: readonly string[];
  readonly rules: ReadingRules;
  /** `--tolerate`: besides what each API tolerates. */
  readonly tolerate: ReadonlySet<Code>;
}

/** `name` is how messages call the configuration. */
export function projectOfConfig(
  config: Omit<Config, "apis"> & { readonly apis: Readonly<Record<string, LocatedApi>> },
  file: { path: string; name: string; modules?: ConfigModules | null },
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
  const rows = targetRows(Object.values(config.apis).flatMap(customOf));
  const only = overrides.targets.length === 0 ? null : withNeeds(overrides.targets, rows);
  const command = config.command ?? "waybill generate";
  const { path: configFile, modules = null } = file;
  return usable({ root, base, configFile, modules, command, rebuild: command, apis, only, rules: overrides.rules });
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
