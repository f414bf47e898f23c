// A page of an older version -> the same page with a notice above its title, a link to the current one, and a hint for search engines
// to show that one.
import { defaultTreeAdapter } from "parse5";
import { attributeOf, type Document, elementNamed, elementsOf, makeElement, setAttribute } from "./document.ts";
import { type Neighbours, samePage } from "./switch.ts";

export function markOlder(document: Document, page: string, { place, places }: Neighbours): void {
  const current = places.find(({ isCurrent }) => isCurrent);
  if (current === undefined || page === "404.html") return;
  const { href, isSame } = samePage(current, page);
  const main = elementNamed(document, "main");
  const notice = makeElement("p", { class: "older-version" });
  const link = makeElement("a", { href });
  defaultTreeAdapter.insertText(link, isSame ? `this page in ${current.version}` : `the docs of ${current.version}`);
  defaultTreeAdapter.insertText(
    notice,
    `This is about version ${place.version}. The current one is ${current.version}: `,
  );
  defaultTreeAdapter.appendChild(notice, link);
  const [first] = main.childNodes;
  if (first === undefined) defaultTreeAdapter.appendChild(main, notice);
  else defaultTreeAdapter.insertBefore(main, notice, first);
  if (!isSame) return;
  const canonical = elementsOf(document.tree).find((element) => attributeOf(element, "rel") === "canonical");
  const address = canonical === undefined ? undefined : attributeOf(canonical, "href");
  if (canonical !== undefined && address !== undefined) setAttribute(canonical, "href", new URL(href, address).href);
}
