// The links at the end of every page, which also serve readers without a script.
import type { FooterColumn } from "@waybill/docs";

export const footer: readonly FooterColumn[] = [
  {
    title: "Use the API",
    links: [
      ["Quick start", "/guides/quick-start/"],
      ["Guides", "/guides/"],
      ["Errors", "/guides/errors/"],
      ["Changelog", "/changelog/"],
    ],
  },
  {
    title: "Reference",
    links: [
      ["HTTP API", "/reference/http/"],
      ["Events", "/reference/events/"],
      ["API description", "/description/"],
      ["Downloads", "/downloads/"],
    ],
  },
  {
    title: "Toolkit",
    links: [
      ["Overview", "/toolkit/"],
      ["Concepts", "/toolkit/waybill/"],
      ["Diagnostics", "/errors/"],
      ["Decisions", "/decisions/"],
    ],
  },
];
