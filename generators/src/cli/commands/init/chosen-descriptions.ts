// The flags of init, else the packages and folders of the repository -> the descriptions to generate from.

import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { pathFrom } from "../../../run/config/paths.ts";
import { fetchable, isPrivateHost, isUrl } from "../../../run/config/sources/fetched.ts";
import type { ForeignSource } from "../../../run/config/sources/foreign-source.ts";
import { liveCopies } from "../../../run/config/sources/live-file.ts";
import type { WrittenDocument } from "../../../run/config/sources/locate.ts";
import { type Kind, kindOf, packageFile, packagePrefix } from "../../../run/config/sources/package-file.ts";
import { type Usable, unusable, usable } from "../../../run/config/usage.ts";
import type { Arguments } from "../../../run/flags/arguments.ts";
import { builtInTargets } from "../../../targets/built-in-targets.ts";
import { type Pinned, pinUrl } from "../pin/pinned.ts";
import {
  describedFilesIn,
  documentsOf,
  type Found,
  foundIn,
  nameOfApi,
  type OwnManifest,
  undeclaredIn,
} from "./find-descriptions.ts";
import { usualOut } from "./starter.ts";

export interface DescribedApi {
  /** What the configuration calls it. */
  readonly name: string;
  /** As the configuration names it: a path relative to it, a package, or a URL. */
  readonly openapi: WrittenDocument | null;
  readonly asyncapi: WrittenDocument | null;
  /** What a run would read. */
  readonly files: DescribedFiles;
  /** What URLs serve, to be copied. */
  readonly pinned: readonly Pinned[];
  readonly out: string;
  readonly targets: readonly string[];
  /** How messages name it: the documents, and the package or folder they are in; `null` when flags name them. */
  readonly documents: readonly string[];
  readonly place: string | null;
}

export interface DescribedFiles extends Record<Kind, string | null> {
  readonly foreign: readonly ForeignSource[];
}

export interface Search {
  readonly args: Arguments;
  readonly folder: string;
  readonly manifest: OwnManifest;
  /** The requested targets; none means those that a consumer of an API needs. */
  readonly targets: readonly string[];
}

/** Targets that a consumer of an API does not need by default. */
const forConsumers: readonly string[] = ["types", "zod", "client", "webhooks"];

export async function describedApi(search: Search): Promise<Usable<DescribedApi>> {
  const { args, folder, manifest } = search;
  const documentArguments = [
    ...args.positionals.flatMap((word) => wordsFor(word, folder)).map((word) => ({ word, flag: null, folder })),
    ...(["openapi", "asyncapi"] as const).flatMap((flag) => {
      const word = args.one(flag);
      return word === null ? [] : [{ word, flag, folder }];
    }),
  ];
  if (documentArguments.length > 0) return named(documentArguments, search);
  const all = foundIn(folder, manifest);
  const [only, ...others] = all;
  if (only === undefined) return nothingFound(folder, manifest);
  if (others.length > 0) {
    const listed = all.map(({ openapi, asyncapi }) => [openapi, asyncapi].filter((one) => one !== null).join(" and "));
    const flags = [
      ...(only.openapi === null ? [] : [`--openapi ${only.openapi}`]),
      ...(only.asyncapi === null ? [] : [`--asyncapi ${only.asyncapi}`]),
    ].join(" ");
    return unusable(`there are several descriptions: ${listed.join("; ")}`, `choose one: waybill init ${flags}`);
  }
  const files = filesOf(only, folder);
  return files.ok ? withTargets({ ...only, files: files.value, pinned: [] }, search) : files;
}

/** A folder stands for the descriptions in it. */
function wordsFor(word: string, folder: string): string[] {
  const place = path.resolve(folder, word);
  if (isUrl(word) || statSync(place, { throwIfNoEntry: false })?.isDirectory() !== true) return [word];
  const { openapi, asyncapi } = documentsOf(place);
  const named = [openapi, asyncapi].filter((file) => file !== null);
  const files = named.length > 0 ? named : describedFilesIn(place).map(({ file }) => file);
  return files.length === 0 ? [word] : files.map((file) => pathFrom(folder, file));
}

function filesOf({ openapi, asyncapi }: Found, folder: string): Usable<DescribedFiles> {
  const files: Record<Kind, string | null> = { openapi: null, asyncapi: null };
  const foreign: ForeignSource[] = [];
  for (const [kind, written] of [
    ["openapi", openapi],
    ["asyncapi", asyncapi],
  ] as const) {
    if (written === null) continue;
    if (!written.startsWith(packagePrefix)) {
      files[kind] = path.resolve(folder, written);
      continue;
    }
    const resolvedFile = packageFile(written, { from: folder, kind, at: "init" });
    if (!resolvedFile.ok) return resolvedFile;
    files[kind] = resolvedFile.value.file;
    foreign.push({ place: resolvedFile.value.folder, name: resolvedFile.value.name, url: null });
  }
  return usable({ ...files, foreign });
}

function nothingFound(folder: string, manifest: OwnManifest): Usable<never> {
  const [undeclared] = undeclaredIn(folder);
  if (undeclared === undefined) return unusable("there is no description here", hintForNone(folder, manifest));
  if (statSync(path.join(folder, undeclared)).size === 0) return unusable(`${undeclared} is empty`, readable);
  return unusable(`${undeclared} does not begin with the version of OpenAPI, Swagger or AsyncAPI`, readable);
}

function hintForNone(folder: string, { dependencies }: OwnManifest): string {
  const flags = "or name it: waybill init path/to/openapi.yaml, or its URL";
  const missing = [...dependencies.keys()].filter((name) => /(?:^|[/-])(?:spec|openapi|asyncapi)$/.test(name));
  const [package_] = missing;
  if (package_ !== undefined && !existsSync(path.join(folder, "node_modules"))) {
    return `${package_} is not installed yet: install first, then run init again; ${flags}`;
  }
  return `install the package that has it, put openapi.yaml or asyncapi.yaml here or into spec/, ${flags}`;
}

async function named(
  documentArguments: Parameters<typeof namedDocument>[0][],
  search: Search,
): Promise<Usable<DescribedApi>> {
  const documents: NamedDocument[] = [];
  for (const word of documentArguments) {
    const document = await namedDocument(word);
    if (!document.ok) return document;
    const other = documents.find(({ kind }) => kind === document.value.kind);
    if (other !== undefined)
      return unusable(
        `${other.shown} and ${document.value.shown} are both ${other.kind} documents`,
        "run init for one of them, and add the other to the configuration",
      );
    documents.push(document.value);
  }
  const [openapi = null, asyncapi = null] = (["openapi", "asyncapi"] as const).map(
    (kind) => documents.find((one) => one.kind === kind) ?? null,
  );
  const name = documents.find((document) => document.name !== null)?.name;
  return withTargets(
    {
      openapi: openapi?.written ?? null,
      asyncapi: asyncapi?.written ?? null,
      files: {
        openapi: openapi?.file ?? null,
        asyncapi: asyncapi?.file ?? null,
        foreign: documents.flatMap(({ foreign }) => foreign),
      },
      pinned: documents.flatMap(({ pinned }) => pinned ?? []),
      documents: documents.map(({ shown }) => shown),
      place: null,
      name: name ?? nameOfApi(search.manifest.name),
    },
    search,
  );
}

function withTargets(
  partialApi: Omit<DescribedApi, "out" | "targets">,
  { args, folder, manifest, targets }: Search,
): Usable<DescribedApi> {
  const { openapi, asyncapi } = partialApi;
  const documents = { openapi, asyncapi };
  const documentOf = (name: string): "openapi" | "asyncapi" | undefined =>
    builtInTargets.find((target) => target.name === name)?.document;
  const has = (name: string): boolean => {
    const document = documentOf(name);
    return document === undefined || documents[document] !== null;
  };
  const isUsual = (name: string): boolean => {
    const document = builtInTargets.find((target) => target.name === name)?.namedWithout;
    return document === undefined || documents[document] !== null;
  };
  const without = targets.find((target) => !has(target));
  if (without !== undefined) {
    const document = documentOf(without);
    return unusable(`--target ${without} needs an ${document} document`, `name it: --${document} path/to/the/file`);
  }
  return usable({
    ...partialApi,
    out: pathFrom(folder, path.resolve(folder, args.one("out") ?? usualOut(folder, manifest))) || ".",
    targets: targets.length > 0 ? targets : forConsumers.filter((name) => has(name) && isUsual(name)),
  });
}

interface NamedDocument {
  readonly kind: Kind;
  /** As the configuration names it. */
  readonly written: WrittenDocument;
  /** As messages name it. */
  readonly shown: string;
  /** The name of the API; `null` where the word does not suggest one. */
  readonly name: string | null;
  /** Absolute: what a run would read. */
  readonly file: string;
  readonly foreign: readonly ForeignSource[];
  /** What a URL serves, to be copied; `null` for anything else. */
  readonly pinned: Pinned | null;
}

interface Word {
  readonly word: string;
  /** The flag that has it; `null` for an argument. */
  readonly flag: Kind | null;
  readonly folder: string;
}

async function namedDocument({ word, flag, folder }: Word): Promise<Usable<NamedDocument>> {
  const at = flag === null ? "" : `--${flag}: `;
  const resolvedDocument = isUrl(word) ? await documentAtUrl(word, at, folder) : fileOf(word, { at, flag, folder });
  if (!resolvedDocument.ok) return resolvedDocument;
  const kind = kindOf(resolvedDocument.value.file);
  if (kind === null) return unusable(`${at}${word} is not a description that waybill reads`, readable);
  if (flag !== null && kind !== flag) return unusable(`${at}${word} is an ${kind} document`, `write --${kind} ${word}`);
  return usable({ kind, ...resolvedDocument.value });
}

const readable = "it reads OpenAPI 3.x, Swagger 2.0, and AsyncAPI 2.x and 3.x, as YAML or JSON";

type FoundDocument = Omit<NamedDocument, "kind">;

/** A server nearby is read in every run; what the rest of the world serves is pinned. */
async function documentAtUrl(word: string, at: string, folder: string): Promise<Usable<FoundDocument>> {
  const fetchTarget = fetchable(word);
  if ("reason" in fetchTarget)
    return unusable(`${at}${word} is not fetched: ${fetchTarget.reason}`, "use the https URL of a document");
  const { url } = fetchTarget;
  const pinned = await pinUrl(url);
  if (!pinned.ok) return unusable(`${at}${url} cannot be fetched: ${pinned.reason}`, pinned.hint);
  const foreign = liveCopies({ documents: pinned.bytes, missing: pinned.missing }, folder);
  const file = foreign[0]?.place ?? "";
  const isLive = isPrivateHost(url);
  const written = isLive ? ({ url: url.href, live: true } as const) : pinned.document;
  return usable({
    written,
    shown: url.href,
    name: isLive ? null : nameOfHost(url),
    file,
    foreign,
    pinned: isLive ? null : pinned,
  });
}

/** `github` of `api.github.com`; of a file on GitHub, whose it is. */
function nameOfHost({ hostname, pathname }: URL): string | null {
  const [, owner] = /^\/([^/]+)\/[^/]+\//.exec(pathname) ?? [];
  if (hostname === "raw.githubusercontent.com" && owner !== undefined) return nameOfApi(owner);
  const labels = hostname
    .split(".")
    .filter((label) => !/^(?:www|api|docs?|developers?|static|cdn|raw|spec)$/.test(label));
  return /^[a-z]/i.test(labels[0] ?? "") ? (labels[0] ?? null) : null;
}

function fileOf(word: string, { at, flag, folder }: Omit<Word, "word"> & { at: string }): Usable<FoundDocument> {
  const none = { foreign: [], pinned: null };
  if (word.startsWith(packagePrefix)) {
    const kinds = flag === null ? (["openapi", "asyncapi"] as const) : [flag];
    const all = kinds.map((kind) =>
      packageFile(word, { from: folder, kind, at: `${at || "init: "}`.replace(/: $/, "") }),
    );
    const resolvedFile = all.find(({ ok }) => ok) ?? all[0];
    if (resolvedFile === undefined || !resolvedFile.ok) return resolvedFile ?? unusable(`${word} names no package`);
    const { file, folder: place, name } = resolvedFile.value;
    const foreign = [{ place, name, url: null }];
    return usable({ ...none, written: word, shown: word, name: nameOfApi(name), file, foreign });
  }
  const file = path.resolve(folder, word);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return unusable(`${at}there is no file ${word}`, "the path is relative to this folder");
  if (!stats.isFile()) return unusable(`${at}${word} is not a description that waybill reads`, readable);
  const written = pathFrom(folder, file);
  return usable({ ...none, written, shown: written, name: null, file });
}
