// The name of a tool -> its program among the installed ones, and its version.
import { join } from "node:path";
import { runIn } from "../harness/fresh-folder.ts";

export function toolIn(tools: string, name: string): string {
  return join(tools, "node_modules/.bin", name);
}

/** The first version that `program --version` prints, without a `v`. */
export async function versionIn(folder: string, program: string): Promise<string> {
  const printed = await runIn(folder, program, "--version");
  return /\d+[\d.-]*\d/.exec(printed)?.[0] ?? printed;
}
