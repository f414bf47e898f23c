// `--map`, `--root` and `--limit`, and what a configuration says about them -> the rules by which a description is read.
import path from "node:path";
import { type Code, codesOf, intoleranceOf, type Leniency } from "../../diagnostics/codes.ts";
import { isLimitName, type Limits } from "../../source/limits.ts";
import { urlOf } from "../../source/url-map.ts";
import type { Config } from "../config/config.ts";
import { findConfig } from "../config/config-file.ts";
import { configuredRules, isCount, limitHint, mapHint, noRules, type ReadingRules } from "../config/reading-rules.ts";
import { type Usable, type UsageProblem, usable } from "../config/usage.ts";
import type { Arguments, Flag } from "./arguments.ts";

export const ruleFlags: readonly Flag[] = [
  {
    name: "map",
    value: "url=path",
    repeat: true,
    summary: "Local file or folder to read instead of a URL, or of a URL prefix, in references",
  },
  { name: "root", value: "dir", repeat: true, summary: "Folder outside the project that references may read from" },
  {
    name: "limit",
    value: "name=n",
    repeat: true,
    summary: "Change a limit: files, depth, schemas, …",
  },
];

/** The rules of a configuration, whose paths are relative to its folder, with those of the flags added or in their place. */
export function readRules(
  args: Arguments,
  cwd: string,
  config: { value: Config; base: string } | null,
): Usable<ReadingRules> {
  const problems: UsageProblem[] = [];
  const configured = config === null ? noRules : configuredRules(config.value, config.base, cwd);
  const map = new Map(configured.map);
  for (const written of args.all("map")) {
    const entry = mapEntryOf(written);
    if (entry === null) problems.push({ message: `--map ${written} is not a URL and a path`, hint: mapHint });
    else map.set(entry.url, path.resolve(cwd, entry.file));
  }
  const limits: { -readonly [Name in keyof Limits]?: Limits[Name] } = { ...configured.limits };
  for (const written of args.all("limit")) {
    const [, name = "", count = ""] = /^(\w+)=(\d+)$/.exec(written) ?? [];
    if (isLimitName(name) && isCount(Number(count))) limits[name] = Number(count);
    else problems.push({ message: `--limit ${written} is not a limit and a number`, hint: limitHint(name || written) });
  }
  if (problems.length > 0) return { ok: false, problems };
  const roots = [...configured.roots, ...args.all("root").map((folder) => path.resolve(cwd, folder))];
  return usable({ ...configured, map, roots, limits, workingFolder: cwd, foreign: [] });
}

/** The configuration of `--config`, or else the nearest one; `null` where there is none. */
export function configFileOf(args: Arguments, cwd: string): string | null {
  const named = args.one("config");
  return named === null ? findConfig(cwd) : path.resolve(cwd, named);
}

/** A URL may hold "=" in its query: what follows the last one is the path. */
function mapEntryOf(written: string): { readonly url: string; readonly file: string } | null {
  const at = written.lastIndexOf("=");
  const [url, file] = [written.slice(0, at), written.slice(at + 1)];
  return at === -1 || file === "" || urlOf(url) === null ? null : { url, file };
}

/** What documents that no configuration names tolerate besides `--tolerate`: they are most often of someone else. */
export function lenientOf(args: Arguments): Leniency {
  return args.has("strict") ? "nowhere" : "everywhere";
}

/** `--overlay`: files that patch the documents before they are read. */
export const overlayFlag: Flag = {
  name: "overlay",
  value: "file",
  repeat: true,
  summary: "OpenAPI Overlay that patches the description before it is read; repeatable, applied in order",
};

/** The files of `--overlay`, absolute. */
export function overlaysOf(args: Arguments, cwd: string): readonly string[] {
  return args.all(overlayFlag.name).map((file) => path.resolve(cwd, file));
}

/** `--tolerate`: codes whose errors are tolerated. */
export function toleratedOf(args: Arguments): Usable<ReadonlySet<Code>> {
  const requestedCodes = args.all("tolerate");
  const problems = requestedCodes.flatMap((word) => {
    const problem = intoleranceOf(word);
    return problem === null ? [] : [{ message: `--tolerate: ${problem.message}`, hint: problem.hint }];
  });
  return problems.length > 0 ? { ok: false, problems } : usable(codesOf(requestedCodes));
}
