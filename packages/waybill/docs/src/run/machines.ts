// The pages of a site -> what programs look for: llms.txt, llms-full.txt, the sitemap, robots.txt and the API catalog.
import { twinPath } from "../../site/search/twin-path.ts";
import { escaped } from "../finish/tags.ts";

/** A page as programs see it. */
export interface Twin {
  /** Of the page, without the base: `/guides/webhooks/` */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** All of it, in Markdown. */
  readonly text: string;
  /** The heading of llms.txt that lists it; `null` for none. */
  readonly list: string | null;
  /** Whether llms-full.txt has it. */
  readonly isFull: boolean;
}

export interface Published {
  /** `/` or `/docs/` */
  readonly base: string;
  /** `https://docs.acme.example`; `null` when it is not known. */
  readonly site: string | null;
}

export interface Introduced {
  readonly name: string;
  readonly words: string;
  readonly downloads: readonly { readonly file: string; readonly what?: string }[];
}

/** The order of these; others follow as they come. */
const first: readonly string[] = ["Guides", "Overview", "Operations", "Events and channels", "Schemas"];
/** No program reads more than this at once. */
const mostCharacters = 5_000_000;

/** As https://llmstxt.org/ proposes. */
export function llmsTxt(twins: readonly Twin[], { name, words, downloads }: Introduced, at: Published): string {
  const lists = Map.groupBy(twins, ({ list }) => list);
  const names = [...first, ...[...lists.keys()].filter((one) => one !== null && !first.includes(one))];
  const parts = names.flatMap((list) => {
    const lines = (lists.get(list) ?? []).map(({ path, title, description }) => {
      return `- [${title}](${addressIn(twinPath(path), at)})${description === "" ? "" : `: ${description}`}`;
    });
    return lines.length === 0 ? [] : [`## ${list}\n\n${lines.join("\n")}`];
  });
  const files = downloads.map(({ file, what }) => {
    return `- [${file.replace("downloads/", "")}](${addressIn(`/${file}`, at)})${what === undefined ? "" : `: ${what}`}`;
  });
  const fullTextLinks =
    llmsFullTxt(twins, { name, words }) === null ? [] : [`All of it in one file: ${addressIn("/llms-full.txt", at)}`];
  const described = files.length === 0 ? [] : [`## API description\n\n${files.join("\n")}`];
  return `${[`# ${name}`, `> ${words}`, ...fullTextLinks, ...parts, ...described].join("\n\n")}\n`;
}

/** Guides and reference, one after the other; `null` when that is more than a program reads. */
export function llmsFullTxt(twins: readonly Twin[], { name, words }: Omit<Introduced, "downloads">): string | null {
  const fullTwins = twins.filter(({ isFull }) => isFull);
  if (fullTwins.reduce((sum, { text }) => sum + text.length, 0) > mostCharacters) return null;
  return [`# ${name}\n\n> ${words}\n`, ...fullTwins.map(({ text }) => text)].join("\n---\n\n");
}

export function sitemap(paths: readonly string[], at: Published): string {
  const urls = paths.map((path) => `  <url><loc>${escaped(addressIn(path, at))}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
}

export function robots(at: Published): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${addressIn("/sitemap.xml", at)}\n`;
}

export interface Catalogued {
  /** Where each API is. */
  readonly addresses: readonly string[];
  /** Files of the site that describe the APIs. */
  readonly descriptions: readonly string[];
  /** The pages that a reader starts from. */
  readonly pages: readonly string[];
}

/** RFC 9727, as a link set of RFC 9264. */
export function apiCatalog({ addresses, descriptions, pages }: Catalogued, at: Published): string {
  const link = (path: string, type: string) => ({ href: addressIn(path, at), type });
  const documents = descriptions.map((file) => link(`/${file}`, typeOf(file)));
  const read = [...pages.map((path) => link(path, "text/html")), link("/llms.txt", "text/plain")];
  const linkset = [
    { anchor: addressIn("/.well-known/api-catalog", at), item: addresses.map((href) => ({ href })) },
    ...addresses.map((anchor) => ({ anchor, "service-desc": documents, "service-doc": read })),
  ];
  return `${JSON.stringify({ linkset }, null, 2)}\n`;
}

function typeOf(file: string): string {
  const kind = /async/i.test(file) ? "application/vnd.aai.asyncapi" : "application/vnd.oai.openapi";
  if (file.endsWith(".json")) return `${kind}+json`;
  return kind.endsWith("asyncapi") ? `${kind}+yaml` : kind;
}

/** Absolute where the site has an address. */
export function addressIn(path: string, { base, site }: Published): string {
  const local = `${base}${path.slice(1)}`;
  return site === null ? local : new URL(local, site).href;
}

/** Inside `markdown`, links between pages -> links between their twins, so that a reader of one can go on. */
export function linkedTwin(markdown: string, base: string, paths: ReadonlySet<string>): string {
  return markdown.replaceAll(/(\]\(|^\[[^\]]+\]: )(\/[^)\s#]*)/gm, (_whole, before: string, path: string) => {
    const localPath = path.startsWith(base) ? `/${path.slice(base.length)}` : path;
    const target = paths.has(localPath) ? twinPath(localPath) : localPath;
    return `${before}${base}${target.slice(1)}`;
  });
}

/** What is at the path that a page had. Paths of pages are without the base. */
export function redirectPage(to: string, at: Published): string {
  const href = escaped(`${at.base}${to.slice(1)}`);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>This page has moved</title>',
    `<meta name="description" content="This page has moved to ${escaped(to)}."><meta name="robots" content="noindex">`,
    `<meta http-equiv="refresh" content="0; url=${href}"><link rel="canonical" href="${escaped(addressIn(to, at))}">`,
    `</head><body><h1>This page has moved</h1><p><a href="${href}">Read it at its new address.</a></p></body></html>\n`,
  ].join("\n");
}
