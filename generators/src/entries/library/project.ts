// A configuration, as data or as the path of a file -> the project that a run takes. Loaded in the process of the caller.
import path from "node:path";
import { codesOf } from "../../diagnostics/codes.ts";
import { checkConfig } from "../../run/config/check-config.ts";
import type { Config } from "../../run/config/config.ts";
import { loadConfigModules } from "../../run/config/config-file.ts";
import { pathFrom } from "../../run/config/paths.ts";
import type { Project } from "../../run/config/project.ts";
import { type LoadedProject, type ProjectOverrides, resolveProject } from "../../run/config/project-of-config.ts";
import { configuredRules } from "../../run/config/reading-rules.ts";
import { type Usable, usable } from "../../run/config/usage.ts";

export interface ProjectSettings {
  /** Paths in a configuration that is no file are relative to it. Default: the working directory. */
  readonly cwd?: string;
  /** The targets to generate. Default: all of the configuration. */
  readonly targets?: readonly string[];
  /** Tolerates only what `tolerate` of each API names, also in documents of others; see `strict` of a configuration. Default: `false`. */
  readonly strict?: boolean;
}

export async function givenConfig(configOrPath: Config | string, cwd: string): Promise<Usable<LoadedProject>> {
  if (typeof configOrPath !== "string") {
    const checked = checkConfig(configOrPath, "config");
    const file = { base: cwd, path: null, name: "config" };
    return checked.ok ? usable({ config: checked.value, modules: null, file }) : checked;
  }
  const file = path.resolve(cwd, configOrPath);
  const name = pathFrom(cwd, file);
  const loaded = await loadConfigModules(file, { name, turn: 0 });
  return loaded.ok ? usable({ ...loaded.value, file: { base: path.dirname(file), path: file, name } }) : loaded;
}

export async function projectOf(
  configOrPath: Config | string,
  {
    cwd,
    targets = [],
    strict = false,
    pinnedOnly = null,
  }: ProjectSettings & Pick<ProjectOverrides, "pinnedOnly"> & { readonly cwd: string },
): Promise<Usable<Project>> {
  const loadedConfig = await givenConfig(configOrPath, cwd);
  if (!loadedConfig.ok) return loadedConfig;
  const { base } = loadedConfig.value.file;
  return resolveProject(loadedConfig.value, {
    out: null,
    targets,
    overlays: [],
    tolerate: codesOf([]),
    strict,
    pinnedOnly,
    rulesOf: (config) => usable(configuredRules(config, base, cwd)),
  });
}
