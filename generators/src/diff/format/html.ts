// Changes -> a self-contained HTML page.
import { printable } from "../../diagnostics/index.ts";
import { type Bump, bumps, type Change } from "../change.ts";
import { countOf, type Shown, shownPlace, summaryOf } from "./shown-change.ts";

export function htmlOfChanges(shown: Shown): string {
  const sections = bumps.filter((bump) => countOf(shown.changes, bump) > 0).map((bump) => sectionOf(bump, shown));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>What changed in the API</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>What changed in the API</h1>
<p>${escaped(summaryOf(shown.changes))}</p>
${sections.join("\n")}
</main>
</body>
</html>
`;
}

const style = `
:root { color-scheme: light dark; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
article { border: 1px solid; border-radius: 0.5rem; padding: 0.5rem 1rem; margin: 1rem 0; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 0.25rem 0; }
dt { font-weight: 600; }
dd { margin: 0 0 0.5rem; }
code { font-family: ui-monospace, monospace; }
`;

function sectionOf(bump: Bump, { changes, prefixes }: Shown): string {
  const own = changes.filter((change) => change.bump === bump);
  return [
    `<section aria-labelledby="${bump}">`,
    `<h2 id="${bump}">${bump} (${own.length})</h2>`,
    ...own.map((change) => articleOf(change, prefixes)),
    "</section>",
  ].join("\n");
}

function articleOf({ rule, message, means, base, revision, uses }: Change, prefixes: Shown["prefixes"]): string {
  const met = uses.map(({ where, bump }) => `<li>${escaped(where)} (${bump})</li>`).join("");
  return [
    "<article>",
    `<h3>${escaped(message)}</h3>`,
    `<p>${escaped(means)}</p>`,
    "<dl>",
    `<dt>Rule</dt><dd><code>${rule}</code></dd>`,
    `<dt>Now</dt><dd><code>${escaped(shownPlace(revision, prefixes.revision).label)}</code></dd>`,
    `<dt>Before</dt><dd><code>${escaped(shownPlace(base, prefixes.base).label)}</code></dd>`,
    `<dt>In</dt><dd><ul>${met}</ul></dd>`,
    "</dl>",
    "</article>",
  ].join("\n");
}

function escaped(text: string): string {
  return printable(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
