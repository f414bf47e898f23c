// spec/releases -> the versions of the API that were released, and the description that each of them had.
import { globSync } from "node:fs";
import path from "node:path";

export interface RecordedRelease {
  readonly version: string;
  /** `spec/releases/1.0.0` */
  readonly folder: string;
  /** Relative to the checkout, as the folder. */
  readonly openapi: string;
  readonly asyncapi: string;
}

/** Where the description of a version is recorded. */
export function releaseOf(version: string): RecordedRelease {
  const folder = path.posix.join("spec/releases", version);
  return { version, folder, openapi: `${folder}/openapi.json`, asyncapi: `${folder}/asyncapi.json` };
}

/** The oldest first. */
export function readRecorded(root: string): RecordedRelease[] {
  return globSync("spec/releases/*/", { cwd: root })
    .map((folder) => path.basename(folder))
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
    .map(releaseOf);
}

/** What the next release is compared with. Throws when nothing was released yet. */
export function lastRelease(root: string): RecordedRelease {
  const last = readRecorded(root).at(-1);
  if (last === undefined) throw new Error("spec/releases is empty: run pnpm release follow, which records the version");
  return last;
}
