// Subresource Integrity (https://www.w3.org/TR/SRI/): hashes as `sha384-<base64>` -> whether bytes are what they pin.
import { createHash } from "node:crypto";

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
  const found = integrityOf(bytes, strongest);
  const isPinned = pins.some(({ algorithm, hash }) => algorithm === strongest && `${algorithm}-${hash}` === found);
  return isPinned ? null : found;
}
