// The pages of the site -> what machines look for: llms.txt, llms-full.txt, the API catalog, the sitemap, robots.txt.
import { printTwin, type Twin, twinPath } from "./twins.ts";

export interface Address {
  /** `https://docs.waybill.example` */
  readonly site: string;
  /** `/` or `/1.0.0/` */
  readonly base: string;
}

const introduction = [
  "# Waybill",
  "",
  "> The Fulfillment Orders and Webhooks API: place, read and cancel fulfillment orders over HTTPS with a bearer key, and hear about",
  "> them through signed webhooks. Waybill is also the toolkit that makes types, validators, server, client and webhook code of the",
  "> descriptions of this and any other API.",
  "",
  "Every page has a twin in Markdown: `.md` in place of the last slash of its address.",
  "",
];

const sections: readonly { readonly kind: Twin["kind"]; readonly title: string }[] = [
  { kind: "guide", title: "Guides" },
  { kind: "reference", title: "Reference" },
  { kind: "toolkit", title: "Toolkit" },
  { kind: "other", title: "Optional" },
];

/** As https://llmstxt.org/ proposes. */
export function llmsTxt(
  twins: readonly Twin[],
  address: Address,
  downloads: readonly { path: string; what: string }[],
): string {
  const line = (twin: Twin): string =>
    `- [${twin.title}](${absolute(twinPath(twin.path), address)})${twin.description === "" ? "" : `: ${twin.description}`}`;
  const listed = sections.flatMap(({ kind, title }) => {
    const lines = twins.filter((twin) => twin.kind === kind).map(line);
    return lines.length === 0 ? [] : [`## ${title}`, "", ...lines, ""];
  });
  const files = downloads.map(({ path, what }) => `- [${path}](${absolute(path, address)}): ${what}`);
  return [...introduction, "## API description", "", ...files, "", ...listed].join("\n");
}

/** The guides and the reference in full, one after the other. */
export function llmsFullTxt(twins: readonly Twin[]): string {
  const whole = twins.filter(({ kind }) => kind === "guide" || kind === "reference").map(printTwin);
  return [introduction.join("\n"), ...whole].join("\n---\n\n");
}

/** RFC 9727, as a link set of RFC 9264. `api` is where the API itself is. */
export function apiCatalog(address: Address, api: string): string {
  const link = (path: string, type: string) => ({ href: absolute(path, address), type });
  const linkset = [
    {
      anchor: absolute("/.well-known/api-catalog", address),
      item: [{ href: api }],
    },
    {
      anchor: api,
      "service-desc": [
        link("/downloads/openapi.json", "application/vnd.oai.openapi+json"),
        link("/downloads/openapi.yaml", "application/vnd.oai.openapi"),
        link("/downloads/asyncapi.json", "application/vnd.aai.asyncapi+json"),
        link("/downloads/asyncapi.yaml", "application/vnd.aai.asyncapi+yaml"),
      ],
      "service-doc": [
        link("/reference/http/", "text/html"),
        link("/reference/events/", "text/html"),
        link("/llms.txt", "text/plain"),
      ],
    },
  ];
  return `${JSON.stringify({ linkset }, null, 2)}\n`;
}

export function sitemap(paths: readonly string[], address: Address): string {
  const urls = paths.map((path) => `  <url><loc>${absolute(path, address)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
}

export function robots(address: Address): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${absolute("/sitemap.xml", address)}\n`;
}

export function absolute(path: string, { site, base }: Address): string {
  return `${site.replace(/\/$/, "")}${base}${path.slice(1)}`;
}
