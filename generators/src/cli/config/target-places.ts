// The targets of an API, those they need among them, to the folder of each.
import path from "node:path";
import { registry, type TargetRow, targetRows } from "../../targets/registry.ts";
import { type TargetDefinition, targetNames } from "../../targets/target.ts";
import { pathFrom } from "../path-from.ts";
import type { LocatedApi } from "../sources/locate.ts";
import { hintFor } from "../usage.ts";
import type { ApiConfig } from "./api-config.ts";
import type { ApiContext } from "./api-project.ts";
import type { TargetPlace } from "./project.ts";
import type { TargetConfig } from "./target-config.ts";

export function placesOf(api: LocatedApi, context: ApiContext): TargetPlace[] {
  const documents = { openapi: api.openapi !== undefined, asyncapi: api.asyncapi !== undefined };
  const asked = (
    api.targets ?? targetNames.filter((name) => registry[name].byDefault && has(documents, registry[name]))
  ).map(entryOf);
  const custom = new Map(
    asked.flatMap(({ target }) => (typeof target === "string" ? [] : [[target.name, target] as const])),
  );
  const rows = targetRows([...custom.values()]);
  const all = withNeeds(asked.map(nameOf), rows);
  return [...rows].flatMap(([name, row]): TargetPlace[] => {
    if (!all.has(name)) return [];
    const own = asked.find((entry) => nameOf(entry) === name);
    const neededBy =
      own === undefined ? [...all].filter((other) => rows.get(other)?.needs.includes(name) === true) : [];
    checkNeeds(name, row, rows, context);
    if (!has(documents, row)) {
      context.problems.push({
        message: `${context.at} ${name}: needs an ${row.document} document`,
        hint: `add ${context.at === "--target" ? `--${row.document}` : row.document}, or leave ${name} out`,
      });
      return [];
    }
    if (row.readsFiles === true && isNarrowed(api)) {
      context.problems.push({
        message: `${context.at} ${name}: is made from the whole description by another tool, which include, exclude and deprecated do not reach`,
        hint: `leave ${name} out, or give it an API of its own in the configuration`,
      });
      return [];
    }
    if (api.dates === "date" && textual.has(name)) {
      context.problems.push({
        message: `${context.at} ${name}: has texts where dates: "date" says Date`,
        hint: `leave ${name} out, or give it an API of its own in the configuration`,
      });
      return [];
    }
    const out = folderOf(
      name,
      own !== undefined ? own.out : context.out === null ? insideOf(name, neededBy, asked) : undefined,
      { ...context, neededBy },
    );
    const { import: specifier = null, client = null } = own ?? {};
    return out === null
      ? []
      : [{ target: name, custom: custom.get(name) ?? null, out, import: specifier, client, neededBy }];
  });
}

/** What a target of the user needs has to be one of ours, or among those of the API. */
function checkNeeds(name: string, row: TargetRow, rows: ReadonlyMap<string, TargetRow>, context: ApiContext): void {
  for (const need of row.needs.filter((one) => !rows.has(one)))
    context.problems.push({
      message: `${context.at}: ${name} needs the target ${JSON.stringify(need)}, which there is not`,
      hint: hintFor(need, [...rows.keys()]),
    });
}

/** Targets that say or write points in time as texts. */
const textual: ReadonlySet<string> = new Set(["paths", "samples"]);

/** What only one target needs, and nobody gave a folder, stands inside the folder of that: `src/schemas/types`. */
function insideOf(name: string, neededBy: readonly string[], asked: readonly Entry[]): string | undefined {
  const [only, ...others] = neededBy;
  const folder = asked.map(entryOf).find((entry) => nameOf(entry) === only)?.out;
  return others.length > 0 || folder === undefined ? undefined : `${folder}/${name}`;
}

function isNarrowed({ include, exclude, deprecated, unusedSchemas }: ApiConfig): boolean {
  return include !== undefined || exclude !== undefined || deprecated === false || unusedSchemas === "drop";
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
export function withNeeds(names: readonly string[], rows: ReadonlyMap<string, TargetRow>): Set<string> {
  const all = new Set(names);
  for (const name of all) for (const need of rows.get(name)?.needs ?? []) all.add(need);
  return all;
}

function has(documents: { openapi: boolean; asyncapi: boolean }, { document }: Pick<TargetRow, "document">): boolean {
  return document === null || documents[document];
}

type Entry = NonNullable<ApiConfig["targets"]>[number];

/** An entry without the place that the configuration gives it. */
export function targetOf(entry: Entry): TargetConfig["target"] {
  return typeof entry === "string" || "emit" in entry ? entry : entry.target;
}

export function entryOf(entry: Entry): TargetConfig {
  return typeof entry === "string" || "emit" in entry ? { target: entry } : entry;
}

export function nameOf({ target }: TargetConfig): string {
  return typeof target === "string" ? target : target.name;
}

/** The targets of the user that an API has. */
export function customOf({ targets = [] }: Pick<ApiConfig, "targets">): TargetDefinition[] {
  return targets.map(targetOf).flatMap((target) => (typeof target === "string" ? [] : [target]));
}
