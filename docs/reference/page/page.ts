// The content of a page as a tree -> the page: HTML, its headings, and its Markdown twin.
import type { Element, ElementContent, Root } from "hast";
import { selectAll } from "hast-util-select";
import { toHtml } from "hast-util-to-html";
import { toString as textOf } from "hast-util-to-string";
import { h } from "hastscript";
import { linked, type Targets } from "./links.ts";
import { markdownOf } from "./markdown.ts";

export interface ReferencePage {
  /** From the root of the site: `/reference/http/orders/create-order/` */
  readonly path: string;
  readonly title: string;
  /** One plain sentence. */
  readonly description: string;
  /** The main content, without the shell. */
  readonly html: string;
  readonly headings: readonly { readonly depth: number; readonly slug: string; readonly text: string }[];
  /** The page's Markdown twin. */
  readonly markdown: string;
}

export interface PageContent {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly content: readonly ElementContent[];
}

export function pageOf({ path, title, description, content }: PageContent, targets: Targets): ReferencePage {
  const body = h("div", { className: "rd not-content" }, linked(content, targets, path));
  const root: Root = { type: "root", children: [body] };
  weigh(root);
  return {
    path,
    title,
    description,
    html: toHtml(root),
    headings: selectAll("h2[id], h3[id]", root).map(headingOf),
    markdown: markdownOf(title, root),
  };
}

/** What a search is most likely to be for: what the page is about, then the names on it. */
const weights: Readonly<Record<string, string>> = {
  ".rd-endpoint > code, .rd-meta > code": "10",
  ".rd-name > code": "3",
  // Every response has the same headers: a search for one of them should find the guide that explains it.
  '[id*=".headers."] .rd-name > code': "0.5",
  ".rd-same": "0",
  "td:first-child > code": "2",
};

function weigh(root: Root): void {
  for (const [selector, weight] of Object.entries(weights)) {
    for (const element of selectAll(selector, root)) element.properties["dataPagefindWeight"] = weight;
  }
}

function headingOf(heading: Element): { depth: number; slug: string; text: string } {
  return {
    depth: Number(heading.tagName.slice(1)),
    slug: String(heading.properties["id"]),
    text: textOf(heading).trim(),
  };
}

/** Markdown -> its first sentence, as plain text. */
export function firstSentence(markdown: string): string {
  const paragraph = markdown.trim().split(/\n\s*\n/)[0] ?? "";
  const plain = paragraph
    .replaceAll(/[`*]/g, "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\s+/g, " ");
  return /^.*?[.!?](?=\s|$)/.exec(plain)?.[0] ?? plain;
}
