// A pinned URL -> the copy of its text on this disk: the one that is there, or one that is fetched, always as its Subresource Integrity says.

import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { attempt } from "../../../source/attempt.ts";
import { limitsOf } from "../../../source/limits.ts";
import { type Usable, unusable, usable } from "../usage.ts";
import { fetchable, fetched, longestMilliseconds } from "./fetched.ts";

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
  const fetchTarget = fetchable(text);
  if ("reason" in fetchTarget)
    return unusable(`${place.at}: ${text} is not fetched: ${fetchTarget.reason}`, "use the https URL of a document");
  const { url } = fetchTarget;
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
  const actualIntegrity = mismatchOf(response.bytes, integrity);
  if (actualIntegrity !== null)
    return unusable(
      `${place.at}: ${url} does not match its pin: expected ${integrity}, found ${actualIntegrity}`,
      `review what changed there; to accept it, run waybill pin ${url} --write, or write integrity: "${actualIntegrity}"`,
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

const endings: readonly string[] = [".yaml", ".yml", ".json"];

/** The last part of the path, as a file name: `openapi`. */
export function plainName({ pathname }: URL): string {
  const { name } = path.posix.parse(pathname);
  return name.replace(/[^\w.-]+/g, "-").slice(0, 60) || "document";
}

/** The extension determines the format: that of the URL if it has one, otherwise that of the content: servers call it `/api-json`, `/v3/api-docs`. */
export function endingOf(url: URL, bytes: Uint8Array): string {
  const known = knownEnding(url);
  if (known !== null) return known;
  return /^\uFEFF?\s*\{/.test(new TextDecoder().decode(bytes.subarray(0, 512))) ? ".json" : ".yaml";
}

function knownEnding({ pathname }: URL): string | null {
  return endings.find((ending) => pathname.toLowerCase().endsWith(ending)) ?? null;
}

export function readBytesIfPresent(file: string): Buffer | null {
  return attempt(() => readFileSync(file));
}

/** A concurrent reader finds the whole file or none. */
export function save(file: string, bytes: Uint8Array): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, bytes);
  renameSync(temporary, file);
}

/** Weakest first. */
const algorithms = ["sha256", "sha384", "sha512"] as const;
type Algorithm = (typeof algorithms)[number];

const lengths: Readonly<Record<Algorithm, number>> = { sha256: 32, sha384: 48, sha512: 64 };

interface Pin {
  readonly algorithm: Algorithm;
  /** Base64. */
  readonly hash: string;
}

/** The hashes of a text of several, of which the strongest kind counts; `null` when one of them is no hash. */
function pinsOf(integrity: string): Pin[] | null {
  const pins = integrity.trim().split(/\s+/).map(pinOf);
  const known = pins.filter((pin) => pin !== null);
  return known.length === pins.length ? known : null;
}

function pinOf(word: string): Pin | null {
  const [, name, hash = ""] = /^(sha\d+)-([A-Za-z0-9+/]+={0,2})$/.exec(word) ?? [];
  const algorithm = algorithms.find((one) => one === name);
  if (algorithm === undefined || Buffer.from(hash, "base64").length !== lengths[algorithm]) return null;
  return { algorithm, hash };
}

export function isIntegrity(text: string): boolean {
  return pinsOf(text) !== null;
}

/** `sha384-…`, as `waybill pin` prints it. */
export function integrityOf(bytes: Uint8Array, algorithm: Algorithm = "sha384"): string {
  return `${algorithm}-${createHash(algorithm).update(bytes).digest("base64")}`;
}

/** `null` when the bytes have one of the hashes of the strongest kind that is given, else what their hash of that kind is. */
export function mismatchOf(bytes: Uint8Array, integrity: string): string | null {
  const pins = pinsOf(integrity) ?? [];
  const strongest = algorithms.findLast((one) => pins.some(({ algorithm }) => algorithm === one)) ?? "sha384";
  const actualIntegrity = integrityOf(bytes, strongest);
  const isPinned = pins.some(
    ({ algorithm, hash }) => algorithm === strongest && `${algorithm}-${hash}` === actualIntegrity,
  );
  return isPinned ? null : actualIntegrity;
}
