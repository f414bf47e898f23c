// Changes -> a self-contained HTML page. Its filter and search are a script of this file, which the page's own policy allows by its hash;
// without scripts the page lists everything.
import { createHash } from "node:crypto";
import { printable } from "../../diagnostics/index.ts";
import { type Bump, bumps, type Change } from "../change.ts";
import { acceptedWords, countOf, type Shown, shownPlace, summaryOf } from "./shown-change.ts";

export function htmlOfChanges(shown: Shown): string {
  const sections = bumps.filter((bump) => countOf(shown.changes, bump) > 0).map((bump) => sectionOf(bump, shown));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'; base-uri 'none'; form-action 'none'">
<title>What changed in the API</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>What changed in the API</h1>
<p>${escaped(summaryOf(shown.changes))}</p>
${formOf(shown)}
${sections.join("\n")}
${acceptedSection(shown)}
</main>
<script>${script}</script>
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
form { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: end; padding: 0.75rem 0; position: sticky; top: 0; background: Canvas; border-bottom: 1px solid; }
form[hidden], article[hidden], section[hidden] { display: none; }
fieldset { border: 0; margin: 0; padding: 0; display: flex; gap: 0.75rem; }
legend { float: left; padding: 0 0.75rem 0 0; }
input[type="search"], select { font: inherit; padding: 0.25rem; max-width: 100%; }
article[data-bump="major"] { border-inline-start: 0.4rem solid #c0392b; }
`;

/** Hidden until the script works it. */
function formOf({ changes }: Shown): string {
  const resources = [...new Set(changes.flatMap((change) => change.resources))].sort();
  const boxes = bumps
    .filter((bump) => countOf(changes, bump) > 0)
    .map((bump) => `<label><input type="checkbox" name="bump" value="${bump}" checked> ${bump}</label>`);
  const options = resources.map((name) => `<option value="${escaped(name)}">${escaped(name)}</option>`);
  return [
    '<form id="filter" hidden>',
    '<label>Search <input type="search" name="words" autocomplete="off"></label>',
    `<label>Part of the API <select name="resource"><option value="">all</option>${options.join("")}</select></label>`,
    `<fieldset><legend>Bump</legend>${boxes.join("")}</fieldset>`,
    '<output name="count" aria-live="polite"></output>',
    "</form>",
  ].join("\n");
}

/** Every word has to appear in the text of a change. */
const script = `
const form = document.getElementById("filter");
const articles = [...document.querySelectorAll("article")].map((element) => ({ element, text: element.textContent.toLowerCase() }));
function apply() {
  const data = new FormData(form);
  const words = data.get("words").toLowerCase().split(/\\s+/).filter(Boolean);
  const bumps = new Set(data.getAll("bump"));
  const resource = data.get("resource");
  let count = 0;
  for (const { element, text } of articles) {
    const { bump, resources } = element.dataset;
    const isShown = bumps.has(bump) && (resource === "" || JSON.parse(resources).includes(resource)) && words.every((word) => text.includes(word));
    element.hidden = !isShown;
    if (isShown) count += 1;
  }
  for (const section of document.querySelectorAll("section[data-bump]"))
    section.hidden = section.querySelector("article:not([hidden])") === null;
  form.elements.count.value = count + " of " + articles.length + " changes";
}
form.addEventListener("input", apply);
form.addEventListener("submit", (event) => event.preventDefault());
form.hidden = false;
apply();
`;

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

function acceptedSection({ accepted = [] }: Shown): string {
  if (accepted.length === 0) return "";
  const items = accepted.map((each) => `<li>${escaped(acceptedWords(each))}</li>`);
  return `<section aria-labelledby="accepted">\n<h2 id="accepted">accepted (${items.length})</h2>\n<ul>${items.join("\n")}</ul>\n</section>`;
}

function sectionOf(bump: Bump, { changes, prefixes }: Shown): string {
  const own = changes.filter((change) => change.bump === bump);
  return [
    `<section aria-labelledby="${bump}" data-bump="${bump}">`,
    `<h2 id="${bump}">${bump} (${own.length})</h2>`,
    ...own.map((change) => articleOf(change, prefixes)),
    "</section>",
  ].join("\n");
}

function articleOf(change: Change, prefixes: Shown["prefixes"]): string {
  const { rule, message, means, base, revision, uses } = change;
  const met = uses.map(({ where, bump }) => `<li>${escaped(where)} (${bump})</li>`).join("");
  return [
    `<article data-bump="${change.bump}" data-resources="${escaped(JSON.stringify(change.resources))}">`,
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
