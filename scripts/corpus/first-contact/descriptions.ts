// The table of packages and the corpus beside the checkout -> files of descriptions on this machine, cached between runs.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { peersFolder } from "../../bench/peers/installed.ts";
import { runIn } from "../../stories/harness/fresh-folder.ts";
import { atOnce } from "../../testing/at-once.ts";
import { corpusPath } from "../../testing/shared-corpus.ts";
import { unpack } from "../descriptions.ts";
import { type PublishedPackage, packages } from "./published.ts";

export interface Description {
  /** `GitHub` */
  readonly name: string;
  readonly kind: "openapi" | "asyncapi";
  /** An absolute path. */
  readonly file: string;
  /** The folder of its package: places in it are printed relative to it. */
  readonly home: string;
  /** `@octokit/openapi 23.0.2`, or `corpus`. */
  readonly source: string;
}

export interface Available {
  readonly descriptions: readonly Description[];
  /** Lines that say what was skipped, and why. */
  readonly skipped: readonly string[];
}

/** From the corpus, what no package has. */
const corpusNames: readonly string[] = ["Adyen Management", "DigitalOcean", "social-media/backend"];

const cache = join(peersFolder, "published");

/** Those whose name, or whose package's, contains one of the texts; all without texts. `latest`: at the versions that npm has now. */
export async function availableDescriptions(only: readonly string[], latest: boolean): Promise<Available> {
  const wanted = (...names: readonly string[]): boolean =>
    only.length === 0 || names.some((name) => only.some((text) => name.toLowerCase().includes(text.toLowerCase())));
  const skipped: string[] = [];
  const descriptions: Description[] = [];
  await atOnce(2, packages, async (one) => {
    const some = rowsOf(one).filter(({ name }) => wanted(name, one.name));
    if (some.length === 0) return;
    const found = await downloaded(one, latest);
    if ("reason" in found) skipped.push(`${one.name}: ${found.reason}`);
    else descriptions.push(...some.map((row) => descriptionIn(found, one, row)));
  });
  if (existsSync(corpusPath())) descriptions.push(...fromCorpus().filter(({ name }) => wanted(name)));
  else skipped.push(`${corpusNames.join(", ")}: there is no corpus at ${corpusPath()}; set WAYBILL_SHARED`);
  for (const { name, file, source } of descriptions.filter(({ file }) => !existsSync(file)))
    skipped.push(`${name}: ${source} has no ${file.slice(file.lastIndexOf("/") + 1)} any more`);
  return { descriptions: descriptions.filter(({ file }) => existsSync(file)).toSorted(byName), skipped };
}

interface Row {
  readonly kind: Description["kind"];
  readonly name: string;
  readonly path: string;
}

function rowsOf({ openapi = {}, asyncapi = {}, folder = "." }: PublishedPackage): Row[] {
  const of = (kind: Row["kind"], files: Readonly<Record<string, string>>): Row[] =>
    Object.entries(files).map(([name, path]) => ({ kind, name, path: join(folder, path) }));
  return [...of("openapi", openapi), ...of("asyncapi", asyncapi)];
}

interface Downloaded {
  readonly home: string;
  readonly version: string;
}

function descriptionIn({ home, version }: Downloaded, { name: packed }: PublishedPackage, row: Row): Description {
  return { name: row.name, kind: row.kind, file: join(home, row.path), home, source: `${packed} ${version}` };
}

/** The package alone, as npm has it: what it depends on is not installed. */
async function downloaded(one: PublishedPackage, latest: boolean): Promise<Downloaded | { reason: string }> {
  try {
    const version = latest ? (await runIn(".", "npm", "view", one.name, "version")).trim() : one.version;
    const home = join(cache, `${one.name.replaceAll("/", "+")}@${version}`);
    if (!existsSync(home)) await download(`${one.name}@${version}`, home);
    return { home, version };
  } catch (error) {
    return { reason: `npm could not get it:\n${error instanceof Error ? error.message : String(error)}` };
  }
}

async function download(named: string, home: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "."));
  try {
    await runIn(folder, "npm", "pack", "--silent", named);
    const [tarball = ""] = readdirSync(folder);
    mkdirSync(join(folder, "package"));
    await promisify(execFile)("tar", ["xzf", tarball, "-C", "package", "--strip-components=1"], { cwd: folder });
    renameSync(join(folder, "package"), home);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fromCorpus(): Description[] {
  const home = join(cache, "corpus");
  rmSync(home, { recursive: true, force: true });
  return unpack(corpusPath(), home)
    .filter(({ name }) => corpusNames.includes(name))
    .map(({ name, kind, file }) => ({ name, kind, file: join(home, file), home, source: "corpus" }));
}

function byName({ name: a }: Description, { name: b }: Description): number {
  return a.toLowerCase() < b.toLowerCase() ? -1 : 1;
}
