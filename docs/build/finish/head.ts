// The head of every page: its security policy, the links to the sitemap, to its Markdown twin and to the feed, and the picture that
// other sites show with a link to it.
import { defaultTreeAdapter } from "parse5";
import { pagePolicy } from "../../../packages/service/src/http/docs-policy.ts";
import { feedFile } from "../changelog/feed.ts";
import type { Card } from "./card.ts";
import { attributeOf, type Document, elementNamed, elementsOf, makeElement, setAttribute } from "./document.ts";

export interface HeadOptions {
  readonly base: string;
  /** The address of the page in Markdown, `null` when it has none. */
  readonly twin: string | null;
  readonly card: Card;
}

export function completeHead(document: Document, { base, twin, card }: HeadOptions): void {
  const head = elementNamed(document, "head");
  for (const element of elementsOf(head)) {
    if (attributeOf(element, "rel") === "sitemap") setAttribute(element, "href", `${base}sitemap.xml`);
  }
  const policy = makeElement("meta", { "http-equiv": "Content-Security-Policy", content: pagePolicy });
  const charset = elementsOf(head).find((element) => attributeOf(element, "charset") !== undefined);
  const after = charset === undefined ? head.childNodes[0] : head.childNodes[head.childNodes.indexOf(charset) + 1];
  if (after === undefined) defaultTreeAdapter.appendChild(head, policy);
  else defaultTreeAdapter.insertBefore(head, policy, after);
  const meta = (property: string, content: string) => makeElement("meta", { property, content });
  for (const one of [
    meta("og:image", card.address),
    meta("og:image:width", String(card.width)),
    meta("og:image:height", String(card.height)),
    meta("og:image:alt", card.words),
    makeElement("link", {
      rel: "alternate",
      type: "application/atom+xml",
      href: `${base}${feedFile}`,
      title: "Changelog",
    }),
  ])
    defaultTreeAdapter.appendChild(head, one);
  if (twin === null) return;
  const title = "This page in Markdown";
  defaultTreeAdapter.appendChild(
    head,
    makeElement("link", { rel: "alternate", type: "text/markdown", href: twin, title }),
  );
}
