// Names of programs -> those that are not in PATH.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

export function missingTools(tools: readonly string[]): string[] {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return tools.filter((tool) => !folders.some((folder) => isExecutable(join(folder, tool))));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
