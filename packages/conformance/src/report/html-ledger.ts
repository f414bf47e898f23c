// The ledger -> HTML: a matrix of operations and statuses, and one of events; each cell opens to its media types and headers.
import type { Cell } from "../ledger/ledger.ts";
import { type LedgerGroup, type LedgerRow, ledgerTable, stateOf } from "./ledger-table.ts";
import { type Content, html, type Markup } from "./markup.ts";

export function ledgerSection(cells: readonly Cell[]): Markup {
  const { statuses, operations, messages } = ledgerTable(cells);
  return html`<section id="ledger"><h2>Ledger</h2>
<p class="legend"><span><span class="key seen">12</span> seen so often</span> <span><span class="key partly">12 in part</span> but not all its media types and headers</span> <span><span class="key hole">hole</span> never seen</span> <span><span class="key excused">excused</span> need not be seen</span></p>
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
