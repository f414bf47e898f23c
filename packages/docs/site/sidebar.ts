// The groups of the navigation and a path -> what Starlight draws as the sidebar of that page. With many pages, only the group of the page
// lists its entries, and the others lead to the page that does: a thousand links on each of a thousand pages would be most of the site.
import type { StarlightRouteData } from "@astrojs/starlight/route-data";
import type { NavigationGroup, NavigationItem } from "../src/blocks/block.ts";

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

function linkOf({ label, path, badge }: NavigationItem, current: string, base: string): SidebarLink {
  return {
    type: "link",
    label,
    href: `${base}${path.slice(1)}`,
    isCurrent: path === current,
    badge: badge === undefined ? undefined : { text: badge, variant: "default", class: `badge-${badge.toLowerCase()}` },
    attrs: {},
  };
}
