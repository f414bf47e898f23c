// A cleaned piece of a page -> the same with an id for each field and alternative, made of the names that lead to it.
import type { Element, ElementContent } from "hast";
import { matches, select } from "hast-util-select";
import { toString as textOf } from "hast-util-to-string";

/** `request` gives `request.body.shipTo.email`, and `request.query.limit`. A field named twice keeps its first id. */
export function identified(nodes: readonly ElementContent[], prefix: string): ElementContent[] {
  return withIds(nodes, { prefix, taken: new Set() });
}

interface Naming {
  readonly prefix: string;
  readonly taken: Set<string>;
}

function withIds(nodes: readonly ElementContent[], naming: Naming): ElementContent[] {
  let part = "";
  return nodes.map((node) => {
    if (node.type !== "element") return node;
    if (matches(".rd-part", node)) part = `.${slugOf(textOf(select(".rd-part-name", node) ?? node))}`;
    return elementWithIds(node, { ...naming, prefix: naming.prefix + part });
  });
}

function elementWithIds(node: Element, naming: Naming): Element {
  const name = nameOf(node);
  if (name === null) return { ...node, children: withIds(node.children, naming) };
  const id = `${naming.prefix}.${name}`;
  const inside = { ...naming, prefix: id };
  const children = withIds(node.children, inside).map((child) => withLink(child, id));
  if (naming.taken.has(id)) return { ...node, children };
  naming.taken.add(id);
  return { ...node, properties: { ...node.properties, id }, children };
}

function nameOf(node: Element): string | null {
  if (matches(".rd-field", node))
    return textOf(select(":scope > .rd-field-head > .rd-name", node) ?? node).replaceAll(/\s+/g, "-");
  if (matches(".rd-variant", node)) return slugOf(textOf(select(":scope > .rd-variant-name", node) ?? node));
  return null;
}

/** The name of a field links to the field. */
function withLink(node: ElementContent, id: string): ElementContent {
  if (node.type !== "element" || !matches(".rd-field-head", node)) return node;
  const children = node.children.map((child) =>
    child.type === "element" && matches(".rd-name", child)
      ? { ...child, properties: { ...child.properties, href: `#${encodeURIComponent(id)}` } }
      : child,
  );
  return { ...node, children };
}

/** `createOrder` -> `create-order`. */
export function slugOf(text: string): string {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
