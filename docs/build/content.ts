// The repository -> what the site has beside its reference: pages in Markdown, files, and what the pages in docs/site show, as data in
// docs/.content.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { OwnContent, OwnPage, Section } from "@waybill/docs";
import { bundlePlayground } from "@waybill/playground";
import { readDescription as readApiDescription } from "./api.ts";
import { apiHomeOf } from "./api-home.ts";
import { readChangelog } from "./changelog/main.ts";
import { readDescription } from "./description.ts";
import { htmlDownloads, makeDownloads } from "./downloads.ts";
import { drawingsInWords, withDrawings } from "./drawings.ts";
import { landingOf } from "./landing.ts";
import { linkedPages } from "./links.ts";
import { navigationOf } from "./navigation.ts";
import { type Page, readPages } from "./pages.ts";
import { readReference } from "./reference.ts";
import { routesOf } from "./routes.ts";
import { summaryOf } from "./summary.ts";
import { readVersions } from "./versions.ts";

const root = path.join(import.meta.dirname, "../..");

export async function siteContent(): Promise<OwnContent> {
  const described = readApiDescription(path.join(root, "spec"));
  const reference = readReference(described);
  const summary = summaryOf(described, reference);
  const { versions } = readVersions(path.join(root, "docs/versions.json"), summary.version);
  const dates = new Map(versions.map(({ version, date }) => [version, date]));
  const changelog = await readChangelog(root, { summary, navigation: reference.navigation, dates });
  const description = readDescription(path.join(root, "spec"));
  const downloads = [...makeDownloads(described), ...(await htmlDownloads(described, root))];
  const playground = await bundlePlayground();
  const landing = landingOf(root);
  stage({
    navigation: { sections: navigationOf(readPages(root), reference.navigation) },
    description: { files: description.map(({ text: _whole, ...file }) => file) },
    downloads: { downloads: downloads.map(({ content: _file, document: _source, ...download }) => download) },
    summary,
    landing,
    api: apiHomeOf(root, summary.api.replace(/\/$/, "")),
    playground: { script: playground.script, style: playground.style },
  });
  const pages = [...linkedPages(readPages(root), root).map((page) => withDrawings(page, root)), ...changelog.pages];
  return {
    pages: pages.map(ownPage),
    routes: routesOf({ description, downloads, summary, landing }),
    downloads: downloads.map(({ path: file, type: _type, name: _name, bytes: _bytes, sha256: _sum, ...one }) => ({
      ...one,
      file: file.slice(1),
    })),
    files: new Map(playground.files.map(({ path: file, contents }) => [`playground/${file}`, contents])),
    releases: changelog.entries,
  };
}

/** `reference`: the groups of its menu. */
export function sectionsOf(reference: Section["groups"]): Section[] {
  return navigationOf(readPages(root), reference);
}

const lists = { guides: "Guides", toolkit: "Toolkit", changelog: "Optional" } as const;

function ownPage({ path: sitePath, title, description, lead, body, file, section }: Page): OwnPage {
  const list = lists[section];
  return { path: sitePath, title, description, lead, body, file, list, twin: drawingsInWords(body) };
}

/** What the pages in docs/site import. */
function stage(content: Readonly<Record<string, unknown>>): void {
  const folder = path.join(root, "docs/.content");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, value] of Object.entries(content))
    writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(value));
}
