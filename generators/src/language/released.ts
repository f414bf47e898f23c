// The description of an API as it was last released: a folder of releases, or a commit.
import { existsSync } from "node:fs";
import path from "node:path";
import { lastTag } from "../commands/diff/commit.ts";
import { describedBy, inCommitOf, type Side, sideOf } from "../commands/diff/diff-sides.ts";
import { type Usable, usable } from "../config/usage.ts";
import { Report } from "../diagnostics/index.ts";
import type { Api } from "../model/api.ts";
import { readApi } from "../read.ts";
import { Arguments } from "../terminal/arguments.ts";
import type { DescribedApi } from "./described.ts";

export interface Released {
  readonly api: Api;
  /** A folder, or a revision of git: `v1.2.0`. */
  readonly name: string;
}

/**
 * `named`: a description, a folder, or a revision of git, in the place of what the configuration names. Default: the last tag, or else the
 * last commit. `null` where there is none, as in a new repository. Errors of the description make it unreadable, which is a problem.
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
  const found: Usable<Side> =
    isFile || base.includes(":") ? await sideOf(base, none, folder) : inCommitOf(base, documents, none, folder);
  if (!found.ok) return named === null && described.base === null ? usable(null) : found;
  const own = describedBy(described.files, folder);
  const report = new Report({ api: "", tolerance: { codes: new Set(), isLenient: () => true }, targets: null });
  const { description } = found.value;
  const { api } = readApi({ ...description, options: { ...own.options } }, report);
  if (api === null || report.hasErrors) return usable(null);
  return usable({ api, name: isFile ? path.basename(base) : base });
}
