// Changes -> Markdown for a changelog or a comment on a pull request: a heading for each bump, an item for each change; or, where that
// is too long, the breaking ones by the part of the API they belong to, and the others folded.
import { printable } from "../../diagnostics/index.ts";
import { type Bump, bumps, type Change } from "../change.ts";
import { entriesOf, type Group, groupsOf, largestFit, wordsOf } from "./grouped.ts";
import { acceptedWords, countOf, countsOf, type Shown, shownPlace, summaryOf, usesInShort } from "./shown-change.ts";

const headings: Readonly<Record<Bump, string>> = {
  major: "Breaking changes (major)",
  minor: "Compatible additions (minor)",
  patch: "Texts and examples (patch)",
};

/** The characters of a comment on GitHub are 65,536, of which the workflow that comments needs a few. */
export const mostCharacters = 65_500;

/** `room`: the number of characters; `null` lists every change. */
export function markdownOfChanges(changeReport: Shown, room: number | null = null): string {
  const { changes, prefixes } = changeReport;
  const parts = bumps
    .filter((bump) => countOf(changes, bump) > 0)
    .map((bump) => {
      const items = changes.filter((change) => change.bump === bump).map((change) => itemOf(change, prefixes));
      return `## ${headings[bump]}\n\n${items.join("\n")}\n\n`;
    });
  const accepted = acceptedFold(changeReport);
  const fullText = `${parts.join("")}${accepted}${summaryOf(changes)}\n`;
  if (room === null || fullText.length < room) return fullText;
  // Half of the room is for what counts.
  return accepted.length > room / 2
    ? foldedOf(changeReport, room)
    : `${accepted}${foldedOf(changeReport, room - accepted.length)}`;
}

function acceptedFold({ accepted = [] }: Shown): string {
  if (accepted.length === 0) return "";
  const items = accepted.map((each) => `- ${escaped(acceptedWords(each))} (\`${each.change.rule}\`)`);
  return `<details><summary>${items.length} accepted</summary>\n\n${items.join("\n")}\n\n</details>\n\n`;
}

function itemOf(change: Change, prefixes: Shown["prefixes"]): string {
  const { rule, message, means, revision } = change;
  return [
    `- ${escaped(message)} (\`${rule}\`)  `,
    `  ${escaped(means)}  `,
    `  In ${escaped(usesInShort(change))}; ${escaped(shownPlace(revision, prefixes.revision).label)}`,
  ].join("\n");
}

/** A table of contents that fits: breaking changes open, the others in details, as many of each as there is room for. */
function foldedOf({ changes }: Shown, room: number): string {
  const groups = groupsOf(changes);
  const most = changes.length;
  const textOf = (groupCount: number, counts: Readonly<Record<Bump, number>>): string => {
    const parts = groups.slice(0, groupCount).map((group) => groupText(group, counts));
    const omittedChanges = groups.slice(groupCount).flatMap((group) => group.changes);
    const more =
      omittedChanges.length === 0
        ? ""
        : `${groups.length - groupCount} more parts of the API (${countsOf(omittedChanges)})\n\n`;
    return `${summaryOf(changes)}\n\n${parts.join("")}${more}`;
  };
  const fits = (groupCount: number, counts: Readonly<Record<Bump, number>>): boolean =>
    textOf(groupCount, counts).length < room;
  const groupLimit = largestFit(groups.length, (count) => fits(count, { major: 0, minor: 0, patch: 0 }));
  const counts = { major: 0, minor: 0, patch: 0 };
  for (const bump of bumps) counts[bump] = largestFit(most, (count) => fits(groupLimit, { ...counts, [bump]: count }));
  return textOf(groupLimit, counts);
}

function groupText({ resource, changes }: Group, counts: Readonly<Record<Bump, number>>): string {
  const [majors, ...others] = bumps.map((bump) => ({ bump, items: entryItems(changes, bump, counts[bump]) }));
  const folded = others.filter(({ items }) => items.length > 0).map(({ bump, items }) => foldOf(changes, bump, items));
  const open = majors === undefined || majors.items.length === 0 ? "" : `${majors.items.join("\n")}\n\n`;
  return `### ${escaped(resource)} (${countsOf(changes)})\n\n${open}${folded.join("")}`;
}

function foldOf(changes: readonly Change[], bump: Bump, items: readonly string[]): string {
  return `<details><summary>${countOf(changes, bump)} ${bump}</summary>\n\n${items.join("\n")}\n\n</details>\n\n`;
}

function entryItems(changes: readonly Change[], bump: Bump, most: number): string[] {
  const entries = entriesOf(changes, bump);
  const omittedCount = entries.slice(most).reduce((sum, { more }) => sum + 1 + more.length, 0);
  const items = entries.slice(0, most).map((entry) => `- ${escaped(wordsOf(entry))} (\`${entry.first.rule}\`)`);
  return most === 0 || omittedCount === 0 ? items : [...items, `- and ${omittedCount} more`];
}

/** Text from a description stays text: no markup, no HTML, no mentions. */
function escaped(text: string): string {
  return printable(text)
    .replaceAll(/[\\`*_{}[\]()#+!|~$]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("@", "@&#8203;");
}
