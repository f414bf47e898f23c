// The workspace's published packages -> the tarballs that `pnpm tarballs` packed.
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const checkout = join(import.meta.dirname, "../../..");

export interface Tarball {
  readonly name: string;
  readonly version: string;
  /** The path of the file. */
  readonly file: string;
  /** Names of those of our packages without which it does not run. */
  readonly needs: readonly string[];
  /** It can be imported; otherwise it is a package of data or commands only. */
  readonly hasModules: boolean;
  /** It runs on a server of its own or in a project's tests, not in the user's program. */
  readonly isProgram: boolean;
}

const manifests = z.object({
  name: z.string(),
  version: z.string(),
  private: z.boolean().default(false),
  exports: z.record(z.string(), z.unknown()).default({}),
  bin: z.unknown().optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
});

/** Of this checkout, or of a copy of it. Throws when one is missing. */
export function findTarballs(root: string = checkout): Tarball[] {
  const folders = ["generators", "spec", ...globSync("packages/*/*", { cwd: root }).sort()];
  return folders.flatMap((folder) => {
    const text = readFileSync(join(root, folder, "package.json"), "utf8");
    const { name, version, exports, bin, ...manifest } = manifests.parse(JSON.parse(text));
    if (manifest.private) return [];
    const file = join(root, "tarballs", `${name.replace(/^@/, "").replace("/", "-")}-${version}.tgz`);
    if (!existsSync(file)) throw new Error(`${file} is not there: run \`pnpm tarballs\` first`);
    return {
      name,
      version,
      file,
      needs: Object.entries(manifest.dependencies).flatMap(([one, range]) =>
        range.startsWith("workspace:") ? one : [],
      ),
      hasModules: "." in exports,
      isProgram: bin !== undefined || /^@waybill\/(?!runtime$)/.test(name),
    };
  });
}
