// Changes -> Markdown for a changelog or a comment on a pull request: a heading for each bump, an item for each change.
import { printable } from "../../diagnostics/index.ts";
import { type Bump, bumps, type Change } from "../change.ts";
import { countOf, type Shown, shownPlace, summaryOf, usesInShort } from "./shown-change.ts";

const headings: Readonly<Record<Bump, string>> = {
  major: "Breaking changes (major)",
  minor: "Compatible additions (minor)",
  patch: "Texts and examples (patch)",
};

export function markdownOfChanges({ changes, prefixes }: Shown): string {
  const parts = bumps
    .filter((bump) => countOf(changes, bump) > 0)
    .map((bump) => {
      const items = changes.filter((change) => change.bump === bump).map((change) => itemOf(change, prefixes));
      return `## ${headings[bump]}\n\n${items.join("\n")}\n\n`;
    });
  return `${parts.join("")}${summaryOf(changes)}\n`;
}

function itemOf(change: Change, prefixes: Shown["prefixes"]): string {
  const { rule, message, means, revision } = change;
  return [
    `- ${escaped(message)} (\`${rule}\`)  `,
    `  ${escaped(means)}  `,
    `  In ${escaped(usesInShort(change))}; ${escaped(shownPlace(revision, prefixes.revision).label)}`,
  ].join("\n");
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
