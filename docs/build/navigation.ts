// The pages of the site -> its sections, each with the groups and links of its sidebar.
import type { NavigationGroup as ReferenceGroup } from "@waybill/docs";
import type { DescriptionFile } from "./description.ts";
import type { Page } from "./pages.ts";

export interface NavigationItem {
  readonly label: string;
  /** From the root of the site, without the base. */
  readonly path: string;
  /** The method of an operation. */
  readonly badge?: string;
}

export interface NavigationGroup {
  /** Empty for links above all groups. */
  readonly label: string;
  readonly items: readonly NavigationItem[];
  readonly collapsed?: boolean;
}

/** What the header links to, and what a page of it has in its sidebar. */
export interface NavigationSection {
  readonly label: string;
  readonly path: string;
  readonly groups: readonly NavigationGroup[];
}

export function navigationOf(
  pages: readonly Page[],
  reference: readonly ReferenceGroup[],
  description: readonly DescriptionFile[],
): NavigationSection[] {
  const under = (prefix: string): NavigationGroup[] =>
    reference
      .filter(({ items }) => items.some(({ path }) => path.startsWith(prefix)))
      .map(({ label, items }) => ({ label, items }));
  const schemas = under("/reference/schemas/").map((group) => ({ ...group, collapsed: true }));
  const of = (section: Page["section"], group: string) => pagesOf(pages, section, group);
  return [
    { label: "Guides", path: "/guides/", groups: [{ label: "", items: of("guides", "") }] },
    {
      label: "HTTP API",
      path: "/reference/http/",
      groups: [
        ...under("/reference/http/"),
        ...schemas,
        { label: "Description files", items: descriptionItems(description), collapsed: true },
      ],
    },
    {
      label: "Events",
      path: "/reference/events/",
      groups: [
        { label: "", items: [{ label: "Overview", path: "/reference/events/" }] },
        ...under("/reference/events/"),
        ...under("/reference/channels/"),
      ],
    },
    { label: "Playground", path: "/playground/", groups: [] },
    {
      label: "Toolkit",
      path: "/toolkit/",
      groups: [
        { label: "", items: of("toolkit", "") },
        { label: "Targets", items: of("toolkit", "targets") },
        { label: "Guides", items: of("toolkit", "guides") },
        { label: "Reference", items: of("toolkit", "reference") },
        { label: "Packages", items: of("toolkit", "packages") },
        { label: "Guarantees and measurements", items: of("toolkit", "evidence") },
        { label: "Contributing", items: of("toolkit", "contributing") },
        { label: "Diagnostics", items: of("toolkit", "diagnostics"), collapsed: true },
        { label: "Decisions", items: of("toolkit", "decisions"), collapsed: true },
      ],
    },
    {
      label: "Changelog",
      path: "/changelog/",
      groups: [
        {
          label: "",
          items: [
            { label: "Changelog", path: "/changelog/" },
            { label: "Versions", path: "/guides/versioning/" },
            { label: "Downloads", path: "/downloads/" },
          ],
        },
      ],
    },
  ];
}

/** Examples and workflows are listed on the page of all files. */
function descriptionItems(files: readonly DescriptionFile[]): NavigationItem[] {
  const listed = files.filter(({ file }) => !/^(?:examples|workflows)\//.test(file));
  return [
    { label: "Downloads", path: "/downloads/" },
    { label: "All files", path: "/description/" },
    ...listed.map(({ file, path }) => ({ label: file, path })),
  ];
}

function pagesOf(pages: readonly Page[], section: Page["section"], group: string): NavigationItem[] {
  return pages
    .filter((page) => page.section === section && page.group === group)
    .sort((a, b) => a.order - b.order || (a.path < b.path ? -1 : 1))
    .map(({ label, path }) => ({ label, path }));
}
