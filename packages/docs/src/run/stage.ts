// A site -> the files that Astro builds it from, in a work folder; only what changed is written.
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Entry, indexFile } from "../../site/search/engine.ts";
import type { Page } from "../blocks/block.ts";
import { markdownOf, twinPath } from "../blocks/markdown.ts";
import { pageContentOf } from "../blocks/page-content.ts";
import { Prose } from "../blocks/prose.ts";
import { accentCss } from "./accent.ts";
import type { Guides } from "./guides.ts";
import { entryOfGuide, entryOfPage, searchIndexOf } from "./search-index.ts";
import type { Settings } from "./settings.ts";
import type { Site } from "./site.ts";

export interface Staged {
  readonly pages: number;
  /** Whether anything differs from the last time. */
  readonly changed: boolean;
}

export class Stage {
  readonly folder: string;
  private readonly settings: Settings;
  private readonly prose = new Prose();
  private readonly written = new Map<string, string>();
  private turn = 0;

  constructor(folder: string, settings: Settings) {
    this.folder = folder;
    this.settings = settings;
    rmSync(folder, { recursive: true, force: true });
    for (const sub of ["pages", "public", "guides"]) mkdirSync(path.join(folder, sub), { recursive: true });
  }

  write(site: Site, { guides, others }: Guides): Staged {
    const { base } = this.settings;
    const files: Record<string, string> = {};
    const twins: Twin[] = [];
    const isOwn = this.settings.search === "own";
    const entries: Entry[] = [];
    const before = new Map(this.written);
    let count = 0;
    for (const page of site.pages()) {
      const file = `${count}.json`;
      count += 1;
      if (isOwn) entries.push(entryOfPage(page, site.stands.get(page.path) ?? page.path));
      files[page.path] = file;
      this.put(
        `pages/${file}`,
        JSON.stringify(pageContentOf(page, { prose: this.prose, base, mentions: site.mentions })),
      );
      const text = markdownOf(page, base);
      this.put(`public${twinPath(page.path)}`, text);
      twins.push({ path: page.path, title: page.title, description: page.description, kind: page.kind });
    }
    for (const guide of guides) {
      if (isOwn) entries.push(entryOfGuide(guide));
      this.put(`guides/${guide.file}`, guide.text);
      this.put(`public${twinPath(guide.path)}`, `# ${guide.title}\n\n${guide.body.trim()}\n`);
      twins.push({ path: guide.path, title: guide.title, description: guide.description, kind: "guide" });
    }
    for (const { from, to } of others) this.copy(from, `guides/${to}`);
    for (const { file, content } of site.downloads) this.put(`public/${file}`, content);
    this.put("public/favicon.svg", favicon(site.name, this.settings));
    if (isOwn) this.put(`public/${indexFile}`, searchIndexOf(entries, this.settings.synonyms));
    this.put("public/llms.txt", llmsTxt(site, twins, this.settings));
    const { accent } = this.settings;
    this.put("theme.css", accent === null ? "" : accentCss(accent));
    for (const file of before.keys()) if (!this.seen.has(file)) this.remove(file);
    const changed =
      [...this.written].some(([file, text]) => before.get(file) !== text) || before.size !== this.written.size;
    this.seen.clear();
    if (changed) {
      this.turn += 1;
      const navigation = [...guideGroups(guides), ...site.navigation];
      const content = {
        name: site.name,
        turn: this.turn,
        pages: files,
        navigation,
        guides: guides.map((guide) => guide.path),
        searched: isOwn ? [...new Set(entries.map(({ kind }) => kind))] : [],
      };
      writeFileSync(path.join(this.folder, "site.json"), JSON.stringify(content));
    }
    return { pages: count + guides.length, changed };
  }

  private readonly seen = new Set<string>();

  private put(file: string, text: string): void {
    this.seen.add(file);
    if (this.written.get(file) === text) return;
    this.written.set(file, text);
    const target = path.join(this.folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
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

function guideGroups(guides: Guides["guides"]): Site["navigation"] {
  if (guides.length === 0) return [];
  return [
    {
      label: "Guides",
      path: null,
      items: guides.map(({ title, path: sitePath }) => ({ label: title, path: sitePath })),
    },
  ];
}

/** The first letter of the name on the colour of the site. */
function favicon(name: string, { accent }: Settings): string {
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0]?.toUpperCase() ?? "A";
  const text = letter.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${accent?.light.text ?? "#0b6f69"}"/><text x="16" y="22.5" text-anchor="middle" font-family="system-ui, sans-serif" font-size="19" font-weight="700" fill="#fff">${text}</text></svg>\n`;
}

interface Twin {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly kind: Page["kind"] | "guide";
}

const sections: readonly (readonly [string, readonly Twin["kind"][]])[] = [
  ["Guides", ["guide"]],
  ["Overview", ["overview", "other", "list"]],
  ["Operations", ["operation"]],
  ["Events and channels", ["event", "channel"]],
  ["Schemas", ["schema"]],
];

function llmsTxt(site: Site, twins: readonly Twin[], { base, site: address }: Settings): string {
  const parts = sections.flatMap(([name, kinds]) => {
    const own = twins.filter(({ kind }) => kinds.includes(kind));
    const lines = own.map(({ path: sitePath, title, description }) => {
      const local = `${base}${twinPath(sitePath).slice(1)}`;
      const url = address === null ? local : new URL(local, address).href;
      return `- [${title}](${url})${description === "" ? "" : `: ${description}`}`;
    });
    return own.length === 0 ? [] : [`## ${name}\n\n${lines.join("\n")}`];
  });
  return `${[`# ${site.name}`, `> ${site.description}`, ...parts].join("\n\n")}\n`;
}
