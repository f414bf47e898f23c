// The programs that verify the vectors of signatures, and which of the tools they run on are not on this machine.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

export interface Verifier {
  /** In docs/guides/verify. */
  readonly script: string;
  /** What has to be in PATH. */
  readonly tools: readonly string[];
}

export const verifiers: readonly Verifier[] = [
  { script: "node.ts", tools: [] },
  { script: "python.py", tools: ["python3"] },
  { script: "shell.sh", tools: ["bash", "openssl", "jq"] },
];

export function missingTools({ tools }: Pick<Verifier, "tools">): string[] {
  return tools.filter((tool) => !isInPath(tool));
}

function isInPath(tool: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => isExecutable(join(folder, tool)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
