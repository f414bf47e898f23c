// A file -> the same with its links resolved, also when it is gone.
import { realpathSync } from "node:fs";
import path from "node:path";

export function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    const parent = path.dirname(file);
    return parent === file ? file : path.join(realPath(parent), path.basename(file));
  }
}
