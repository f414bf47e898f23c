// The name of a package -> its version, as it is installed in a folder.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const manifest = z.object({ version: z.string() });

export function installedVersion(folder: string, name: string): string {
  return manifest.parse(JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8"))).version;
}
