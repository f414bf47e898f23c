// The versions of the changelog -> its Atom feed (RFC 4287), which readers subscribe to.
import type { FeedEntry } from "../content.ts";
import { escaped } from "../finish/tags.ts";
import { addressIn, type Published } from "./machines.ts";

/** From the folder of the site. */
export const feedFile = "changelog.xml";

/** `entries` have the newest first. */
export function feedOf(entries: readonly FeedEntry[], title: string, at: Published): string {
  const page = addressIn("/changelog/", at);
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
    `  <link rel="self" href="${addressIn(`/${feedFile}`, at)}"/>`,
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
