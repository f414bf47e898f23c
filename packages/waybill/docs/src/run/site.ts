// Descriptions that were read, and settings -> everything the site consists of.
import path from "node:path";
import type { Api, SourceDocument } from "waybill/description";
import { operationSamplesOf } from "waybill/plugin";
import type { Block, NavigationGroup, Page } from "../blocks/block.ts";
import { slugOf } from "../blocks/prose.ts";
import { addressOf, type ReferenceContext } from "../reference/context.ts";
import { lossesOf } from "../reference/losses.ts";
import { type Reference, referenceOf } from "../reference/pages.ts";
import { type SiteMap, siteMapOf } from "../reference/site-map.ts";
import { consoleHosts } from "../reference/try-it.ts";
import type { Settings } from "./settings.ts";

export interface ReadApi {
  /** `orders`: its name in the configuration; `api` where it has none. */
  readonly name: string;
  readonly api: Api;
  readonly inputs: readonly SourceDocument[];
  /** The documents, as they were named; `null` without one. */
  readonly openapi: string | null;
  readonly asyncapi: string | null;
}

export interface Site {
  readonly name: string;
  /** `Acme API 1.4.0` */
  readonly titleAndVersion: string;
  readonly version: string | null;
  /** Where each API is by default. */
  readonly addresses: readonly string[];
  /** The hosts that consoles send to. */
  readonly consoleHosts: readonly string[];
  /** The overview of each. */
  readonly starts: readonly string[];
  readonly description: string;
  readonly navigation: readonly NavigationGroup[];
  readonly pages: () => Generator<Page>;
  /** Operations and schemas, most of which have a page. */
  readonly size: number;
  /** What the pages of the reference leave out of the descriptions. */
  readonly losses: () => string[];
  readonly downloads: readonly Download[];
  /** Pages by what code in prose calls them. */
  readonly mentions: ReadonlyMap<string, string>;
  /** By the path of a page, the path of the one that lists show in its place. */
  readonly stands: ReadonlyMap<string, string>;
}

export interface Download {
  /** `downloads/openapi.yaml` */
  readonly file: string;
  readonly content: string;
  readonly what?: string;
  /** The document that a page of Redocly is about, as it was named. */
  readonly document?: string;
}

/** What is not made from the model: pages such as the changelog, in the order of the navigation, and files. */
export interface Extra {
  readonly pages: readonly Page[];
  readonly downloads: readonly Download[];
  /** In place of the documents as they were read; `null` for these. */
  readonly documents: readonly Download[] | null;
}

export function siteOf(apis: readonly ReadApi[], extra: Extra, settings: Settings): Site {
  const { pages: more, downloads: files } = extra;
  const { shell } = settings;
  const [first] = apis;
  const isOne = apis.length === 1;
  const titles = apis.map(({ api }) => api.http?.info.title ?? api.messaging?.info.title ?? "API");
  const name = settings.name ?? (isOne ? titles[0] : undefined) ?? "API reference";
  const prefixes = isOne ? ["/"] : prefixesOf(apis, titles);
  const downloads = [...(extra.documents ?? downloadsOf(apis)), ...files];
  const links = downloadLinks(downloads);
  const maps: SiteMap[] = [];
  const references = apis.map(({ api }, at) => {
    const map = siteMapOf(api, prefixes[at] ?? "/", settings.paths);
    maps.push(map);
    const context: ReferenceContext = {
      map,
      samplesOf: samplesIn(api, settings),
      source: settings.source,
      additions: settings.additions,
      tryIt: settings.tryIt,
      words: settings.words,
      redoc: { openapi: redocOf(apis[at]?.openapi, downloads), asyncapi: redocOf(apis[at]?.asyncapi, downloads) },
      asyncapi: commandName(apis[at]?.asyncapi ?? null, downloads, settings),
    };
    // Where the reference is a part of the site, it has the name of the API.
    return referenceOf(isOne && map.overview === "/" ? name : (titles[at] ?? name), context, isOne ? links : []);
  });
  const description = first?.api.http?.info.summary ?? `The documentation of ${name}.`;
  const start = maps.map(({ overview }, at) => ({ label: titles[at] ?? "", path: overview }));
  const hasStart = maps.every(({ overview }) => overview !== "/");
  const navigation = [
    ...(hasStart ? [{ label: "", path: null, items: [{ label: name, path: "/" }] }] : []),
    ...references.flatMap((reference, at) =>
      isOne ? reference.navigation : reference.navigation.map((group) => prefixed(group, titles[at] ?? "")),
    ),
    ...(more.length === 0
      ? []
      : [{ label: "", path: null, items: more.map((page) => ({ label: page.title, path: page.path })) }]),
  ];
  const version = (first?.api.http ?? first?.api.messaging)?.info.version ?? null;
  return {
    name,
    titleAndVersion: isOne ? `${titles[0] ?? name} ${version ?? ""}`.trim() : name,
    version: isOne ? version : null,
    starts: start.map(({ path: overview }) => overview),
    consoleHosts:
      settings.tryIt === "servers"
        ? [...new Set(apis.flatMap(({ api }) => (api.http === null ? [] : consoleHosts(api.http))))]
        : [],
    addresses: apis.flatMap(({ api }) => addressOf(api.http?.servers[0]) || []),
    description,
    navigation,
    downloads,
    // In a site of several APIs, two may have one of a name.
    mentions: new Map(isOne ? maps.flatMap(({ mentions }) => [...mentions]) : []),
    stands: new Map(
      maps.flatMap((map) =>
        (map.api.http?.operations ?? []).map(
          (one) => [map.ofOperation(one), map.ofOperation(map.standsFor(one))] as const,
        ),
      ),
    ),
    losses: () => references.flatMap((reference, at) => lossesIn(maps[at], reference)),
    size: apis.reduce((sum, { api }) => sum + api.schemas.length + (api.http?.operations.length ?? 0), 0),
    *pages() {
      const isOwn = (page: Page): boolean => shell.routes.has(page.path);
      if (hasStart && !shell.routes.has("/")) yield startPage(name, description, { start, links });
      for (const reference of references) for (const page of reference.pages()) if (!isOwn(page)) yield page;
      yield* more;
    },
  };
}

/** Where a site has an address, the one of its download; else the name of the file. */
function commandName(asyncapi: string | null, downloads: readonly Download[], { site, base }: Settings): string | null {
  if (asyncapi === null || /^https?:/.test(asyncapi)) return asyncapi;
  const name = path.basename(asyncapi);
  const download = downloads.find(({ file }) => path.posix.basename(file) === name);
  return site === null || download === undefined ? name : new URL(`${base}${download.file}`, site).href;
}

function redocOf(document: string | null | undefined, downloads: readonly Download[]): string | null {
  const page = document == null ? undefined : downloads.find((one) => one.document === document);
  return page === undefined ? null : `/${page.file}`;
}

function lossesIn(map: SiteMap | undefined, reference: Reference): string[] {
  return map === undefined ? [] : lossesOf(map, [...reference.pages()]);
}

function samplesIn({ http }: Api, { client, shell }: Settings): ReferenceContext["samplesOf"] {
  if (http === null) return () => ({ sources: [], invented: [], missing: [] });
  const generated = operationSamplesOf(http, { client });
  return (operation) => {
    const customSamples = shell.samples?.(operation) ?? null;
    return customSamples === null ? generated(operation) : { sources: customSamples, invented: [], missing: [] };
  };
}

function prefixed(group: NavigationGroup, title: string): NavigationGroup {
  return { ...group, label: group.label === "" ? title : `${title} · ${group.label}` };
}

function prefixesOf(apis: readonly ReadApi[], titles: readonly string[]): string[] {
  const usedPrefixes = new Set<string>();
  return apis.map(({ name }, at) => {
    const slug = slugOf(name === "api" ? (titles[at] ?? name) : name);
    for (let count = 1; ; count += 1) {
      const prefix = `/${slug}${count === 1 ? "" : `-${count}`}/`;
      if (usedPrefixes.has(prefix)) continue;
      usedPrefixes.add(prefix);
      return prefix;
    }
  });
}

interface Start {
  readonly start: readonly { readonly label: string; readonly path: string }[];
  readonly links: readonly Block[];
}

function startPage(name: string, description: string, { start: apis, links }: Start): Page {
  return {
    path: "/",
    title: name,
    description: apis.length === 1 ? description : `The reference of ${listOf(apis.map(({ label }) => label))}.`,
    kind: "overview",
    intro: [],
    main: [
      {
        kind: "index",
        entries: apis.map(({ label, path: href }) => ({ href, label, badge: null, code: null, deprecated: false })),
      },
      ...links,
    ],
    aside: [],
  };
}

/** `A, B and C` */
function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Each file as it was read, so that references between them hold. */
function downloadsOf(apis: readonly ReadApi[]): Download[] {
  const documents = [
    ...new Map(apis.flatMap(({ inputs }) => inputs).map((document) => [document.path, document])).values(),
  ];
  const shared = sharedFolder(documents.map((document) => document.path));
  return documents.map((document) => ({
    file: `downloads/${document.path.slice(shared.length)}`,
    content: document.text,
  }));
}

/** With a slash at the end. */
function sharedFolder(files: readonly string[]): string {
  const folders = files.map((file) => path.posix.dirname(file).split("/"));
  const [first = []] = folders;
  const differs = first.findIndex((part, at) => folders.some((folder) => folder[at] !== part));
  return `${(differs === -1 ? first : first.slice(0, differs)).join("/")}/`;
}

function downloadLinks(downloads: readonly Download[]): Block[] {
  return [
    { kind: "heading", level: 2, text: "Downloads", id: "downloads" },
    {
      kind: "list",
      items: downloads.map(({ file }) => [{ href: `/${file}`, text: file.replace("downloads/", ""), code: true }]),
    },
  ];
}
