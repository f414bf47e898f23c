// The repository -> the whole site in a folder, step by step, and what the checks have found.
import { rmSync } from "node:fs";
import path from "node:path";
import { bundlePlayground } from "@waybill/playground";
import { readDescription as readApiDescription } from "./api.ts";
import { type FeedEntry, feedFile, feedOf } from "./changelog/feed.ts";
import { readChangelog } from "./changelog/main.ts";
import { compressFiles } from "./compress.ts";
import { type DescriptionFile, readDescription } from "./description.ts";
import { type Download, makeDownloads } from "./downloads.ts";
import { drawingsInWords, withDrawings } from "./drawings.ts";
import { type Finished, finish } from "./finish/main.ts";
import { type Landing, landingOf } from "./landing.ts";
import { linkedPages } from "./links.ts";
import { apiCatalog, llmsFullTxt, llmsTxt, robots, sitemap } from "./machines.ts";
import { navigationOf } from "./navigation.ts";
import { ownTwins } from "./own-twins.ts";
import { type Page, readPages } from "./pages.ts";
import { buildReference, type Reference } from "./reference.ts";
import { indexPages } from "./search.ts";
import { stage } from "./stage.ts";
import { type Summary, summaryOf } from "./summary.ts";
import { linkedTwin, printTwin, type Twin, twinPath } from "./twins.ts";
import { readVersions, type Versions } from "./versions.ts";

export interface SiteOptions {
  /** The folder `docs` of the checkout. */
  readonly docs: string;
  readonly output: string;
  /** The address that the site will have: `https://docs.waybill.example` */
  readonly site: string;
  /** The folder of the site: `/` or `/1.0.0/` */
  readonly base: string;
  /** Where a page is edited, with its file in place of `{file}`; `null` when the repository has no address. */
  readonly edit: string | null;
}

/** What the pages are made of. */
export interface Collected {
  readonly pages: readonly Page[];
  readonly reference: Reference;
  readonly description: readonly DescriptionFile[];
  readonly downloads: readonly Download[];
  readonly summary: Summary;
  readonly landing: Landing;
  readonly versions: Versions;
  readonly releases: readonly FeedEntry[];
}

export async function buildSite(options: SiteOptions): Promise<Finished> {
  const collected = await collect(path.join(options.docs, ".."));
  const { pages, reference, description, versions } = collected;
  const playground = await bundlePlayground();
  stage(path.join(options.docs, ".content"), {
    ...collected,
    playground: { script: playground.script, style: playground.style },
    navigation: navigationOf(pages, reference.navigation, description),
    edit: options.edit,
  });
  await astroBuild(options);
  const twins = twinsOf(collected);
  const twinPaths = new Map(twins.map((twin) => [twin.path, twinPath(twin.path)]));
  const finished = finish({
    folder: options.output,
    site: options.site,
    base: options.base,
    repository: options.edit === null ? null : new URL(options.edit.replace("{file}", "")).host,
    versions: new Set(versions.versions.map((version) => version.path)),
    files: new Map<string, string | Uint8Array>([
      ...addedFiles(collected, twins, options),
      ...playground.files.map(({ path: file, contents }) => [`playground/${file}`, contents] as const),
    ]),
    twinOf: (sitePath) => twinPaths.get(sitePath) ?? null,
  });
  indexPages(options.output, (page) => reference.groupOf(page));
  await compressFiles(options.output);
  return finished;
}

async function collect(root: string): Promise<Collected> {
  const spec = path.join(root, "spec");
  const described = readApiDescription(spec, root);
  const reference = buildReference(described);
  const summary = summaryOf(described, reference);
  const versions = readVersions(path.join(root, "docs/versions.json"), summary.version);
  const dates = new Map(versions.versions.map(({ version, date }) => [version, date]));
  const changelog = await readChangelog(root, { summary, navigation: reference.navigation, dates });
  return {
    pages: [...linkedPages(readPages(root), root).map((page) => withDrawings(page, root)), changelog.page],
    reference,
    description: readDescription(spec),
    downloads: makeDownloads(described),
    summary,
    landing: landingOf(root, summary.api.replace(/\/$/, "")),
    versions,
    releases: changelog.entries,
  };
}

async function astroBuild({ docs, output, site, base }: SiteOptions): Promise<void> {
  process.env["ASTRO_TELEMETRY_DISABLED"] = "1";
  // What Astro keeps between builds would let a page that is gone come back.
  for (const folder of [path.join(docs, ".astro"), output]) rmSync(folder, { recursive: true, force: true });
  const { build } = await import("astro");
  await build({ root: docs, outDir: output, site, base, logLevel: "warn" });
}

const kinds = { guides: "guide", toolkit: "toolkit", changelog: "other" } as const;

function twinsOf({ pages, reference, ...rest }: Collected): Twin[] {
  const written = pages.map(({ path: sitePath, title, description, body, section }): Twin => {
    return {
      path: sitePath,
      title,
      description,
      body: drawingsInWords(body),
      kind: kinds[section],
    };
  });
  const drawn = reference.pages.map(({ path: sitePath, title, description, markdown }): Twin => {
    return { path: sitePath, title, description, body: markdown, kind: "reference" };
  });
  return [...written, ...drawn, ...ownTwins(rest)];
}

function addedFiles(
  { downloads, summary, releases }: Collected,
  twins: readonly Twin[],
  address: SiteOptions,
): Map<string, string> {
  const paths = new Set(twins.map((twin) => twin.path));
  const linked = (twin: Twin): string => linkedTwin(printTwin(twin), { base: address.base, paths });
  return new Map([
    ...downloads.map(({ path: file, content }): [string, string] => [file.slice(1), content]),
    ...twins.map((twin): [string, string] => [twinPath(twin.path).slice(1), linked(twin)]),
    ["llms.txt", llmsTxt(twins, address, downloads)],
    ["llms-full.txt", llmsFullTxt(twins)],
    [".well-known/api-catalog", apiCatalog(address, summary.api)],
    ["sitemap.xml", sitemap([...paths].sort(), address)],
    ["robots.txt", robots(address)],
    [feedFile, feedOf(releases, summary.title, address)],
  ]);
}
