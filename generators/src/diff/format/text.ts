// Changes -> text for a terminal: each with its line in both descriptions, what it means, and its uses.
import { frameOf, printable } from "../../diagnostics/index.ts";
import type { Change } from "../change.ts";
import { placeOf, type Shown, shownPlace, summaryOf, usesInShort } from "./shown-change.ts";

export function textOfChanges({ changes, prefixes }: Shown): string {
  const parts = changes.map((change) => `${textOf(change, prefixes)}\n\n`);
  return `${parts.join("")}${summaryOf(changes)}\n`;
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
