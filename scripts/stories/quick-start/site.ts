// The built site -> the blocks of its quick start, found as a reader finds them: from the landing page, by the link, off the copy buttons.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fromHtml } from "hast-util-from-html";
import { select, selectAll } from "hast-util-select";
import { toString as textOf } from "hast-util-to-string";
import type { Block } from "../harness/page.ts";

export interface Found {
  /** From the root of the site: `/guides/quick-start/` */
  readonly page: string;
  readonly blocks: readonly Block[];
}

export function followLanding(site: string): Found {
  const page = linkTo("Quick start", readFileSync(path.join(site, "index.html"), "utf8"));
  return { page, blocks: blocksOfHtml(readFileSync(path.join(site, page, "index.html"), "utf8")) };
}

/** Of the page's main content: a link in the navigation alone is not what a new user follows. */
export function linkTo(words: string, html: string): string {
  const link = selectAll("main a[href]", fromHtml(html)).find((one) => textOf(one).trim().startsWith(words));
  if (link === undefined) throw new Error(`the landing page has no link "${words}"`);
  return new URL(String(link.properties["href"]), "http://site/").pathname;
}

export function blocksOfHtml(html: string): Block[] {
  return selectAll("figure.frame", fromHtml(html)).map((figure) => ({
    language: String(select("pre", figure)?.properties["dataLanguage"]),
    title: textOf(select("figcaption .title", figure) ?? { type: "root", children: [] }),
    text: `${copied(select("button[data-code]", figure)?.properties["dataCode"])}\n`,
  }));
}

/** Line breaks are U+007F there, which the button's script knows. */
function copied(code: unknown): string {
  if (typeof code === "string") return code.replaceAll("\u007F", "\n");
  throw new Error("a block of the quick start has no copy button");
}
