// Changes -> the lines that a changeset lists them in: a heading for each bump, and a sentence for each change.
import { listOf, printable } from "../../../diagnostics/index.ts";
import { type Bump, bumps, type Change } from "../../../diff/index.ts";
import type { DraftLine } from "./draft.ts";

const headings: Readonly<Record<Bump, string>> = {
  major: "**Breaking changes**",
  minor: "**New and compatible**",
  patch: "**Texts and examples**",
};

/** `called` is what the API is called. None for no changes. */
export function listedChanges(changes: readonly Change[], called: string): DraftLine[] {
  if (changes.length === 0) return [];
  const groups = bumps.flatMap((bump) => {
    const texts = new Set(changes.filter((change) => change.bump === bump).map(itemOf));
    return texts.size === 0 ? [] : [headingOf(headings[bump]), ...[...texts].map(listItem)];
  });
  // The first line of a changeset is what changelogs and pull requests show of it.
  return [headingOf(`What changes in the ${asMarkdown(called)}:`), ...groups];
}

function headingOf(text: string): DraftLine {
  return { kind: "heading", text };
}

function listItem(text: string): DraftLine {
  return { kind: "item", text };
}

function itemOf(change: Change): string {
  const { message, means } = change;
  return `- ${asMarkdown(message)}. ${asMarkdown(means)} In ${asMarkdown(usesOf(change))}.`;
}

/** More are counted by the part of the API they belong to. */
const mostUses = 4;

/** `GET /orders, response 200; event order.created`, or `12 requests, responses and messages of orders and returns`. */
function usesOf({ uses, resources }: Change): string {
  if (uses.length <= mostUses) return [...new Set(uses.map(({ where }) => where))].join("; ");
  const owners = resources.length === 0 ? "" : ` of ${listOf(resources, "and")}`;
  return `${uses.length} requests, responses and messages${owners}`;
}

/** Text of a description is text here too: no markup, no HTML, no @mention; on one line, without needless escapes. */
function asMarkdown(text: string): string {
  return printable(text.replaceAll(/\s+/g, " "))
    .replaceAll(/[\\`*[\]~]|(?<!\w)_|_(?!\w)/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/@(?=\w)/g, "@&#8203;")
    .replaceAll(/#(?=\d)/g, "\\#");
}
