// What a configuration or a flag names a document by -> its file on this disk: beside the configuration, in a package, or the copy of
// what a pinned URL answers.
import path from "node:path";
import type { ApiConfig, PinnedDocument } from "../api-config.ts";
import type { Config } from "../config.ts";
import type { ReadingRules } from "../reading-rules.ts";
import { type Usable, type UsageProblem, unusable, usable } from "../usage.ts";
import type { ForeignSource } from "./foreign-source.ts";
import { packageFile, packagePrefix } from "./package-file.ts";
import { remoteFile } from "./remote-file.ts";

/** An API whose documents are files, by absolute paths. */
export interface LocatedApi extends Omit<ApiConfig, "openapi" | "asyncapi" | "overlays"> {
  readonly openapi?: string;
  readonly asyncapi?: string;
  readonly overlays?: readonly string[];
}

export interface Located<T> {
  readonly value: T;
  readonly foreign: readonly ForeignSource[];
}

export interface LocatePlace {
  /** What paths and packages are looked for from: the folder of the configuration, or the working directory. */
  readonly base: string;
  /** The folder of the manifest, which holds the copies. */
  readonly root: string;
  readonly limits: ReadingRules["limits"];
}

/** The documents of all APIs; every problem with one of them is in the answer. */
export async function locateConfig(
  config: Config,
  { name, ...place }: LocatePlace & { readonly name: string },
): Promise<Usable<Located<Readonly<Record<string, LocatedApi>>>>> {
  const problems: UsageProblem[] = [];
  const foreign: ForeignSource[] = [];
  const apis: [string, LocatedApi][] = [];
  for (const [key, api] of Object.entries(config.apis)) {
    const { openapi, asyncapi, overlays, ...rest } = api;
    const files: { openapi?: string; asyncapi?: string } = {};
    for (const [kind, document] of Object.entries({ openapi, asyncapi })) {
      if (document === undefined || (kind !== "openapi" && kind !== "asyncapi")) continue;
      const found = await locate(document, { ...place, kind, at: `${name}: apis.${key}.${kind}` });
      if (!found.ok) problems.push(...found.problems);
      else {
        files[kind] = found.value.value;
        foreign.push(...found.value.foreign);
      }
    }
    const patches = await locateOverlays(overlays ?? [], { ...place, at: `${name}: apis.${key}.overlays` });
    if (!patches.ok) problems.push(...patches.problems);
    else {
      foreign.push(...patches.value.foreign);
      apis.push([key, { ...rest, ...files, overlays: patches.value.value }]);
    }
  }
  return problems.length > 0 ? { ok: false, problems } : usable({ value: Object.fromEntries(apis), foreign });
}

/** Overlays in their order. `at`: how messages call the list. */
async function locateOverlays(
  overlays: readonly (string | PinnedDocument)[],
  { at, ...place }: LocatePlace & { readonly at: string },
): Promise<Usable<Located<readonly string[]>>> {
  const files: string[] = [];
  const foreign: ForeignSource[] = [];
  for (const [index, overlay] of overlays.entries()) {
    const found = await locate(overlay, { ...place, kind: "overlay", at: `${at}[${index}]` });
    if (!found.ok) return found;
    files.push(found.value.value);
    foreign.push(...found.value.foreign);
  }
  return usable({ value: files, foreign });
}

/** `at`: how messages call what names the document. */
export async function locate(
  document: string | PinnedDocument,
  place: LocatePlace & { readonly kind: "openapi" | "asyncapi" | "overlay"; readonly at: string },
): Promise<Usable<Located<string>>> {
  if (typeof document !== "string") return locatePinned(document, place);
  const { base, kind, at } = place;
  if (/^https?:/i.test(document))
    return unusable(
      `${at}: ${document} is a URL without an integrity`,
      `waybill pin ${document} prints what to write: { url, integrity }`,
    );
  if (!document.startsWith(packagePrefix)) return usable({ value: path.resolve(base, document), foreign: [] });
  const found = packageFile(document, { from: base, kind, at });
  if (!found.ok) return found;
  const { file, folder, name } = found.value;
  return usable({ value: file, foreign: [{ place: folder, name, url: null }] });
}

/** The document, and the files it refers to, each by the hash that is written down for it. */
async function locatePinned(
  { url, integrity, files = {} }: PinnedDocument,
  { root, limits, at }: LocatePlace & { readonly at: string },
): Promise<Usable<Located<string>>> {
  const entry = await remoteFile({ url, integrity }, { root, limits, at });
  if (!entry.ok) return entry;
  const foreign: ForeignSource[] = [{ place: entry.value, name: url, url }];
  for (const [relative, own] of Object.entries(files)) {
    const { href } = new URL(relative, url);
    const file = await remoteFile(
      { url: href, integrity: own },
      { root, limits, at: `${at}.files[${JSON.stringify(relative)}]` },
    );
    if (!file.ok) return file;
    foreign.push({ place: file.value, name: href, url: href });
  }
  return usable({ value: entry.value, foreign });
}
