// The description of an API as it was last released: a folder of releases, or a commit.
import { existsSync } from "node:fs";
import path from "node:path";
import { readApi } from "../checks/model-checks.ts";
import { Report } from "../diagnostics/index.ts";
import type { Api } from "../model/api.ts";
import { lastTag } from "../run/compare/commit.ts";
import { baseSideOf, describedBy } from "../run/compare/diff-sides.ts";
import { type Usable, usable } from "../run/config/usage.ts";
import { Arguments } from "../run/flags/arguments.ts";
import type { DescribedApi } from "./described.ts";

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
  const found = await baseSideOf(base, documents, none, folder);
  if (!found.ok) return named === null && described.base === null ? usable(null) : found;
  const { options } = describedBy(described.files, folder);
  const report = new Report({ api: "", tolerance: { codes: new Set(), isLenient: () => true }, targets: null });
  const { api } = readApi({ ...found.value.description, options }, report);
  if (api === null || report.hasErrors) return usable(null);
  return usable({ api, name: isFile ? path.basename(base) : base });
}
