// Arguments -> the API that a changeset is about: its documents, what they are compared with, and the folders of its code.

import path from "node:path";
import type { ApiConfig, ChangesetConfig } from "../../../run/config/api-config.ts";
import type { DescriptionFiles } from "../../../run/config/description-files.ts";
import { entryOf } from "../../../run/config/target-config.ts";
import { type Usable, unusable, usable } from "../../../run/config/usage.ts";
import { chosenApi, flaggedDocuments, flaggedOptionsOf } from "../../../run/flags/api-documents.ts";
import type { Arguments } from "../../../run/flags/arguments.ts";
import { lenientOf, overlaysOf, readRules, toleratedOf } from "../../../run/flags/reading-flags.ts";

export interface DescribedApi {
  /** `null` where flags name the documents. */
  readonly name: string | null;
  readonly documents: DescriptionFiles;
  readonly changeset: ChangesetConfig;
  /** What paths of the configuration are relative to. */
  readonly base: string;
  /** Absolute: where code is generated into. */
  readonly outputs: readonly string[];
}

export async function describedApi(args: Arguments, cwd: string): Promise<Usable<DescribedApi>> {
  const tolerated = toleratedOf(args);
  if (!tolerated.ok) return tolerated;
  const tolerate = tolerated.value;
  const rules = readRules(args, cwd, null);
  if (!rules.ok) return rules;
  const reading = {
    rules: rules.value,
    tolerate,
    lenient: lenientOf(args),
    options: flaggedOptionsOf(args),
    overlays: overlaysOf(args, cwd),
  };
  const flagged = await flaggedDocuments(args, cwd, reading);
  if (!flagged.ok) return flagged;
  const documents = flagged.value;
  if (documents !== null) {
    if (args.has("config") || args.has("api"))
      return unusable("--openapi and --asyncapi name the whole API", "leave out --config and --api");
    return usable({ name: null, documents, changeset: {}, base: cwd, outputs: [] });
  }
  const chosen = await chosenApi(args, { cwd, tolerate });
  if (!chosen.ok) return chosen;
  const { config, ...api } = chosen.value;
  return usable({ ...api, changeset: config.changeset ?? {}, outputs: outputsOf(config, api.base) });
}

function outputsOf({ out, targets = [] }: ApiConfig, base: string): string[] {
  const own = targets.flatMap((target) => entryOf(target).out ?? []);
  return [...(out === undefined ? [] : [out]), ...own].map((folder) => path.resolve(base, folder));
}
