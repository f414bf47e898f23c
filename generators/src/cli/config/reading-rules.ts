// `--map`, `--root` and `--limit`, and what a configuration says about them -> the rules by which a description is read.
import path from "node:path";
import type { ReadOptions } from "../../read.ts";
import { defaultLimits, isLimitName, type Limits } from "../../source/limits.ts";
import { isProjectFolder } from "../../source/roots.ts";
import { urlOf } from "../../source/url-map.ts";
import type { Arguments, Flag } from "../arguments.ts";
import { pathFrom } from "../path-from.ts";
import type { ForeignSource } from "../sources/foreign-source.ts";
import { hintFor, type Usable, type UsageProblem, usable } from "../usage.ts";
import type { Config } from "./config.ts";

export interface ReadingRules {
  /** Absolute path by URL or prefix. */
  readonly map: ReadonlyMap<string, string>;
  /** Absolute folders that references may lead to, besides those of the project. */
  readonly roots: readonly string[];
  readonly limits: Partial<Limits>;
  /** The folder the command runs in: a description inside it may refer to what else is there. */
  readonly workingFolder: string | null;
  /** Where documents come from that are no files of the project. */
  readonly foreign: readonly ForeignSource[];
}

export const noRules: ReadingRules = { map: new Map(), roots: [], limits: {}, workingFolder: null, foreign: [] };

export const ruleFlags: readonly Flag[] = [
  {
    name: "map",
    value: "url=path",
    repeat: true,
    summary: "a local file or folder that stands for a URL in references, or for the beginning of one",
  },
  { name: "root", value: "dir", repeat: true, summary: "a folder outside of the project that references may lead to" },
  {
    name: "limit",
    value: "name=n",
    repeat: true,
    summary: "take more, or less, of something: files, depth, schemas, …",
  },
];

/** The rules of a configuration, whose paths are relative to its folder, with those of the flags added or in their place. */
export function readRules(
  args: Arguments,
  cwd: string,
  config: { value: Config; base: string } | null,
): Usable<ReadingRules> {
  const problems: UsageProblem[] = [];
  const map = new Map(
    Object.entries(config?.value.map ?? {}).map(([url, file]) => [url, path.resolve(config?.base ?? cwd, file)]),
  );
  for (const written of args.all("map")) {
    const entry = mapEntryOf(written);
    if (entry === null) problems.push({ message: `--map ${written} is not a URL and a path`, hint: mapHint });
    else map.set(entry.url, path.resolve(cwd, entry.file));
  }
  const limits: { -readonly [Name in keyof Limits]?: Limits[Name] } = { ...config?.value.limits };
  for (const written of args.all("limit")) {
    const [, name = "", count = ""] = /^(\w+)=(\d+)$/.exec(written) ?? [];
    if (isLimitName(name) && isCount(Number(count))) limits[name] = Number(count);
    else problems.push({ message: `--limit ${written} names no limit and a number`, hint: limitHint(name || written) });
  }
  if (problems.length > 0) return { ok: false, problems };
  const configured = (config?.value.roots ?? []).map((folder) => path.resolve(config?.base ?? cwd, folder));
  const roots = [...configured, ...args.all("root").map((folder) => path.resolve(cwd, folder))];
  return usable({ map, roots, limits, workingFolder: cwd, foreign: [] });
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

/** A URL may hold "=" in its query: what follows the last one is the path. */
function mapEntryOf(written: string): { readonly url: string; readonly file: string } | null {
  const at = written.lastIndexOf("=");
  const [url, file] = [written.slice(0, at), written.slice(at + 1)];
  return at === -1 || file === "" || urlOf(url) === null ? null : { url, file };
}

/** The rules as `readApi` takes them, for these entry documents. */
export function readOptionsOf(
  { map, roots, limits, workingFolder, foreign }: ReadingRules,
  entries: readonly (string | null)[],
): Pick<ReadOptions, "map" | "roots" | "limits" | "foreign"> {
  const isInside = entries.some(
    (file) => file !== null && workingFolder !== null && !pathFrom(workingFolder, file).startsWith("../"),
  );
  const implied = workingFolder !== null && isInside && isProjectFolder(workingFolder) ? [workingFolder] : [];
  const packages = foreign.filter(({ url }) => url === null).map(({ place }) => place);
  return { map: mapOf({ map, foreign }), roots: [...roots, ...implied, ...packages], limits, foreign };
}

/** Local copies of URLs, those that were fetched among them. */
export function mapOf({ map, foreign }: Pick<ReadingRules, "map" | "foreign">): ReadonlyMap<string, string> {
  return new Map([...map, ...foreign.flatMap(({ url, place }) => (url === null ? [] : [[url, place] as const]))]);
}

/** What of the rules can change what a run makes or refuses, the same on every machine; nothing when they say nothing. */
export function rulesInHash({ map, roots, limits }: ReadingRules, root: string): object {
  return {
    ...(map.size === 0 ? {} : { map: [...map].map(([url, file]) => [url, pathFrom(root, file)]).sort() }),
    ...(roots.length === 0 ? {} : { roots: roots.map((folder) => pathFrom(root, folder)).sort() }),
    ...(Object.keys(limits).length === 0 ? {} : { limits: Object.entries(limits).sort() }),
  };
}

/** What the command line that rebuilds the output says of them; paths relative to `base`. */
export function ruleWords({ map, roots, limits }: ReadingRules, base: string): string[] {
  const shown = (file: string): string => pathFrom(base, file) || ".";
  return [
    ...[...map].flatMap(([url, file]) => ["--map", `${url}=${shown(file)}`]),
    ...roots.flatMap((folder) => ["--root", shown(folder)]),
    ...Object.entries(limits).flatMap(([name, count]) => ["--limit", `${name}=${count}`]),
  ];
}
