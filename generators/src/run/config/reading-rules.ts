// The rules by which a description is read: maps of URLs, roots, limits.

import path from "node:path";
import type { ReadOptions } from "../../read/read-api.ts";
import { defaultLimits, isLimitName, type Limits } from "../../source/limits.ts";
import { isProjectFolder } from "../../source/roots.ts";
import type { Config } from "./config.ts";
import type { LintRules } from "./lint-rules.ts";
import { pathFrom } from "./paths.ts";
import { type ForeignSource, isForeign } from "./sources/foreign-source.ts";
import { hintFor } from "./usage.ts";

export interface ReadingRules {
  /** Absolute path by URL or prefix. */
  readonly map: ReadonlyMap<string, string>;
  /** Absolute folders that references may lead to, besides those of the project. */
  readonly roots: readonly string[];
  readonly limits: Partial<Limits>;
  /** The folder the command runs in: a description inside it may refer to what else is there. */
  readonly workingFolder: string | null;
  /** The sources of documents that are not files of the project. */
  readonly foreign: readonly ForeignSource[];
  /** What is made of warnings. Default: each keeps its severity. */
  readonly lint?: LintRules;
  /** Whether a configuration names the descriptions: those that are files are the team's own. Default: `false`. */
  readonly isConfigured?: boolean;
  /** Reads files in the place of the disk: a description as it was. Throws as `readFileSync` does. */
  readonly readText?: (file: string) => string;
}

export const noRules: ReadingRules = { map: new Map(), roots: [], limits: {}, workingFolder: null, foreign: [] };

/** The reading rules of a configuration, without flags. `base`: its folder; `cwd`: where the command runs. */
export function configuredRules(
  { map = {}, roots = [], limits = {}, lint }: Config,
  base: string,
  cwd: string,
): ReadingRules {
  return {
    map: new Map(Object.entries(map).map(([url, file]) => [url, path.resolve(base, file)])),
    roots: roots.map((folder) => path.resolve(base, folder)),
    limits,
    workingFolder: cwd,
    foreign: [],
    ...(lint === undefined ? {} : { lint: { ...lint, base } }),
  };
}

export const mapHint = "for example --map https://example.com/schemas/=vendor/schemas";

/** A limit of nothing, or of no whole number, is a mistake. */
export function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

export function limitHint(written: string): string {
  return isLimitName(written)
    ? `for example --limit ${written}=${defaultLimits[written]}`
    : hintFor(written, Object.keys(defaultLimits));
}

/** The rules as `readApi` takes them, for these entry documents. */
export function readOptionsOf(
  { map, roots, limits, workingFolder, foreign, readText }: ReadingRules,
  entries: readonly (string | null)[],
): Pick<ReadOptions, "map" | "roots" | "limits" | "foreign" | "readText"> {
  const isInside = entries.some(
    (file) => file !== null && workingFolder !== null && !pathFrom(workingFolder, file).startsWith("../"),
  );
  const implied = workingFolder !== null && isInside && isProjectFolder(workingFolder) ? [workingFolder] : [];
  const packages = foreign.filter(({ url }) => url === null).map(({ place }) => place);
  const reader = readText === undefined ? {} : { readText };
  return { map: mapOf({ map, foreign }), roots: [...roots, ...implied, ...packages], limits, foreign, ...reader };
}

/** Local copies of URLs, those that were fetched among them. */
export function mapOf({ map, foreign }: Pick<ReadingRules, "map" | "foreign">): ReadonlyMap<string, string> {
  return new Map([...map, ...foreign.flatMap(({ url, place }) => (url === null ? [] : [[url, place] as const]))]);
}

/** What the command line that rebuilds the output says of them; paths relative to `base`. */
export function ruleWords({ map, roots, limits }: ReadingRules, base: string): string[] {
  const relativePath = (file: string): string => pathFrom(base, file) || ".";
  return [
    ...[...map].flatMap(([url, file]) => ["--map", `${url}=${relativePath(file)}`]),
    ...roots.flatMap((folder) => ["--root", relativePath(folder)]),
    ...Object.entries(limits).flatMap(([name, count]) => ["--limit", `${name}=${count}`]),
  ];
}

/** Documents at a URL or in a package, and all that flags name instead of a configuration. */
export function foreignFiles({ foreign, isConfigured = false }: ReadingRules): (file: string) => boolean {
  return isConfigured ? (file) => isForeign(foreign, file) : () => true;
}
