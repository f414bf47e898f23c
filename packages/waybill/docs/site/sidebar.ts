// The groups of the navigation and a path -> what Starlight draws as the sidebar of that page. With many pages, only the group of the page
// lists its entries, and the others lead to the page that does: a thousand links on each of a thousand pages would be most of the site.

import type { StarlightRouteData } from "@astrojs/starlight/route-data";
import type { NavigationGroup, NavigationItem } from "../src/blocks/block.ts";
import type { Product, Section } from "../src/config.ts";
import { t } from "./words/interface.ts";

type SidebarEntry = StarlightRouteData["sidebar"][number];
type SidebarLink = Extract<SidebarEntry, { type: "link" }>;

export interface Sidebar {
  readonly entries: SidebarEntry[];
  readonly prev: SidebarLink | undefined;
  readonly next: SidebarLink | undefined;
}

/** More entries than this are not all listed on every page. */
const most = 160;
/** Of a group with more entries, those around the page are listed. */
const mostOfGroup = 40;

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
  const above = placeOf(sections, path)?.item;
  const entries = (section?.groups ?? []).flatMap(({ label, items, collapsed = false }): SidebarEntry[] => {
    const links = items.map((item) => linkOf(item, path, base, item === above));
    return label === "" ? links : [{ type: "group", label, entries: links, collapsed, badge: undefined }];
  });
  const links = entries.flatMap((entry) => (entry.type === "link" ? [entry] : entry.entries)).filter(isLink);
  const at = links.findIndex(({ isCurrent }) => isCurrent);
  return at === -1
    ? { entries, prev: undefined, next: undefined }
    : { entries, prev: links[at - 1], next: links[at + 1] };
}

function isLink(entry: SidebarEntry): entry is SidebarLink {
  return entry.type === "link";
}

/** Where a page is: what lists it, or else the nearest page above it that is listed. */
interface Place {
  readonly section: Section;
  readonly group?: NavigationGroup;
  readonly item?: NavigationItem;
}

function placeOf(sections: readonly Section[], path: string): Place | undefined {
  const places = sections.flatMap((section): (Place & { readonly path: string })[] => [
    { section, path: section.path },
    ...section.groups.flatMap((group) => [
      ...(group.path === null ? [] : [{ section, group, path: group.path }]),
      ...group.items.map((item) => ({ section, group, item, path: item.path })),
    ]),
  ]);
  const listed = places.find((place) => place.item !== undefined && place.path === path);
  const [nearest] = places
    .filter((place) => path.startsWith(place.path))
    .toSorted((one, other) => other.path.length - one.path.length);
  return listed ?? nearest;
}

/** The section that lists the page, or that the page is below. */
export function sectionOf(sections: readonly Section[], path: string): Section | undefined {
  return placeOf(sections, path)?.section;
}

export interface SiteParts {
  readonly products: readonly Product[];
  readonly sections: readonly Section[];
}

/** `undefined` on a site that has none. */
export function productOf({ products, sections }: SiteParts, path: string): Product | undefined {
  const own = sectionOf(sections, path);
  const [first] = products;
  const stated = own === undefined ? undefined : products.find((one) => one.path === (own.product ?? first?.path));
  const [above] = products
    .filter((one) => path.startsWith(one.path))
    .toSorted((one, other) => other.path.length - one.path.length);
  return stated ?? above ?? first;
}

/** The sections of the page's product. */
export function sectionsBeside(parts: SiteParts, path: string): readonly Section[] {
  const product = productOf(parts, path);
  const [first] = parts.products;
  return product === undefined
    ? parts.sections
    : parts.sections.filter((section) => (section.product ?? first?.path) === product.path);
}

export interface Crumb {
  readonly label: string;
  /** `null` for a group without a page. */
  readonly path: string | null;
}

/** From the home of the product, or of the site, to what the page is in; without the page itself. */
export function crumbsOf(parts: SiteParts & { readonly name: string }, path: string): Crumb[] {
  const place = placeOf(parts.sections, path);
  const product = productOf(parts, path);
  if (place === undefined || path === (product?.path ?? "/")) return [];
  const { section, group, item } = place;
  const crumbs: Crumb[] = [
    { label: product?.name ?? parts.name, path: product?.path ?? "/" },
    { label: section.label, path: section.path },
    ...(group === undefined || ["", section.label].includes(group.label)
      ? []
      : [{ label: group.label, path: group.path }]),
    ...(item === undefined ? [] : [{ label: item.label, path: item.path }]),
  ];
  const seen = new Set([path]);
  return crumbs.filter(({ path: to }) => to === null || (!seen.has(to) && seen.add(to)));
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
  const isCut = group.path !== null && items.length > mostOfGroup;
  const startLabel = t(isCut ? `All ${items.length}` : "Overview");
  const start = group.path === null ? [] : [linkOf({ label: startLabel, path: group.path }, path, base)];
  const listed = isCut ? around(items, path) : items;
  const entries = [...start, ...listed.map((item) => linkOf(item, path, base))];
  return [{ type: "group", label, entries, collapsed: !(isSmall || isCurrent), badge: undefined }];
}

/** As many before the page as after it. */
function around(items: readonly NavigationItem[], path: string): readonly NavigationItem[] {
  const at = items.findIndex((item) => item.path === path);
  const first = Math.min(Math.max(0, at - mostOfGroup / 2), items.length - mostOfGroup + 1);
  return items.slice(first, first + mostOfGroup - 1);
}

/** An address of a channel, which is one long word, may go on in another line after each of its parts. */
function breakable(label: string): string {
  return label.length > 24 && !label.includes(" ") ? label.replaceAll(/[./_-](?=[\p{L}{])/gu, "$&\u200B") : label;
}

/** `isAbove`: whether the page is below it, and is not listed itself. */
function linkOf({ label, path, badge }: NavigationItem, current: string, base: string, isAbove = false): SidebarLink {
  return {
    type: "link",
    label: breakable(label),
    href: `${base}${path.slice(1)}`,
    isCurrent: path === current,
    badge:
      badge === undefined
        ? undefined
        : { text: badge, variant: "default", class: `badge-${badge.toLowerCase().replaceAll(/[^a-z]+/g, "-")}` },
    attrs: isAbove && path !== current ? { "aria-current": "true" } : {},
  };
}
