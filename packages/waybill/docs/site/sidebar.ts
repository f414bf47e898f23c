// The groups of the navigation and a path -> what Starlight draws as the sidebar of that page. With many pages, only the group of the page
// lists its entries, and the others lead to the page that does: a thousand links on each of a thousand pages would be most of the site.
import type { StarlightRouteData } from "@astrojs/starlight/route-data";
import type { NavigationGroup, NavigationItem } from "../src/blocks/block.ts";
import type { Section } from "../src/config.ts";

type SidebarEntry = StarlightRouteData["sidebar"][number];
type SidebarLink = Extract<SidebarEntry, { type: "link" }>;

export interface Sidebar {
  readonly entries: SidebarEntry[];
  readonly prev: SidebarLink | undefined;
  readonly next: SidebarLink | undefined;
}

/** More entries than this are not all listed on every page. */
const most = 160;

/** `path` and those of the navigation are without the base. */
export function sidebarOf(groups: readonly NavigationGroup[], path: string, base: string): Sidebar {
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const current = groups.findIndex((group) => group.path === path || group.items.some((item) => item.path === path));
  const entries = groups.flatMap((group, at) =>
    entriesOf(group, { path, base, isWhole: count <= most || at === current, isSmall: count <= 30 }),
  );
  const own = groups[current]?.items ?? [];
  const at = own.findIndex((item) => item.path === path);
  const neighbour = (item: NavigationItem | undefined): SidebarLink | undefined =>
    item === undefined || at === -1 ? undefined : linkOf(item, path, base);
  return { entries, prev: neighbour(own[at - 1]), next: neighbour(own[at + 1]) };
}

/** As the team lists them: the groups of the section that the page belongs to, and its neighbours in all of them. */
export function sidebarOfSections(sections: readonly Section[], path: string, base: string): Sidebar {
  const section = sectionOf(sections, path);
  const entries = (section?.groups ?? []).flatMap(({ label, items, collapsed = false }): SidebarEntry[] => {
    const links = items.map((item) => linkOf(item, path, base));
    return label === "" ? links : [{ type: "group", label, entries: links, collapsed, badge: undefined }];
  });
  const links = entries.flatMap((entry) => (entry.type === "link" ? [entry] : entry.entries)).filter(isLink);
  const at = links.findIndex(({ isCurrent }) => isCurrent);
  return { entries, prev: links[at - 1], next: links[at + 1] };
}

function isLink(entry: SidebarEntry): entry is SidebarLink {
  return entry.type === "link";
}

/** The section that lists the page, or that the page is below. */
export function sectionOf(sections: readonly Section[], path: string): Section | undefined {
  const isListed = ({ groups }: Section): boolean =>
    groups.some(({ items }) => items.some((item) => item.path === path));
  return sections.find(isListed) ?? sections.find((section) => path.startsWith(section.path));
}

interface Where {
  readonly path: string;
  readonly base: string;
  /** Whether the group lists its entries. */
  readonly isWhole: boolean;
  /** Whether groups are open. */
  readonly isSmall: boolean;
}

function entriesOf(group: NavigationGroup, { path, base, isWhole, isSmall }: Where): SidebarEntry[] {
  const { label, items } = group;
  if (label === "") return items.map((item) => linkOf(item, path, base));
  const [first] = items;
  if (!isWhole && first !== undefined) return [linkOf({ label, path: group.path ?? first.path }, path, base)];
  const isCurrent = group.path === path || items.some((item) => item.path === path);
  const start = group.path === null ? [] : [linkOf({ label: "Overview", path: group.path }, path, base)];
  const listed = items.length <= most ? items : items.filter((item) => item.path === path);
  const entries = [...start, ...listed.map((item) => linkOf(item, path, base))];
  return [{ type: "group", label, entries, collapsed: !(isSmall || isCurrent), badge: undefined }];
}

/** An address of a channel, which is one long word, may go on in another line after each of its parts. */
function breakable(label: string): string {
  return label.length > 24 && !label.includes(" ") ? label.replaceAll(/[./_-](?=[\p{L}{])/gu, "$&\u200B") : label;
}

function linkOf({ label, path, badge }: NavigationItem, current: string, base: string): SidebarLink {
  return {
    type: "link",
    label: breakable(label),
    href: `${base}${path.slice(1)}`,
    isCurrent: path === current,
    badge:
      badge === undefined
        ? undefined
        : { text: badge, variant: "default", class: `badge-${badge.toLowerCase().replaceAll(/[^a-z]+/g, "-")}` },
    attrs: {},
  };
}
