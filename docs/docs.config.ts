// What this site is besides the description: its pages, sections, policy and search; and in its reference links to guides, who receives an
// event, and the points that the API leaves open.
import { readFileSync } from "node:fs";
import path from "node:path";
import { type Block, type DocsConfig, defineDocs, type Inline, type Line } from "@waybill/docs";
import { type Message, type Operation, statusText } from "waybill/description";
import { type Language, type OperationSamples, sampleLabels } from "waybill/plugin";
import { pagePolicies, pagePolicy } from "../packages/fulfillment/service/src/http/docs-policy.ts";
import { card } from "./build/card-size.ts";
import { sectionsOf, siteContent } from "./build/content.ts";
import { footer } from "./build/footer.ts";
import { hosts } from "./build/hosts.ts";
import { toolkitVersion } from "./build/landing.ts";
import { paths } from "./build/paths.ts";
import { occasionsOf, recipientOf } from "./build/recipients.ts";
import { readVersions } from "./build/versions.ts";
import { samples } from "./samples/samples.ts";
import { searched, synonyms } from "./search.ts";

/** For any event, with the name of one that there is, so that the compiler has seen it. */
const handler = readFileSync(path.join(import.meta.dirname, "samples/handler.ts"), "utf8")
  // Its first line is for those who open the file.
  .replace(/^\/\/.*\n/, "");

const { versions } = readVersions(path.join(import.meta.dirname, "versions.json"));
/** With `{file}` in place of a file of the repository. */
const edit = process.env["DOCS_EDIT"];

const config: DocsConfig = defineDocs({
  name: "Waybill",
  out: "dist",
  client: "@fulfillment/client",
  source: "/description/{file}/#L{line}",
  tryIt: "origin",
  paths,
  synonyms,
  searched,
  strict: true,
  hosts: [...hosts],
  policy: pagePolicy,
  policies: pagePolicies,
  compress: true,
  introduction:
    "Waybill is a toolkit that generates types, validators, servers, clients and webhook code from OpenAPI and AsyncAPI descriptions. Its " +
    "repository contains an API that is built with it, Fulfillment Orders and Webhooks: place, read and cancel fulfillment orders over " +
    "HTTPS with a bearer key, and follow them with signed webhooks.",
  css: ["pages", "drawings"].map((name) => `site/styles/${name}.css`),
  public: "site/public",
  card,
  components: { SiteTitle: "site/components/Wordmark.astro" },
  routes: {
    "/": "site/pages/index.astro",
    "/api/": "site/pages/api.astro",
    "/downloads/": "site/pages/downloads.astro",
    "/playground/": "site/pages/playground.astro",
    "/description/": "site/pages/description/index.astro",
    "/description/[...file]/": "site/pages/description/file.astro",
  },
  products: [
    {
      name: "Waybill",
      path: "/",
      version: toolkitVersion(path.join(import.meta.dirname, "..")),
      changelog: "/toolkit/changelog/",
    },
    { name: "Fulfillment API", path: "/api/" },
  ],
  redirects: { "/guides/toolkit/": "/toolkit/" },
  versions,
  ...(edit === undefined ? {} : { edit }),
  footer,
  samples: ({ id }) => samplesOf(id),
  navigation: sectionsOf,
  content: siteContent,
  additions: {
    operation: (operation) => ({
      before: [guidesOf(operation)],
      after: decisionsOf(operation.extensions),
    }),
    response: ({ status, headers }) => [
      ...(headers.some(({ name }) => /^(?:x-)?ratelimit-/i.test(name)) ? [budget] : []),
      ...guideOfStatus(statusText(status)),
    ],
    event: (message, { api }) => ({
      after: [
        ...receivers(message, recipientOf(message, api)),
        ...occasions(occasionsOf(message, api)),
        ...decisionsOf(message.extensions),
      ],
      aside: [handlerOf(message)],
    }),
    schema: ({ schema }) => ({ after: decisionsOf(schema.annotations.extensions) }),
  },
});
export default config;

/** Those that are checked in, which tests run. */
function samplesOf(id: string): OperationSamples["sources"] {
  return (samples[id] ?? []).flatMap(({ lang, source }) => (isLanguage(lang) ? [{ language: lang, source }] : []));
}

function isLanguage(name: string): name is Language {
  return name in sampleLabels;
}

const byStatus: readonly (readonly [status: RegExp, text: string, href: string])[] = [
  [/^401$/, "When the status is 401", "/guides/authentication/#when-the-status-is-401"],
  [/^429$/, "When the status is 429", "/guides/rate-limits/#when-the-status-is-429"],
  [/^[45]/, "Errors by their message", "/guides/errors/"],
];

/** Beneath an error: what it means and what to do. */
function guideOfStatus(status: string): Block[] {
  const found = byStatus.find(([pattern]) => pattern.test(status));
  return found === undefined ? [] : [line(["What to do: ", { text: found[1], href: found[2] }])];
}

const budget: Block = line([
  { text: "What is left of the budget", href: "/guides/rate-limits/#see-what-is-left" },
  " is in the headers.",
]);

/** How to be let in, to read a list to its end, to send it once. */
function guidesOf({ security, parameters, method, requestBody, tags }: Operation): Block {
  const isPaged = parameters.some(
    ({ name, in: place }) => place === "query" && /^(?:limit|offset|page|page_size|cursor)$/.test(name),
  );
  const guides = [
    ...(security.length > 0 ? [{ text: "Authentication", href: "/guides/authentication/" }] : []),
    ...(isPaged ? [{ text: "Pagination", href: "/guides/pagination/" }] : []),
    // The guide is about orders.
    ...(method === "post" && requestBody !== null && tags.includes("Orders")
      ? [{ text: "Send it once", href: "/guides/orders/#send-an-order-once" }]
      : []),
    { text: "Rate limits", href: "/guides/rate-limits/" },
  ];
  return line(["Guides: ", ...guides.flatMap((guide, at): Inline[] => [at === 0 ? "" : ", ", guide]), "."]);
}

function receivers({ eventName }: Message, recipient: string | null): Block[] {
  const words: Line =
    recipient === null
      ? [
          "Each active subscription that lists ",
          { code: eventName },
          ". ",
          { text: "Subscribe to events", href: "/guides/webhooks/#subscribe" },
          ".",
        ]
      : [`${recipient} You cannot subscribe to it.`];
  const verify: Line = [
    { text: "Verify a delivery", href: "/guides/webhooks/#verify" },
    " in six languages, over the raw bytes.",
  ];
  return [heading("Who receives it", "who-receives-it"), line(words), line(verify)];
}

function occasions(words: readonly string[]): Block[] {
  if (words.length === 0) return [];
  return [heading("What else causes it", "what-else-causes-it"), { kind: "list", items: words.map((one) => [one]) }];
}

function handlerOf({ eventName }: Message): Block {
  const text = handler.replaceAll("order.created", () => eventName).trim();
  return {
    kind: "samples",
    title: "Handler",
    group: "example",
    tabs: [{ label: "Handler", language: "typescript", text }],
  };
}

/** Points that the API leaves open, each explained in the guide: of interest to those who run the service. */
function decisionsOf(extensions: Readonly<Record<string, unknown>>): Block[] {
  const ids = extensions["x-waybill-open-decisions"];
  if (!Array.isArray(ids) || ids.length === 0) return [];
  const items = ids.map(String).map((id): Line => [{ text: wordsOf(id), href: `/guides/open-decisions/#${id}` }]);
  return [
    heading("Implementation notes", "implementation-notes"),
    {
      kind: "details",
      summary: ["What is left open"],
      blocks: [
        line(["The API does not settle these points. Each entry says what this service does, and why."]),
        { kind: "list", items },
      ],
    },
  ];
}

/** `list-limit-bounds` -> `List limit bounds`. */
function wordsOf(id: string): string {
  const text = id.replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function line(content: Line): Block {
  return { kind: "line", content };
}

function heading(text: string, id: string): Block {
  return { kind: "heading", level: 2, text, id };
}
