// The pieces that pages of operations, events and schemas have in common.
import type { Element, ElementContent } from "hast";
import { matches, select } from "hast-util-select";
import { toString as textOf } from "hast-util-to-string";
import { h } from "hastscript";
import type { Sample } from "../redoc/harvest.ts";
import { blockIn } from "./code.ts";
import { slugOf } from "./ids.ts";

export interface PageLink {
  readonly label: string;
  readonly path: string;
}

/** Left what is said, right what it looks like; one below the other where there is no room. */
export function splitOf(main: readonly ElementContent[], side: readonly ElementContent[]): Element {
  if (side.length === 0) return h("div", { className: "rd-main" }, [...main]);
  return h("div", { className: "rd-split" }, [
    h("div", { className: "rd-main" }, [...main]),
    h("div", { className: "rd-side" }, [...side]),
  ]);
}

export function headingOf(depth: 2 | 3, text: string, id: string = slugOf(text)): Element {
  return h(`h${depth}`, { id }, h("a", { className: "rd-anchor", href: `#${id}` }, text));
}

/** What Redoc draws as a heading. */
export function isHeading(node: ElementContent): boolean {
  return node.type === "element" && matches(".rd-heading", node);
}

/**
 * Samples below each other, each under its name, and tabs for them, which are shown where scripts run: `language` is then remembered
 * from page to page. `--lines` are those of the longest sample, which the others are as high as.
 */
export function samplesOf(samples: readonly Sample[], title: string, group: "language" | "example"): ElementContent[] {
  if (samples.length === 0) return [];
  const blocks = samples.map((sample) => ({
    name: (group === "language" ? sample.language : sample.example) ?? title,
    block: blockIn(sample.html),
  }));
  return blocksOf(blocks, { title, group });
}

export function blocksOf(
  blocks: readonly { readonly name: string; readonly block: Element }[],
  { title, group }: { title: string; group: "language" | "example" },
): ElementContent[] {
  const figures = blocks.map(({ name, block }, index) =>
    h("figure", { className: "rd-sample", "data-tab": name, ...(index === 0 ? { "data-chosen": "" } : {}) }, [
      h("figcaption", name === title ? title : [h("span", { className: "rd-sample-group" }, `${title}: `), name]),
      block,
    ]),
  );
  const lines = Math.max(...blocks.map(({ block }) => linesOf(block)));
  const tabs = blocks.length < 2 ? [] : [tabsOf(blocks.map(({ name }) => name))];
  const style = `--lines: ${lines}`;
  return [h("div", { className: "rd-samples", "data-tabs": group, "data-title": title, style }, [...tabs, ...figures])];
}

/** A delivery wraps, since a signature is longer than any column; other code scrolls. */
function linesOf(block: Element): number {
  const lines = textOf(block).trimEnd().split("\n");
  if (block.properties["dataLanguage"] !== "http") return lines.length;
  return lines.reduce((all, line) => all + Math.max(1, Math.ceil(line.length / wrapped)), 0);
}

/** Characters in a line of a sample beside its text. */
const wrapped = 55;

/** The site's script gives them their meaning. */
function tabsOf(names: readonly string[]): Element {
  const buttons = names.map((name, index) =>
    h("button", { type: "button", "aria-selected": String(index === 0) }, name),
  );
  return h("div", { className: "rd-tabs", "data-needs-script": "" }, buttons);
}

export function linkList(links: readonly { readonly path: string; readonly content: (string | Element)[] }[]): Element {
  return h(
    "ul",
    { className: "rd-links" },
    links.map(({ path, content }) => h("li", h("a", { href: path }, content))),
  );
}

/** What the page is about, as programs call it, and where the description says it. */
export function metaOf(kind: string, name: string, source: string | null): Element {
  const link = source === null ? [] : [" · ", h("a", { href: source }, "View in the description")];
  return h("p", { className: "rd-meta" }, [`${kind} `, h("code", name), ...link]);
}

/** Points that the API leaves open, each explained in the guide: of interest to those who run the service. */
export function decisionsOf(ids: readonly string[]): ElementContent[] {
  if (ids.length === 0) return [];
  return [
    headingOf(2, "Implementation notes"),
    h("details", { className: "rd-more" }, [
      h("summary", "What is left open"),
      h("p", "The API does not settle these points. Each entry says what this service does, and why."),
      linkList(ids.map((id) => ({ path: `/guides/open-decisions/#${id}`, content: [wordsOf(id)] }))),
    ]),
  ];
}

export function decisionsIn(extensions: Readonly<Record<string, unknown>>): string[] {
  return stringsIn(extensions["x-waybill-open-decisions"]);
}

export function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** `list-limit-bounds` -> `List limit bounds`. */
function wordsOf(id: string): string {
  const text = id.replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The address of a request, or of the API, as it is copied: `https://api.waybill.example` and `/v1/orders/{orderId}`. */
export function addressOf(before: readonly ElementContent[], server: string, path: string): Element {
  return h("div", { className: "rd-endpoint" }, [
    ...before,
    " ",
    h("code", [...(server === "" ? [] : [h("span", { className: "rd-server" }, server)]), path]),
    h(
      "button",
      { type: "button", className: "rd-copy-address", "data-copy": `${server}${path}`, "data-needs-script": "" },
      "Copy",
    ),
  ]);
}

/**
 * The same without "required", which is for those who send: a response has these members. Those that it may lack are marked instead,
 * where the others are required.
 */
export function withoutRequired(nodes: readonly ElementContent[]): ElementContent[] {
  const fields = nodes.filter((node) => node.type === "element" && matches(".rd-field", node));
  const isStated = fields.some((field) => field.type === "element" && isRequired(field));
  return nodes.map((node) => {
    if (node.type !== "element") return node;
    if (matches(".rd-required", node)) return h("span");
    const children = withoutRequired(node.children);
    if (!matches(".rd-field", node) || !isStated || isRequired(node)) return { ...node, children };
    const [head, ...rest] = children;
    if (head?.type !== "element") return { ...node, children };
    const mark = h("span", { className: "rd-optional" }, "may be absent");
    return {
      ...node,
      children: [{ ...head, children: [...head.children, { type: "text", value: " " }, mark] }, ...rest],
    };
  });
}

function isRequired(field: Element): boolean {
  return select(":scope > .rd-field-head > .rd-required", field) !== undefined;
}

export function credit(): Element {
  return h("p", { className: "rd-credit" }, "Reference rendered by Redoc.");
}

/** `GET` in its colour. */
export function methodOf(method: string): Element {
  return h("span", { className: `rd-method rd-method-${slugOf(method)}` }, method.toUpperCase());
}
