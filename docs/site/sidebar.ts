// The sections of the site and a path -> what Starlight draws as the sidebar of that page, and its neighbours in it.
import type { StarlightRouteData } from "@astrojs/starlight/route-data";
import type { NavigationGroup, NavigationItem, NavigationSection } from "../build/navigation.ts";

type SidebarEntry = StarlightRouteData["sidebar"][number];
type SidebarLink = Extract<SidebarEntry, { type: "link" }>;

export interface Sidebar {
  readonly entries: SidebarEntry[];
  readonly prev: SidebarLink | undefined;
  readonly next: SidebarLink | undefined;
}

/** `pathname` and the links have the base, the paths of the navigation have not. */
export function sidebarOf(sections: readonly NavigationSection[], pathname: string, base: string): Sidebar {
  const path = pathIn(pathname, base);
  const section = sectionOf(sections, pathname, base);
  if (section === undefined) return { entries: [], prev: undefined, next: undefined };
  const entries = section.groups.flatMap((group) => entriesOf(group, path, base));
  const links = entries.flatMap((entry) => (entry.type === "link" ? [entry] : entry.entries));
  const at = links.findIndex(({ isCurrent }) => isCurrent);
  return { entries, prev: links[at - 1], next: links[at + 1] };
}

/** The section that lists the page, or that the page is the start of. */
export function sectionOf<S extends Pick<NavigationSection, "path" | "groups">>(
  sections: readonly S[],
  pathname: string,
  base: string,
): S | undefined {
  const path = pathIn(pathname, base);
  const listing = sections.find(({ groups }) => groups.some(({ items }) => items.some((item) => item.path === path)));
  return listing ?? sections.find((section) => path.startsWith(section.path));
}

function pathIn(pathname: string, base: string): string {
  return `/${pathname.slice(base.length).replace(/^\/+/, "")}`;
}

function entriesOf(group: NavigationGroup, path: string, base: string): SidebarEntry[] {
  const links = group.items.map((item) => linkOf(item, path, base));
  if (group.label === "") return links;
  return [{ type: "group", label: group.label, entries: links, collapsed: group.collapsed ?? false, badge: undefined }];
}

function linkOf({ label, path, badge }: NavigationItem, current: string, base: string): SidebarLink {
  return {
    type: "link",
    label,
    href: `${base.replace(/\/$/, "")}${path}`,
    isCurrent: path === current,
    badge:
      badge === undefined
        ? undefined
        : { text: badge, variant: "default", class: `badge-${badge.toLowerCase().replaceAll(/[^a-z]+/g, "-")}` },
    attrs: {},
  };
}
