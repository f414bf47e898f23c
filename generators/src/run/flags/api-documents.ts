// Flags and configurations -> the documents of the APIs they name, as absolute paths.
import path from "node:path";
import type { Code } from "../../diagnostics/codes.ts";
import { type ApiOptions, type Meanings, meaningNames } from "../../model/api-options.ts";
import { apiOptionsOf } from "../../model/option-values.ts";
import { Sources } from "../../source/index.ts";
import type { ApiConfig, Config } from "../config/config.ts";
import { loadConfig, noConfig } from "../config/config-file.ts";
import { describedApis } from "../config/described-apis.ts";
import { type DescriptionFiles, type ReadingOptions, unconfigured } from "../config/description-files.ts";
import { pathFrom } from "../config/paths.ts";
import { noRules } from "../config/reading-rules.ts";
import type { ForeignSource } from "../config/sources/foreign-source.ts";
import { hintFor, type Usable, unusable, usable } from "../config/usage.ts";
import type { Arguments } from "./arguments.ts";
import { configFileOf, lenientOf, overlaysOf, readRules, toleratedOf } from "./reading-flags.ts";
import { located, locateFlags } from "./select-project.ts";

/** What `--openapi` and `--asyncapi` name; `null` when neither is given. */
export async function flaggedDocuments(
  args: Arguments,
  cwd: string,
  reading: ReadingOptions,
): Promise<Usable<DescriptionFiles | null>> {
  if (!args.has("openapi") && !args.has("asyncapi")) return usable(null);
  const { rules } = reading;
  const located = await locateFlags(args, { base: cwd, root: cwd, limits: rules.limits });
  if (!located.ok) return located;
  const { value, foreign } = located.value;
  const { openapi, asyncapi } = value;
  return usable({ ...unconfigured, openapi, asyncapi, ...reading, rules: { ...rules, foreign } });
}

export interface Context {
  readonly cwd: string;
  readonly tolerate: ReadonlySet<Code>;
}

/** The APIs of a configuration, by name; `tolerate` counts for each of them. */
export async function configuredDocuments(
  file: string,
  args: Arguments,
  context: Context,
): Promise<Usable<ReadonlyMap<string, DescriptionFiles>>> {
  const config = await loadConfig(file, pathFrom(context.cwd, file));
  return config.ok ? documentsIn(config.value, file, args, context) : config;
}

async function documentsIn(
  config: Config,
  file: string,
  args: Arguments,
  { cwd, tolerate }: Context,
): Promise<Usable<ReadonlyMap<string, DescriptionFiles>>> {
  const base = path.dirname(file);
  const rules = readRules(args, cwd, { value: config, base });
  if (!rules.ok) return rules;
  const source = { config, file: { base, path: file, name: pathFrom(cwd, file) } };
  const flagOverrides = { enums: enumsOf(args), meanings: flaggedMeaningsOf(args), overlays: overlaysOf(args, cwd) };
  return describedApis(source, { cwd, rules: rules.value, tolerate, strict: args.has("strict"), ...flagOverrides });
}

/**
 * The one API that a command is about: by its arguments or flags, or the only one of a configuration, or the one that `--api`
 * names.
 */
export async function selectApi(args: Arguments, cwd: string): Promise<Usable<DescriptionFiles>> {
  const tolerated = toleratedOf(args);
  if (!tolerated.ok) return tolerated;
  const tolerate = tolerated.value;
  const reading = flaggedReading(args, cwd, tolerate);
  if (args.positionals.length > 0) return apiOfWords(args, cwd, reading);
  const flagged = await flaggedDocuments(args, cwd, reading);
  if (!flagged.ok) return flagged;
  const configPath = args.one("config");
  const name = args.one("api");
  if (flagged.value !== null) {
    if (configPath === null && name === null) return usable(flagged.value);
    const other = configPath === null ? "--api" : "--config";
    return unusable(`${other} cannot be used with --openapi or --asyncapi`, `leave out ${other}`);
  }
  const chosen = await chosenApi(args, { cwd, tolerate });
  return chosen.ok ? usable(chosen.value.documents) : chosen;
}

/**
 * The APIs that a command is about: those of its arguments, where one document of each kind is one API and more are APIs of their
 * own; or the one of its flags; or those of a configuration, all or the one that `--api` names. At least one.
 */
export async function selectApis(args: Arguments, cwd: string): Promise<Usable<readonly DescriptionFiles[]>> {
  const isNamed = args.positionals.length > 0 || args.has("openapi") || args.has("asyncapi");
  const file = isNamed || args.has("api") ? null : configFileOf(args, cwd);
  if (file === null && args.positionals.length < 2) {
    const one = await selectApi(args, cwd);
    return one.ok ? usable([one.value]) : one;
  }
  const tolerated = toleratedOf(args);
  if (!tolerated.ok) return tolerated;
  const tolerate = tolerated.value;
  if (file !== null) {
    const apis = await configuredDocuments(file, args, { cwd, tolerate });
    return apis.ok ? usable([...apis.value.values()]) : apis;
  }
  return documentsOfArguments(args, cwd, { what: "the descriptions", reading: flaggedReading(args, cwd, tolerate) });
}

function flaggedReading(args: Arguments, cwd: string, tolerate: ReadonlySet<Code>): ReadingOptions {
  return {
    rules: noRules,
    tolerate,
    lenient: lenientOf(args),
    options: flaggedOptionsOf(args),
    overlays: overlaysOf(args, cwd),
  };
}

/** The APIs that the arguments name; no flag may name others. `what` they are in messages. */
async function documentsOfArguments(
  args: Arguments,
  cwd: string,
  { what, reading }: { readonly what: string; readonly reading: ReadingOptions },
): Promise<Usable<readonly DescriptionFiles[]>> {
  const other = ["openapi", "asyncapi", "config", "api"].find((name) => args.has(name));
  if (other !== undefined)
    return unusable(`--${other} cannot be used when arguments name ${what}`, `leave out --${other}`);
  return documentsOfWords(args.positionals, { cwd, at: args.positionals.join(" ") }, reading);
}

/** The documents that the arguments name, which are one API: at most one of each kind. */
async function apiOfWords(args: Arguments, cwd: string, reading: ReadingOptions): Promise<Usable<DescriptionFiles>> {
  const apis = await documentsOfArguments(args, cwd, { what: "the description", reading });
  if (!apis.ok) return apis;
  const [api, ...others] = apis.value;
  if (api !== undefined && others.length === 0) return usable(api);
  return unusable(
    "the arguments describe several APIs",
    "name one OpenAPI document, one AsyncAPI document, or one of each",
  );
}

export interface ChosenApi {
  readonly name: string;
  readonly documents: DescriptionFiles;
  readonly config: ApiConfig;
  /** What paths of the configuration are relative to. */
  readonly base: string;
}

/** The API that `--api` names, or the only one, of the configuration that `--config` names, or the nearest. */
export async function chosenApi(args: Arguments, context: Context): Promise<Usable<ChosenApi>> {
  const { cwd } = context;
  const file = configFileOf(args, cwd);
  if (file === null) return noConfig("name the description: --openapi openapi.yaml --asyncapi asyncapi.yaml");
  const displayPath = pathFrom(cwd, file);
  const config = await loadConfig(file, displayPath);
  if (!config.ok) return config;
  const apis = await documentsIn(config.value, file, args, context);
  if (!apis.ok) return apis;
  const names = [...apis.value.keys()];
  const [first = ""] = names;
  const name = args.one("api") ?? first;
  const documents = apis.value.get(name);
  const apiConfig = config.value.apis[name];
  if (documents === undefined || apiConfig === undefined)
    return unusable(`${displayPath} has no API ${JSON.stringify(name)}`, hintFor(name, names));
  if (!args.has("api") && names.length > 1)
    return unusable(`${displayPath} has ${names.length} APIs: ${names.join(", ")}`, `choose one: --api ${first}`);
  return usable({ name, documents, config: apiConfig, base: path.dirname(file) });
}

/** The options of documents that no configuration names. */
export function flaggedOptionsOf(args: Arguments): ApiOptions {
  const enums = enumsOf(args);
  return apiOptionsOf({ ...(enums === null ? {} : { enums }), ...flaggedMeaningsOf(args) });
}

/** What `--enums` says; `null` where nothing does. */
export function enumsOf(args: Arguments): "open" | "closed" | null {
  const value = args.one("enums");
  return value === "open" || value === "closed" ? value : null;
}

/** What `--nullable`, `--discriminators` and `--untyped` say. */
export function flaggedMeaningsOf(args: Arguments): Partial<Meanings> {
  const meaningEntries = meaningNames.flatMap((name) => {
    const value = args.one(name);
    return value === "author" || value === "letter" ? [[name, value] as const] : [];
  });
  return Object.fromEntries(meaningEntries);
}

/** Paths, URLs and files of packages; `at` is how messages call what has the words. */
export async function documentsOfWords(
  documentReferences: readonly string[],
  { cwd, at }: { readonly cwd: string; readonly at: string },
  { rules, ...reading }: ReadingOptions,
): Promise<Usable<readonly DescriptionFiles[]>> {
  const files: string[] = [];
  const foreign: ForeignSource[] = [];
  for (const word of documentReferences) {
    const locatedDocument = await located(word, { base: cwd, root: cwd, limits: rules.limits, kind: "openapi", at });
    if (!locatedDocument.ok) return locatedDocument;
    files.push(locatedDocument.value.value);
    foreign.push(...locatedDocument.value.foreign);
  }
  const apis = paired(files);
  return usable(apis.map((documents) => ({ ...unconfigured, ...documents, ...reading, rules: { ...rules, foreign } })));
}

/** One document of each kind is one API; more than one of a kind are APIs of their own. */
function paired(files: readonly string[]): Pick<DescriptionFiles, "openapi" | "asyncapi">[] {
  const isAsync = new Map(files.map((file) => [file, isAsyncApi(file)]));
  const openapi = files.filter((file) => isAsync.get(file) === false);
  const asyncapi = files.filter((file) => isAsync.get(file) === true);
  const [first, second] = [openapi[0], asyncapi[0]];
  if (openapi.length === 1 && asyncapi.length === 1) return [{ openapi: first ?? null, asyncapi: second ?? null }];
  return files.map((file) =>
    isAsync.get(file) === true ? { openapi: null, asyncapi: file } : { openapi: file, asyncapi: null },
  );
}

/** Anything else, unreadable files too, is read as OpenAPI, whose reader reports the problem. */
function isAsyncApi(file: string): boolean {
  const root = new Sources({ cwd: path.dirname(file) }).open(file);
  return root.ok && root.value.has("asyncapi");
}
