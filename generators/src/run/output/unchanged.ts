// Whether everything still matches the manifest. Imports little, because an unchanged run loads nothing else.

import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { hasNameHooks } from "../../model/option-values.ts";
import { attempt } from "../../source/attempt.ts";
import { hashOf, inputHash, textHash } from "../../source/document.ts";
import { isTargetName } from "../../targets/built-in-targets.ts";
import { cacheFolder } from "../config/paths.ts";
import type { ApiProject, Project } from "../config/project.ts";
import { inputFile, inputName } from "../config/sources/foreign-source.ts";
import { installedRuntimes } from "../runtime-package.ts";
import type { Toolkit } from "../toolkit.ts";
import type { FolderContents } from "./generated-folders.ts";
import type { Manifest, ManifestFile } from "./manifest.ts";
import { isSameOwner, ownerOf } from "./records.ts";

/**
 * Functions of a configuration are opaque, so a run with `names`, or with targets whose code is in no known module or reads files that
 * are not known, is never unchanged. `contents`: what the folders of the project hold now.
 */
export function isUnchanged(
  project: Project,
  manifestFile: ManifestFile,
  { toolkit, contents }: { readonly toolkit: Toolkit; readonly contents: FolderContents },
): boolean {
  if (manifestFile.kind !== "manifest" || project.apis.some((api) => isOpaque(api, project))) return false;
  const { manifest } = manifestFile;
  const { root } = project;
  if (manifest.version !== toolkit.version || manifest.options !== project.optionsHash()) return false;
  if (installedRuntimes(project).some((version) => version !== toolkit.version)) return false;
  if (!isSameOwner(manifest.from, ownerOf(project))) return false;
  const entries = project.apis.flatMap(({ openapi, asyncapi }) => [openapi, asyncapi]).filter((file) => file !== null);
  const named = [...entries, ...(project.modules?.files() ?? [])];
  const { foreign } = project.rules;
  if (!named.every((file) => manifest.inputs.has(inputName(foreign, root, file)))) return false;
  if (contents.generated.some((file) => !manifest.outputs.has(file))) return false;
  for (const [file, sha256] of manifest.inputs) if (!isSame(inputFile(foreign, root, file), sha256)) return false;
  let formatted: Readonly<Record<string, unknown>> | null = null;
  for (const [file, { sha256 }] of manifest.outputs) {
    const place = path.join(root, file);
    if (isSame(place, sha256)) continue;
    formatted ??= readFormatted(root);
    const noted = formatted[`${file} ${sha256}`];
    if (typeof noted !== "string" || !isSame(place, noted)) return false;
  }
  return isSameToolkit(root, manifestFile.text, toolkit);
}

function isOpaque({ options, places }: ApiProject, { modules }: Project): boolean {
  const hasOwnCode = places.some(
    ({ target, definition }) => !isTargetName(target) && definition.loadedFrom === undefined,
  );
  return hasNameHooks(options) || (hasOwnCode && (modules === null || modules.readsUnknownFiles()));
}

function isSame(file: string, sha256: string): boolean {
  // A manifest is a text like any other: a path in it may name a device that never ends.
  return attempt(() => statSync(file).isFile() && inputHash(file, readFileSync(file)) === sha256) ?? false;
}

/** Running from source, the version alone does not identify the toolkit that generated the output: the last run left a note. */
function isSameToolkit(root: string, manifest: string, { fingerprint }: Toolkit): boolean {
  return fingerprint === null || attempt(() => readFileSync(noteFile(root), "utf8")) === hashOf(fingerprint + manifest);
}

/** Records that this toolkit, with its present source, generates exactly what `manifest` lists. */
export function noteToolkit(root: string, manifest: string, { fingerprint }: Toolkit): void {
  if (fingerprint === null) return;
  try {
    mkdirSync(path.dirname(noteFile(root)), { recursive: true });
    writeFileSync(noteFile(root), hashOf(fingerprint + manifest));
  } catch {
    // Without this record the next run only takes longer.
  }
}

/** Records the files that only a formatter has changed, so that the next run need not compare them again. */
export function noteFormatted(root: string, manifest: Manifest, texts: ReadonlyMap<string, string>): void {
  const file = `${noteFile(root)}.formatted`;
  try {
    if (texts.size === 0) rmSync(file, { force: true });
    if (texts.size === 0) return;
    const hashes = [...texts].map(([name, text]) => [`${name} ${manifest.outputs.get(name)?.sha256}`, textHash(text)]);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(Object.fromEntries(hashes)));
  } catch {
    // Without this record the next run only takes longer.
  }
}

function readFormatted(root: string): Readonly<Record<string, unknown>> {
  return attempt(() => ({ ...JSON.parse(readFileSync(`${noteFile(root)}.formatted`, "utf8")) })) ?? {};
}

function noteFile(root: string): string {
  return path.join(cacheFolder(), hashOf(root));
}
