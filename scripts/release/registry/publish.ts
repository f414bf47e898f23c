// Tarballs -> a registry that has them: published, without those that it already has.
import { z } from "zod";
import { atOnce } from "../../testing/at-once.ts";
import { endOf } from "../../testing/programs.ts";

export interface Packed {
  readonly name: string;
  readonly version: string;
  /** The path of the tarball. */
  readonly file: string;
}

export interface Destination {
  /** `http://127.0.0.1:40123/` */
  readonly url: string;
  /** What npm runs with, and finds its token in. */
  readonly environment: NodeJS.ProcessEnv;
}

export interface Published {
  readonly name: string;
  readonly version: string;
  /** It was there, byte for byte the same or not: a version is never published twice. */
  readonly wasThere: boolean;
}

/**
 * Rejects at the first package that the registry does not accept; a second call continues from there. `flags`: more for `npm publish`.
 */
export async function publishTarballs(
  to: Destination,
  tarballs: readonly Packed[],
  flags: readonly string[] = [],
): Promise<Published[]> {
  return await atOnce(2, tarballs, async ({ name, version, file }) => {
    const wasThere = (await versionsAt(to, name)).includes(version);
    if (!wasThere) await npmPublish(to, file, flags);
    return { name, version, wasThere };
  });
}

const packument = z.object({ versions: z.record(z.string(), z.unknown()) });

/** The versions of a package that a registry has; none when it does not know the name. */
export async function versionsAt({ url }: Destination, name: string): Promise<string[]> {
  const response = await fetch(new URL(name.replace("/", "%2f"), url), { headers: { accept: abbreviated } });
  if (response.status === 404) return [];
  if (!response.ok) throw new Error(`${url} returns ${response.status} for ${name}`);
  return Object.keys(packument.parse(await response.json()).versions);
}

const abbreviated = "application/vnd.npm.install-v1+json";

/** Straight from the tarball: `npm publish` in a folder would take the manifest that still says `workspace:*`. */
async function npmPublish({ url, environment }: Destination, file: string, flags: readonly string[]): Promise<void> {
  const parameters = ["publish", file, "--registry", url, "--access", "public", "--loglevel", "error", ...flags];
  const { code, output } = await endOf(["npm", ...parameters], { env: environment });
  if (code !== 0) throw new Error(`npm publish ${file} ended with ${code ?? "a signal"}:\n${output.trim()}`);
}
