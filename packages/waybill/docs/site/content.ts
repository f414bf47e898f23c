// What the command has written into its work folder, as the pages of the site read it.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { PageContent } from "../src/blocks/page-content.ts";
import type { FooterColumn, Product, Section, Version } from "../src/config.ts";

/** Set by the command: the work folder. */
declare const __WAYBILL_DOCS__: string;

export interface SiteContent {
  readonly name: string;
  /** Changes with every write. */
  readonly turn: number;
  /** The file of each page of the reference, by its path. */
  readonly pages: Readonly<Record<string, string>>;
  readonly sections: readonly Section[];
  /** Whether docs.config.ts gives the sections: then all of their entries are listed, as it says. */
  readonly isGiven: boolean;
  /** The paths of guides. */
  readonly guides: readonly string[];
  /** What readers may search by itself. */
  readonly searched: readonly string[];
  /** None, where the site is of one. */
  readonly products: readonly Product[];
  readonly footer: readonly FooterColumn[];
  readonly titleAndVersion: string;
  /** Of the one API of the site. */
  readonly version: string | null;
  readonly versions: readonly Version[];
  /** Where a guide is edited, with `{file}`. */
  readonly edit: string | null;
  /** Where the verdicts of readers are sent. */
  readonly feedback: string | null;
  /** The file of each guide, by its path. */
  readonly sources: Readonly<Record<string, string>>;
  /** The pages that have a Markdown twin. */
  readonly twins: readonly string[];
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
