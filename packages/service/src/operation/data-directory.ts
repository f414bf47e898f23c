// Creates the directory with all data of a deployment.
import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { codeOf } from "../reason.ts";

/** Level by level: where nothing can be made, such as below /proc, Node's own way to make all levels never returns. */
export function createDataDirectory(directory: string): void {
  const path = resolve(directory);
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) createDataDirectory(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process was faster.
    if (codeOf(error) !== "EEXIST") throw error;
  }
}
