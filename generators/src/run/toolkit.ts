// Which toolkit this is: the version that headers and the manifest name, and, when it runs from source, its fingerprint.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { hashOf } from "../source/document.ts";
import { versionIn } from "./config/sources/package-file.ts";

const home = path.join(import.meta.dirname, "../..");

/** The hashes of sources, by folder: the source of a process stays the same, and a process can have many runs. */
const fingerprints = new Map<string, string | null>();

/** Which toolkit runs: the fingerprint is computed at most once in a process. */
export class Toolkit {
  readonly version: string = toolkitVersion();

  /** The result of `sourceFingerprint`. */
  get fingerprint(): string | null {
    const fingerprint = fingerprints.get(home) ?? sourceFingerprint();
    fingerprints.set(home, fingerprint);
    return fingerprint;
  }
}

export function toolkitVersion(): string {
  return versionIn(home);
}

/**
 * A hash of the toolkit's own source, or `null` when what runs was built: a published version never changes, but
 * in this repository the same version emits something else after an edit, and a run must not call that unchanged.
 */
export function sourceFingerprint(): string | null {
  if (!import.meta.filename.endsWith(".ts")) return null;
  const files = modulesBelow(path.join(home, "src")).sort();
  return hashOf([path.join(home, "package.json"), ...files].map((file) => readFileSync(file, "utf8")).join("\0"));
}

/** `readdirSync` of Node, asked to go down itself, takes longer than reading all of the files. */
function modulesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return modulesBelow(file);
    return entry.name.endsWith(".ts") ? [file] : [];
  });
}
