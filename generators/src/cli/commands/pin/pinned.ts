// The URL of a document -> what a configuration says of it: the hash of it, and of each document that belongs to it.
import type { PinnedDocument } from "../../../run/config/config.ts";
import type { NotFetched } from "../../../run/config/sources/fetched.ts";
import { fetchedDescription } from "../../../run/config/sources/fetched-description.ts";
import { copyNames, integrityOf, saveCopy } from "../../../run/config/sources/remote-file.ts";
import type { Limits } from "../../../source/limits.ts";
import { parseText } from "../../../source/parse.ts";

export interface Pinned {
  readonly ok: true;
  readonly document: PinnedDocument;
  /** By URL, the entry first. */
  readonly bytes: ReadonlyMap<string, Uint8Array>;
  /** Why documents that it refers to are not pinned, one line each. */
  readonly missing: readonly string[];
}

export async function pinUrl(url: URL, limits: Partial<Limits> = {}): Promise<Pinned | NotFetched> {
  const response = await fetchedDescription(url, limits);
  if (!response.ok) return response;
  const { documents: bytes, missing } = response;
  const [[, entry = new Uint8Array()] = [], ...others] = bytes;
  const files = others.map(([href, text]) => [shownFrom(url, href), integrityOf(text)] as const);
  const document = {
    url: url.href,
    integrity: integrityOf(entry),
    ...(files.length === 0 ? {} : { files: Object.fromEntries(files) }),
  };
  return { ok: true, document, bytes, missing };
}

/** Why the document cannot be read: otherwise only the next run would notice that a wrong URL was pinned. */
export function readingProblemOf({ document: { url }, bytes }: Pinned): string | null {
  const text = new TextDecoder().decode(bytes.get(url));
  const format = /^\uFEFF?\s*\{/.test(text) ? "json" : "yaml";
  const parsed = parseText(text, format);
  return parsed.ok && typeof parsed.value === "object" && parsed.value !== null
    ? null
    : `${url} is neither YAML nor JSON of a description`;
}

/** The shortest form, relative to the entry. */
function shownFrom(entry: URL, href: string): string {
  const folder = new URL(".", entry).href;
  return href.startsWith(folder) ? href.slice(folder.length) : href;
}

/** Writes the copies, so that a run needs no request. Their paths. */
export function saveCopies(root: string, { bytes }: Pinned): string[] {
  return [...bytes].map(([url, text]) => saveCopy(root, { url, integrity: integrityOf(text) }, text));
}

/** What copies of it may be called, relative to the folder of the manifest. */
export function copiesOf({ url, integrity, files = {} }: PinnedDocument): string[] {
  const others = Object.entries(files).flatMap(([relative, fileIntegrity]) => {
    const href = URL.parse(relative, url)?.href;
    return href === undefined ? [] : copyNames({ url: href, integrity: fileIntegrity });
  });
  return [...copyNames({ url: new URL(url).href, integrity }), ...others];
}

/** As a configuration writes it; `as` an object of JavaScript, or JSON. */
export function literalOf(document: PinnedDocument): string {
  return JSON.stringify(document, null, 2).replace(/^(\s*)"(\w+)":/gm, "$1$2:");
}
