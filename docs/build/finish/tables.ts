// A table in running text -> the table inside of a box that scrolls by itself, and that a keyboard reaches; code likewise.
import { defaultTreeAdapter } from "parse5";
import { attributeOf, type Document, type Element, elementsOf, makeElement, textOf } from "./document.ts";

export function makeTablesScroll({ tree }: Document): void {
  let heading = "";
  for (const element of elementsOf(tree)) {
    if (/^h[1-6]$/.test(element.tagName)) heading = textOf(element).trim();
    if (element.tagName !== "table" || isBoxed(element)) continue;
    const caption = elementsOf(element).find(({ tagName }) => tagName === "caption");
    const label = caption === undefined ? `Table: ${heading}` : textOf(caption).trim();
    const box = makeElement("div", { class: "scrolling", role: "group", tabindex: "0", "aria-label": label });
    const parent = element.parentNode;
    if (parent === null) continue;
    defaultTreeAdapter.insertBefore(parent, box, element);
    defaultTreeAdapter.detachNode(element);
    defaultTreeAdapter.appendChild(box, element);
  }
}

/** Whether the author has seen to it already. */
function isBoxed({ parentNode }: Element): boolean {
  return parentNode !== null && "attrs" in parentNode && attributeOf(parentNode, "tabindex") !== undefined;
}

/** Code that is wider than its box scrolls, and a script that makes it focusable runs late, or not at all. */
export function makeCodeReachable({ tree }: Document): void {
  for (const element of elementsOf(tree)) {
    if (element.tagName === "pre" && attributeOf(element, "tabindex") === undefined) {
      element.attrs.push({ name: "tabindex", value: "0" });
    }
  }
}
