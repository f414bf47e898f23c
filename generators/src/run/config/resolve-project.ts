// A configuration that was loaded -> the project it defines: installed targets loaded, documents located, folders decided.
import type { Config } from "./config.ts";
import type { ConfigModules } from "./config-modules.ts";
import { loadPackagedTargets } from "./packaged-targets.ts";
import type { Project } from "./project.ts";
import { type Overrides, projectOfConfig } from "./project-of-config.ts";
import type { ReadingRules } from "./reading-rules.ts";
import { locateConfig } from "./sources/locate.ts";
import type { Usable } from "./usage.ts";

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
