// What programs import from "@waybill/docs": the pages of a description as blocks, and both ways to print them.
export type {
  Block,
  Endpoint,
  Fact,
  Field,
  IndexEntry,
  Inline,
  Line,
  Mark,
  NavigationGroup,
  NavigationItem,
  Page,
  Samples,
} from "./blocks/block.ts";
export { type HtmlContext, htmlOf } from "./blocks/html.ts";
export { markdownOf } from "./blocks/markdown.ts";
export { type PageContent, pageContentOf } from "./blocks/page-content.ts";
export { Prose } from "./blocks/prose.ts";
export {
  type DocsConfig,
  defineDocs,
  type FooterColumn,
  type Product,
  type Searched,
  type Section,
  type Version,
} from "./config.ts";
export type { DescribedRoute, FeedEntry, OwnContent, OwnDownload, OwnPage } from "./content.ts";
export type { Card } from "./finish/head.ts";
export type { Additions, PageAdditions } from "./reference/additions.ts";
export { addressOf, type ReferenceContext } from "./reference/context.ts";
export { lossesOf } from "./reference/losses.ts";
export { type Reference, referenceOf } from "./reference/pages.ts";
export { type SiteMap, type SitePaths, siteMapOf } from "./reference/site-map.ts";
