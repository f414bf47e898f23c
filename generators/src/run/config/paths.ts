// Paths as they are displayed, with their links resolved, and what is found nearest above a folder.
import { existsSync, realpathSync } from "node:fs";
import path from "node:path";

/** A path relative to a folder, with forward slashes; empty for the folder itself. */
export function pathFrom(folder: string, file: string): string {
  return path.relative(folder, file).replaceAll("\\", "/");
}

export function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    const parent = path.dirname(file);
    return parent === file ? file : path.join(realPath(parent), path.basename(file));
  }
}

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
