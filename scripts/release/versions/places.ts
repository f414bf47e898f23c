// A checkout -> every place that states a version, with its actual and its expected version.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

export interface Place {
  /** Relative to the checkout. */
  readonly file: string;
  /** Of the version in the text of the file. */
  readonly offset: number;
  readonly stated: string;
  readonly version: string;
}

export interface Group {
  /** The package whose version the others of the group have. */
  readonly leader: string;
  readonly version: string;
  /** The manifests of the others. */
  readonly followers: readonly string[];
}

const manifests = z.object({ name: z.string(), version: z.string().optional(), private: z.boolean().default(false) });

/** What `.changeset/config.json` calls fixed: the packages of the API, and the toolkit with what it loads. */
const leaders: readonly { readonly manifest: string; readonly scope: RegExp }[] = [
  { manifest: "spec/package.json", scope: /^@fulfillment\// },
  { manifest: "generators/package.json", scope: /^@waybill\// },
];

/** Where else the version of the API is written: what the group of the one match holds. */
const elsewhere: Readonly<Record<string, RegExp>> = {
  "spec/openapi.yaml": /^info:\n(?:(?: .*|#.*)?\n)*? {2}version: (\S+)$/dgm,
  "spec/asyncapi.yaml": /^info:\n(?:(?: .*|#.*)?\n)*? {2}version: (\S+)$/dgm,
  "packages/fulfillment/client/src/version.ts": /^export const version = "([^"]+)"/dgm,
  "docs/versions.json": /^ {2}"current": "([^"]+)"/dgm,
  "docs/guides/versioning.md": /`fulfillment-client\/([^`]+)`/dg,
};

export function readGroups(root: string): Group[] {
  const packages = globSync("packages/*/*/package.json", { cwd: root }).sort();
  return leaders.map(({ manifest, scope }) => {
    const followers = packages.filter((file) => {
      const { name, private: isPrivate } = manifestIn(root, file);
      return scope.test(name) && !isPrivate;
    });
    return { leader: manifest, version: manifestIn(root, manifest).version ?? "", followers };
  });
}

/** The version of the API: the one of `@fulfillment/spec`. */
export function apiVersion(root: string): string {
  return manifestIn(root, "spec/package.json").version ?? "";
}

/** Throws when a file does not state one version, as the table above says: the table has to follow the file. */
export function readPlaces(root: string): Place[] {
  const inManifests = readGroups(root).flatMap(({ version, followers }) =>
    followers.map((file) => placeIn(root, file, /^ {2}"version": "([^"]+)"/dgm, version)),
  );
  const version = apiVersion(root);
  return [...inManifests, ...Object.entries(elsewhere).map(([file, pattern]) => placeIn(root, file, pattern, version))];
}

function placeIn(root: string, file: string, pattern: RegExp, version: string): Place {
  const text = readFileSync(path.join(root, file), "utf8");
  const found = [...text.matchAll(pattern)];
  const [start, end] = found[0]?.indices?.[1] ?? [];
  if (start === undefined || found.length > 1) {
    throw new Error(`${file} states a version ${found.length} times, not once: fix scripts/release/versions/places.ts`);
  }
  return { file, offset: start, stated: text.slice(start, end), version };
}

function manifestIn(root: string, file: string): z.output<typeof manifests> {
  return manifests.parse(JSON.parse(readFileSync(path.join(root, file), "utf8")));
}

export interface RecordedRelease {
  readonly version: string;
  /** `spec/releases/1.0.0` */
  readonly folder: string;
  /** Relative to the checkout, as the folder. */
  readonly openapi: string;
  readonly asyncapi: string;
}

/** Where the description of a version is recorded. */
export function releaseOf(version: string): RecordedRelease {
  const folder = path.posix.join("spec/releases", version);
  return { version, folder, openapi: `${folder}/openapi.json`, asyncapi: `${folder}/asyncapi.json` };
}

/** The oldest first. */
export function readRecorded(root: string): RecordedRelease[] {
  return globSync("spec/releases/*/", { cwd: root })
    .map((folder) => path.basename(folder))
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
    .map(releaseOf);
}
