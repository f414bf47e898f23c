// A page as a tree -> the same with links: to schemas by their titles, to operations and events where the prose names them.
import type { Element, ElementContent } from "hast";
import { matches } from "hast-util-select";
import { toString as textOf } from "hast-util-to-string";
import { h } from "hastscript";

export interface Targets {
  /** Pages of this site by the paths that Redoc has for them: `/schemas/order` */
  readonly byRoute: ReadonlyMap<string, string>;
  /** Pages of schemas by their titles: `Order status` */
  readonly byTitle: ReadonlyMap<string, string>;
  /** Pages by what code in prose calls them: `GET /v1/orders/{orderId}`, `order.created` */
  readonly byMention: ReadonlyMap<string, string>;
}

/** `here` is the page itself, which no mention links to. */
export function linked(nodes: readonly ElementContent[], targets: Targets, here: string): ElementContent[] {
  return nodes.map((node) => (node.type === "element" ? linkedElement(node, targets, here) : node));
}

function linkedElement(node: Element, targets: Targets, here: string): Element {
  if (matches(".rd-schema", node)) return schemaLink(node, targets, here);
  if (node.tagName === "a") return withTarget(node, targets);
  if (matches("h2, h3, pre, .rd-endpoint, .rd-field-head, .rd-fact", node)) {
    return { ...node, children: node.children.map((child) => inHeading(child, targets, here)) };
  }
  if (node.tagName === "code") {
    const target = targets.byMention.get(textOf(node));
    if (target !== undefined && target !== here) return h("a", { href: target }, node);
  }
  return { ...node, children: linked(node.children, targets, here) };
}

/** Code in these places is not prose: only schemas are linked. */
function inHeading(node: ElementContent, targets: Targets, here: string): ElementContent {
  if (node.type !== "element") return node;
  return matches(".rd-schema", node) ? schemaLink(node, targets, here) : node;
}

function schemaLink(node: Element, targets: Targets, here: string): Element {
  const target = targets.byRoute.get(String(node.properties.href)) ?? targets.byTitle.get(textOf(node));
  if (target === undefined || target === here) return h("span", { className: "rd-schema" }, textOf(node));
  return h("a", { className: "rd-schema", href: target }, textOf(node));
}

function withTarget(node: Element, targets: Targets): Element {
  const target = targets.byRoute.get(String(node.properties.href));
  return target === undefined ? node : { ...node, properties: { ...node.properties, href: target } };
}
