// The pages of the site -> its sections, each with the groups and links of its sidebar.
import type { NavigationGroup, Section } from "@waybill/docs";
import type { DescriptionFile } from "./description.ts";
import type { Page } from "./pages.ts";

export function navigationOf(
  pages: readonly Page[],
  reference: readonly NavigationGroup[],
  description: readonly DescriptionFile[],
): Section[] {
  const under = (prefix: string): NavigationGroup[] =>
    reference
      .filter(({ items }) => items.some(({ path }) => path.startsWith(prefix)))
      .map(({ label, items }) => groupOf(label, items));
  const schemas = under("/reference/schemas/").map((group) => ({ ...group, collapsed: true }));
  const of = (section: Page["section"], group: string) => pagesOf(pages, section, group);
  return [
    { label: "Guides", path: "/guides/", groups: [groupOf("", of("guides", ""))] },
    {
      label: "HTTP API",
      path: "/reference/http/",
      groups: [
        ...under("/reference/http/"),
        ...schemas,
        groupOf("Description files", descriptionItems(description), true),
      ],
    },
    {
      label: "Events",
      path: "/reference/events/",
      groups: [
        groupOf("", [{ label: "Overview", path: "/reference/events/" }]),
        ...under("/reference/events/"),
        ...under("/reference/channels/"),
      ],
    },
    { label: "Playground", path: "/playground/", groups: [] },
    {
      label: "Toolkit",
      path: "/toolkit/",
      groups: [
        groupOf("", of("toolkit", "")),
        groupOf("Targets", of("toolkit", "targets")),
        groupOf("Servers and webhooks", of("toolkit", "servers")),
        groupOf("Guides", of("toolkit", "guides")),
        groupOf("Reference", of("toolkit", "reference")),
        groupOf("Diagnostics", of("toolkit", "diagnostics"), true),
        groupOf("Plugins", of("toolkit", "plugins")),
        groupOf("Packages", of("toolkit", "packages"), true),
        groupOf("Comparison and benchmarks", of("toolkit", "evidence")),
        groupOf("Security", of("toolkit", "security")),
        groupOf("Contributing", of("toolkit", "contributing")),
        groupOf("Decisions", of("toolkit", "decisions"), true),
      ],
    },
    {
      label: "Changelog",
      path: "/changelog/",
      groups: [
        groupOf("", [
          { label: "Changelog", path: "/changelog/" },
          { label: "Versions", path: "/guides/versioning/" },
          { label: "Downloads", path: "/downloads/" },
        ]),
      ],
    },
  ];
}

function groupOf(label: string, items: NavigationGroup["items"], collapsed = false): NavigationGroup {
  return { label, path: null, items, collapsed };
}

/** Examples and workflows are listed on the page of all files. */
function descriptionItems(files: readonly DescriptionFile[]): NavigationGroup["items"] {
  const listed = files.filter(({ file }) => !/^(?:examples|workflows)\//.test(file));
  return [
    { label: "Downloads", path: "/downloads/" },
    { label: "All files", path: "/description/" },
    ...listed.map(({ file, path }) => ({ label: file, path })),
  ];
}

function pagesOf(pages: readonly Page[], section: Page["section"], group: string): NavigationGroup["items"] {
  return pages
    .filter((page) => page.section === section && page.group === group)
    .sort((a, b) => a.order - b.order || (a.path < b.path ? -1 : 1))
    .map(({ label, path }) => ({ label, path }));
}
