// docs/versions.json -> the versions that the switch in the header offers.
import { readFileSync } from "node:fs";

export interface Version {
  readonly version: string;
  /** The path of its site on the same host: `/` or `/1.0.0/`. */
  readonly path: string;
  readonly note?: string;
}

export interface Versions {
  /** The version that this checkout describes. */
  readonly current: string;
  readonly versions: readonly Version[];
}

/** Fails unless the current version is the description's own. */
export function readVersions(file: string, described: string): Versions {
  const parsed: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!isVersions(parsed)) throw new Error(`${file} needs "current" and "versions", each with "version" and "path"`);
  if (parsed.current !== described) {
    throw new Error(
      `${file} says that ${parsed.current} is current, the description is ${described}: add a version there`,
    );
  }
  if (!parsed.versions.some(({ version }) => version === parsed.current)) {
    throw new Error(`${file} does not list its current version ${parsed.current}`);
  }
  return parsed;
}

function isVersions(value: unknown): value is Versions {
  if (typeof value !== "object" || value === null || !("current" in value) || !("versions" in value)) return false;
  const { current, versions } = value;
  return typeof current === "string" && Array.isArray(versions) && versions.every(isVersion);
}

function isVersion(value: unknown): value is Version {
  if (typeof value !== "object" || value === null || !("version" in value) || !("path" in value)) return false;
  return typeof value.version === "string" && typeof value.path === "string" && /^\/(?:.*\/)?$/.test(value.path);
}
