// What a configuration or a flag names a document by -> its file on this disk: beside the configuration, in a package, or the copy of
// what a URL serves, as pinned or as of now.

import path from "node:path";
import { fileURLToPath } from "node:url";
import type { ApiConfig, Config, LiveDocument, PinnedDocument } from "../config.ts";
import type { ReadingRules } from "../reading-rules.ts";
import { type Usable, type UsageProblem, unusable, usable } from "../usage.ts";
import { fetchable, isPrivateHost, isUrl } from "./fetched.ts";
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

/** How a document is named that is no path. */
export type WrittenDocument = string | PinnedDocument | LiveDocument;

export interface LocatePlace {
  /** What paths and packages are looked for from: the folder of the configuration, or the working directory. */
  readonly base: string;
  /** The folder of the manifest, which holds the copies. */
  readonly root: string;
  readonly limits: ReadingRules["limits"];
  /** Why no URL may be read without a hash, such as "CI is set"; absent where it may. */
  readonly pinnedOnly?: string | null;
}

/** The documents of all APIs; every problem with one of them is in the result. */
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
      const locatedDocument = await locate(document, { ...place, kind, at: `${name}: apis.${key}.${kind}` });
      if (!locatedDocument.ok) problems.push(...locatedDocument.problems);
      else {
        files[kind] = locatedDocument.value.value;
        foreign.push(...locatedDocument.value.foreign);
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

/** Overlays in their order. `at`: how messages name the list. */
async function locateOverlays(
  overlays: readonly WrittenDocument[],
  { at, ...place }: Omit<Place, "kind">,
): Promise<Usable<Located<readonly string[]>>> {
  const files: string[] = [];
  const foreign: ForeignSource[] = [];
  for (const [index, overlay] of overlays.entries()) {
    const locatedOverlay = await locate(overlay, { ...place, kind: "overlay", at: `${at}[${index}]` });
    if (!locatedOverlay.ok) return locatedOverlay;
    files.push(locatedOverlay.value.value);
    foreign.push(...locatedOverlay.value.foreign);
  }
  return usable({ value: files, foreign });
}

interface Place extends LocatePlace {
  readonly kind: "openapi" | "asyncapi" | "overlay";
  /** How messages call what names the document. */
  readonly at: string;
}

export async function locate(document: WrittenDocument, place: Place): Promise<Usable<Located<string>>> {
  if (typeof document !== "string")
    return "live" in document ? locateLive(document, place) : locatePinned(document, place);
  const { base, kind, at } = place;
  if (/^file:/i.test(document)) return locateFileUrl(document, at);
  if (isUrl(document)) return unusable(`${at}: ${document} is a URL without an integrity`, hintFor(document));
  if (!document.startsWith(packagePrefix)) return usable({ value: path.resolve(base, document), foreign: [] });
  const resolvedFile = packageFile(document, { from: base, kind, at });
  if (!resolvedFile.ok) return resolvedFile;
  const { file, folder, name } = resolvedFile.value;
  return usable({ value: file, foreign: [{ place: folder, name, url: null }] });
}

/** `file:///home/me/openapi.yaml`, as editors and `import.meta.resolve` name files. */
function locateFileUrl(document: string, at: string): Usable<Located<string>> {
  try {
    return usable({ value: fileURLToPath(document), foreign: [] });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return unusable(
      `${at}: ${document} names no file: ${reason}`,
      "write file:/// and an absolute path, or only the path",
    );
  }
}

/** What a developer's server is for, and anything else. */
function hintFor(document: string): string {
  const isNear = URL.canParse(document) && isPrivateHost(new URL(document));
  const pin = `waybill pin ${document} --write puts its hash into the configuration`;
  return isNear ? `write { url: "${document}", live: true } to read it in every run; ${pin}` : pin;
}

/** A server of this machine or of a private network; what the rest of the world serves is pinned. */
async function locateLive({ url }: LiveDocument, place: Place): Promise<Usable<Located<string>>> {
  if (URL.canParse(url) && !isPrivateHost(new URL(url)))
    return unusable(
      `${place.at}: live is for a server on this machine or in a private network, and ${url} is neither`,
      `waybill pin ${url} --write puts its hash into the configuration`,
    );
  return locateUnpinned(url, place);
}

/** What a URL serves at this moment. */
export async function locateUnpinned(
  text: string,
  place: Omit<Place, "base" | "kind">,
): Promise<Usable<Located<string>>> {
  const { at, pinnedOnly = null } = place;
  const fetchTarget = fetchable(text);
  if ("reason" in fetchTarget)
    return unusable(`${at}: ${text} is not fetched: ${fetchTarget.reason}`, "use the https URL of a document");
  if (pinnedOnly !== null)
    return unusable(
      `${at}: ${text} is not pinned, so the result of this check would depend on the current content of the URL (${pinnedOnly})`,
      `pin it: waybill pin ${text} --write; or check in a copy, and name that`,
    );
  const { liveFile } = await import("./live-file.ts");
  const liveCopy = await liveFile(fetchTarget.url, place);
  if (!liveCopy.ok)
    return {
      ok: false,
      problems: [
        {
          message: `${at}: ${fetchTarget.url} cannot be fetched: ${liveCopy.reason}`,
          hint: liveCopy.hint,
          ...(liveCopy.isDown ? { isTemporary: true } : {}),
        },
      ],
    };
  return usable({ value: liveCopy.file, foreign: liveCopy.foreign });
}

/** The document, and the files it refers to, each by the hash that is written down for it. */
async function locatePinned(
  { url, integrity, files = {} }: PinnedDocument,
  { root, limits, at }: LocatePlace & { readonly at: string },
): Promise<Usable<Located<string>>> {
  const entry = await remoteFile({ url, integrity }, { root, limits, at });
  if (!entry.ok) return entry;
  const foreign: ForeignSource[] = [{ place: entry.value, name: url, url }];
  for (const [relative, fileIntegrity] of Object.entries(files)) {
    const { href } = new URL(relative, url);
    const file = await remoteFile(
      { url: href, integrity: fileIntegrity },
      { root, limits, at: `${at}.files[${JSON.stringify(relative)}]` },
    );
    if (!file.ok) return file;
    foreign.push({ place: file.value, name: href, url: href });
  }
  return usable({ value: entry.value, foreign });
}
