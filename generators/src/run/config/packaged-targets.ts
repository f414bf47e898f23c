// Names of packages among the targets of a configuration or of flags -> the targets these packages export.

import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ApiConfig } from "./api-config.ts";
import { configured, isTarget, problemOfTarget } from "./check-target.ts";
import type { Config } from "./config.ts";
import { packageVersionOf } from "./config-modules.ts";
import { Check } from "./config-reader.ts";
import { entryOf, packageOf, type TargetEntry } from "./target-config.ts";
import { type Usable, type UsageProblem, unusable, usable } from "./usage.ts";

interface Where {
  /** The folder from which packages are found. */
  readonly from: string;
  /** How messages call what names the target. */
  readonly at: string;
}

/** The configuration with targets in place of names of packages. */
export async function loadPackagedTargets(
  config: Config,
  { name, base }: { readonly name: string; readonly base: string },
): Promise<Usable<Config>> {
  const check = new Check(name);
  const problems: UsageProblem[] = [];
  const apis: [string, ApiConfig][] = [];
  for (const [key, api] of Object.entries(config.apis)) {
    const targets: TargetEntry[] = [];
    for (const [index, entry] of (api.targets ?? []).map(entryOf).entries()) {
      const at = `apis.${key}.targets[${index}]`;
      const loaded = await loadNamed(entry.target, { from: base, at: `${name}: ${at}` });
      if (loaded.ok) targets.push(withOptions(entry, loaded.value, { at, check }));
      else problems.push(...loaded.problems);
    }
    apis.push([key, api.targets === undefined ? api : { ...api, targets }]);
  }
  problems.push(...check.problems);
  return problems.length > 0 ? { ok: false, problems } : usable({ ...config, apis: Object.fromEntries(apis) });
}

function withOptions(
  { options = {}, ...entry }: TargetEntry,
  target: TargetEntry["target"],
  place: { readonly at: string; readonly check: Check },
): TargetEntry {
  if (typeof target === "string") return { ...entry, target };
  const { loadedFrom } = target;
  const changed = configured(target, options, place);
  if (changed === null) return { ...entry, target };
  return { ...entry, target: loadedFrom === undefined ? changed : { ...changed, loadedFrom } };
}

/** The target of a package name; anything else is returned unchanged. */
export async function loadNamed(
  target: TargetEntry["target"],
  { from, at }: Where,
): Promise<Usable<TargetEntry["target"]>> {
  const wanted = typeof target === "string" ? packageOf(target) : null;
  if (typeof target !== "string" || wanted === null) return usable(target);
  // Beside the project, or beside this toolkit where both were installed for one command.
  const file = fileOf(wanted, path.join(from, "_")) ?? fileOf(wanted, import.meta.filename);
  if (file === null)
    return unusable(
      `${at}: the target ${target} is the package ${wanted}, which is not installed`,
      `npm install --save-dev ${wanted}`,
    );
  try {
    const module: unknown = await import(pathToFileURL(file).href);
    const exported = typeof module === "object" && module !== null && "default" in module ? module.default : undefined;
    const problem = problemOfTarget(exported);
    if (problem === null && isTarget(exported))
      return usable({ ...exported, loadedFrom: { written: target, version: packageVersionOf(file) } });
    return unusable(`${at}: the default export of ${wanted} ${problem?.message}`, problem?.hint);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return unusable(`${at}: the package ${wanted} cannot be loaded: ${reason}`, "install it again");
  }
}

function fileOf(name: string, from: string): string | null {
  try {
    return createRequire(from).resolve(name);
  } catch {
    return null;
  }
}
