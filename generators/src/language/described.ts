// A file that is being edited -> the APIs whose descriptions it may be part of, and an API -> its description as it was last released.

import { existsSync } from "node:fs";
import path from "node:path";
import { readApi } from "../checks/model-checks.ts";
import { Report } from "../diagnostics/index.ts";
import type { Api } from "../model/api.ts";
import { lastTag } from "../run/compare/commit.ts";
import { baseSideOf, describedBy } from "../run/compare/diff-sides.ts";
import { findConfig, loadConfigModules } from "../run/config/config-file.ts";
import { describedApis } from "../run/config/described-apis.ts";
import type { DescriptionFiles } from "../run/config/description-files.ts";
import { pathFrom } from "../run/config/paths.ts";
import { type Usable, type UsageProblem, usable } from "../run/config/usage.ts";
import { Arguments } from "../run/flags/arguments.ts";

// A file that is being edited -> the APIs whose descriptions it may be part of: those of the nearest configuration, or its own.

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

export interface Released {
  readonly api: Api;
  /** A folder, or a revision of git: `v1.2.0`. */
  readonly name: string;
}

/**
 * `named`: a description, a folder, or a revision of git, in the place of what the configuration names. Default: the last tag, or else the
 * last commit. `null` where there is none, as in a new repository, and where it has errors that cannot be tolerated.
 */
export async function releasedApi(described: DescribedApi, named: string | null): Promise<Usable<Released | null>> {
  const { openapi, asyncapi, overlays = [] } = described.files;
  const entry = openapi ?? asyncapi;
  if (entry === null) return usable(null);
  const folder = path.dirname(entry);
  const base = named ?? described.base ?? lastTag(folder) ?? "HEAD";
  const none = new Arguments(new Map(), []);
  const isFile = existsSync(path.resolve(folder, base));
  const documents = { openapi: openapi ?? undefined, asyncapi: asyncapi ?? undefined, overlays };
  const baseSide = await baseSideOf(base, documents, none, folder);
  if (!baseSide.ok) return named === null && described.base === null ? usable(null) : baseSide;
  const { options } = describedBy(described.files, folder);
  const report = new Report({ api: "", tolerance: { codes: new Set(), isLenient: () => true }, targets: null });
  const { api } = readApi({ ...baseSide.value.description, options }, report);
  if (api === null || report.hasErrors) return usable(null);
  return usable({ api, name: isFile ? path.basename(base) : base });
}
