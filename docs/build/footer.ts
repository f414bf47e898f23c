// The links at the end of every page, which also serve readers without a script.
import type { FooterColumn } from "@waybill/docs";

export const footer: readonly FooterColumn[] = [
  {
    title: "Waybill",
    links: [
      ["Getting started", "/toolkit/"],
      ["Command line", "/toolkit/cli/"],
      ["Diagnostics", "/errors/"],
      ["Playground", "/playground/"],
    ],
  },
  {
    title: "Project",
    links: [
      ["Comparison", "/toolkit/comparison/"],
      ["Decisions", "/decisions/"],
      ["Contributing", "/toolkit/contributing/"],
      ["Changelog", "/toolkit/changelog/"],
    ],
  },
  {
    title: "Fulfillment API",
    links: [
      ["Quick start", "/guides/quick-start/"],
      ["Guides", "/guides/"],
      ["Errors", "/guides/errors/"],
      ["Changelog", "/changelog/"],
    ],
  },
  {
    title: "API reference",
    links: [
      ["HTTP API", "/reference/http/"],
      ["Events", "/reference/events/"],
      ["API description", "/description/"],
      ["Downloads", "/downloads/"],
    ],
  },
];
