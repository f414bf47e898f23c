// A pinned URL -> the copy of its text on this disk: the one that is there, or one that is fetched, always as its hash says.
import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { limitsOf } from "../../source/limits.ts";
import { type Usable, unusable, usable } from "../usage.ts";
import { fetchable, fetched } from "./fetched.ts";
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

const longestMilliseconds = 30_000;

/** The path of the copy, absolute. */
export async function remoteFile({ url: text, integrity }: PinnedUrl, place: RemotePlace): Promise<Usable<string>> {
  const asked = fetchable(text);
  if ("reason" in asked)
    return unusable(`${place.at}: ${text} is not fetched: ${asked.reason}`, "name the https URL of a document");
  const { url } = asked;
  if (!isIntegrity(integrity))
    return unusable(
      `${place.at}: ${JSON.stringify(integrity)} is no integrity`,
      `waybill pin ${url} prints it: sha384-…`,
    );
  const file = path.join(place.root, copyName(url, integrity));
  const copy = bytesIfThere(file);
  if (copy !== null && mismatchOf(copy, integrity) === null) return usable(file);
  const { fileMegabytes } = limitsOf(place.limits);
  const answer = await fetched(url, { milliseconds: longestMilliseconds, bytes: fileMegabytes * 2 ** 20 });
  if (!answer.ok) return unusable(`${place.at}: ${url} cannot be fetched: ${answer.reason}`, offlineHint);
  const found = mismatchOf(answer.bytes, integrity);
  if (found !== null)
    return unusable(
      `${place.at}: ${url} is not what is pinned: expected ${integrity}, found ${found}`,
      `see what has changed there; if that is meant, write integrity: "${found}"`,
    );
  if (!isUtf8(answer.bytes)) return unusable(`${place.at}: ${url} is not UTF-8`, "name a YAML or JSON document");
  save(file, answer.bytes);
  return usable(file);
}

const offlineHint = "with the copy in .waybill/ checked in, no run needs the network";

/** `.waybill/openapi-3f2a….yaml`: a copy for each hash, whose ending tells the format. */
function copyName(url: URL, integrity: string): string {
  const { name, ext } = path.posix.parse(url.pathname);
  const plain = name.replace(/[^\w.-]+/g, "-").slice(0, 60) || "document";
  const known = [".yaml", ".yml", ".json"].includes(ext) ? ext : ".yaml";
  const hash = createHash("sha256").update(`${url.href} ${integrity.trim()}`).digest("hex").slice(0, 16);
  return `.waybill/${plain}-${hash}${known}`;
}

function bytesIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

/** A concurrent reader finds the whole file or none. */
function save(file: string, bytes: Uint8Array): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, bytes);
  renameSync(temporary, file);
}
