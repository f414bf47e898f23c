// Generated code that imports zod, in a package without it -> the command that installs it. Compilers say nothing: generated files begin
// with `// @ts-nocheck`, and every schema would be `any`.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { nearestAbove } from "../../run/config/paths.ts";
import type { Project } from "../../run/config/project.ts";
import type { Run } from "../../run/request.ts";
import { attempt } from "../../source/attempt.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { readOwnManifest } from "./init/find-descriptions.ts";
import { managerCommands } from "./init/setup.ts";

/** `null` where zod is there, nothing imports it, or the folder belongs to no package. */
export function neededZod(
  { targets }: Pick<Run, "targets">,
  { apis, root }: Project,
  terminal: Terminal,
): string | null {
  const writers = new Set(
    targets.filter(({ target, written }) => target === "zod" && written > 0).map(({ api }) => api),
  );
  const folders = apis
    .filter(({ name }) => writers.has(name))
    .flatMap(({ places }) => places.filter(({ target }) => target === "zod").map(({ out }) => path.join(root, out)));
  const manifests = folders.flatMap((folder) => manifestWithoutZod(folder) ?? []);
  const [manifest] = manifests;
  if (manifest === undefined) return null;
  const packageManifest = readOwnManifest(path.dirname(manifest));
  return packageManifest.ok ? `${managerCommands(packageManifest.value, terminal).add} zod@4` : null;
}

/** Of a folder's package; `null` if it names zod, or finds the one of a package above. */
function manifestWithoutZod(folder: string): string | null {
  const file = nearestAbove(folder, (at) => ownPackage(path.join(at, "package.json")));
  if (file === null || /"zod"\s*:/.test(readFileSync(file, "utf8"))) return null;
  return attempt(() => createRequire(path.join(folder, "index.js")).resolve("zod")) === null ? file : null;
}

/** Not the one beside generated JavaScript, which only says that it is a module. */
function ownPackage(file: string): string | undefined {
  const hasMore =
    existsSync(file) && /"(?:name|private|scripts|(?:devD|d)ependencies)"\s*:/.test(readFileSync(file, "utf8"));
  return hasMore ? file : undefined;
}
