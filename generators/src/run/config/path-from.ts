// Absolute paths -> paths as they are displayed.
import path from "node:path";

/** A path relative to a folder, with forward slashes; empty for the folder itself. */
export function pathFrom(folder: string, file: string): string {
  return path.relative(folder, file).replaceAll("\\", "/");
}
