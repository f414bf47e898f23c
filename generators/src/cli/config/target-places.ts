// The targets of an API, those they need among them, to the folder of each.
import path from "node:path";
import { registry } from "../../targets/registry.ts";
import { type TargetName, targetNames } from "../../targets/target.ts";
import { pathFrom } from "../path-from.ts";
import type { ApiConfig } from "./api-config.ts";
import type { ApiContext } from "./api-project.ts";
import type { TargetPlace } from "./project.ts";
import type { TargetConfig } from "./target-config.ts";

export function placesOf(api: ApiConfig, context: ApiContext): TargetPlace[] {
  const documents = { openapi: api.openapi !== undefined, asyncapi: api.asyncapi !== undefined };
  const asked = (api.targets ?? targetNames.filter((name) => registry[name].byDefault && has(documents, name))).map(
    entryOf,
  );
  const all = withNeeds(asked.map((entry) => entry.target));
  return targetNames
    .filter((name) => all.has(name))
    .flatMap((name) => {
      const own = asked.find((entry) => entry.target === name);
      const neededBy = own === undefined ? [...all].filter((other) => registry[other].needs.includes(name)) : [];
      const document = registry[name].document;
      if (!has(documents, name)) {
        context.problems.push({
          message: `${context.at} ${name}: needs an ${document} document`,
          hint: `add ${context.at === "--target" ? `--${document}` : document}, or leave ${name} out`,
        });
        return [];
      }
      if (registry[name].readsFiles === true && isNarrowed(api)) {
        context.problems.push({
          message: `${context.at} ${name}: is made from the whole description by another tool, which include, exclude and deprecated do not reach`,
          hint: `leave ${name} out, or give it an API of its own in the configuration`,
        });
        return [];
      }
      const out = folderOf(own ?? { target: name }, neededBy, context);
      return out === null
        ? []
        : [{ target: name, out, import: own?.import ?? null, client: own?.client ?? null, neededBy }];
    });
}

function isNarrowed({ include, exclude, deprecated, unusedSchemas }: ApiConfig): boolean {
  return include !== undefined || exclude !== undefined || deprecated === false || unusedSchemas === "drop";
}

/** The folder of a target, below the root. */
function folderOf({ target, out }: TargetConfig, neededBy: readonly TargetName[], context: ApiContext): string | null {
  const { at, base, root, problems } = context;
  if (out === undefined && context.out === null) {
    const why = neededBy.length === 0 ? "" : ` (${neededBy.join(" and ")} import it)`;
    const hint = `write { target: "${target}", out: "…" } into targets, or give the API an out`;
    problems.push({ message: `${at}: ${target} has no folder to go to${why}`, hint });
    return null;
  }
  const absolute = out === undefined ? path.resolve(root, context.out ?? ".", target) : path.resolve(base, out);
  const folder = pathFrom(root, absolute);
  if (folder === ".." || folder.startsWith("../") || path.isAbsolute(folder)) {
    problems.push({
      message: `${at}: the folder of ${target} lies outside ${root}`,
      hint: "put the configuration into a folder above all output",
    });
    return null;
  }
  return folder;
}

/** Targets and what they need, and what that needs. */
export function withNeeds(names: readonly TargetName[]): Set<TargetName> {
  const all = new Set(names);
  for (const name of all) for (const need of registry[name].needs) all.add(need);
  return all;
}

function has(documents: { openapi: boolean; asyncapi: boolean }, target: TargetName): boolean {
  const { document } = registry[target];
  return document === null || documents[document];
}

export function targetOf(entry: TargetName | TargetConfig): TargetName {
  return typeof entry === "string" ? entry : entry.target;
}

function entryOf(entry: TargetName | TargetConfig): TargetConfig {
  return typeof entry === "string" ? { target: entry } : entry;
}
