// A URL without a hash -> copies of what it serves now, in a cache: the document, and those of its origin that it refers to.

import { createHash } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Limits } from "../../../source/limits.ts";
import { cacheFolder } from "../paths.ts";
import type { NotFetched } from "./fetched.ts";
import { type FetchedDescription, fetchedDescription } from "./fetched-description.ts";
import type { ForeignSource } from "./foreign-source.ts";
import { endingOf, integrityOf, plainName, readBytesIfPresent, save } from "./remote-file.ts";

export interface LiveFile {
  readonly ok: true;
  /** The copy of the document, absolute. */
  readonly file: string;
  readonly foreign: readonly ForeignSource[];
}

/**
 * `root`: two projects that read the same URL have copies of their own. A copy is written only when its bytes are new, so that a
 * file watcher notices nothing else.
 */
export async function liveFile(
  url: URL,
  { root, limits }: { readonly root: string; readonly limits: Partial<Limits> },
): Promise<LiveFile | NotFetched> {
  const response = await fetchedDescription(url, limits);
  if (!response.ok) return response;
  const foreign = liveCopies(response, root);
  return { ok: true, file: foreign[0]?.place ?? "", foreign };
}

/** Its documents as files of the cache, the entry first. */
export function liveCopies(
  { documents, missing }: Pick<FetchedDescription, "documents" | "missing">,
  root: string,
): ForeignSource[] {
  return [...documents].map(([href, bytes], index): ForeignSource => {
    const isEntry = index === 0;
    const live = { integrity: integrityOf(bytes), isEntry, missing: isEntry ? missing : [] };
    return { place: savedCopy(href, bytes, root), name: href, url: href, live };
  });
}

function savedCopy(href: string, bytes: Uint8Array, root: string): string {
  const url = new URL(href);
  const hash = createHash("sha256").update(`${root}\0${href}`).digest("hex").slice(0, 16);
  const name = `${plainName(url)}-${hash}${endingOf(url, bytes)}`;
  const file = path.join(cacheFolder(), "live", name);
  if (readBytesIfPresent(file)?.equals(bytes) === true) return file;
  try {
    save(file, bytes);
    return file;
  } catch {
    // An installation that this user may only read, as in many containers.
    const other = path.join(mkdtempSync(path.join(tmpdir(), "waybill-")), name);
    save(other, bytes);
    return other;
  }
}
