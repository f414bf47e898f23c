// Is everything still as the manifest says? Then there is nothing to do, and nothing heavy has been loaded to find out.
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { hashOf } from "../source/document.ts";
import type { Project } from "./config/project.ts";
import type { FolderContents } from "./generated-folders.ts";
import { bytesHash, type ManifestFile, optionsHash } from "./manifest.ts";
import { inputFile, inputName } from "./sources/foreign-source.ts";
import { cacheFolder, type Toolkit } from "./toolkit.ts";

/** Nobody knows what functions of a configuration return without asking them. `contents`: what stands in the folders of the project now. */
export function isUnchanged(
  project: Project,
  found: ManifestFile,
  { toolkit, contents }: { readonly toolkit: Toolkit; readonly contents: FolderContents },
): boolean {
  if (found.kind !== "manifest" || project.apis.some(({ names }) => names !== null)) return false;
  const { manifest } = found;
  const { root } = project;
  if (manifest.version !== toolkit.version || manifest.options !== optionsHash(project)) return false;
  const entries = project.apis.flatMap(({ openapi, asyncapi }) => [openapi, asyncapi]).filter((file) => file !== null);
  const named = [...entries, ...(project.modules?.files() ?? [])];
  const { foreign } = project.rules;
  if (!named.every((file) => manifest.inputs.has(inputName(foreign, root, file)))) return false;
  if (contents.generated.some((file) => !manifest.outputs.has(file))) return false;
  for (const [file, sha256] of manifest.inputs) if (!isSame(inputFile(foreign, root, file), sha256)) return false;
  for (const [file, { sha256 }] of manifest.outputs) if (!isSame(path.join(root, file), sha256)) return false;
  return isSameToolkit(root, found.text, toolkit);
}

function isSame(file: string, sha256: string): boolean {
  try {
    // A manifest is a text like any other: what it names may be a device that never ends.
    return statSync(file).isFile() && bytesHash(readFileSync(file)) === sha256;
  } catch {
    return false;
  }
}

/** Running from source, the version alone does not say which toolkit made the output: the last run left a note. */
function isSameToolkit(root: string, manifest: string, { fingerprint }: Toolkit): boolean {
  if (fingerprint === null) return true;
  try {
    return readFileSync(noteFile(root), "utf8") === hashOf(fingerprint + manifest);
  } catch {
    return false;
  }
}

/** Notes that this toolkit, as its source stands, makes exactly what `manifest` says. */
export function noteToolkit(root: string, manifest: string, { fingerprint }: Toolkit): void {
  if (fingerprint === null) return;
  try {
    mkdirSync(path.dirname(noteFile(root)), { recursive: true });
    writeFileSync(noteFile(root), hashOf(fingerprint + manifest));
  } catch {
    // Without the note the next run only takes longer.
  }
}

function noteFile(root: string): string {
  return path.join(cacheFolder(), hashOf(root));
}
