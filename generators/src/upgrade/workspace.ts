// A folder of a workspace -> the packages of the same repository that depend on it, which use its generated code too.
import { readdirSync, realpathSync } from "node:fs";
import path from "node:path";
import { nearestPackage, packageIn, packageName } from "./repository.ts";

/** `repository`: without links, as `repositoryOf` returns it. */
export function dependentFolders(folder: string, repository: string): string[] {
  const own = nearestPackage(realpathSync(folder), repository);
  const name = own === null ? null : packageName(own);
  if (own === null || name === null) return [];
  const found: string[] = [];
  const look = (at: string, depth: number): void => {
    if (at !== own && dependsOn(at, name)) found.push(at);
    if (depth === 0) return;
    for (const entry of readdirSync(at, { withFileTypes: true }))
      if (entry.isDirectory() && entry.name !== "node_modules" && !entry.name.startsWith("."))
        look(path.join(at, entry.name), depth - 1);
  };
  look(repository, 4);
  return found.sort();
}

function dependsOn(folder: string, name: string): boolean {
  const manifest = packageIn(folder);
  return ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"].some((group) => {
    const listed = manifest?.[group];
    return typeof listed === "object" && listed !== null && Object.hasOwn(listed, name);
  });
}
