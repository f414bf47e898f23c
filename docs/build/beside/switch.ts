// A page of one version -> its list of versions with a link to the same page of each other version, or to that version's first
// page where it has no such page.
import { defaultTreeAdapter } from "parse5";
import { attributeOf, type Document, type Element, elementsOf, makeElement } from "./document.ts";

/** Where a version lies. */
export interface Place {
  readonly version: string;
  /** `/` or `/1.0.0/` */
  readonly base: string;
  readonly isCurrent: boolean;
  /** Its pages, from its folder: `guides/webhooks/index.html` */
  readonly pages: ReadonlySet<string>;
}

export interface Neighbours {
  readonly place: Place;
  /** All of them, the current one first. */
  readonly places: readonly Place[];
}

/** Throws when the page has no switch: Versions.astro of @waybill/docs makes it. */
export function writeSwitch(document: Document, page: string, { place, places }: Neighbours): void {
  // The page for unknown addresses is made without one.
  const list = listOf(document);
  if (list === null) {
    if (page === "404.html" || hasOwnVersion(document)) return;
    throw new Error(`${document.file} has no list of versions: is it of a build before docs/build/beside?`);
  }
  list.childNodes = [];
  for (const other of places) defaultTreeAdapter.appendChild(list, entryOf(other, page, other === place));
}

/** A page of the toolkit, which has a version of its own, or one that has moved. */
function hasOwnVersion({ tree }: Document): boolean {
  return elementsOf(tree).some(
    (element) =>
      (element.tagName === "a" && /\bversion\b/.test(attributeOf(element, "class") ?? "")) ||
      (element.tagName === "meta" && attributeOf(element, "http-equiv") === "refresh"),
  );
}

function listOf({ tree }: Document): Element | null {
  const details = elementsOf(tree).find((element) => {
    return element.tagName === "details" && /\bversions\b/.test(attributeOf(element, "class") ?? "");
  });
  return (details && elementsOf(details).find(({ tagName }) => tagName === "ul")) ?? null;
}

function entryOf(place: Place, page: string, isThis: boolean): Element {
  const entry = makeElement("li", {});
  const { href, isSame } = samePage(place, page);
  const version = isThis ? makeElement("span", { "aria-current": "true" }) : makeElement("a", { href });
  defaultTreeAdapter.insertText(version, place.version);
  defaultTreeAdapter.appendChild(entry, version);
  const notes = isThis ? ["this one"] : [place.isCurrent ? "current" : "", isSame ? "" : "first page"];
  const note = notes.filter((one) => one !== "").join(", ");
  if (note !== "") {
    const small = makeElement("small", {});
    defaultTreeAdapter.insertText(small, note);
    defaultTreeAdapter.appendChild(entry, small);
  }
  return entry;
}

/** The address of a page in another version, or of that version's first page. */
export function samePage({ base, pages }: Place, page: string): { readonly href: string; readonly isSame: boolean } {
  const isSame = pages.has(page);
  return { href: isSame ? `${base}${page.replace(/(^|\/)index\.html$/, "$1")}` : base, isSame };
}
