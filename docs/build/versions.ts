// docs/versions.json -> the versions that the switch in the header offers.
import { readFileSync } from "node:fs";
import { z } from "zod";

export interface Version {
  readonly version: string;
  /** The path of its site on the same host: `/` or `/1.0.0/`. */
  readonly path: string;
  readonly note?: string | undefined;
  /** The day of its release: `2026-11-21` */
  readonly date: string;
}

export interface Versions {
  /** The version that this checkout describes. */
  readonly current: string;
  readonly versions: readonly Version[];
}

const path = z.string().regex(/^\/(?:.*\/)?$/);
const version = z.object({ version: z.string(), path, note: z.string().optional(), date: z.iso.date() });
const content: z.ZodType<Versions> = z.object({ current: z.string(), versions: z.array(version) });

/** Fails unless the current version is the description's own, where that is given. */
export function readVersions(file: string, described?: string): Versions {
  const parsed = content.parse(JSON.parse(readFileSync(file, "utf8")));
  if (described !== undefined && parsed.current !== described) {
    throw new Error(
      `${file} says that ${parsed.current} is current, the description is ${described}: add a version there`,
    );
  }
  if (!parsed.versions.some(({ version }) => version === parsed.current)) {
    throw new Error(`${file} does not list its current version ${parsed.current}`);
  }
  return parsed;
}
