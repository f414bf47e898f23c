// A report -> one self-contained HTML page: no other file, no host, readable without scripts.
import { type Content, htmlTemplate, Markup } from "waybill/command";
import { checks, type Finding, sentenceOf } from "../finding.ts";
import type { Cell } from "../ledger/ledger.ts";
import { type CaseResult, phases, type RunReport } from "../run/run-report.ts";
import { pageScript, pageStyle } from "./html-page.ts";
import { type LedgerGroup, type LedgerRow, ledgerTable, stateOf, totalsOf } from "./ledger-table.ts";
import { counted, otherFailures, repeatOf, summaryOf } from "./summary.ts";
import { visible } from "./visible.ts";

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
  const { findings, requests, deliveries, cases, staleExcuses } = report;
  return html`<dl class="tiles">
${tile(findings.length, findings.length === 1 ? "finding" : "findings", findings.length === 0 ? "good" : "bad")}
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
    findings.map((finding, index) => ({ finding, number: index + 1 })),
    ({ finding }) => finding.subject,
  );
  const parts = [...groups].map(([subject, group]) => {
    const route = subject === null ? "" : (routes.get(subject) ?? "");
    const title = html`<h3>${subject ?? "not described"} <span class="route">${route}</span></h3>`;
    return html`${title}${group.map(({ finding, number }) => findingArticle(finding, number, seed))}`;
  });
  return html`<section id="findings"><h2>Findings</h2>${findings.length === 0 ? html`<p>No findings.</p>` : parts}</section>`;
}

function findingArticle(finding: Finding, number: number, seed: number): Markup {
  const { check, where, evidence } = finding;
  const id = `finding-${number}`;
  return html`<article class="finding" id="${id}">
<h4><a class="anchor" href="#${id}" aria-label="Link to finding ${number}">#${number}</a> <code class="check" title="${checks[check]}">${check}</code> ${sentenceOf(finding)}</h4>
${where === null ? "" : html`<p class="where">${where}</p>`}
${evidence.curl === null ? "" : html`<div class="curl"><pre tabindex="0" aria-label="Request">${evidence.curl}</pre><button type="button" hidden>Copy</button></div>`}
<pre class="shown" tabindex="0" aria-label="Response">${evidence.shown}</pre>
<p class="again">Again: <code>${repeatOf(finding, seed)}</code></p>
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

function checkSection({ findings }: RunReport): Markup {
  const rows = Object.entries(checks).map(([check, summary]) => {
    const found = findings.filter((finding) => finding.check === check).length;
    return html`<tr${found === 0 ? "" : new Markup(' class="bad"')}><th scope="row"><code>${check}</code></th><td>${summary}</td><td class="number">${found}</td></tr>`;
  });
  return html`<section id="checks"><h2>Checks</h2><div class="scroll" tabindex="0" role="region" aria-label="Checks"><table class="wide"><thead><tr><th scope="col">Check</th><th scope="col">Rule</th><th scope="col" class="number">Findings</th></tr></thead><tbody>${rows}</tbody></table></div></section>`;
}

function caseSection({ cases }: RunReport): Markup {
  const parts = phases.flatMap((phase) => {
    const own = cases.filter((one) => one.phase === phase);
    if (own.length === 0) return [];
    const failed = own.filter(({ findings }) => findings.length > 0).length;
    const skipped = own.filter((one) => one.skipped !== null).length;
    const words = [
      counted(own.length, "case"),
      ...(failed === 0 ? [] : [`${failed} with findings`]),
      ...(skipped === 0 ? [] : [`${skipped} skipped`]),
    ];
    return [
      html`<details><summary>${phase}: ${words.join(", ")}</summary><ul class="ids">${own.map(caseItem)}</ul></details>`,
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
