// The targets of an API, those they need among them, to the folder of each.

import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ApiOptions } from "../../model/api-options.ts";
import { memberOf } from "../../model/fields.ts";
import { attempt } from "../../source/attempt.ts";
import { defaultTargets, targetsByName } from "../../targets/built-in-targets.ts";
import type { Target } from "../../targets/target.ts";
import { configured, isTarget, problemOfTarget } from "./check-target.ts";
import type { ApiConfig, Config } from "./config.ts";
import { packageVersionOf } from "./config-modules.ts";
import { Check } from "./config-reader.ts";
import { pathFrom } from "./paths.ts";
import type { ApiContext, TargetPlace } from "./project.ts";
import type { LocatedApi } from "./sources/locate.ts";
import { entryOf, nameOf, packageOf, type TargetEntry } from "./target-config.ts";
import { hintFor, type Usable, type UsageProblem, unusable, usable } from "./usage.ts";

export function placesOf(api: LocatedApi, options: ApiOptions, context: ApiContext): TargetPlace[] {
  const documents = { openapi: api.openapi !== undefined, asyncapi: api.asyncapi !== undefined };
  const requestedEntries = (
    api.targets ?? defaultTargets.filter((target) => isDefault(documents, target)).map(({ name }) => name)
  ).map(entryOf);
  const customTargets = requestedEntries.flatMap(({ target }) => (typeof target === "string" ? [] : [target]));
  const targets = targetsByName(customTargets);
  const all = withNeeds(requestedEntries.map(nameOf), targets);
  return [...targets].flatMap(([name, definition]): TargetPlace[] => {
    if (!all.has(name)) return [];
    const requestedEntry = requestedEntries.find((entry) => nameOf(entry) === name);
    const neededBy =
      requestedEntry === undefined ? [...all].filter((other) => targets.get(other)?.needs.includes(name) === true) : [];
    checkNeeds(definition, targets, context);
    const problem = problemOf(definition, documents, options, context);
    if (problem !== null) {
      context.problems.push(problem);
      return [];
    }
    const out = folderOf(
      name,
      requestedEntry !== undefined
        ? requestedEntry.out
        : context.out === null
          ? insideOf(name, neededBy, requestedEntries)
          : undefined,
      { ...context, neededBy },
    );
    return out === null ? [] : [{ target: name, definition, out, import: requestedEntry?.import ?? null, neededBy }];
  });
}

type Documents = Readonly<Record<"openapi" | "asyncapi", boolean>>;

/** Why a target cannot be generated from this API; `null` when it can. */
function problemOf(target: Target, documents: Documents, options: ApiOptions, { at }: ApiContext): UsageProblem | null {
  const { name, document } = target;
  if (!has(documents, target))
    return {
      message: `${at} ${name}: needs an ${document} document`,
      hint: `add ${at === "--target" ? `--${document}` : document}, or leave ${name} out`,
    };
  const reason = target.refuses?.(options) ?? null;
  if (reason === null) return null;
  return {
    message: `${at} ${name}: ${reason}`,
    hint: `leave ${name} out, or give it an API of its own in the configuration`,
  };
}

/** What a target needs has to be one of ours, or among those of the API. */
function checkNeeds({ name, needs }: Target, targets: ReadonlyMap<string, Target>, context: ApiContext): void {
  for (const need of needs.filter((one) => !targets.has(one)))
    context.problems.push({
      message: `${context.at}: ${name} needs the unknown target ${JSON.stringify(need)}`,
      hint: hintFor(need, [...targets.keys()]),
    });
}

/** A target that only one other target requires, and that has no folder, goes into that one's folder: `src/schemas/types`. */
function insideOf(
  name: string,
  neededBy: readonly string[],
  requestedEntries: readonly TargetEntry[],
): string | undefined {
  const [only, ...others] = neededBy;
  const folder = requestedEntries.find((entry) => nameOf(entry) === only)?.out;
  return others.length > 0 || folder === undefined ? undefined : `${folder}/${name}`;
}

/** The folder of a target, below the root. */
function folderOf(
  target: string,
  out: string | undefined,
  context: ApiContext & { readonly neededBy: readonly string[] },
): string | null {
  const { at, base, root, problems, neededBy } = context;
  if (out === undefined && context.out === null) {
    const why = neededBy.length === 0 ? "" : ` (${neededBy.join(" and ")} import it)`;
    const hint = `write { target: "${target}", out: "…" } into targets, or give the API an out`;
    problems.push({ message: `${at}: ${target} has no output folder${why}`, hint });
    return null;
  }
  const absolute = out === undefined ? path.resolve(root, context.out ?? ".", target) : path.resolve(base, out);
  const folder = pathFrom(root, absolute);
  if (folder === ".." || folder.startsWith("../") || path.isAbsolute(folder)) {
    problems.push({
      message: `${at}: the folder of ${target} is outside ${root}`,
      hint: "put the configuration into a folder above all output",
    });
    return null;
  }
  return folder;
}

/** Targets and what they need, and what that needs. */
export function withNeeds(names: readonly string[], targets: ReadonlyMap<string, Target>): Set<string> {
  const all = new Set(names);
  for (const name of all) for (const need of targets.get(name)?.needs ?? []) all.add(need);
  return all;
}

function has(documents: Documents, { document }: Pick<Target, "document">): boolean {
  return document === undefined || documents[document];
}

function isDefault(documents: Documents, target: Pick<Target, "document" | "namedWithout">): boolean {
  const { document = target.namedWithout } = target;
  return has(documents, document === undefined ? {} : { document });
}

/** The targets of an API that are no names: those of the user, and ours with options. */
export function givenTargetsOf({ targets = [] }: Pick<LocatedApi, "targets">): Target[] {
  return targets.map(entryOf).flatMap(({ target }) => (typeof target === "string" ? [] : [target]));
}

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
    const exported = memberOf(await import(pathToFileURL(file).href), "default");
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
  return attempt(() => createRequire(from).resolve(name));
}
