// The introduction of a description, as Redoc renders it, and the list of its pages -> the overview page.
import type { Element, ElementContent } from "hast";
import { h } from "hastscript";
import type { Server } from "../description/servers.ts";
import { cleaned } from "./clean.ts";
import type { PageContent } from "./page.ts";
import { addressOf, credit, headingOf, isHeading, methodOf, type PageLink } from "./parts.ts";

export interface OverviewSource {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Pieces of Redoc's pages, in order. */
  readonly html: readonly string[];
  /** Where requests go; none for what is not asked. */
  readonly servers: readonly Server[];
  readonly groups: readonly OverviewGroup[];
}

export interface OverviewGroup {
  readonly label: string;
  /** What the description says of a tag. */
  readonly description: string | null;
  readonly items: readonly (PageLink & { readonly method: string; readonly code: string })[];
}

export function overviewPage({ path, title, description, html, servers, groups }: OverviewSource): PageContent {
  const words = html.flatMap((piece) => cleaned(piece)).filter((node) => !isHeading(node));
  return {
    path,
    title,
    description,
    content: [
      ...serversSection(servers),
      h("div", { className: "rd-prose" }, words),
      ...groups.flatMap(groupOf),
      credit(),
    ],
  };
}

function serversSection(servers: readonly Server[]): ElementContent[] {
  if (servers.length === 0) return [];
  return [
    headingOf(2, "Base URL"),
    ...servers.flatMap(({ url, description }) => [
      addressOf([], url, ""),
      ...(description === null ? [] : [h("p", { className: "rd-meta" }, description)]),
    ]),
  ];
}

function groupOf({ label, description, items }: OverviewGroup): ElementContent[] {
  if (items.length === 0) return [];
  return [
    headingOf(2, label),
    ...(description === null ? [] : [h("p", description)]),
    h(
      "ul",
      { className: "rd-index" },
      items.map(
        (item): Element =>
          h(
            "li",
            h("a", { href: item.path }, [methodOf(item.method), " ", h("code", item.code), " ", h("span", item.label)]),
          ),
      ),
    ),
  ];
}
