// Which file a run keeps things in, and whether what stands there may be used.
import path from "node:path";
import { hashOf } from "../source/document.ts";
import type { BuildOptions } from "./build.ts";
import type { Project } from "./config/project.ts";
import { Kept, type KeptPlace, readKept } from "./kept.ts";
import { type ManifestFile, optionsHash } from "./manifest.ts";
import { cacheFolder } from "./toolkit.ts";

/** Where something is kept between runs; `null` where nothing is: a check trusts nothing but the description. */
export function keptPlaceOf(project: Project, { mode, reuse, toolkit }: BuildOptions): KeptPlace | null {
  if (mode !== "write" || reuse !== true) return null;
  const { root } = project;
  const key = [root, project.base, toolkit.version, toolkit.fingerprint, optionsHash(project), process.version];
  return { file: path.join(cacheFolder(), "runs", hashOf(root)), key: hashOf(JSON.stringify(key)) };
}

/** What the last run kept, where its manifest stands: without its output a run starts from nothing. */
export function keptBy(
  place: KeptPlace,
  project: Project,
  found: ManifestFile,
  { force, toolkit, warm }: BuildOptions,
): Kept {
  const isSame =
    found.kind === "manifest" &&
    found.manifest.version === toolkit.version &&
    found.manifest.options === optionsHash(project);
  return isSame && !force ? (warm?.keptAt(place) ?? readKept(place)) : new Kept();
}
