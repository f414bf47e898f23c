// A checkout and a folder of archives -> the docs of its version, and those of each older version, as built sites.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import type { BuiltSite } from "../../../docs/build/beside/main.ts";
import { readVersions, type Version } from "../../../docs/build/versions.ts";
import { runWith } from "../../stories/harness/fresh-folder.ts";

/** How a site is built. */
export interface SiteBuild {
  /** Where it goes. */
  readonly output: string;
  /** The folder of the host that serves it: `/` or `/1.0.0/` */
  readonly base: string;
  /** `https://docs.example` */
  readonly site?: string;
}

/** What the build prints at its end. */
export async function buildDocs(checkout: string, { output, base, site }: SiteBuild): Promise<string> {
  const address = site === undefined ? {} : { DOCS_SITE: site };
  const environment = { ...process.env, ...address, DOCS_BASE: base };
  const printed = await runWith(environment, checkout, process.execPath, join(checkout, "docs/build/main.ts"));
  // What Astro runs during a build is next to its output, and imports what docs/ has installed.
  cpSync(join(checkout, "docs/dist"), output, { recursive: true });
  return printed;
}

/** The versions that `docs/versions.json` names besides the current one, the newest first. */
export function olderVersions(checkout: string): Version[] {
  const file = join(checkout, "docs/versions.json");
  const { current } = z.object({ current: z.string() }).parse(JSON.parse(readFileSync(file, "utf8")));
  return readVersions(file, current).versions.filter(({ version }) => version !== current);
}

/** `docs-1.0.0.tgz`: what is kept of a version for the releases after it. */
export function archiveName(version: string): string {
  return `docs-${version}.tgz`;
}

export function archiveSite({ version, folder }: BuiltSite, to: string): string {
  mkdirSync(to, { recursive: true });
  const archive = join(resolve(to), archiveName(version));
  execFileSync("tar", ["-czf", archive, "-C", folder, "."]);
  return archive;
}

/** From `<archives>/docs-1.0.0.tgz`, or a folder `<archives>/1.0.0`. Throws when there is neither. */
export function unpackOlder(archives: string, version: string, to: string): BuiltSite {
  mkdirSync(to, { recursive: true });
  const [folder, archive] = [join(archives, version), join(archives, archiveName(version))];
  if (existsSync(join(folder, "index.html"))) cpSync(folder, to, { recursive: true });
  else if (existsSync(archive)) execFileSync("tar", ["-xzf", archive, "-C", to]);
  else throw new Error(missing(archives, version));
  return { version, folder: to };
}

function missing(archives: string, version: string): string {
  return [
    `docs/versions.json names ${version}, and ${archives} has neither ${archiveName(version)} nor a folder ${version}.`,
    `Build it from a checkout of that version, and put it there:`,
    `  DOCS_BASE=/${version}/ npx -y pnpm@12 run docs && tar -czf ${archiveName(version)} -C docs/dist .`,
  ].join("\n");
}
