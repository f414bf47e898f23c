// A folder of a workspace -> the packages of the same repository that depend on it, which use its generated code too.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { History } from "./base/history.ts";

export function dependentFolders(folder: string): string[] {
  const top = History.around(folder)?.top;
  const own = nearestPackage(folder, top ?? folder);
  const name = own === null ? null : manifestOf(own)?.["name"];
  if (top === undefined || own === null || typeof name !== "string") return [];
  const found: string[] = [];
  const look = (at: string, depth: number): void => {
    if (at !== own && dependsOn(at, name)) found.push(at);
    if (depth === 0) return;
    for (const entry of readdirSync(at, { withFileTypes: true }))
      if (entry.isDirectory() && entry.name !== "node_modules" && !entry.name.startsWith("."))
        look(path.join(at, entry.name), depth - 1);
  };
  look(top, 4);
  return found.sort();
}

function nearestPackage(folder: string, top: string): string | null {
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, "package.json"))) return at;
    if (at === top || at === path.dirname(at)) return null;
  }
}

function manifestOf(folder: string): Readonly<Record<string, unknown>> | null {
  try {
    const read: unknown = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    return typeof read === "object" && read !== null ? { ...read } : null;
  } catch {
    return null;
  }
}

function dependsOn(folder: string, name: string): boolean {
  const manifest = manifestOf(folder);
  return ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"].some((group) => {
    const listed = manifest?.[group];
    return typeof listed === "object" && listed !== null && Object.hasOwn(listed, name);
  });
}
