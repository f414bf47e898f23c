// The pages of the built site -> every link, source and fragment that leads nowhere or to another host, with a hint.
import { attributeOf, type Document, type Element, elementsOf } from "./document.ts";

export interface SiteFiles {
  /** `/` or `/1.0.0/` */
  readonly base: string;
  /** Every file of the site, from its folder. */
  readonly files: ReadonlySet<string>;
  /** Where other versions lie, with whose pages this build has nothing to do: `/1.0.0/` */
  readonly versions: ReadonlySet<string>;
  /** Hosts that a link may lead to; nothing is ever loaded from them. */
  readonly hosts: ReadonlySet<string>;
}

const loaded: readonly string[] = ["script", "img", "source", "iframe", "video", "audio", "track", "embed", "object"];

export function checkLinks(documents: readonly Document[], site: SiteFiles): string[] {
  const ids = new Map(documents.map((document) => [document.file, idsOf(document)]));
  const found = new Map<string, string[]>();
  for (const document of documents) {
    const references = new Map(
      elementsOf(document.tree)
        .flatMap(referencesOf)
        .map((one) => [`${one.loads} ${one.url}`, one]),
    );
    for (const { url, loads } of references.values()) {
      const problem = problemOf(url, { loads, document, site, ids });
      if (problem !== null) found.set(problem, [...(found.get(problem) ?? []), document.file]);
    }
  }
  return [...found].map(([problem, [first = "", ...others]]) => {
    return `${first}${others.length === 0 ? "" : ` and ${others.length} more`}: ${problem}`;
  });
}

interface Question {
  readonly loads: boolean;
  readonly document: Document;
  readonly site: SiteFiles;
  readonly ids: ReadonlyMap<string, ReadonlySet<string>>;
}

function problemOf(url: string, { loads, document, site, ids }: Question): string | null {
  if (/^(?:data:|mailto:)/.test(url) || site.versions.has(url)) return null;
  if (/^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(url)) return foreignProblem(url, loads, site.hosts);
  const [address = "", fragment] = url.split("#");
  const pathname = decodeURI(
    new URL(address.split("?")[0] ?? "", `https://site${site.base}${document.path.slice(1)}`).pathname,
  );
  if (!pathname.startsWith(site.base))
    return `${url} is outside of ${site.base}: docs/build adds the base to paths of the site`;
  const inside = pathname.slice(site.base.length);
  const file = inside === "" || inside.endsWith("/") ? `${inside}index.html` : inside;
  const target = address === "" ? document.file : file;
  if (!site.files.has(target)) {
    const folder = site.files.has(`${target}/index.html`)
      ? ": end it with a slash"
      : ": no such page or file; fix the link";
    return `${url} leads nowhere${folder}`;
  }
  if (fragment === undefined || fragment === "" || fragment === "top") return null;
  const targetIds = ids.get(target);
  if (targetIds === undefined || targetIds.has(decodeURIComponent(fragment))) return null;
  return `${url}: nothing in ${target} has the id "${fragment}"; nearest: ${nearestOf(fragment, targetIds)}`;
}

function foreignProblem(url: string, loads: boolean, hosts: ReadonlySet<string>): string | null {
  if (loads) return `${url} would be loaded from another host: serve it from the site`;
  const { host } = new URL(url, "https://site");
  return hosts.has(host)
    ? null
    : `${url} leads to ${host}, which is not in docs/build/hosts.ts: add it there if readers should go there`;
}

interface UrlReference {
  readonly url: string;
  /** By the page itself, as opposed to a reader who follows a link. */
  readonly loads: boolean;
}

function referencesOf(element: Element): UrlReference[] {
  const rel = attributeOf(element, "rel") ?? "";
  if (element.tagName === "link") {
    const url = attributeOf(element, "href");
    const loads = /stylesheet|icon|preload|modulepreload|manifest/.test(rel);
    return url === undefined || /canonical/.test(rel) ? [] : [{ url, loads }];
  }
  const sources = [attributeOf(element, "src"), ...setOf(attributeOf(element, "srcset"))];
  const href = element.tagName === "a" || element.tagName === "area" ? attributeOf(element, "href") : undefined;
  const used = element.tagName === "use" ? attributeOf(element, "href") : undefined;
  return [
    ...(loaded.includes(element.tagName) ? sources : []).flatMap((url) =>
      url === undefined ? [] : [{ url, loads: true }],
    ),
    ...(used === undefined ? [] : [{ url: used, loads: true }]),
    ...(href === undefined ? [] : [{ url: href, loads: false }]),
  ];
}

function setOf(srcset: string | undefined): string[] {
  return (srcset ?? "").split(",").flatMap((part) => part.trim().split(/\s+/)[0] || []);
}

function idsOf({ tree }: Document): ReadonlySet<string> {
  return new Set(elementsOf(tree).flatMap((element) => attributeOf(element, "id") ?? []));
}

function nearestOf(fragment: string, ids: ReadonlySet<string>): string {
  const words = fragment.toLowerCase().split("-");
  const scored = [...ids].map((id) => ({ id, score: words.filter((word) => id.toLowerCase().includes(word)).length }));
  return scored.sort((a, b) => b.score - a.score)[0]?.id ?? "none";
}
