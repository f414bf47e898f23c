// Flags instead of a configuration -> the project.

import path from "node:path";
import type { Code } from "../../diagnostics/tolerance.ts";
import type { GivenOptions } from "../../model/api-options.ts";
import { pathFrom } from "../config/paths.ts";
import { hashedProject, type Project } from "../config/project.ts";
import { apiProject } from "../config/project-of-config.ts";
import { noRules, type ReadingRules, ruleWords } from "../config/reading-rules.ts";
import type { LocatedApi } from "../config/sources/locate.ts";
import { entryOf, type TargetReference } from "../config/target-config.ts";
import { type Usable, type UsageProblem, usable } from "../config/usage.ts";
import { flagWords, inShell } from "./api-flags.ts";

export interface FlagInputs {
  readonly openapi: string | null;
  readonly asyncapi: string | null;
  /** What the command line says for them where they are no files: `npm:@acme/spec`, a URL and its integrity. */
  readonly written?: WrittenDocuments;
  /** Absolute. Default: none. */
  readonly overlays?: readonly string[];
  readonly out: string;
  readonly targets: readonly TargetReference[];
  /** The options that flags give. Default: none. */
  readonly options?: GivenOptions;
  readonly rules?: ReadingRules;
  /** Default: none. */
  readonly tolerate?: ReadonlySet<Code>;
  /** Whether only these are tolerated. Default: every error with a stated meaning is. */
  readonly strict?: boolean;
}

export interface WrittenDocuments {
  readonly openapi?: readonly string[];
  readonly asyncapi?: readonly string[];
}

/**
 * Flags alone: one API, named after nothing, below `--out`. Generated text names files relative to the folder of the
 * description, so it is the same wherever the command runs, and on any machine.
 */
export function projectOfFlags(flags: FlagInputs, cwd: string): Usable<Project> {
  const { openapi, asyncapi, written = {}, overlays = [], targets, options = {}, rules = noRules } = flags;
  const { tolerate, strict = false } = flags;
  const root = path.resolve(cwd, flags.out);
  const problems: UsageProblem[] = [];
  const own = [written.openapi === undefined ? openapi : null, written.asyncapi === undefined ? asyncapi : null];
  const files = own.flatMap((file) => (file === null ? [] : [path.resolve(cwd, file)]));
  const base = files.length === 0 ? root : commonFolderOf(files);
  const config: LocatedApi = {
    ...(openapi === null ? {} : { openapi: path.resolve(cwd, openapi) }),
    ...(asyncapi === null ? {} : { asyncapi: path.resolve(cwd, asyncapi) }),
    ...(overlays.length === 0 ? {} : { overlays }),
    ...(targets.length === 0 ? {} : { targets }),
    ...options,
    tolerate: [...(tolerate ?? [])],
  };
  const api = apiProject(config, {
    name: "api",
    at: "--target",
    out: ".",
    base,
    root,
    foreign: rules.foreign,
    problems,
    lenient: strict ? "nowhere" : "everywhere",
  });
  if (problems.length > 0) return { ok: false, problems };
  const command = [
    commandOf(config, base, written),
    ...(strict ? ["--strict"] : []),
    ...ruleWords(rules, base).map(documentWord),
  ].join(" ");
  const rebuild = "waybill generate with the same flags";
  const given = { configFile: null, isOfFlags: true, modules: null, only: null };
  return usable(hashedProject({ ...given, root, ownsRoot: true, base, command, rebuild, apis: [api], rules }));
}

function commonFolderOf(files: readonly string[]): string {
  const [first = [], ...rest] = files.map((file) => path.dirname(file).split(path.sep));
  const end = first.findIndex((part, at) => rest.some((other) => other[at] !== part));
  return path.resolve(path.sep, (end === -1 ? first : first.slice(0, end)).join(path.sep));
}

/** The command line that rebuilds the output. Not where to: the same description gives the same bytes in any folder. */
function commandOf(config: LocatedApi, base: string, written: WrittenDocuments): string {
  const { openapi, asyncapi, overlays = [], targets = [], tolerate = [] } = config;
  const shown = (file: string): string => pathFrom(base, file) || ".";
  const wordOf = (target: TargetReference): string =>
    typeof target === "string" ? target : (target.loadedFrom?.written ?? target.name);
  // `flagWords` are quoted already.
  const documents = [
    ...(openapi === undefined ? [] : ["--openapi", ...(written.openapi ?? [shown(openapi)])]),
    ...(asyncapi === undefined ? [] : ["--asyncapi", ...(written.asyncapi ?? [shown(asyncapi)])]),
    ...overlays.flatMap((file) => ["--overlay", shown(file)]),
  ];
  const others = [
    ...targets.flatMap((entry) => ["--target", wordOf(entryOf(entry).target)]),
    ...flagWords(config),
    ...tolerate.flatMap((code) => ["--tolerate", code]),
  ];
  return ["waybill generate", ...documents.map(documentWord), "--out <dir>", ...others].join(" ");
}

/** A name of a document, mostly a path or a URL. */
function documentWord(word: string): string {
  return inShell(word, /^[\p{L}\p{N}_@%+=:,./*~-]+$/u);
}
