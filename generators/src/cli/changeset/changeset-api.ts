// Arguments -> the API that a changeset is about: its documents, what they are compared with, and the folders of its code.

import path from "node:path";
import type { ApiConfig, ChangesetConfig } from "../../config/api-config.ts";
import { findConfig, loadConfig } from "../../config/config-file.ts";
import type { DescriptionFiles } from "../../config/description-files.ts";
import { pathFrom } from "../../config/path-from.ts";
import { entryOf } from "../../config/target-config.ts";
import { hintFor, type Usable, unusable, usable } from "../../config/usage.ts";
import type { Arguments } from "../arguments.ts";
import { configuredDocuments, flaggedDocuments, flaggedOptionsOf } from "../flags/api-documents.ts";
import { readRules, toleratedOf } from "../flags/reading-flags.ts";

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
  const manner = { rules: rules.value, tolerate, options: flaggedOptionsOf(args) };
  const documents = flaggedDocuments(args, cwd, manner);
  if (documents === null) return ofConfig(args, { cwd, tolerate });
  if (args.has("config") || args.has("api"))
    return unusable("--openapi and --asyncapi name the whole API", "leave out --config and --api");
  return usable({ name: null, documents, changeset: {}, base: cwd, outputs: [] });
}

async function ofConfig(
  args: Arguments,
  { cwd, tolerate }: { cwd: string; tolerate: DescriptionFiles["tolerate"] },
): Promise<Usable<DescribedApi>> {
  const given = args.one("config");
  const file = given === null ? findConfig(cwd) : path.resolve(cwd, given);
  if (file === null) {
    const hint = "name the description: --openapi openapi.yaml --asyncapi asyncapi.yaml";
    return unusable("there is no waybill.config.ts here or in a parent folder", hint);
  }
  const shown = pathFrom(cwd, file);
  const config = await loadConfig(file, shown);
  const apis = await configuredDocuments(file, args, { cwd, tolerate });
  if (!config.ok) return config;
  if (!apis.ok) return apis;
  const names = [...apis.value.keys()];
  const name = args.one("api") ?? names[0] ?? "";
  if (!args.has("api") && names.length > 1)
    return unusable(`${shown} has ${names.length} APIs: ${names.join(", ")}`, `choose one: --api ${names[0]}`);
  const documents = apis.value.get(name);
  const api = config.value.apis[name];
  if (documents === undefined || api === undefined)
    return unusable(`${shown} has no API ${JSON.stringify(name)}`, hintFor(name, names));
  const base = path.dirname(file);
  return usable({ name, documents, changeset: api.changeset ?? {}, base, outputs: outputsOf(api, base) });
}

function outputsOf({ out, targets = [] }: ApiConfig, base: string): string[] {
  const own = targets.flatMap((target) => entryOf(target).out ?? []);
  return [...(out === undefined ? [] : [out]), ...own].map((folder) => path.resolve(base, folder));
}
