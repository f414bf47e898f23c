// HTML as Redoc draws it -> plain HTML in the classes of our own style sheet: no buttons, no icons, an id for each field.
import type { Element, ElementContent, RootContent } from "hast";
import { fromHtml } from "hast-util-from-html";
import { matches, select, selectAll } from "hast-util-select";
import { toString as textOf } from "hast-util-to-string";
import { h } from "hastscript";
import { blockOf } from "./code.ts";
import { headingOf } from "./parts.ts";

/** What a piece of Redoc's page says, in its order. */
export function cleaned(html: string): ElementContent[] {
  return clean(fromHtml(html, { fragment: true }).children);
}

function clean(nodes: readonly RootContent[]): ElementContent[] {
  return nodes.flatMap((node) => {
    if (node.type === "text") return [node];
    return node.type === "element" ? cleanElement(node) : [];
  });
}

/** Icons, buttons, links that Redoc's own page needs, and the boxes of menus. */
const dropped = [
  "svg",
  "button",
  "style",
  "select",
  ".deep-link-anchor",
  '[data-testid="page-actions"]',
  '[data-component-name="Dropdown/Dropdown"]',
  '[data-component-name="CodeBlock/CodeBlockControls"]',
  // The page lists the messages itself.
  '[data-component-name="Operation/MessageLinks"]',
  // "Security": the page says itself what a request has to carry.
  '[data-component-name="Panel/Panel"]',
].join(",");

function cleanElement(node: Element): ElementContent[] {
  if (matches(dropped, node)) return [];
  const variants = node.children.find(isVariants);
  if (variants !== undefined) return [variantsOf(node, variants)];
  if (matches(".schema-property-item", node)) return [fieldOf(node)];
  if (matches("[data-schema-nested-open]", node)) return [h("div", { className: "rd-nested" }, clean(node.children))];
  if (matches('[data-testid="schema-enum-values"]', node)) return [valuesOf(node)];
  const part = partOf(node);
  if (part !== null) return [part];
  if (isFact(node)) return [factOf(node)];
  // Texts of the description. Redoc puts each paragraph into a box of its own.
  if (matches('[data-component-name="Markdown/Markdown"]', node)) return clean(node.children);
  if (matches("pre", node)) return [blockOf(node)];
  if (matches("table", node)) return [scrollable(tableOf(node))];
  if (matches('[data-component-name="Markdoc/Heading/Heading"]', node)) return [headingOf(2, textOf(node).trim())];
  if (/^h[1-6]$/.test(node.tagName)) return [h("p", { className: "rd-heading" }, clean(node.children))];
  const children = clean(node.children);
  if (children.every((child) => child.type === "text" && child.value.trim() === "")) return [];
  if (node.tagName === "div" || node.tagName === "span") return boxOf(node.tagName, children);
  return [{ type: "element", tagName: node.tagName, properties: hrefOf(node), children }];
}

/** A box that only holds boxes is not kept. */
function boxOf(tagName: "div" | "span", children: ElementContent[]): ElementContent[] {
  const isPlain = children.every(
    (child) => child.type === "element" && child.tagName !== "span" && child.tagName !== "em",
  );
  return isPlain ? children : [h(tagName, children)];
}

const space: ElementContent = { type: "text", value: " " };
const parts = /^(?:Path|Query|Headers?|Cookies?|Body|Payload)$/;

/** The line above a list of parameters, headers or properties: `Body application/json required`. */
function partOf(node: Element): Element | null {
  const own = node.children.find((child) => child.type === "text")?.value.trim() ?? "";
  if (!parts.test(own)) return null;
  const notes = node.children.filter((child) => child.type === "element").map((child) => textOf(child).trim());
  return h("p", { className: "rd-part" }, [
    h("span", { className: "rd-part-name" }, own),
    ...notes
      .filter((note) => note !== "")
      .flatMap((note) => [space, h("span", { className: note === "required" ? "rd-required" : "rd-media" }, note)]),
  ]);
}

function hrefOf(node: Element): Record<string, string> {
  const { href } = node.properties;
  return typeof href === "string" ? { href } : {};
}

function isVariants(node: RootContent): node is Element {
  return node.type === "element" && matches("[data-variants]", node);
}

/** The alternatives of a `oneOf` or `anyOf`, one below the other. */
function variantsOf(box: Element, variants: Element): Element {
  const switcher = select('[data-section-id="switcher"]', box);
  const label = switcher?.children.find((child) => child.type === "element" && !matches('[role="tablist"]', child));
  const name = label === undefined ? "Any of" : textOf(label).replace(/:\s*$/, "").trim();
  return h("div", { className: "rd-variants" }, [
    h("p", { className: "rd-label" }, name),
    ...selectAll(":scope > [data-variant]", variants).map((variant) => {
      const title = h("p", { className: "rd-variant-name" }, String(variant.properties["dataVariant"]));
      return h("section", { className: "rd-variant" }, [title, ...clean(variant.children)]);
    }),
  ]);
}

/** A parameter, header or property: name, type and limits in its first line, then what it means. */
function fieldOf(node: Element): Element {
  const [head, ...rest] = node.children.filter((child) => child.type === "element");
  const name = head === undefined ? undefined : select(".schema-name", head);
  if (head === undefined || name === undefined) throw new Error(`Redoc draws a field without a name: ${textOf(node)}`);
  return h("div", { className: "rd-field" }, [
    h("div", { className: "rd-field-head" }, headOf(head, textOf(name).trim())),
    ...clean(rest),
  ]);
}

function headOf(head: Element, name: string): ElementContent[] {
  const notes = head.children.flatMap((child): ElementContent[] => {
    if (child.type !== "element" || select(".schema-name", child) !== undefined) return [];
    const text = textOf(child).trim();
    if (text === "") return [];
    if (/^\(.*\)$/s.test(text)) return [space, schemaOf(child, text.slice(1, -1))];
    if (child.tagName === "em") return [space, h("span", { className: "rd-type" }, text)];
    if (text === "required" || text === "deprecated") return [space, h("span", { className: `rd-${text}` }, text)];
    return [space, h("code", { className: "rd-pattern" }, text)];
  });
  return [h("a", { className: "rd-name" }, h("code", name)), ...notes];
}

/** The title of a schema. Where Redoc has a page for it, it links there. */
function schemaOf(node: Element, title: string): Element {
  const link = node.tagName === "a" ? node : select("a", node);
  return link === undefined
    ? h("span", { className: "rd-schema" }, title)
    : h("a", { className: "rd-schema", href: String(link.properties.href) }, title);
}

/** `Default: 20`: a name and values, and nothing else. */
function isFact(node: Element): boolean {
  const parts = node.children.filter((child) => child.type === "element");
  const [label, ...values] = parts;
  return (
    node.tagName === "div" &&
    label !== undefined &&
    values.length > 0 &&
    parts.every(({ tagName }) => tagName === "span") &&
    /^[A-Z][\w ]*:$/.test(textOf(label).trim())
  );
}

function factOf(node: Element): Element {
  const [label, ...values] = node.children.filter((child) => child.type === "element");
  const name = label === undefined ? "" : textOf(label).trim();
  return h("p", { className: "rd-fact" }, [name, ...values.flatMap((value) => [" ", h("code", textOf(value).trim())])]);
}

function valuesOf(node: Element): Element {
  const parts = node.children.filter((child) => child.type === "element" && child.tagName === "span");
  return factOf({ ...node, children: parts });
}

function tableOf(node: Element): Element {
  const isOfValues = textOf(select("th", node) ?? node).trim() === "Enum Value";
  const children = clean(node.children);
  const table: Element = { type: "element", tagName: "table", properties: {}, children };
  if (!isOfValues) return table;
  for (const cell of selectAll("td:first-child", table)) cell.children = [h("code", textOf(cell).trim())];
  return table;
}

/** A wide table moves inside its box, which has to be reached by keys then. */
function scrollable(table: Element): Element {
  const label = textOf(select("th", table) ?? table).trim();
  return h("div", { className: "rd-table", tabIndex: 0, role: "group", "aria-label": `Table: ${label}` }, table);
}
