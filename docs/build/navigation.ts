// The pages of the site -> its sections, each with the groups and links of its sidebar.
import type { NavigationGroup, Section } from "@waybill/docs";
import type { Page } from "./pages.ts";

export function navigationOf(pages: readonly Page[], reference: readonly NavigationGroup[]): Section[] {
  const under = (prefix: string): NavigationGroup[] =>
    reference
      .filter(({ items }) => items.some(({ path }) => path.startsWith(prefix)))
      .map(({ label, items }) => groupOf(label, items));
  const of = (section: Page["section"], group: string) => pagesOf(pages, section, group);
  const api = { product: "/api/" };
  return [
    {
      label: "Docs",
      path: "/toolkit/",
      groups: [
        groupOf("", of("toolkit", "")),
        groupOf("Generated code", of("toolkit", "code")),
        groupOf("Your setup", of("toolkit", "setup")),
        groupOf("Commands", of("toolkit", "commands")),
      ],
    },
    {
      label: "Reference",
      path: "/toolkit/cli/",
      groups: [
        groupOf("", of("toolkit", "reference")),
        groupOf("Targets", of("toolkit", "targets")),
        groupOf("Plugins", of("toolkit", "plugins")),
        groupOf("Packages", of("toolkit", "packages")),
      ],
    },
    { label: "Playground", path: "/playground/", groups: [] },
    {
      label: "Project",
      path: "/toolkit/comparison/",
      groups: [
        groupOf("Comparison and benchmarks", of("toolkit", "evidence")),
        groupOf("Security", of("toolkit", "security")),
        groupOf("Contributing", of("toolkit", "contributing")),
        groupOf("Releases", [
          { label: "Toolkit changelog", path: "/toolkit/changelog/" },
          ...of("toolkit", "releases"),
        ]),
      ],
    },
    {
      ...api,
      label: "Guides",
      path: "/guides/",
      groups: [
        groupOf("", of("guides", "")),
        groupOf("Run it yourself", of("guides", "running")),
        groupOf("Packages", of("guides", "packages")),
      ],
    },
    {
      ...api,
      label: "HTTP API",
      path: "/reference/http/",
      groups: [
        ...under("/reference/http/"),
        groupOf("Description", [
          { label: "Schemas", path: "/reference/schemas/" },
          { label: "API description, file by file", path: "/description/" },
          { label: "Downloads", path: "/downloads/" },
        ]),
      ],
    },
    {
      ...api,
      label: "Events",
      path: "/reference/events/",
      groups: [
        groupOf("", [{ label: "Overview", path: "/reference/events/" }]),
        ...under("/reference/events/"),
        ...under("/reference/channels/"),
      ],
    },
    {
      ...api,
      label: "Changelog",
      path: "/changelog/",
      groups: [
        groupOf("", [
          { label: "API changelog", path: "/changelog/" },
          { label: "Versions", path: "/guides/versioning/" },
        ]),
      ],
    },
  ];
}

function groupOf(label: string, items: NavigationGroup["items"]): NavigationGroup {
  return { label, path: null, items };
}

function pagesOf(pages: readonly Page[], section: Page["section"], group: string): NavigationGroup["items"] {
  return pages
    .filter((page) => page.section === section && page.group === group)
    .sort((a, b) => a.order - b.order || (a.title < b.title ? -1 : 1))
    .map(({ title, path }) => ({ label: title, path }));
}
