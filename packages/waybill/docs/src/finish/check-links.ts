// What the pages of a built site refer to -> every link, source and fragment that leads nowhere or to another host, with a hint.
import type { PageNotes } from "./page-notes.ts";

export interface LinkedPage {
  /** From the folder of the site: `guides/webhooks/index.html` */
  readonly file: string;
  readonly notes: Pick<PageNotes, "ids" | "references">;
}

export interface SiteFiles {
  /** `/` or `/1.0.0/` */
  readonly base: string;
  /** Every file of the site, from its folder. */
  readonly files: ReadonlySet<string>;
  /** Where other versions are, with whose pages this build has nothing to do: `/1.0.0/` */
  readonly versions: ReadonlySet<string>;
  /** Hosts that a link may lead to; `null` for any. Nothing is ever loaded from them. */
  readonly hosts: ReadonlySet<string> | null;
}

export function checkLinks(pages: readonly LinkedPage[], site: SiteFiles): string[] {
  const ids = new Map(pages.map(({ file, notes }) => [file, notes.ids]));
  const filesByProblem = new Map<string, string[]>();
  for (const page of pages) {
    for (const { url, loads } of page.notes.references()) {
      const problem = problemOf(url, { loads, file: page.file, site, ids });
      if (problem === null) continue;
      const files = filesByProblem.get(problem);
      if (files === undefined) filesByProblem.set(problem, [page.file]);
      else files.push(page.file);
    }
  }
  return [...filesByProblem].map(([problem, [first = "", ...others]]) => {
    return `${first}${others.length === 0 ? "" : ` and ${others.length} more`}: ${problem}`;
  });
}

interface Question {
  readonly loads: boolean;
  readonly file: string;
  readonly site: SiteFiles;
  readonly ids: ReadonlyMap<string, ReadonlySet<string>>;
}

function problemOf(url: string, { loads, file, site, ids }: Question): string | null {
  if (/^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(url)) return foreignProblem(url, loads, site.hosts);
  if (/^[a-z][a-z0-9+.-]*:/i.test(url) || site.versions.has(url)) return null;
  const [address = "", fragment] = url.split("#");
  const pathname = pathnameOf(address, `https://site${site.base}${file.replace(/(^|\/)index\.html$/, "$1")}`);
  if (pathname === null) return `${url} is not a valid URL: fix the link`;
  if (!pathname.startsWith(site.base))
    return `${url} is outside of ${site.base}: write paths of the site without its folder`;
  const inside = pathname.slice(site.base.length);
  const target = address === "" ? file : inside === "" || inside.endsWith("/") ? `${inside}index.html` : inside;
  if (!site.files.has(target)) {
    const hint = site.files.has(`${target}/index.html`) ? "end it with a slash" : "no such page or file; fix the link";
    return `${url} leads nowhere: ${hint}`;
  }
  if (fragment === undefined || fragment === "" || fragment === "top") return null;
  const targetIds = ids.get(target);
  if (targetIds === undefined || targetIds.has(decoded(fragment))) return null;
  return `${url}: nothing in ${target} has the id "${fragment}"; nearest: ${nearestOf(fragment, targetIds)}`;
}

function pathnameOf(address: string, page: string): string | null {
  const path = address.split("?")[0] ?? "";
  return URL.canParse(path, page) ? decoded(new URL(path, page).pathname) : null;
}

/** Text of a description may have a percent sign that means nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function foreignProblem(url: string, loads: boolean, hosts: ReadonlySet<string> | null): string | null {
  if (hosts === null) return null;
  if (loads) return `${url} would be loaded from another host: serve it from the site`;
  const { host } = new URL(url, "https://site");
  return hosts.has(host) ? null : `${url} leads to ${host}, which is not among the hosts of docs.config.ts`;
}

function nearestOf(fragment: string, ids: ReadonlySet<string>): string {
  const terms = fragment.toLowerCase().split("-");
  const scored = [...ids].map((id) => ({ id, score: terms.filter((word) => id.toLowerCase().includes(word)).length }));
  return scored.sort((a, b) => b.score - a.score)[0]?.id ?? "none";
}
