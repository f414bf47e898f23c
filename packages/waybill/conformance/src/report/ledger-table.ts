// Cells of the ledger -> a table of subjects and statuses, as the text and the page print it, and the totals of all of them.
import type { Cell } from "../ledger/ledger.ts";

export interface LedgerTotals {
  /** How many cells are declared. */
  readonly cells: number;
  readonly seen: number;
  /** Not seen, with a reason. */
  readonly excused: number;
  /** Neither seen nor excused. */
  readonly holes: number;
}

/** An operation or an event, with what is declared of it. */
export interface LedgerRow {
  readonly subject: string;
  /** `POST /v1/orders/create`; empty for an event. */
  readonly route: string;
  readonly groups: readonly LedgerGroup[];
}

/** A status of an operation, or an event, with the media types and headers that belong to it. */
export interface LedgerGroup {
  /** `null` for an event. */
  readonly status: string | null;
  readonly cell: Cell;
  readonly parts: readonly Cell[];
}

export interface LedgerTable {
  /** Every status that some operation declares, in the order of their numbers. */
  readonly statuses: readonly string[];
  readonly operations: readonly LedgerRow[];
  readonly messages: readonly LedgerRow[];
}

/** `hole`: neither seen nor excused. */
export type CellState = "seen" | "excused" | "hole";

export function stateOf({ seen, excuse }: Pick<Cell, "seen" | "excuse">): CellState {
  if (seen > 0) return "seen";
  return excuse === null ? "hole" : "excused";
}

export function totalsOf(cells: readonly Cell[]): LedgerTotals {
  const count = (state: CellState): number => cells.filter((cell) => stateOf(cell) === state).length;
  return { cells: cells.length, seen: count("seen"), excused: count("excused"), holes: count("hole") };
}

/** Rows and groups are in the order of the description, as the cells are. */
export function ledgerTable(cells: readonly Cell[]): LedgerTable {
  const subjects = Map.groupBy(cells, ({ route, subject }) => `${route}\n${subject}`);
  const rows = [...subjects.values()].flatMap(rowOf);
  const statuses = new Set(cells.flatMap(({ status }) => (status === null ? [] : [status])));
  return {
    statuses: [...statuses].sort(byStatus),
    operations: rows.filter(({ route }) => route !== ""),
    messages: rows.filter(({ route }) => route === ""),
  };
}

function rowOf(cells: readonly Cell[]): LedgerRow[] {
  const [first] = cells;
  if (first === undefined) return [];
  const groups = cells
    .filter(({ part }) => part === null)
    .map((cell) => ({
      status: cell.status,
      cell,
      parts: cells.filter(({ part, status }) => part !== null && status === cell.status),
    }));
  return [{ subject: first.subject, route: first.route, groups }];
}

/** `404`, `4XX`, `500`, `default`. */
function byStatus(a: string, b: string): number {
  const rank = (status: string): string => (status === "default" ? "~" : status.replaceAll("X", "~"));
  return rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0;
}
