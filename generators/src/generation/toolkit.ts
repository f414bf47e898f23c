// Which toolkit this is: the version that headers and the manifest name, and, when it runs from source, its fingerprint.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { hashOf } from "../source/document.ts";

const home = path.join(import.meta.dirname, "../..");

/** Which toolkit runs: computed at most once in a run. */
export class Toolkit {
  readonly version: string = toolkitVersion();
  private known: string | null | undefined;

  /** The result of `sourceFingerprint`. */
  get fingerprint(): string | null {
    if (this.known === undefined) this.known = sourceFingerprint();
    return this.known;
  }
}

export function toolkitVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(path.join(home, "package.json"), "utf8"));
  const version = typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : null;
  return typeof version === "string" ? version : "0.0.0";
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
