// A report -> one self-contained HTML page: no other file, no host, readable without scripts.
import { type Content, htmlTemplate, Markup } from "waybill/command";
import { type Cause, causesOf, checks, placeOfFinding, sentenceOf } from "../finding.ts";
import type { Cell } from "../ledger/ledger.ts";
import { type CaseResult, phases, type RunReport } from "../run/run-report.ts";
import {
  checkLines,
  counted,
  type LedgerGroup,
  type LedgerRow,
  ledgerTable,
  otherFailures,
  repeatOf,
  stateOf,
  summaryOf,
  totalsOf,
  visible,
} from "./summary.ts";

/** All text of the description and of the service is escaped. */
const html = htmlTemplate(visible);

export function htmlReport(report: RunReport): string {
  const verdict = report.ok ? "conforms" : report.findings.length > 0 ? "does not conform" : "is not complete";
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title>${report.url} ${verdict}</title>
<style>${new Markup(pageStyle)}</style>
</head>
<body>
<header>
<h1><span class="verdict ${report.ok ? "good" : "bad"}">${verdict}</span> ${report.url}</h1>
<p>${summaryOf(report)}. Seed ${report.seed}.</p>
<nav aria-label="Parts of this page"><a href="#findings">Findings</a> <a href="#ledger">Ledger</a> <a href="#excuses">Excuses</a> <a href="#notes">Notes</a> <a href="#checks">Checks</a> <a href="#cases">Cases</a></nav>
</header>
<main>
${tiles(report)}
${failureSection(report)}
${findingSection(report)}
${ledgerSection(report.cells)}
${excuseSection(report)}
${noteSection(report)}
${checkSection(report)}
${caseSection(report)}
</main>
<script>${new Markup(pageScript)}</script>
</body>
</html>
`;
  return page.text;
}

function tiles(report: RunReport): Markup {
  const { cells, seen, excused, holes } = totalsOf(report.cells);
  const tile = (value: Content, name: string, tone = ""): Markup =>
    html`<div class="tile ${tone}"><dt>${name}</dt><dd>${value}</dd></div>`;
  const { requests, deliveries, cases, staleExcuses } = report;
  const causes = causesOf(report.findings).length;
  return html`<dl class="tiles">
${tile(causes, causes === 1 ? "finding" : "findings", causes === 0 ? "good" : "bad")}
${tile(`${seen} of ${cells}`, "cells seen")}
${tile(holes, holes === 1 ? "hole" : "holes", holes === 0 ? "good" : report.complete ? "bad" : "fair")}
${tile(excused, "excused")}
${staleExcuses.length === 0 ? "" : tile(staleExcuses.length, "stale excuses", "bad")}
${tile(requests, "requests")}
${tile(deliveries, "deliveries")}
${tile(cases.length, "cases")}
</dl>`;
}

function failureSection(report: RunReport): Content {
  const failures = otherFailures(report);
  return failures.length === 0 ? "" : html`<ul class="failures">${failures.map((line) => html`<li>${line}</li>`)}</ul>`;
}

function findingSection({ findings, cells, seed }: RunReport): Markup {
  const routes = new Map(cells.map(({ subject, route }) => [subject, route]));
  const groups = Map.groupBy(
    causesOf(findings).map((cause, index) => ({ ...cause, number: index + 1 })),
    ({ first }) => first.subject,
  );
  const parts = [...groups].map(([subject, group]) => {
    const route = subject === null ? "" : (routes.get(subject) ?? "");
    const title = html`<h3>${subject ?? "not described"} <span class="route">${route}</span></h3>`;
    return html`${title}${group.map((cause) => findingArticle(cause, seed))}`;
  });
  return html`<section id="findings"><h2>Findings</h2>${findings.length === 0 ? html`<p>No findings.</p>` : parts}</section>`;
}

function findingArticle({ first: finding, others, number }: Cause & { readonly number: number }, seed: number): Markup {
  const { check, where, evidence } = finding;
  const id = `finding-${number}`;
  return html`<article class="finding" id="${id}">
<h4><a class="anchor" href="#${id}" aria-label="Link to finding ${number}">#${number}</a> <code class="check" title="${checks[check]}">${check}</code> ${sentenceOf(finding)}</h4>
${where === null ? "" : html`<p class="where">${where}</p>`}
${evidence.curl === null ? "" : html`<div class="curl"><pre tabindex="0" aria-label="Request">${evidence.curl}</pre><button type="button" hidden>Copy</button></div>`}
<pre class="shown" tabindex="0" aria-label="Response">${evidence.shown}</pre>
<p class="again">Again: <code>${repeatOf(finding, seed)}</code></p>
${others.length === 0 ? "" : html`<p class="others">The same in ${others.map(placeOfFinding).join(", ")}.</p>`}
</article>`;
}

function excuseSection({ cells, staleExcuses }: RunReport): Markup {
  const excused = cells.flatMap(({ id, seen, excuse }) => (seen > 0 || excuse === null ? [] : [{ id, excuse }]));
  const rows = [...Map.groupBy(excused, ({ excuse }) => excuse)].map(
    ([reason, group]) => html`<tr><td>${reason}</td><td>${idList(group.map(({ id }) => id))}</td></tr>`,
  );
  const reasons = html`<div class="scroll" tabindex="0" role="region" aria-label="Excuses"><table class="wide"><thead><tr><th scope="col">Reason</th><th scope="col">Excuses</th></tr></thead><tbody>${rows}</tbody></table></div>`;
  const stale = html`<h3>Stale</h3><ul>${staleExcuses.map((line) => html`<li>${line}</li>`)}</ul>`;
  return html`<section id="excuses"><h2>Excuses</h2>
${rows.length === 0 ? html`<p>Nothing is excused.</p>` : reasons}
${staleExcuses.length === 0 ? "" : stale}</section>`;
}

function idList(ids: readonly string[]): Markup {
  const list = html`<ul class="ids">${ids.map((id) => html`<li>${id}</li>`)}</ul>`;
  return ids.length <= 3 ? list : html`<details><summary>${ids.length} cells</summary>${list}</details>`;
}

function noteSection({ notes }: RunReport): Markup {
  const list = html`<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>`;
  return html`<section id="notes"><h2>Notes</h2>${notes.length === 0 ? html`<p>Every case could be run.</p>` : list}</section>`;
}

function checkSection({ findings, checks: ofSubjects }: RunReport): Markup {
  const rows = Object.entries(checks).map(([check, summary]) => {
    const findingCount = findings.filter((finding) => finding.check === check).length;
    return html`<tr${findingCount === 0 ? "" : new Markup(' class="bad"')}><th scope="row"><code>${check}</code></th><td>${summary}</td><td class="number">${findingCount}</td></tr>`;
  });
  return html`<section id="checks"><h2>Checks</h2>${notRunList(ofSubjects)}<div class="scroll" tabindex="0" role="region" aria-label="Checks"><table class="wide"><thead><tr><th scope="col">Check</th><th scope="col">Rule</th><th scope="col" class="number">Findings</th></tr></thead><tbody>${rows}</tbody></table></div></section>`;
}

function notRunList(rows: RunReport["checks"]): Content {
  const lines = checkLines(rows);
  return lines.length === 0 ? "" : html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

function caseSection({ cases }: RunReport): Markup {
  const parts = phases.flatMap((phase) => {
    const phaseCases = cases.filter((one) => one.phase === phase);
    if (phaseCases.length === 0) return [];
    const failed = phaseCases.filter(({ findings }) => findings.length > 0).length;
    const skipped = phaseCases.filter((one) => one.skipped !== null).length;
    const summaryParts = [
      counted(phaseCases.length, "case"),
      ...(failed === 0 ? [] : [`${failed} with findings`]),
      ...(skipped === 0 ? [] : [`${skipped} skipped`]),
    ];
    return [
      html`<details><summary>${phase}: ${summaryParts.join(", ")}</summary><ul class="ids">${phaseCases.map(caseItem)}</ul></details>`,
    ];
  });
  return html`<section id="cases"><h2>Cases</h2>${parts.length === 0 ? html`<p>No cases.</p>` : parts}</section>`;
}

function caseItem({ id, findings, skipped }: CaseResult): Markup {
  const outcome =
    findings.length > 0 ? counted(findings.length, "finding") : skipped === null ? "" : `skipped: ${skipped}`;
  return html`<li${findings.length === 0 ? "" : new Markup(' class="bad"')}>${id}${outcome === "" ? "" : html` <em>${outcome}</em>`}</li>`;
}

/** A matrix of operations and statuses, and one of events; each cell opens to its media types and headers. */
function ledgerSection(cells: readonly Cell[]): Markup {
  const { statuses, operations, messages } = ledgerTable(cells);
  return html`<section id="ledger"><h2>Ledger</h2>
<p class="legend"><span><span class="key seen">12</span> times seen</span> <span><span class="key partly">12 in part</span> some media types or headers not seen</span> <span><span class="key hole">hole</span> never seen</span> <span><span class="key excused">excused</span> may be missing, for a stated reason</span></p>
<p class="filter" hidden><label><input type="checkbox" id="only-holes"> Only rows with holes</label></p>
${operations.length === 0 ? "" : operationTable(statuses, operations)}
${messages.length === 0 ? "" : messageTable(messages)}
${cells.length === 0 ? html`<p>Nothing is declared.</p>` : ""}</section>`;
}

function operationTable(statuses: readonly string[], rows: readonly LedgerRow[]): Markup {
  const head = statuses.map((status) => html`<th scope="col">${status}</th>`);
  const body = rows.map((row) => {
    const entries = statuses.map((status) => entryOf(row.groups.find((group) => group.status === status)));
    return html`<tr data-holes="${hasHole(row) ? "yes" : "no"}"><th scope="row">${row.subject}<span class="route">${row.route}</span></th>${entries}</tr>`;
  });
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Operations"><table class="matrix"><caption>Operations by status</caption><thead><tr><th scope="col">Operation</th>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

function messageTable(rows: readonly LedgerRow[]): Markup {
  const body = rows.map((row) => {
    return html`<tr data-holes="${hasHole(row) ? "yes" : "no"}"><th scope="row">${row.subject}</th>${entryOf(row.groups[0])}</tr>`;
  });
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Events"><table class="matrix"><caption>Events</caption><thead><tr><th scope="col">Event</th><th scope="col">Deliveries</th></tr></thead><tbody>${body}</tbody></table></div>`;
}

function hasHole({ groups }: LedgerRow): boolean {
  return groups.some(({ cell, parts }) => [cell, ...parts].some((one) => stateOf(one) === "hole"));
}

function entryOf(group: LedgerGroup | undefined): Markup {
  if (group === undefined) return html`<td class="none"></td>`;
  const { cell, parts } = group;
  const state = stateOf(cell);
  const isPartly = state === "seen" && parts.some((part) => stateOf(part) === "hole");
  const word = state === "seen" ? (isPartly ? `${cell.seen} in part` : String(cell.seen)) : state;
  const inside = html`<div class="parts"><p class="where">${cell.where}</p>${excuseOf(cell)}<ul>${parts.map(partItem)}</ul></div>`;
  return html`<td class="${isPartly ? "partly" : state}"><details><summary>${word}</summary>${inside}</details></td>`;
}

function partItem(part: Cell): Markup {
  const state = stateOf(part);
  return html`<li class="${state}">${part.part ?? ""}: ${state === "seen" ? part.seen : state}${excuseOf(part)}</li>`;
}

function excuseOf({ seen, excuse }: Cell): Content {
  return seen > 0 || excuse === null ? "" : html`<p class="reason">${excuse}</p>`;
}

const pageStyle: string = `
:root { color-scheme: light dark; --ink: #1a1d21; --soft: #565d66; --page: #fff; --card: #f5f6f8; --line: #d5d9df; --link: #0b57b5;
  --good: #0a6b2d; --good-page: #e2f5e7; --fair: #7a4b00; --fair-page: #fdf0d3; --bad: #a3121f; --bad-page: #fde6e7; --none: #eceef1; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8eb; --soft: #a4acb7; --page: #14161a; --card: #1d2026; --line: #363b44; --link: #7db4ff;
    --good: #7fdc9b; --good-page: #12331d; --fair: #f3c669; --fair-page: #3a2c0c; --bad: #ff9aa1; --bad-page: #43171b; --none: #1a1d22; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header, main { max-width: 80rem; margin: 0 auto; padding: 1rem clamp(0.75rem, 3vw, 2rem); }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0.5rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 0.75rem; padding-bottom: 0.25rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.5rem 0 0.5rem; overflow-wrap: anywhere; }
h4 { font-size: 1rem; font-weight: 600; margin: 0 0 0.25rem; overflow-wrap: anywhere; }
p { margin: 0.4rem 0; }
a { color: var(--link); }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin-top: 0.75rem; }
code, pre, .ids, .where, .route, .parts { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: 0.85rem; }
pre { margin: 0; padding: 0.6rem 0.75rem; background: var(--page); border: 1px solid var(--line); border-radius: 6px; overflow-x: auto; }
.shown { white-space: pre-wrap; overflow-wrap: anywhere; color: var(--soft); max-height: 20rem; overflow-y: auto; }
.where, .route { color: var(--soft); overflow-wrap: anywhere; }
.route { font-weight: 400; }
.verdict { display: inline-block; padding: 0 0.5rem; border-radius: 6px; }
.verdict.good, .tile.good { color: var(--good); background: var(--good-page); }
.verdict.bad, .tile.bad { color: var(--bad); background: var(--bad-page); }
.tile.fair { color: var(--fair); background: var(--fair-page); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 0.75rem; margin: 0; }
.tile { display: flex; flex-direction: column-reverse; justify-content: flex-end; padding: 0.6rem 0.75rem; border-radius: 8px; background: var(--card); }
.tile dt { font-size: 0.85rem; }
.tile dd { margin: 0; font-size: 1.4rem; font-weight: 600; line-height: 1.2; font-variant-numeric: tabular-nums; }
.failures { color: var(--bad); }
.finding { margin: 0 0 1rem; padding: 0.75rem 1rem; background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: 8px; }
.finding:target { outline: 2px solid var(--link); }
.anchor { color: var(--soft); text-decoration: none; font-weight: 400; }
.check { color: var(--bad); }
.curl { display: flex; gap: 0.5rem; align-items: flex-start; margin: 0.5rem 0; }
.curl pre { flex: 1; min-width: 0; }
button { font: inherit; font-size: 0.85rem; padding: 0.45rem 0.75rem; color: var(--ink); background: var(--page); border: 1px solid var(--soft); border-radius: 6px; cursor: pointer; }
.again { color: var(--soft); font-size: 0.9rem; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; margin: 0.75rem 0 1.25rem; border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: left; padding: 0.5rem 0.6rem; font-weight: 600; }
th, td { padding: 0.35rem 0.6rem; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { background: var(--card); white-space: nowrap; }
.wide th[scope="row"] { font-weight: 400; white-space: nowrap; }
.number { text-align: right; }
tr.bad td, tr.bad th { background: var(--bad-page); }
.matrix { width: auto; min-width: 100%; }
.matrix th[scope="row"] { font-weight: 600; min-width: 11rem; position: sticky; left: 0; background: var(--page); }
.matrix th .route { display: block; }
.matrix td { border-left: 1px solid var(--line); min-width: 4.5rem; }
.seen { color: var(--good); }
.partly, .partly.key { color: var(--fair); background: var(--fair-page); }
td.hole, .key.hole { color: var(--bad); background: var(--bad-page); font-weight: 600; }
li.hole { color: var(--bad); font-weight: 600; }
.excused { color: var(--soft); }
td.none { background: var(--none); }
.key { display: inline-block; padding: 0 0.4rem; border: 1px solid var(--line); border-radius: 4px; font-size: 0.85rem; }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
.legend, .filter { color: var(--soft); font-size: 0.9rem; }
summary { cursor: pointer; }
td summary { white-space: nowrap; }
.parts { color: var(--ink); font-weight: 400; min-width: 14rem; }
.parts ul, .ids { margin: 0.25rem 0; padding-left: 1.1rem; }
.parts .seen { color: inherit; }
.reason { font-family: system-ui, sans-serif; color: var(--soft); }
.ids li { overflow-wrap: anywhere; }
.ids .bad { color: var(--bad); }
a:focus-visible, button:focus-visible, summary:focus-visible, pre:focus-visible, .scroll:focus-visible, input:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
@media (max-width: 40rem) {
  .curl { flex-direction: column; align-items: stretch; }
  .curl pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  .matrix th[scope="row"] { min-width: 9.5rem; max-width: 11rem; overflow-wrap: anywhere; font-size: 0.85rem; }
  .matrix th .route { font-size: 0.75rem; }
  .wide th[scope="row"] { white-space: normal; }
}
@media print { .filter, .curl button, nav { display: none; } }
`;

const pageScript: string = `
for (const button of document.querySelectorAll(".curl button")) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  button.addEventListener("click", () => {
    navigator.clipboard.writeText(button.previousElementSibling.textContent).then(
      () => { button.textContent = "Copied"; },
      () => { button.textContent = "Not allowed"; },
    );
  });
}
const onlyHoles = document.getElementById("only-holes");
onlyHoles.closest("p").hidden = false;
onlyHoles.addEventListener("change", () => {
  for (const row of document.querySelectorAll("tr[data-holes=no]")) row.hidden = onlyHoles.checked;
});
`;
