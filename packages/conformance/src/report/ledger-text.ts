// The ledger -> lines of text: a table of operations and statuses no wider than a terminal, events, and the holes by name.
import type { Cell } from "../ledger/ledger.ts";
import { type LedgerGroup, type LedgerRow, ledgerTable, stateOf } from "./ledger-table.ts";
import { counted } from "./summary.ts";
import type { Paint } from "./text.ts";
import { visibleLine } from "./visible.ts";

/** Columns of a terminal. */
const width = 100;
const longestName = 40;
const longestList = 40;

export function ledgerLines(cells: readonly Cell[], paint: Paint): string[] {
  if (cells.length === 0) return ["  nothing is declared"];
  const { statuses, operations, messages } = ledgerTable(cells);
  const events = messages.length === 0 ? [] : table("event", ["deliveries"], messages, paint);
  return [...operationTables(statuses, operations, paint), ...events, ...legend(cells), ...holeLines(cells, paint)];
}

/** As many tables as it takes to fit all statuses. */
function operationTables(statuses: readonly string[], rows: readonly LedgerRow[], paint: Paint): string[] {
  const room = width - 2 - nameWidth("operation", rows);
  const perTable = Math.max(1, Math.floor(room / columnWidth("429")));
  const chunks = statuses.flatMap((_, at) => (at % perTable === 0 ? [statuses.slice(at, at + perTable)] : []));
  return chunks.flatMap((chunk) => {
    const concerned = rows.filter(({ groups }) =>
      groups.some(({ status }) => status !== null && chunk.includes(status)),
    );
    return table("operation", chunk, concerned, paint);
  });
}

function table(title: string, columns: readonly string[], rows: readonly LedgerRow[], paint: Paint): string[] {
  const names = nameWidth(title, rows);
  const head = `  ${title.padEnd(names)}${columns.map((column) => column.padStart(columnWidth(column))).join("")}`;
  const lines = rows.map(({ subject, groups }) => {
    const entries = columns.map((column) => {
      const group = groups.find(({ status }) => status === null || status === column);
      return entryOf(group, columnWidth(column), paint);
    });
    return `  ${shortened(visibleLine(subject)).padEnd(names)}${entries.join("")}`.trimEnd();
  });
  return [paint("bold", head), ...lines, ""];
}

function nameWidth(title: string, rows: readonly LedgerRow[]): number {
  return Math.max(title.length, ...rows.map(({ subject }) => shortened(visibleLine(subject)).length));
}

/** `12k* ` and `hole` fit. */
function columnWidth(column: string): number {
  return Math.max(column.length, 5) + 2;
}

/** Padded before it is painted: colours have a length, but no width. */
function entryOf(group: LedgerGroup | undefined, columns: number, paint: Paint): string {
  if (group === undefined) return " ".repeat(columns);
  switch (stateOf(group.cell)) {
    case "hole":
      return paint("red", "hole".padStart(columns));
    case "excused":
      return paint("dim", "exc.".padStart(columns));
    case "seen": {
      const isPartly = group.parts.some((part) => stateOf(part) === "hole");
      const text = `${countOf(group.cell.seen)}${isPartly ? "*" : ""}`.padStart(columns);
      return isPartly ? paint("yellow", text) : text;
    }
  }
}

function countOf(seen: number): string {
  return seen < 10_000 ? String(seen) : `${Math.floor(seen / 1000)}k`;
}

function legend(cells: readonly Cell[]): string[] {
  const has = (state: string): boolean => cells.some((cell) => stateOf(cell) === state);
  const words = [
    "a number: seen so often",
    ...(has("hole") ? ["*: but not all its media types and headers", "hole: never seen"] : []),
    ...(has("excused") ? ["exc.: excused"] : []),
  ];
  return [`  ${words.join("; ")}`];
}

/** An unseen status includes its media types and headers; one of many operations is listed once. */
function holeLines(cells: readonly Cell[], paint: Paint): string[] {
  const { operations, messages } = ledgerTable(cells);
  const groups = [...operations, ...messages].flatMap((row) => row.groups);
  const common = commonHoles(groups);
  const single = groups.filter((group) => !common.has(group)).flatMap(holesOf);
  const holes = [...new Set(common.values()), ...single];
  if (holes.length === 0) return [];
  const names = Math.min(60, Math.max(...holes.map(({ name }) => name.length)));
  const lines = holes.map(({ name, where }) => {
    return `    ${name.padEnd(names)}  ${paint("cyan", visibleLine(where))}`.trimEnd();
  });
  const more = lines.length - longestList;
  const rest = more > 0 ? [`    and ${more} more: --report html=conform.html shows all`] : [];
  return ["", `  ${paint("red", "holes")}`, ...lines.slice(0, longestList), ...rest];
}

interface Hole {
  readonly name: string;
  readonly where: string;
}

/** Statuses not seen of more than three operations, each as one hole, named as an excuse would name it. */
function commonHoles(groups: readonly LedgerGroup[]): Map<LedgerGroup, Hole> {
  const unseen = groups.filter(({ status, cell }) => status !== null && stateOf(cell) === "hole");
  const byStatus = [...Map.groupBy(unseen, ({ status }) => status)].filter(([, same]) => same.length > 3);
  return new Map(
    byStatus.flatMap(([status, same]) => {
      const hole = { name: `* ${status} and its parts, of ${same.length} operations`, where: "" };
      return same.map((group): [LedgerGroup, Hole] => [group, hole]);
    }),
  );
}

function holesOf({ cell, parts }: LedgerGroup): Hole[] {
  const missing = parts.filter((part) => stateOf(part) === "hole");
  const ofParts = missing.length === 0 ? "" : ` and ${counted(missing.length, "part")} of it`;
  if (stateOf(cell) === "hole") return [{ name: `${visibleLine(cell.id)}${ofParts}`, where: cell.where }];
  return missing.map(({ id, where }) => ({ name: visibleLine(id), where }));
}

function shortened(name: string): string {
  return name.length <= longestName ? name : `${name.slice(0, longestName - 1)}…`;
}
