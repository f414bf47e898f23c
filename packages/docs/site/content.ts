// What the command has written into its work folder, as the pages of the site read it.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { NavigationGroup } from "../src/blocks/block.ts";
import type { PageContent } from "../src/blocks/page-content.ts";

/** Set by the command: the work folder. */
declare const __WAYBILL_DOCS__: string;

export interface SiteContent {
  readonly name: string;
  /** Changes with every write. */
  readonly turn: number;
  /** The file of each page of the reference, by its path. */
  readonly pages: Readonly<Record<string, string>>;
  readonly navigation: readonly NavigationGroup[];
  /** The paths of guides. */
  readonly guides: readonly string[];
  /** What readers may search by itself, where the site has its own search. */
  readonly searched: readonly string[];
}

export const guidesFolder: string = pathToFileURL(`${__WAYBILL_DOCS__}/guides/`).href;

let read: { readonly text: string; readonly content: SiteContent } | null = null;

/** Read again when the command has written it again. */
export function siteContent(): SiteContent {
  const text = readFileSync(`${__WAYBILL_DOCS__}/site.json`, "utf8");
  if (read?.text !== text) read = { text, content: JSON.parse(text) };
  return read.content;
}

export function pageContent(path: string): PageContent | null {
  const file = siteContent().pages[path];
  return file === undefined ? null : JSON.parse(readFileSync(`${__WAYBILL_DOCS__}/pages/${file}`, "utf8"));
}
