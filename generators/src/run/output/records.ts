// The manifests in and around the folder of a project -> which of them is its own, and which files another configuration wrote.

import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { attempt } from "../../source/attempt.ts";
import { runtimeName } from "../../targets/runtime-name.ts";
import { configNames } from "../config/config-file.ts";
import { nearestAbove, pathFrom } from "../config/paths.ts";
import type { Project } from "../config/project.ts";
import { shownFile } from "../config/sources/foreign-source.ts";
import type { Orphan } from "./file-states.ts";
import {
  isManifestName,
  type Manifest,
  type ManifestFile,
  manifestNameOf,
  type RecordOwner,
  readManifest,
} from "./manifest.ts";

export interface OwnRecord {
  readonly found: ManifestFile;
  /** The name of the file that a run writes. */
  readonly name: string;
  /** The file that it was read from, if that has another name: the configuration was renamed. */
  readonly formerName: string | null;
}

export function ownRecord(project: Project): OwnRecord {
  const { root, configFile } = project;
  const name = manifestNameOf(configFile);
  const manifestFile = readManifest(root, name);
  if (manifestFile.kind !== "none" || configFile === null) return { found: manifestFile, name, formerName: null };
  for (const formerName of manifestsIn(root)) {
    const former = readManifest(root, formerName);
    if (former.kind === "manifest" && isAbandoned(former.manifest, root) && hasOutputOf(former.manifest, project))
      return { found: former, name, formerName };
  }
  return { found: manifestFile, name, formerName: null };
}

/** Whether no run of its configuration will follow. Records of earlier versions do not name it: it is one with a usual name, if any. */
function isAbandoned({ from: { config, documents } }: Manifest, root: string): boolean {
  const configs = config === null ? configNames : [config];
  return documents.length === 0 && !configs.some((file) => existsSync(path.join(root, file)));
}

function hasOutputOf({ outputs }: Manifest, { apis }: Project): boolean {
  const folders = new Set(apis.flatMap(({ places }) => places.map(({ out }) => out)));
  return [...outputs.keys()].some((file) => folders.has(path.posix.dirname(file).replace(/^\.$/, "")));
}

/** Whose record a run writes. */
export function ownerOf({ root, configFile, apis, rules }: Project): RecordOwner {
  if (configFile !== null) return { config: pathFrom(root, configFile), documents: [] };
  const files = apis.flatMap(({ openapi, asyncapi }) => [openapi, asyncapi]).filter((file) => file !== null);
  return { config: null, documents: [...new Set(files.map((file) => shownFile(rules.foreign, root, file)))].sort() };
}

export function isSameOwner(one: RecordOwner, other: RecordOwner): boolean {
  return one.config === other.config && one.documents.join("\n") === other.documents.join("\n");
}

/** What to call it in messages. */
export function shownOwner({ config, documents }: RecordOwner, root: string, cwd: string): string {
  const names = config === null ? documents : [config];
  const displayNames = names.map((name) =>
    existsSync(path.join(root, name)) ? pathFrom(cwd, path.join(root, name)) : name,
  );
  return displayNames.join(" and ") || "a configuration without a file";
}

/** Whether a record is of something else that is still there: another configuration, or, for a run without one, other documents. */
export function isOfAnother({ from }: Manifest, owner: RecordOwner, root: string): boolean {
  const isThere = (name: string): boolean => existsSync(path.join(root, name));
  if (from.config !== null) return from.config !== owner.config && isThere(from.config);
  const isShared = from.documents.some((name) => owner.documents.includes(name));
  return owner.config === null && from.documents.length > 0 && !isShared && from.documents.every(isThere);
}

/**
 * Whether a run may remove an orphan unasked. A configuration states it by no longer generating the file. Flags state what to generate this
 * time; and whose the records of earlier versions are is not known.
 */
export function isRemovable(
  { api, target, state }: Orphan,
  record: Manifest | null,
  { apis, isOfFlags, configFile }: Project,
): boolean {
  if (state === "unknown" || (state === "unrecorded" && record !== null)) return true;
  const owningApi = apis.find(({ name }) => name === api);
  if (isOfFlags) return target === runtimeName || owningApi?.places.some((place) => place.target === target) === true;
  const isOurs = configFile === null ? record?.from.documents.length !== 0 : record?.from.config !== null;
  return owningApi !== undefined || (record !== null && isOurs);
}

/** The configuration that another manifest names for a file below the root, as messages show it. */
export type OtherOwner = (file: string) => string | null;

/** Looks in the folders of the output, and in those above the root up to the repository's own. */
export function otherOwners(project: Project, { name, formerName }: OwnRecord, cwd: string): OtherOwner {
  const { root } = project;
  const owners = new Map<string, string>();
  for (const folder of foldersAround(project)) {
    for (const one of manifestsIn(folder)) {
      if (folder === root && (one === name || one === formerName)) continue;
      const other = readManifest(folder, one);
      if (other.kind !== "manifest") continue;
      const { config } = other.manifest.from;
      if (config === null || !existsSync(path.join(folder, config))) continue;
      const displayPath = pathFrom(cwd, path.join(folder, config));
      for (const file of other.manifest.outputs.keys()) owners.set(path.join(folder, file), displayPath);
    }
  }
  return (file) => owners.get(path.join(root, file)) ?? null;
}

function foldersAround({ root, apis }: Project): ReadonlySet<string> {
  const folders = new Set<string>();
  nearestAbove(root, (folder) => {
    folders.add(folder);
    return undefined;
  });
  for (const { out } of apis.flatMap(({ places }) => places))
    for (let at = path.join(root, out); at.length > root.length; at = path.dirname(at)) folders.add(at);
  return folders;
}

function manifestsIn(folder: string): string[] {
  return attempt(() => readdirSync(folder).filter(isManifestName).sort()) ?? [];
}
