// A package of the workspace -> what `npm install` of it brings: itself and every package its dependencies lead to, with sizes.
import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** Of all its files. */
  readonly bytes: number;
}

const manifest: z.ZodType<{ name: string; version: string; dependencies?: Record<string, string> | undefined }> =
  z.object({
    name: z.string(),
    version: z.string(),
    dependencies: z.record(z.string(), z.string()).optional(),
  });

/**
 * The package in `folder`, its dependencies and theirs, from what is installed here: no registry is asked. The package itself counts
 * by its source, which is larger than what is built from it.
 */
export function installedWith(folder: string): InstalledPackage[] {
  const found = new Map<string, InstalledPackage>();
  const add = (home: string): void => {
    const { dependencies = {} } = manifest.parse(JSON.parse(readFileSync(join(home, "package.json"), "utf8")));
    for (const dependency of Object.keys(dependencies)) {
      const place = placeOf(dependency, home);
      if (found.has(place)) continue;
      const { name, version } = manifest.parse(JSON.parse(readFileSync(join(place, "package.json"), "utf8")));
      found.set(place, { name, version, bytes: bytesOf(place) });
      add(place);
    }
  };
  const home = realpathSync(folder);
  const { name, version } = manifest.parse(JSON.parse(readFileSync(join(home, "package.json"), "utf8")));
  found.set(home, { name, version, bytes: bytesOf(join(home, "src")) });
  add(home);
  return [...found.values()].sort((one, other) => other.bytes - one.bytes);
}

/** Where Node finds a package from another one. */
function placeOf(name: string, home: string): string {
  for (let at = home; ; at = dirname(at)) {
    const place = join(at, "node_modules", name);
    if (statSync(join(place, "package.json"), { throwIfNoEntry: false }) !== undefined) return realpathSync(place);
    if (dirname(at) === at) throw new Error(`${name} is not installed for ${home}`);
  }
}

/** What is linked into its `node_modules` counts where it is. */
function bytesOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules")
    .map((entry) => {
      const file = join(folder, entry.name);
      return entry.isDirectory() ? bytesOf(file) : lstatSync(file).size;
    })
    .reduce((sum, bytes) => sum + bytes, 0);
}
