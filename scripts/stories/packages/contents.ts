// A tarball -> its unwanted and missing contents: a license and a README are there, a version is in place of every protocol of the
// workspace, and neither tests, nor sources, nor maps to files that users do not get.
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { freshFolder } from "../harness/fresh-folder.ts";
import type { Tarball } from "../harness/tarballs.ts";

/** Rejects with a line for each fault. */
export function checkContents(tarballs: readonly Tarball[]): Promise<void> {
  const faults = tarballs.flatMap(({ name, file }) => faultsOf(file).map((fault) => `${name}: ${fault}`));
  if (faults.length > 0) return Promise.reject(new Error(faults.join("\n")));
  return Promise.resolve();
}

/** The path of a tarball -> its faults. */
export function faultsOf(file: string): string[] {
  using folder = freshFolder("contents");
  execFileSync("tar", ["-xzf", file, "-C", folder.path]);
  const root = join(folder.path, "package");
  const entries = globSync("**/*", { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  const inside = entries.map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1));
  const missing = ["LICENSE", "README.md", "package.json"].filter((name) => !inside.includes(name));
  const protocols = missing.includes("package.json")
    ? null
    : /"(?:workspace|catalog|link|file):[^"]*"/.exec(readFileSync(join(root, "package.json"), "utf8"));
  return [
    ...missing.map((name) => `it has no ${name}`),
    ...inside.filter((path) => unwanted.test(path) && !copied.test(path)).map((path) => `${path} is nothing for users`),
    ...(protocols === null ? [] : [`its manifest says ${protocols[0]}: pack it with pnpm`]),
    ...inside.filter((path) => path.endsWith(".js")).flatMap((path) => mapFault(root, path, inside)),
  ];
}

const unwanted = /(?:^|\/)(?:tests?|__tests__|fixtures|node_modules|src)\/|\.test\.|(?<!\.d)\.ts$|\.map$|(?:^|\/)\./;

/** The pages that Astro compiles. */
const copied = /^site\/(?:[^/]+\/)*[^/]+(?<!\.test)\.ts$/;

/** A map that is there would be named by `unwanted`. */
function mapFault(root: string, path: string, inside: readonly string[]): string[] {
  const end = readFileSync(join(root, path), "utf8").slice(-300);
  const [, map] = /\/\/# sourceMappingURL=(?!data:)(\S+)\s*$/.exec(end) ?? [];
  return map === undefined || inside.includes(map) ? [] : [`${path} names the map ${map}, which is not there`];
}
