// The first row of a CSV file -> the position of each column, or its errors.
import type { ImportProblem } from "../domain/import-orders.ts";

export const requiredColumns = [
  "firstName",
  "lastName",
  "email",
  "street1",
  "city",
  "state",
  "zip",
  "sku",
  "quantity",
] as const;
export const optionalColumns = [
  "street2",
  "country",
  "phone",
  "companyName",
  "notes",
  "sourceOrderNumber",
  "warehouse",
] as const;

export type Column = (typeof requiredColumns)[number] | (typeof optionalColumns)[number];

/** In the order of the file. */
export type Columns = readonly Column[];

type Header =
  | { readonly kind: "header"; readonly columns: Columns }
  | { readonly kind: "refused"; readonly problems: readonly ImportProblem[] };

/** Of the names in a header. A file of another kind may have any number of them. */
const mostProblems = 100;

const known: readonly Column[] = [...requiredColumns, ...optionalColumns];

export function headerOf(cells: readonly string[], line: number): Header {
  const other = cells.find((cell) => /[;\t]/.test(cell));
  if (other !== undefined) {
    return { kind: "refused", problems: [{ line, column: null, what: `Fields are separated by commas: ${other}` }] };
  }
  const problems: ImportProblem[] = [];
  const columns: Column[] = [];
  let isListed = false;
  for (const cell of cells) {
    if (problems.length >= mostProblems) break;
    const column = known.find((name) => name === cell);
    if (column === undefined) {
      const suggestion = meantBy(cell);
      problems.push({ line, column: cell, what: unknownText(suggestion, isListed) });
      isListed ||= suggestion === undefined;
    } else if (columns.includes(column)) problems.push({ line, column, what: "The column appears twice" });
    else columns.push(column);
  }
  for (const column of requiredColumns) {
    if (!columns.includes(column)) problems.push({ line, column, what: "The column is missing" });
  }
  return problems.length === 0 ? { kind: "header", columns } : { kind: "refused", problems };
}

function meantBy(cell: string): Column | undefined {
  return known.find((name) => name.toLowerCase() === cell.toLowerCase().replaceAll(/[\s_-]/g, ""));
}

/** The first one lists the columns. */
function unknownText(suggestion: Column | undefined, isListed: boolean): string {
  if (suggestion !== undefined) return `Unknown column; did you mean ${suggestion}?`;
  return isListed ? "Unknown column" : `Unknown column; available: ${known.join(", ")}`;
}
