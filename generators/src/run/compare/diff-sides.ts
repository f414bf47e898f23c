// BASE or REVISION of `waybill diff` -> the documents it means: a file, a folder, a configuration, or any of the first two in a commit.

import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { type ParseFile, parsingOnce, Sources, type SourcesOptions } from "../../source/index.ts";
import { configNames } from "../config/config-file.ts";
import { type DescriptionFiles, toleranceOf } from "../config/description-files.ts";
import { pathFrom } from "../config/paths.ts";
import { foreignFiles, readOptionsOf } from "../config/reading-rules.ts";
import { isUrl } from "../config/sources/fetched.ts";
import { type ForeignSource, shownFile } from "../config/sources/foreign-source.ts";
import { packagePrefix } from "../config/sources/package-file.ts";
import { type Usable, unusable, usable } from "../config/usage.ts";
import { configuredDocuments, enumsOf, flaggedMeaningsOf } from "../flags/api-documents.ts";
import type { Arguments } from "../flags/arguments.ts";
import { lenientOf, overlaysOf, readRules, toleratedOf } from "../flags/reading-flags.ts";
import { located } from "../flags/select-project.ts";
import { commitOf } from "./commit.ts";
import type { ComparedDescription } from "./diff-descriptions.ts";

export interface Side {
  readonly description: ComparedDescription;
  /** The prefix of file names: `main:` for a commit. */
  readonly prefix: string;
}

/** What was released cannot be corrected any more: a typing error in it is tolerated as others are. */
export function asBase({ description, prefix }: Side): Side {
  const { lenient } = description;
  return lenient === undefined
    ? { description, prefix }
    : { description: { ...description, lenient: (file) => lenient(file, false) }, prefix };
}

/** `input` is all of standard input, which `-` means. */
export async function sideOf(
  written: string,
  args: Arguments,
  cwd: string,
  input?: () => Promise<string>,
): Promise<Usable<Side>> {
  if (written === "-" && input !== undefined) return fromInput(await input(), args, cwd);
  if (isUrl(written) || written.startsWith(packagePrefix)) return elsewhere(written, args, cwd);
  const file = path.resolve(cwd, written);
  if (existsSync(file)) return onDisk(file, args, cwd);
  const [, ref = "", inside = ""] = /^([^:]{2,}):(.*)$/.exec(written) ?? [];
  if (ref === "") return unusable(`there is no file or folder ${written}`, "for a commit write main:spec");
  return inCommit(ref, inside, args, cwd);
}

/** A document as a file of the working directory, which its references are relative to. */
function fromInput(text: string, args: Arguments, cwd: string): Usable<Side> {
  if (text.trim() === "")
    return unusable("standard input is empty", "for example git show main:api.yaml | waybill diff - api.yaml");
  const file = path.join(cwd, `stdin.${/^\s*\{/.test(text) ? "json" : "yaml"}`);
  const readText = (named: string): string => (named === file ? text : readFileSync(named, "utf8"));
  const entries = entryOf(file, { cwd, readText });
  return sideOfEntries(entries, args, { folder: cwd, cwd, prefix: "", readText });
}

/** What a URL serves now, or the OpenAPI document of a package. */
async function elsewhere(written: string, args: Arguments, cwd: string): Promise<Usable<Side>> {
  const rules = readRules(args, cwd, null);
  if (!rules.ok) return rules;
  const { limits } = rules.value;
  const locatedDocument = await located(written, { base: cwd, root: cwd, limits, kind: "openapi", at: "diff" });
  if (!locatedDocument.ok) return locatedDocument;
  const { value: file, foreign } = locatedDocument.value;
  const entries = entryOf(file, { cwd: path.dirname(file) });
  return sideOfEntries(entries, args, { folder: cwd, cwd, prefix: "", foreign });
}

export interface Entries {
  readonly openapi: string | undefined;
  readonly asyncapi: string | undefined;
  /** What has parsed one of them already, to find out which it is. */
  readonly parse?: ParseFile;
}

async function onDisk(file: string, args: Arguments, cwd: string): Promise<Usable<Side>> {
  const isFolder = statSync(file).isDirectory();
  const entries = isFolder ? entriesIn(file, existsSync) : null;
  const configs = isFolder ? configNames.map((name) => path.join(file, name)).filter((each) => existsSync(each)) : [];
  const [config] = configNames.includes(path.basename(file)) ? [file] : configs;
  if (entries === null && config !== undefined) return configured(config, args, cwd);
  const newest = isFolder && entries === null ? newestIn(file) : undefined;
  if (newest !== undefined) return onDisk(newest, args, cwd);
  if (isFolder && entries === null) return unusable(`${pathFrom(cwd, file)} contains no description`, holdsHint);
  return sideOfEntries(entries ?? entryOf(file, { cwd: path.dirname(file) }), args, {
    folder: cwd,
    cwd,
    prefix: "",
  });
}

const holdsHint =
  "a folder must contain openapi.yaml, asyncapi.yaml, waybill.config.ts or folders named by versions; otherwise name a file";

/** Of folders that are called after versions, that of the newest one with a description: `releases/1.10.0`, `releases/v2.0.0`. */
function newestIn(folder: string): string | undefined {
  return globSync("*/", { cwd: folder })
    .map((name) => path.basename(name))
    .filter((name) => /^v?\d+(?:\.\d+)*$/.test(name) && entriesIn(path.join(folder, name), existsSync) !== null)
    .sort((a, b) => a.replace(/^v/, "").localeCompare(b.replace(/^v/, ""), "en", { numeric: true }))
    .map((name) => path.join(folder, name))
    .at(-1);
}

async function configured(config: string, args: Arguments, cwd: string): Promise<Usable<Side>> {
  const tolerated = toleratedOf(args);
  if (!tolerated.ok) return tolerated;
  const apis = await configuredDocuments(config, args, { cwd, tolerate: tolerated.value });
  if (!apis.ok) return apis;
  const name = args.one("api");
  const [first, ...more] = apis.value.keys();
  const documents = apis.value.get(name ?? first ?? "");
  const file = pathFrom(cwd, config);
  if (documents === undefined)
    return unusable(`${file} has no API ${name ?? ""}`.trimEnd(), "name one of its APIs: --api NAME");
  if (name === null && more.length > 0) return unusable(`${file} has several APIs`, `choose one: --api ${first}`);
  return usable({ description: describedBy(documents, cwd), prefix: "" });
}

/** The documents of a configuration, with the options it has for them. */
export function describedBy(
  { openapi, asyncapi, overlays, rules, tolerate, lenient, options }: DescriptionFiles,
  cwd: string,
): ComparedDescription {
  const named = { openapi: openapi ?? undefined, asyncapi: asyncapi ?? undefined, overlays };
  const { enums, nullable, discriminators, untyped } = options;
  const { isLenient } = toleranceOf({ tolerate, lenient }, rules);
  return {
    cwd,
    ...named,
    ...readOptionsOf(rules, [openapi, asyncapi]),
    isForeign: foreignFiles(rules),
    options: { enums, nullable, discriminators, untyped },
    tolerate,
    lenient: isLenient,
  };
}

/** A folder has one description of each kind, by the usual names. */
function entriesIn(folder: string, exists: (file: string) => boolean): Entries | null {
  const find = (kind: string): string | undefined =>
    ["yaml", "yml", "json"].map((ending) => path.join(folder, `${kind}.${ending}`)).find(exists);
  const entries = { openapi: find("openapi") ?? find("swagger"), asyncapi: find("asyncapi") };
  return entries.openapi === undefined && entries.asyncapi === undefined ? null : entries;
}

/** Anything that is no AsyncAPI is read as OpenAPI, whose reader says what is wrong. */
function entryOf(file: string, options: SourcesOptions): Entries {
  const parse = parsingOnce();
  const root = new Sources({ ...options, parse }).open(file);
  const isAsyncApi = root.ok && root.value.has("asyncapi");
  return isAsyncApi ? { openapi: undefined, asyncapi: file, parse } : { openapi: file, asyncapi: undefined, parse };
}

interface Where {
  /** Overlays besides those of the command line. */
  readonly overlays?: readonly string[];
  /** Where the command runs. */
  readonly folder: string;
  readonly cwd: string;
  readonly prefix: string;
  readonly readText?: (file: string) => string;
  readonly foreign?: readonly ForeignSource[];
}

function sideOfEntries(entries: Entries, args: Arguments, where: Where): Usable<Side> {
  const { cwd, prefix, foreign = [] } = where;
  const flagged = overlaysOf(args, where.folder);
  const overlays = [...(where.overlays ?? []), ...flagged];
  const tolerated = toleratedOf(args);
  const rules = readRules(args, cwd, null);
  if (!tolerated.ok) return tolerated;
  if (!rules.ok) return rules;
  const readingRules = { ...rules.value, foreign };
  const read = readOptionsOf(readingRules, [entries.openapi ?? null, entries.asyncapi ?? null]);
  const isForeign = foreignFiles(readingRules);
  const options = { enums: enumsOf(args) ?? ("closed" as const), ...flaggedMeaningsOf(args) };
  const { readText } = where;
  // Overlays of the command line are files here, also where the documents are those of a commit.
  const isFlagged = (file: string): boolean => flagged.some((one) => one.replaceAll("\\", "/") === file);
  const reader =
    readText === undefined
      ? {}
      : { readText: (file: string) => (isFlagged(file) ? readFileSync(file, "utf8") : readText(file)) };
  const { isLenient: lenient } = toleranceOf({ tolerate: tolerated.value, lenient: lenientOf(args) }, readingRules);
  const tolerance = { tolerate: tolerated.value, lenient };
  const description = { cwd, ...entries, overlays, ...read, isForeign, options, ...tolerance, ...reader };
  return usable({ description, prefix });
}

/** Whether a name is no file and no part of a commit: then it is that of a commit. */
export function namesCommit(named: string, cwd: string): boolean {
  return !existsSync(path.resolve(cwd, named)) && !named.includes(":");
}

/** The documents as they are named now. */
interface CurrentDocuments extends Entries {
  readonly overlays: readonly string[];
  /** Where those at URLs are: a reference to a URL leads to its copy. */
  readonly foreign?: readonly ForeignSource[] | undefined;
}

/** What documents are compared with: a file, a folder or something in a commit, or else what they were in the commit of that name. */
export async function baseSideOf(
  named: string,
  documents: CurrentDocuments,
  args: Arguments,
  cwd: string,
): Promise<Usable<Side>> {
  return namesCommit(named, cwd) ? inCommitOf(named, documents, args, cwd) : sideOf(named, args, cwd);
}

/** What the documents were in a commit, wherever they are now, with the overlays of a configuration that were there then. */
export function inCommitOf(ref: string, documents: CurrentDocuments, args: Arguments, cwd: string): Usable<Side> {
  const { overlays, foreign = [] } = documents;
  const commit = commitOf(ref, cwd);
  if (!commit.ok) return commit;
  const { top, exists, nameOf, readText } = commit.value;
  const there = (file: string | undefined): string | undefined =>
    file !== undefined && exists(file) ? file : undefined;
  const entries = { openapi: there(documents.openapi), asyncapi: there(documents.asyncapi) };
  if (entries.openapi !== undefined || entries.asyncapi !== undefined)
    return sideOfEntries(entries, args, {
      overlays: overlays.filter(exists),
      folder: cwd,
      cwd: top,
      prefix: `${ref}:`,
      readText,
      foreign,
    });
  const files = [documents.openapi, documents.asyncapi].filter((file) => file !== undefined);
  const names = files.map((file) => shownFile(foreign, top, file));
  const isElsewhere = names.some((name, index) => name !== nameOf(files[index] ?? ""));
  return unusable(
    `${ref} has no ${names.join(" and no ")}`,
    isElsewhere
      ? `name the old one with --base: ${ref}:path, a file, a URL or npm:package`
      : `name its folder in that commit: ${ref}:folder`,
  );
}

function inCommit(ref: string, inside: string, args: Arguments, cwd: string): Usable<Side> {
  const commit = commitOf(ref, cwd);
  if (!commit.ok) return commit;
  const { top, exists, nameOf, readText } = commit.value;
  // As git has it: from the top of the repository, and from here with "../../cli/commands/diff/".
  const file = path.resolve(inside.startsWith(".") ? cwd : top, inside);
  const entries = exists(file) ? entryOf(file, { cwd: top, roots: [top], readText }) : entriesIn(file, exists);
  if (entries === null) return unusable(`${ref} has no description at ${nameOf(file) || "."}`, holdsHint);
  return sideOfEntries(entries, args, { folder: cwd, cwd: top, prefix: `${ref}:`, readText });
}
