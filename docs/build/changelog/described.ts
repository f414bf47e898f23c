// The descriptions of released versions (spec/releases/<version>/) and the current one -> what changed from each to the next.
import { globSync } from "node:fs";
import path from "node:path";
import type { Bump } from "./changesets.ts";

export interface DescriptionChange {
  readonly bump: Bump;
  /** A sentence for who uses the API. Markdown. */
  readonly text: string;
}

export interface Description {
  readonly openapi: string;
  readonly asyncapi: string;
}

/** Tells two descriptions apart. */
export type Differ = (base: Description, revision: Description) => Promise<readonly DescriptionChange[]>;

/** Changes by version. The first version of all has none: there is nothing it could be compared with. */
export async function readDescribed(
  spec: string,
  { current, differ }: { current: string; differ: Differ },
): Promise<Map<string, readonly DescriptionChange[]>> {
  const released = globSync("releases/*/openapi.json", { cwd: spec })
    .map((file) => path.basename(path.dirname(file)))
    .filter((version) => version !== current)
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const all = [
    ...released.map((version) => {
      const folder = path.join(spec, "releases", version);
      return { version, openapi: path.join(folder, "openapi.json"), asyncapi: path.join(folder, "asyncapi.json") };
    }),
    { version: current, openapi: path.join(spec, "openapi.yaml"), asyncapi: path.join(spec, "asyncapi.yaml") },
  ];
  const changes = new Map<string, readonly DescriptionChange[]>();
  for (const [index, revision] of all.entries()) {
    const base = all[index - 1];
    if (base !== undefined) changes.set(revision.version, await differ(base, revision));
  }
  return changes;
}
