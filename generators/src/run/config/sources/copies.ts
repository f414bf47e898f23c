// Copies on this disk of what URLs serve: what they are called, and how they are written.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

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

export function knownEnding({ pathname }: URL): string | null {
  return endings.find((ending) => pathname.toLowerCase().endsWith(ending)) ?? null;
}

export function readBytesIfPresent(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

/** A concurrent reader finds the whole file or none. */
export function save(file: string, bytes: Uint8Array): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, bytes);
  renameSync(temporary, file);
}
