// A site -> the files that Astro builds it from, in a work folder; only what changed is rendered and written.
import { hash } from "node:crypto";
import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Entry, indexFile } from "../../site/search/engine.ts";
import { twinPath } from "../../site/search/twin-path.ts";
import { worded } from "../../site/words/worded.ts";
import type { NavigationGroup, Page } from "../blocks/block.ts";
import { inLanguage } from "../blocks/in-language.ts";
import { markdownOf } from "../blocks/markdown.ts";
import { pageContentOf } from "../blocks/page-content.ts";
import { Prose } from "../blocks/prose.ts";
import type { Section } from "../config.ts";
import type { OwnContent } from "../content.ts";
import { accentCss } from "./accent.ts";
import { faviconOf } from "./favicon.ts";
import { feedFile, feedOf } from "./feed.ts";
import type { Guide, Guides } from "./guides.ts";
import { apiCatalog, linkedTwin, llmsFullTxt, llmsTxt, redirectPage, robots, sitemap, type Twin } from "./machines.ts";
import { entriesIn, entryOfPage, entryOfText, searchIndexOf } from "./search-index.ts";
import type { Settings } from "./settings.ts";
import type { Site } from "./site.ts";

/** Of a site with more pages, the index has what they are about and not every word: the browser loads it whole. */
const mostIndexed = 1000;

export interface Staged {
  readonly pages: number;
  /** Whether anything differs from the last time. */
  readonly changed: boolean;
  /** The pages that have a twin. */
  readonly twins: ReadonlySet<string>;
}

export class Stage {
  readonly folder: string;
  private readonly settings: Settings;
  private readonly prose = new Prose();
  private readonly written = new Map<string, string>();
  private readonly rendered = new Map<string, RenderedPage>();
  private turn = 0;

  constructor(folder: string, settings: Settings) {
    this.folder = folder;
    this.settings = settings;
    rmSync(folder, { recursive: true, force: true });
    for (const sub of ["pages", "public", "guides"]) mkdirSync(path.join(folder, sub), { recursive: true });
    const { public: publicFolder } = settings.shell;
    if (publicFolder !== null) cpSync(publicFolder, path.join(folder, "public"), { recursive: true });
  }

  write(site: Site, { guides, others }: Guides, customContent: OwnContent): Staged {
    const before = new Map(this.written);
    const files: Record<string, string> = {};
    const twins: Twin[] = [];
    const entries: Entry[] = [];
    const linked = hash("sha1", JSON.stringify([...site.mentions]));
    for (const page of site.pages()) {
      const file = `${Object.keys(files).length}.json`;
      files[page.path] = file;
      const { twin, entry } = this.putPage(page, file, { site, linked });
      twins.push(twin);
      entries.push(...entry);
    }
    for (const guide of guides) {
      this.put(`guides/${guide.file}`, guide.text);
      twins.push(twinOfGuide(guide));
      entries.push(...this.entries(entryOfText(guide)));
    }
    for (const { path: sitePath, title, description, markdown, list = "Overview" } of customContent.routes ?? []) {
      const text = withTitle(title, description, markdown);
      twins.push({ path: sitePath, title, description, text, list, isFull: false });
      entries.push(...this.entries(entryOfText({ path: sitePath, title, description, body: markdown })));
    }
    for (const { from, to } of others) this.copy(from, `guides/${to}`);
    for (const { file, content } of site.downloads) this.put(`public/${file}`, content);
    for (const [file, content] of customContent.files ?? []) this.putAny(`public/${file}`, content);
    const { public: folder } = this.settings.shell;
    if (folder === null || !existsSync(path.join(folder, "favicon.svg")))
      this.put("public/favicon.svg", faviconOf(site.name, this.settings.accent));
    this.putSearch(entries);
    const paths = new Set(twins.map((twin) => twin.path));
    for (const { path: sitePath, text } of twins)
      if (files[sitePath] === undefined)
        this.put(`public${twinPath(sitePath)}`, linkedTwin(text, this.settings.base, paths));
    for (const [from, to] of this.settings.shell.redirects)
      this.put(`public${from.replace(/\/?$/, "/index.html")}`, redirectPage(to, this.settings));
    this.putMachines(site, twins, customContent);
    const { accent } = this.settings;
    this.put("theme.css", accent === null ? "" : accentCss(accent));
    for (const file of before.keys()) if (!this.seen.has(file)) this.remove(file);
    const changed =
      [...this.written].some(([file, text]) => before.get(file) !== text) || before.size !== this.written.size;
    this.seen.clear();
    if (changed) this.putContent(site, { files, guides, entries, paths });
    return { pages: Object.keys(files).length + guides.length, changed, twins: paths };
  }

  /** `linked`: changes with what code in prose is a link to. */
  private putPage(sourcePage: Page, file: string, { site, linked }: { site: Site; linked: string }): RenderedPage {
    const { base, words } = this.settings;
    const page = inLanguage(sourcePage, words);
    const { path: sitePath, title, description, kind } = page;
    const group = site.stands.get(sitePath) ?? sitePath;
    const isBrief = site.size > mostIndexed;
    // Highlighting takes most of the time, and of many pages one changes.
    const key = hash("sha1", JSON.stringify([page, group, isBrief, linked]));
    const before = this.rendered.get(file);
    if (before?.key === key && this.written.has(`pages/${file}`)) {
      this.seen.add(`pages/${file}`).add(`public${twinPath(sitePath)}`);
      return before;
    }
    const content = pageContentOf(page, { prose: this.prose, base, mentions: site.mentions, words });
    this.put(`pages/${file}`, JSON.stringify(content));
    const text = markdownOf(page, base, words);
    this.put(`public${twinPath(page.path)}`, text);
    const rendered = {
      key,
      twin: { path: sitePath, title, description, text, list: lists[kind], isFull: true },
      entry: this.entries(entryOfPage(page, { group, headings: content.headings, isBrief })),
    };
    this.rendered.set(file, rendered);
    return rendered;
  }

  private entries(entry: Entry): Entry[] {
    return entriesIn(entry, this.settings.shell.searched);
  }

  private putSearch(entries: readonly Entry[]): void {
    const { synonyms, shell } = this.settings;
    this.put(`public/${indexFile}`, searchIndexOf(entries, synonyms, shell.searched));
  }

  private putMachines(site: Site, twins: readonly Twin[], customContent: OwnContent): void {
    const { shell } = this.settings;
    const introduction = shell.introduction ?? site.description;
    this.put(
      "public/llms.txt",
      llmsTxt(twins, { name: site.name, words: introduction, downloads: site.downloads }, this.settings),
    );
    const fullText = llmsFullTxt(twins, { name: site.name, words: introduction });
    if (fullText !== null) this.put("public/llms-full.txt", fullText);
    if (this.settings.site === null) return;
    const paths = [...new Set([...twins.map((twin) => twin.path), ...shell.routes.keys()])];
    this.put("public/sitemap.xml", sitemap(paths.filter((one) => !one.includes("[")).sort(), this.settings));
    this.put("public/robots.txt", robots(this.settings));
    const described = {
      addresses: site.addresses,
      descriptions: site.downloads
        .map(({ file }) => file)
        .filter((file) => /(?:api|swagger)[^/]*\.(?:ya?ml|json)$/i.test(file)),
      pages: site.starts,
    };
    if (site.addresses.length > 0) this.put("public/.well-known/api-catalog", apiCatalog(described, this.settings));
    if ((customContent.releases ?? []).length > 0)
      this.put(
        `public/${feedFile}`,
        feedOf(customContent.releases ?? [], site.titleAndVersion.replace(/ \S+$/, ""), this.settings),
      );
  }

  private putContent(site: Site, { files, guides, entries, paths }: Written): void {
    this.turn += 1;
    const { shell } = this.settings;
    const customSections = shell.navigation?.(site.navigation) ?? null;
    const { words } = this.settings;
    const derived = withGuides(site.navigation, guides, worded("Guides", words));
    const sections: readonly Section[] = customSections ?? [{ label: site.name, path: "/", groups: derived }];
    const content = {
      name: site.name,
      turn: this.turn,
      pages: files,
      sections,
      isGiven: customSections !== null,
      guides: guides.map((guide) => guide.path),
      searched: shell.searched?.map(({ label }) => label) ?? [...new Set(entries.map(({ kind }) => kind))],
      products: shell.products,
      footer: shell.footer,
      titleAndVersion: site.titleAndVersion,
      version: site.version,
      versions: shell.versions,
      edit: shell.edit,
      feedback: shell.feedback,
      sources: Object.fromEntries(guides.map((guide) => [guide.path, guide.source])),
      twins: [...paths],
    };
    writeFileSync(path.join(this.folder, "site.json"), JSON.stringify(content));
  }

  private readonly seen = new Set<string>();

  private put(file: string, text: string): void {
    this.seen.add(file);
    if (this.written.get(file) === text) return;
    this.written.set(file, text);
    this.putAny(file, text);
  }

  private putAny(file: string, content: string | Uint8Array): void {
    const target = path.join(this.folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, content);
  }

  private copy(from: string, file: string): void {
    const target = path.join(this.folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    if (existsSync(from)) copyFileSync(from, target);
  }

  private remove(file: string): void {
    this.written.delete(file);
    rmSync(path.join(this.folder, file), { force: true });
  }
}

interface RenderedPage {
  /** The page and all else that its text depends on. */
  readonly key: string;
  readonly twin: Twin;
  readonly entry: Entry[];
}

interface Written {
  readonly files: Readonly<Record<string, string>>;
  readonly guides: readonly Guide[];
  readonly entries: readonly Entry[];
  readonly paths: ReadonlySet<string>;
}

/** The headings of llms.txt. */
const lists: Readonly<Record<Page["kind"], string>> = {
  overview: "Overview",
  other: "Overview",
  list: "Overview",
  operation: "Operations",
  event: "Events and channels",
  channel: "Events and channels",
  schema: "Schemas",
};

function twinOfGuide({ path: sitePath, title, description, body, twin, list }: Guide): Twin {
  const text = withTitle(title, description, twin ?? body);
  return { path: sitePath, title, description, text, list, isFull: list === "Guides" };
}

function withTitle(title: string, description: string, body: string): string {
  const lead = description === "" ? "" : `> ${description}\n\n`;
  return `# ${title}\n\n${lead}${body.trim()}\n`;
}

/** The first pages of the reference, which have no heading, come before the guides. */
function withGuides(reference: Site["navigation"], guides: Guides["guides"], label: string): NavigationGroup[] {
  if (guides.length === 0) return [...reference];
  const items = guides.map(({ title, path: sitePath }) => ({ label: title, path: sitePath }));
  const group: NavigationGroup = { label, path: null, items };
  const [first, ...rest] = reference;
  return first?.label === "" ? [first, group, ...rest] : [group, ...reference];
}
