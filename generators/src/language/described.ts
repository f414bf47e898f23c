// A file that is being edited -> the APIs whose descriptions it may be part of: those of the nearest configuration, or its own.
import path from "node:path";
import { findConfig, loadConfigModules } from "../run/config/config-file.ts";
import { describedApis } from "../run/config/described-apis.ts";
import type { DescriptionFiles } from "../run/config/description-files.ts";
import { pathFrom } from "../run/config/paths.ts";
import type { UsageProblem } from "../run/config/usage.ts";

export interface Described {
  readonly apis: readonly DescribedApi[];
  /** Absolute; `null` where there is none. */
  readonly configFile: string | null;
  /** What is wrong with the configuration; then there are no APIs. */
  readonly problems: readonly UsageProblem[];
}

export interface DescribedApi {
  readonly files: DescriptionFiles;
  /** What the changes of this API are compared with, as its configuration says; `null` where it does not. */
  readonly base: string | null;
}

/** `turn`: another number than before loads the code of a configuration again. */
export async function describedNear(file: string, turn = 0): Promise<Described> {
  const folder = path.dirname(file);
  const configFile = findConfig(folder);
  if (configFile === null) return { apis: [], configFile, problems: [] };
  const base = path.dirname(configFile);
  const name = pathFrom(base, configFile);
  const loaded = await loadConfigModules(configFile, { name, turn });
  if (!loaded.ok) return { apis: [], configFile, problems: loaded.problems };
  const { config, modules } = loaded.value;
  const apis = await describedApis({ config, file: { base, path: configFile, name } }, { cwd: base });
  modules?.close();
  if (!apis.ok) return { apis: [], configFile, problems: apis.problems };
  const baseOf = (api: string): string | null => {
    const named = config.apis?.[api]?.changeset?.base;
    return named === undefined ? null : path.resolve(base, named);
  };
  return {
    apis: [...apis.value].map(([api, files]) => ({ files, base: baseOf(api) })),
    configFile,
    problems: [],
  };
}
