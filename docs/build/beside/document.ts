// An HTML file of the built site <-> its tree, and the few questions the steps ask of a tree.
import { defaultTreeAdapter, html, parse, serialize, type DefaultTreeAdapterTypes as Types } from "parse5";

export type Element = Types.Element;

export interface Document {
  /** From the folder of the site: `guides/webhooks/index.html` */
  readonly file: string;
  /** From the root of the site, without the base: `/guides/webhooks/` */
  readonly path: string;
  readonly tree: Types.Document;
}

export function readDocument(file: string, text: string): Document {
  return { file, path: `/${file.replace(/(^|\/)index\.html$/, "$1")}`, tree: parse(text) };
}

export function printDocument({ tree }: Document): string {
  return serialize(tree);
}

/** Every element, in document order; the contents of templates too. */
export function elementsOf(node: Types.ParentNode): Element[] {
  const found: Element[] = [];
  collectElements(node, found);
  return found;
}

/** Into one list: pages have tens of thousands of elements, and are gone through several times. */
function collectElements(node: Types.ParentNode, found: Element[]): void {
  for (const child of node.childNodes) {
    if (!defaultTreeAdapter.isElementNode(child)) continue;
    found.push(child);
    if ("content" in child) collectElements(child.content, found);
    collectElements(child, found);
  }
}

export function attributeOf(element: Element, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value;
}

export function setAttribute(element: Element, name: string, value: string): void {
  const existing = element.attrs.find((attribute) => attribute.name === name);
  if (existing === undefined) element.attrs.push({ name, value });
  else existing.value = value;
}

export function makeElement(name: string, attributes: Readonly<Record<string, string>>): Element {
  const attrs = Object.entries(attributes).map(([attribute, value]) => ({ name: attribute, value }));
  return defaultTreeAdapter.createElement(name, html.NS.HTML, attrs);
}

/** The one element of that name, such as `head`. */
export function elementNamed({ file, tree }: Document, name: string): Element {
  const found = elementsOf(tree).find(({ tagName }) => tagName === name);
  if (found === undefined) throw new Error(`${file} has no <${name}>: docs/site has to make whole pages`);
  return found;
}
