// A pinned URL -> the copy of its text on this disk: the one that is there, or one that is fetched, always as its hash says.
import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import path from "node:path";
import { limitsOf } from "../../../source/limits.ts";
import { type Usable, unusable, usable } from "../usage.ts";
import { endingOf, knownEnding, plainName, readBytesIfPresent, save } from "./copies.ts";
import { fetchable, fetched, longestMilliseconds } from "./fetched.ts";
import { isIntegrity, mismatchOf } from "./integrity.ts";

export interface PinnedUrl {
  readonly url: string;
  readonly integrity: string;
}

export interface RemotePlace {
  /** The folder of the manifest: copies are in `.waybill/` there. */
  readonly root: string;
  /** How messages call what names the URL: `waybill.config.ts: apis.shop.openapi`. */
  readonly at: string;
  readonly limits: Parameters<typeof limitsOf>[0];
}

/** The path of the copy, absolute. */
export async function remoteFile({ url: text, integrity }: PinnedUrl, place: RemotePlace): Promise<Usable<string>> {
  const asked = fetchable(text);
  if ("reason" in asked)
    return unusable(`${place.at}: ${text} is not fetched: ${asked.reason}`, "use the https URL of a document");
  const { url } = asked;
  if (!isIntegrity(integrity))
    return unusable(
      `${place.at}: ${JSON.stringify(integrity)} is not an integrity hash`,
      `waybill pin ${url} prints it: sha384-…`,
    );
  for (const name of copyNames({ url: url.href, integrity })) {
    const file = path.join(place.root, name);
    const copy = readBytesIfPresent(file);
    if (copy !== null && mismatchOf(copy, integrity) === null) return usable(file);
  }
  const { fileMegabytes } = limitsOf(place.limits);
  const response = await fetched(url, { milliseconds: longestMilliseconds, bytes: fileMegabytes * 2 ** 20 });
  if (!response.ok) return unusable(`${place.at}: ${url} cannot be fetched: ${response.reason}`, offlineHint);
  const found = mismatchOf(response.bytes, integrity);
  if (found !== null)
    return unusable(
      `${place.at}: ${url} does not match its pin: expected ${integrity}, found ${found}`,
      `review what changed there; to accept it, run waybill pin ${url} --write, or write integrity: "${found}"`,
    );
  if (!isUtf8(response.bytes)) return unusable(`${place.at}: ${url} is not UTF-8`, "name a YAML or JSON document");
  return usable(saveCopy(place.root, { url: url.href, integrity }, response.bytes));
}

/** The path of the copy, absolute. */
export function saveCopy(root: string, pinned: PinnedUrl, bytes: Uint8Array): string {
  const ending = endingOf(new URL(pinned.url), bytes);
  const file = path.join(root, copyNames(pinned).find((name) => name.endsWith(ending)) ?? "");
  save(file, bytes);
  return file;
}

const offlineHint = "with the copy in .waybill/ checked in, no run needs the network";

/** `.waybill/openapi-3f2a….yaml`: a copy for each hash. Of a URL without an ending, only its content tells the format. */
export function copyNames({ url: text, integrity }: PinnedUrl): string[] {
  const url = new URL(text);
  const hash = createHash("sha256").update(`${url.href} ${integrity.trim()}`).digest("hex").slice(0, 16);
  const known = knownEnding(url);
  return (known === null ? [".yaml", ".json"] : [known]).map((ending) => `.waybill/${plainName(url)}-${hash}${ending}`);
}

/** `openapi` of `.waybill/openapi-3f2a….yaml`; `null` for any other file. */
export function nameOfCopy(file: string): string | null {
  return /^\.waybill\/(.+)-[0-9a-f]{16}\.(?:yaml|yml|json)$/.exec(file)?.[1] ?? null;
}
