// The flags of init and what is in the repository -> its configuration: a new one, or the one that is there.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type TargetName, targetNames } from "../../targets/target.ts";
import type { Arguments } from "../arguments.ts";
import { configNames } from "../config/config-file.ts";
import { hintFor, type Usable, unusable, usable } from "../usage.ts";
import { configText } from "./config-text.ts";
import { type DescribedApi, describedApi } from "./described-api.ts";
import { type ImportSettings, importSettings } from "./import-settings.ts";
import type { OwnManifest } from "./own-manifest.ts";
import type { FileStep } from "./setup.ts";

export interface ConfigStep {
  readonly api: DescribedApi | null;
  readonly settings: ImportSettings | null;
  readonly step: FileStep;
}

/** The flags that say what a configuration is to say. */
const saying = ["openapi", "asyncapi", "out", "target", "import-extension"];

export async function configStep(args: Arguments, folder: string, manifest: OwnManifest): Promise<Usable<ConfigStep>> {
  const there = configNames.find((name) => existsSync(path.join(folder, name)));
  const isAsked = args.has("force") || saying.some((flag) => args.has(flag));
  if (there !== undefined && !isAsked) return usable(keep(there, "--force writes a new one"));
  const targets = targetsOf(args);
  if (!targets.ok) return targets;
  const api = describedApi({ args, folder, manifest, targets: targets.value });
  if (!api.ok) return api;
  const settings = await importSettings(args, folder, manifest);
  if (!settings.ok) return settings;
  const found = { api: api.value, settings: settings.value };
  const text = configText(found);
  const file = there ?? "waybill.config.ts";
  if (there === undefined) return usable({ ...found, step: { path: file, action: "create", text, note: null } });
  if (readFileSync(path.join(folder, there), "utf8") === text) {
    return usable({ ...found, step: { path: file, action: "keep", text: null, note: "it says this already" } });
  }
  if (!args.has("force")) {
    return unusable(`${there} is there already, and says otherwise`, "edit it, or let --force write a new one");
  }
  if (there.endsWith(".json")) return unusable(`${there} is JSON`, "remove it: init writes waybill.config.ts");
  return usable({ ...found, step: { path: file, action: "change", text, note: "written anew" } });
}

function keep(file: string, hint: string): ConfigStep {
  const note = `it is there already; ${hint}`;
  return { api: null, settings: null, step: { path: file, action: "keep", text: null, note } };
}

function targetsOf(args: Arguments): Usable<readonly TargetName[]> {
  const asked = args.all("target");
  const unknown = asked.find((name) => !targetNames.some((known) => known === name));
  if (unknown === undefined) return usable(targetNames.filter((name) => asked.includes(name)));
  return unusable(`there is no target ${JSON.stringify(unknown)}`, hintFor(unknown, targetNames));
}
