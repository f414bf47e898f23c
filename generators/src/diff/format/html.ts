// Changes -> a self-contained HTML page. Its filter and search are a script of this file, which the page's own policy allows by its hash;
// without scripts the page lists everything.
import { createHash } from "node:crypto";
import { htmlTemplate, Markup, printable } from "../../diagnostics/index.ts";
import { type Bump, bumps, type Change } from "../change.ts";
import { acceptedWords, countOf, type Shown, shownPlace, summaryOf } from "./shown-change.ts";

/** All text of the descriptions is escaped. */
const html = htmlTemplate(printable);

export function htmlOfChanges(changeReport: Shown): string {
  const sections = bumps
    .filter((bump) => countOf(changeReport.changes, bump) > 0)
    .map((bump) => sectionOf(bump, changeReport));
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'; base-uri 'none'; form-action 'none'">
<title>What changed in the API</title>
<style>${new Markup(style)}</style>
</head>
<body>
<main>
<h1>What changed in the API</h1>
<p>${summaryOf(changeReport.changes)}</p>
${formOf(changeReport)}
${lines(sections)}
${acceptedSection(changeReport)}
</main>
<script>${new Markup(script)}</script>
</body>
</html>
`;
  return page.text;
}

function lines(parts: readonly Markup[]): Markup {
  return new Markup(parts.map(({ text }) => text).join("\n"));
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
function formOf({ changes }: Shown): Markup {
  const resources = [...new Set(changes.flatMap((change) => change.resources))].sort();
  const boxes = bumps
    .filter((bump) => countOf(changes, bump) > 0)
    .map((bump) => html`<label><input type="checkbox" name="bump" value="${bump}" checked> ${bump}</label>`);
  const options = resources.map((name) => html`<option value="${name}">${name}</option>`);
  return html`<form id="filter" hidden>
<label>Search <input type="search" name="words" autocomplete="off"></label>
<label>Part of the API <select name="resource"><option value="">all</option>${options}</select></label>
<fieldset><legend>Bump</legend>${boxes}</fieldset>
<output name="count" aria-live="polite"></output>
</form>`;
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

function acceptedSection({ accepted = [] }: Shown): Markup {
  if (accepted.length === 0) return new Markup("");
  const items = accepted.map((each) => html`<li>${acceptedWords(each)}</li>`);
  return html`<section aria-labelledby="accepted">
<h2 id="accepted">accepted (${items.length})</h2>
<ul>${lines(items)}</ul>
</section>`;
}

function sectionOf(bump: Bump, { changes, prefixes }: Shown): Markup {
  const ofBump = changes.filter((change) => change.bump === bump);
  return html`<section aria-labelledby="${bump}" data-bump="${bump}">
<h2 id="${bump}">${bump} (${ofBump.length})</h2>
${lines(ofBump.map((change) => articleOf(change, prefixes)))}
</section>`;
}

function articleOf(change: Change, prefixes: Shown["prefixes"]): Markup {
  const { rule, message, means, base, revision, uses } = change;
  const useItems = uses.map(({ where, bump }) => html`<li>${where} (${bump})</li>`);
  return html`<article data-bump="${change.bump}" data-resources="${JSON.stringify(change.resources)}">
<h3>${message}</h3>
<p>${means}</p>
<dl>
<dt>Rule</dt><dd><code>${rule}</code></dd>
<dt>Now</dt><dd><code>${shownPlace(revision, prefixes.revision).label}</code></dd>
<dt>Before</dt><dd><code>${shownPlace(base, prefixes.base).label}</code></dd>
<dt>In</dt><dd><ul>${useItems}</ul></dd>
</dl>
</article>`;
}
