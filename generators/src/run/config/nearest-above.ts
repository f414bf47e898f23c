// A folder -> what is found in it, or else in the nearest folder above, no further than the repository's own.
import { existsSync } from "node:fs";
import path from "node:path";

export function nearestAbove<Found>(folder: string, find: (folder: string) => Found | undefined): Found | null {
  for (let at = folder; ; at = path.dirname(at)) {
    const found = find(at);
    if (found !== undefined) return found;
    if (existsSync(path.join(at, ".git")) || path.dirname(at) === at) return null;
  }
}

/** The path, if there is something. */
export function pathIfExists(file: string): string | undefined {
  return existsSync(file) ? file : undefined;
}
