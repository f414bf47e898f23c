// The finished pages -> the index of the search beside them.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Entry, indexFile, indexText } from "@waybill/docs/site/search/engine.ts";
import { boosts, type Kind, synonyms } from "../search.ts";
import { attributeOf, type Document, type Element, elementsOf, readDocument, textOf } from "./finish/document.ts";

const knowledge = { boosts, synonyms: synonyms.map(([typed, meant]) => [typed.source, meant] as const) };

/** `groupOf`: pages of one group are found as one. */
export function indexPages(folder: string, groupOf: (path: string) => string): void {
  const files = globSync("**/index.html", { cwd: folder }).map((file) => file.replaceAll("\\", "/"));
  const entries = files.sort().flatMap((file) => {
    const document = readDocument(file, readFileSync(path.join(folder, file), "utf8"));
    return entryOf(document, groupOf) ?? [];
  });
  writeFileSync(path.join(folder, indexFile), indexText(entries, knowledge));
}

/** The first that a path begins with. */
const sections: readonly (readonly [prefix: string, kind: Kind])[] = [
  // For those who ask why, not for those who ask how.
  ["/guides/open-decisions/", "Toolkit"],
  ["/guides/", "Guides"],
  ["/reference/http/", "HTTP API"],
  ["/downloads/", "HTTP API"],
  ["/reference/events/", "Events"],
  ["/reference/schemas/", "Schemas"],
  ["/errors/", "Diagnostics"],
  ["/toolkit/", "Toolkit"],
  ["/changelog/", "Changelog"],
];

/** `null` for pages that people do not search: the landing page, sources, records of decisions. */
function entryOf(document: Document, groupOf: (path: string) => string): Entry | null {
  const kind = sections.find(([prefix]) => document.path.startsWith(prefix))?.[1];
  if (kind === undefined) return null;
  const all = elementsOf(document.tree);
  const main = all.find(({ tagName }) => tagName === "main");
  if (main === undefined)
    throw new Error(`${document.file} has no <main>: the search does not know what the page says`);
  const elements = elementsOf(main);
  const having = (test: (element: Element) => boolean, between = " "): string =>
    [...new Set(elements.filter(test).map((element) => textOf(element).trim()))].join(between);
  const hasClass = (element: Element, name: string): boolean =>
    (attributeOf(element, "class") ?? "").split(" ").includes(name);
  const inside = (element: Element, name: string): boolean =>
    element.parentNode !== null && "attrs" in element.parentNode && hasClass(element.parentNode, name);
  const description = all.find((element) => attributeOf(element, "name") === "description");
  return {
    path: document.path,
    kind,
    group: groupOf(document.path),
    title: having(({ tagName }) => tagName === "h1"),
    description: description === undefined ? "" : (attributeOf(description, "content") ?? ""),
    names: having(
      (element) => element.tagName === "code" && (inside(element, "rd-endpoint") || inside(element, "rd-meta")),
    ).replaceAll(/https?:\/\/[^/\s]+/g, ""),
    headings: having(({ tagName }) => tagName === "h2" || tagName === "h3", "\n"),
    // Every response has the same headers: who looks for one wants the guide that explains it.
    fields: having(
      (element) => hasClass(element, "rd-name") && !(attributeOf(element, "href") ?? "").includes("-header-"),
    ),
    text: spaced(main),
  };
}

/** Text with a space between elements: `<td>a</td><td>b</td>` is two words. */
function spaced(element: Element): string {
  if (element.tagName === "footer" || element.tagName === "script") return "";
  return element.childNodes
    .map((child) => ("value" in child ? child.value : "tagName" in child ? spaced(child) : ""))
    .join(element.tagName === "code" || element.tagName === "pre" ? "" : " ");
}
