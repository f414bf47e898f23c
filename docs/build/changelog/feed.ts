// The versions of the changelog -> its Atom feed (RFC 4287), which readers subscribe to.
import { type Address, absolute } from "../machines.ts";

export interface FeedEntry {
  readonly version: string;
  /** `2026-11-21` */
  readonly date: string;
  /** What the version brought, as Markdown. */
  readonly text: string;
}

/** From the folder of the site. */
export const feedFile = "changelog.xml";

/** `entries` have the newest first. */
export function feedOf(entries: readonly FeedEntry[], title: string, address: Address): string {
  const page = absolute("/changelog/", address);
  const [newest] = entries;
  const lines = entries.flatMap(({ version, date, text }) => [
    "  <entry>",
    `    <title>${escaped(`${title} ${version}`)}</title>`,
    `    <id>${page}#${slugOf(version)}</id>`,
    `    <link href="${page}#${slugOf(version)}"/>`,
    `    <updated>${timeOf(date)}</updated>`,
    `    <content type="text">${escaped(text)}</content>`,
    "  </entry>",
  ]);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <title>${escaped(`${title}: changelog`)}</title>`,
    `  <id>${page}</id>`,
    `  <link href="${page}"/>`,
    `  <link rel="self" href="${absolute(`/${feedFile}`, address)}"/>`,
    `  <updated>${timeOf(newest?.date ?? "1970-01-01")}</updated>`,
    `  <author><name>${escaped(title)}</name></author>`,
    ...lines,
    "</feed>",
    "",
  ].join("\n");
}

/** As headings of a page get their ids: `1.0.0` is `#100`. */
function slugOf(version: string): string {
  return version.replaceAll(/[^\w-]/g, "");
}

/** Versions have a day; a feed wants a time. */
function timeOf(date: string): string {
  return `${date}T00:00:00Z`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
