// Changes -> text for a terminal: each with its line in both descriptions, what it means, and its uses; or, where these would be too
// many, a line for each breaking change, by the part of the API it belongs to.
import { frameOf, printable } from "../../diagnostics/index.ts";
import { type Bump, bumps, type Change } from "../change.ts";
import { entriesOf, type Group, groupsOf, largestFit, wordsOf } from "./grouped.ts";
import { acceptedWords, countsOf, placeOf, type Shown, shownPlace, summaryOf, usesInShort } from "./shown-change.ts";

/** The lines that a comparison prints by default. */
export const mostLines = 200;

/** `room`: the number of lines; `null` prints every change whole. */
export function textOfChanges(changeReport: Shown, room: number | null = null): string {
  const { changes, prefixes } = changeReport;
  const parts = changes.map((change) => `${textOf(change, prefixes)}\n\n`);
  const accepted = acceptedLines(changeReport, room);
  const fullText = `${parts.join("")}${accepted}${summaryOf(changes)}\n`;
  return room === null || linesIn(fullText) < room
    ? fullText
    : `${accepted}${overviewOf(changeReport, room - linesIn(accepted))}`;
}

/** The most lines of accepted changes: what was decided is not news. */
const mostAccepted = 10;

function acceptedLines({ accepted = [] }: Shown, room: number | null): string {
  if (accepted.length === 0) return "";
  const listed = accepted.slice(0, room === null ? accepted.length : mostAccepted);
  const omittedCount = accepted.length - listed.length;
  const lines = listed.map((each) => `  ${printable(acceptedWords(each))}`);
  return [
    `accepted (${accepted.length}), which do not count:`,
    ...lines,
    ...(omittedCount > 0 ? [`  and ${omittedCount} more`] : []),
    "",
    "",
  ].join("\n");
}

function textOf(change: Change, prefixes: Shown["prefixes"]): string {
  const { rule, bump, message, means, base, revision } = change;
  return [
    `${shownPlace(revision, prefixes.revision).label} ${bump} ${rule}: ${printable(message)}`,
    ...frameOf(placeOf(revision)),
    `was ${shownPlace(base, prefixes.base).label}`,
    ...frameOf(placeOf(base)),
    `means: ${means}`,
    `in: ${printable(usesInShort(change))}`,
  ].join("\n");
}

/** What remains to be said below the groups takes four lines. */
const ending = 4;

function overviewOf({ changes, prefixes }: Shown, room: number): string {
  const all = groupsOf(changes);
  const groups = all.slice(0, Math.floor(room / 2));
  const [worst = "patch"] = bumps.filter((bump) => changes.some((change) => change.bump === bump));
  const listed = (most: number): string[] => groups.flatMap((group) => groupLines(group, { worst, most, prefixes }));
  const most = largestFit(changes.length, (entries) => listed(entries).length + ending < room);
  const omittedChanges = all.slice(groups.length).flatMap((group) => group.changes);
  const lines = [
    ...listed(most),
    ...(omittedChanges.length === 0
      ? []
      : [`${all.length - groups.length} more parts of the API (${countsOf(omittedChanges)})`]),
    "",
    summaryOf(changes),
    "--verbose prints each with its lines in both descriptions; --format json and html list all of them",
  ];
  return `${lines.join("\n")}\n`;
}

interface Listed {
  /** The largest bump of all; only such changes are listed. */
  readonly worst: Bump;
  /** The maximum number of entries. */
  readonly most: number;
  readonly prefixes: Shown["prefixes"];
}

function groupLines({ resource, changes }: Group, { worst, most, prefixes }: Listed): string[] {
  const entries = entriesOf(changes, worst);
  const entryLines = entries.slice(0, most).map((entry) => {
    const { label } = shownPlace(entry.first.revision, prefixes.revision);
    return `  ${label} ${worst} ${entry.first.rule}: ${printable(wordsOf(entry))}`;
  });
  const omittedCount = entries.slice(most).reduce((sum, { more }) => sum + 1 + more.length, 0);
  const heading = `${printable(resource)} (${countsOf(changes)})`;
  return [heading, ...entryLines, ...(omittedCount > 0 && most > 0 ? [`  and ${omittedCount} more ${worst}`] : [])];
}

function linesIn(text: string): number {
  return text.split("\n").length;
}
