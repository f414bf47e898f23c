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
  return {
    path,
    title,
    description,
    html: toHtml(root),
    headings: selectAll("h2[id], h3[id]", root).map(headingOf),
    markdown: markdownOf(title, root),
  };
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
