// A project -> the same with the hash by which a run knows that the configuration is as it was.
import type { Leniency } from "../../diagnostics/tolerance.ts";
import { hashedOptions } from "../../model/api-options.ts";
import { hashOf } from "../../source/document.ts";
import { builtInTargetOf, isTargetName } from "../../targets/built-in-targets.ts";
import type { Target } from "../../targets/target.ts";
import { pathFrom } from "./path-from.ts";
import type { Project } from "./project.ts";
import type { ReadingRules } from "./reading-rules.ts";
import { inputName } from "./sources/foreign-source.ts";

export function hashedProject(project: Omit<Project, "optionsHash">): Project {
  return { ...project, optionsHash: () => hashOfOptions(project) };
}

/** Whether any file is read with leniency. */
function isLenient(lenient: Leniency, { foreign }: ReadingRules): boolean {
  return lenient === "everywhere" || (lenient === "foreign" && foreign.length > 0);
}

/** Packages whose code is loaded only while a target runs change the hash. */
function hashOfOptions({ root, base, command, apis, rules, modules }: Omit<Project, "optionsHash">): string {
  const fromRoot = (file: string | null): string | null =>
    file === null ? null : inputName(rules.foreign, root, file);
  const options = apis.map(({ name, openapi, asyncapi, overlays, options: own, places, tolerate, lenient }) => ({
    name,
    openapi: fromRoot(openapi),
    asyncapi: fromRoot(asyncapi),
    ...(overlays.length === 0 ? {} : { overlays: overlays.map(fromRoot) }),
    ...hashedOptions(own),
    places: places.map(({ target, out, import: specifier, definition }) => ({
      target,
      out,
      specifier,
      ...hashedTarget(definition),
    })),
    ...(tolerate.size === 0 ? {} : { tolerate: [...tolerate] }),
    ...(isLenient(lenient, rules) ? { lenient } : {}),
  }));
  const packages = modules?.packages() ?? [];
  const code = packages.length === 0 ? {} : { packages };
  return hashOf(JSON.stringify({ base: fromRoot(base), command, apis: options, ...code, ...rulesInHash(rules, root) }));
}

/** Of ours the options that are given, of others all of them, and the version of a package whose code no hash of a file covers. */
function hashedTarget({ name, options = {}, loadedFrom }: Target): object {
  if (isTargetName(name)) {
    const defaults: Readonly<Record<string, unknown>> = { ...builtInTargetOf(name).options };
    return Object.fromEntries(Object.entries(options).filter(([option, value]) => value !== defaults[option]));
  }
  return { custom: options, ...(loadedFrom === undefined ? {} : { package: loadedFrom.version }) };
}

/** The part of the rules that can change the output or errors of a run, the same on every machine; empty without rules. */
function rulesInHash({ map, roots, limits }: ReadingRules, root: string): object {
  return {
    ...(map.size === 0 ? {} : { map: [...map].map(([url, file]) => [url, pathFrom(root, file)]).sort() }),
    ...(roots.length === 0 ? {} : { roots: roots.map((folder) => pathFrom(root, folder)).sort() }),
    ...(Object.keys(limits).length === 0 ? {} : { limits: Object.entries(limits).sort() }),
  };
}
