// Arguments of generate and check -> the project: from a configuration, or from flags instead.
import path from "node:path";
import type { Code } from "../../diagnostics/codes.ts";
import type { GivenOptions } from "../../model/api-options.ts";
import { targetNames } from "../../targets/built-in-targets.ts";
import { loadConfigModules, noConfig } from "../config/config-file.ts";
import { pathFrom } from "../config/paths.ts";
import { hashedProject, type Project } from "../config/project.ts";
import { apiProject, type Overrides, resolveProject } from "../config/project-of-config.ts";
import { noRules, type ReadingRules, ruleWords } from "../config/reading-rules.ts";
import { isUrl } from "../config/sources/fetched.ts";
import type { ForeignSource } from "../config/sources/foreign-source.ts";
import { type Located, type LocatedApi, type LocatePlace, locate, locateUnpinned } from "../config/sources/locate.ts";
import { packagePrefix } from "../config/sources/package-file.ts";
import { entryOf, isPackagedName, nameableTargets, type TargetReference } from "../config/target-config.ts";
import { loadNamed } from "../config/target-places.ts";
import { hintFor, type Usable, type UsageProblem, unusable, usable } from "../config/usage.ts";
import { flagOptionsOf, flagWords, givenFlags, inShell } from "./api-flags.ts";
import type { Arguments } from "./arguments.ts";
import { configFileOf, overlaysOf, readRules, toleratedOf } from "./reading-flags.ts";

export interface Selection {
  /** Another number than before loads the code of a configuration again. */
  readonly turn?: number;
  /** Why no URL may be read without a hash; absent where it may. */
  readonly pinnedOnly?: string | null;
}

export async function selectProject(
  args: Arguments,
  cwd: string,
  { turn = 0, pinnedOnly = null }: Selection = {},
): Promise<Usable<Project>> {
  const tolerate = toleratedOf(args);
  if (!tolerate.ok) return tolerate;
  const how = { tolerate: tolerate.value, turn, pinnedOnly };
  return isOfFlags(args) ? ofFlags(args, how, cwd) : ofConfig(args, how, cwd);
}

/** The file of the configuration that the arguments choose; null if there is none, or flags replace it. */
export function configOf(args: Arguments, cwd: string): string | null {
  return isOfFlags(args) ? null : configFileOf(args, cwd);
}

function isOfFlags(args: Arguments): boolean {
  return args.has("openapi") || args.has("asyncapi");
}

interface How extends Required<Selection> {
  readonly tolerate: Overrides["tolerate"];
}

async function ofFlags(args: Arguments, { tolerate, pinnedOnly }: How, cwd: string): Promise<Usable<Project>> {
  const targets = await readTargets(args.all("target"), cwd);
  if (!targets.ok) return targets;
  const documentFlag = !args.has("openapi") ? "--asyncapi" : "--openapi";
  if (args.has("config"))
    return unusable(
      `--config and ${documentFlag} cannot be used together`,
      "the configuration names the descriptions itself",
    );
  const out = args.one("out");
  if (out === null) return unusable(`${documentFlag} needs --out`, "specify where to write: --out generated");
  const rules = readRules(args, cwd, null);
  if (!rules.ok) return rules;
  const options = flagOptionsOf(args);
  if (!options.ok) return options;
  const { limits } = rules.value;
  const located = await locateFlags(args, { base: cwd, root: path.resolve(cwd, out), limits, pinnedOnly });
  if (!located.ok) return located;
  const { value: documents, foreign } = located.value;
  const flagSettings = { options: options.value, rules: { ...rules.value, foreign } };
  const strict = args.has("strict");
  const overlays = overlaysOf(args, cwd);
  return projectOfFlags(
    { ...documents, overlays, out, targets: targets.value, tolerate, strict, ...flagSettings },
    cwd,
  );
}

async function ofConfig(args: Arguments, { tolerate, turn, pinnedOnly }: How, cwd: string): Promise<Usable<Project>> {
  const [rule] = givenFlags(args);
  if (rule !== undefined)
    return unusable(
      `--${rule.flag} is only valid with --openapi or --asyncapi`,
      `in a configuration, write ${rule.option}`,
    );
  const file = configOf(args, cwd);
  if (file === null)
    return noConfig(
      "waybill init writes one; or name the description: waybill generate openapi.yaml --out src/generated",
    );
  const name = pathFrom(cwd, file);
  const loaded = await loadConfigModules(file, { name, turn });
  if (!loaded.ok) return loaded;
  const requestedOut = args.one("out");
  const base = path.dirname(file);
  return resolveProject(
    { ...loaded.value, file: { base, path: file, name } },
    {
      out: requestedOut === null ? null : path.resolve(cwd, requestedOut),
      targets: args.all("target"),
      overlays: overlaysOf(args, cwd),
      tolerate,
      strict: args.has("strict"),
      pinnedOnly,
      rulesOf: (config) => readRules(args, cwd, { value: config, base }),
    },
  );
}

/** Ours in their own order, then those of packages. */
async function readTargets(names: readonly string[], cwd: string): Promise<Usable<readonly TargetReference[]>> {
  const builtInNames = targetNames.filter((name) => names.includes(name));
  const others = [...new Set(names)].filter((name) => !builtInNames.some((known) => known === name));
  const unknown = others.filter((name) => !isPackagedName(name));
  const problems: UsageProblem[] = unknown.map((name) => ({
    message: `unknown target ${JSON.stringify(name)}`,
    hint: hintFor(name, nameableTargets),
  }));
  const targets: TargetReference[] = [...builtInNames];
  for (const name of others.filter(isPackagedName)) {
    const loaded = await loadNamed(name, { from: cwd, at: "--target" });
    if (loaded.ok) targets.push(loaded.value);
    else problems.push(...loaded.problems);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: targets };
}

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
  const localDocuments = [
    written.openapi === undefined ? openapi : null,
    written.asyncapi === undefined ? asyncapi : null,
  ];
  const files = localDocuments.flatMap((file) => (file === null ? [] : [path.resolve(cwd, file)]));
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
  const flagDefaults = { configFile: null, isOfFlags: true, modules: null, only: null };
  return usable(hashedProject({ ...flagDefaults, root, ownsRoot: true, base, command, rebuild, apis: [api], rules }));
}

function commonFolderOf(files: readonly string[]): string {
  const [first = [], ...rest] = files.map((file) => path.dirname(file).split(path.sep));
  const end = first.findIndex((part, at) => rest.some((other) => other[at] !== part));
  return path.resolve(path.sep, (end === -1 ? first : first.slice(0, end)).join(path.sep));
}

/** The command line that rebuilds the output. Not where to: the same description gives the same bytes in any folder. */
function commandOf(config: LocatedApi, base: string, written: WrittenDocuments): string {
  const { openapi, asyncapi, overlays = [], targets = [], tolerate = [] } = config;
  const relativePath = (file: string): string => pathFrom(base, file) || ".";
  const wordOf = (target: TargetReference): string =>
    typeof target === "string" ? target : (target.loadedFrom?.written ?? target.name);
  // `flagWords` are quoted already.
  const documents = [
    ...(openapi === undefined ? [] : ["--openapi", ...(written.openapi ?? [relativePath(openapi)])]),
    ...(asyncapi === undefined ? [] : ["--asyncapi", ...(written.asyncapi ?? [relativePath(asyncapi)])]),
    ...overlays.flatMap((file) => ["--overlay", relativePath(file)]),
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

// `--openapi`, `--asyncapi` and `--integrity` -> the files they name, and the words that name them again on another machine.

export interface FlaggedFiles {
  readonly openapi: string | null;
  readonly asyncapi: string | null;
  readonly written: WrittenDocuments;
}

/** A URL without a hash is read as it is served now. */
export async function locateFlags(args: Arguments, place: LocatePlace): Promise<Usable<Located<FlaggedFiles>>> {
  const integrities = [...args.all("integrity")];
  const files: { openapi: string | null; asyncapi: string | null } = { openapi: null, asyncapi: null };
  const written: { openapi?: readonly string[]; asyncapi?: readonly string[] } = {};
  const foreign: ForeignSource[] = [];
  for (const kind of ["openapi", "asyncapi"] as const) {
    const word = args.one(kind);
    if (word === null) continue;
    const integrity = isUrl(word) ? integrities.shift() : undefined;
    const locatedDocument = await located(word, { ...place, kind, at: `--${kind}`, integrity });
    if (!locatedDocument.ok) return locatedDocument;
    files[kind] = locatedDocument.value.value;
    foreign.push(...locatedDocument.value.foreign);
    if (integrity !== undefined) written[kind] = [word, "--integrity", integrity];
    else if (isUrl(word) || word.startsWith(packagePrefix)) written[kind] = [word];
  }
  if (integrities.length > 0)
    return unusable(
      `--integrity ${integrities[0]} has no URL to check`,
      "use it with the URL of --openapi or --asyncapi",
    );
  return usable({ value: { ...files, written }, foreign });
}

export interface WordPlace extends LocatePlace {
  readonly kind: "openapi" | "asyncapi";
  /** How messages call what has the word. */
  readonly at: string;
  /** Of a URL, when it is given. */
  readonly integrity?: string | undefined;
}

/** The file that one word of a command line names: a path, a URL, or a file of a package. */
export function located(word: string, { integrity, ...place }: WordPlace): Promise<Usable<Located<string>>> {
  if (!isUrl(word)) return locate(word, place);
  return integrity === undefined ? locateUnpinned(word, place) : locate({ url: word, integrity }, place);
}
