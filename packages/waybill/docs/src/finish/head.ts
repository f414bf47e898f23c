// What every page has at the end of its head: the picture that other sites show with a link to it, its Markdown twin, and the feed.
import { elementText } from "./tags.ts";

/** A picture for links. */
export interface Card {
  /** From the root of the site: `/card.png` */
  readonly path: string;
  /** What is on it. */
  readonly words: string;
  readonly width?: number;
  readonly height?: number;
}

export interface SiteHead {
  readonly base: string;
  /** `https://docs.acme.example`; `null` when it is not known, and there is no picture then. */
  readonly site: string | null;
  readonly card: Card | null;
  /** From the folder of the site; `null` when there is none. */
  readonly feed: string | null;
}

/** `twin`: the path of the page in Markdown, without the base; `null` when it has none. */
export function headOf(twin: string | null, { base, site, card, feed }: SiteHead): string {
  const meta = (property: string, content: string): string => elementText("meta", { property, content });
  const alternate = (type: string, href: string, title: string): string =>
    elementText("link", { rel: "alternate", type, href, title });
  return [
    ...(card === null || site === null
      ? []
      : [
          // Absolute, as Open Graph wants it.
          meta("og:image", `${site.replace(/\/$/, "")}${base}${card.path.slice(1)}`),
          ...(card.width === undefined ? [] : [meta("og:image:width", String(card.width))]),
          ...(card.height === undefined ? [] : [meta("og:image:height", String(card.height))]),
          meta("og:image:alt", card.words),
        ]),
    ...(feed === null ? [] : [alternate("application/atom+xml", `${base}${feed}`, "Changelog")]),
    ...(twin === null ? [] : [alternate("text/markdown", `${base}${twin.slice(1)}`, "This page in Markdown")]),
  ].join("");
}
