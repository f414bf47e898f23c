// Rows of a CSV file, one by one -> orders: rows with the same source number are lines of one order.
import type { LineItem } from "@fulfillment/types";
import { recipientFields, recipientProblems } from "../api/recipient-fields.ts";
import type { ImportedOrder, ImportProblem, Mention } from "../domain/import-orders.ts";
import type { Column, Columns } from "./header.ts";

export interface Row {
  /** Where it starts. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface OrdersFile {
  /** To be placed if there is no problem. */
  readonly orders: readonly ImportedOrder[];
  readonly mentions: readonly Mention[];
  readonly problems: readonly ImportProblem[];
}

/** The cells of a row that are not empty. */
type Cells = ReadonlyMap<Column, string>;

/** An order that may get more lines. */
interface Draft {
  readonly line: number;
  readonly cells: Cells;
  readonly lines: LineItem[];
}

export class OrderCollector {
  readonly #drafts: Draft[] = [];
  readonly #bySourceNumber: Map<string, Draft> = new Map();
  readonly #mentions: Mention[] = [];
  readonly #problems: ImportProblem[] = [];

  add(columns: Columns, { line, cells }: Row): void {
    if (cells.length !== columns.length) {
      const what = `The number of fields (${cells.length}) differs from the header (${columns.length})`;
      this.#problems.push({ line, column: null, what });
      return;
    }
    const filled: Cells = new Map(
      columns.map((column, index) => [column, cells[index] ?? ""] as const).filter(isFilled),
    );
    const draft = this.#draftOf(filled, line);
    const item = this.#readLine(filled, line);
    if (item !== null) draft.lines.push(item);
  }

  finish(): OrdersFile {
    const orders = this.#drafts.map(orderOf);
    return { orders, mentions: this.#mentions, problems: this.#problems };
  }

  #draftOf(cells: Cells, line: number): Draft {
    const number = cells.get("sourceOrderNumber");
    const first = number === undefined ? undefined : this.#bySourceNumber.get(number);
    if (first !== undefined) {
      this.#compare(first, { cells, line });
      return first;
    }
    const draft = { line, cells, lines: [] };
    this.#drafts.push(draft);
    if (number !== undefined) this.#bySourceNumber.set(number, draft);
    this.#checkRecipient(cells, line);
    const warehouse = cells.get("warehouse");
    if (warehouse !== undefined) this.#mentions.push({ line, column: "warehouse", text: warehouse });
    return draft;
  }

  /** What a later row of an order leaves empty is as in its first row. */
  #compare(first: Draft, { cells, line }: { readonly cells: Cells; readonly line: number }): void {
    for (const [column, text] of cells) {
      if (column === "sku" || column === "quantity" || first.cells.get(column) === text) continue;
      const what = `The value differs from line ${first.line}, which belongs to the same order`;
      this.#problems.push({ line, column, what });
    }
  }

  #checkRecipient(cells: Cells, line: number): void {
    const present = recipientFields.flatMap((field) => {
      const text = cells.get(field);
      return text === undefined ? [] : [[field, text] as const];
    });
    for (const { path, message } of recipientProblems(Object.fromEntries(present))) {
      this.#problems.push({ line, column: path, what: message });
    }
  }

  /** `null`: it has been reported why not. */
  #readLine(cells: Cells, line: number): LineItem | null {
    const sku = cells.get("sku");
    const quantity = quantityOf(cells.get("quantity"));
    if (sku === undefined) this.#problems.push({ line, column: "sku", what: "Required" });
    else this.#mentions.push({ line, column: "sku", text: sku });
    if (typeof quantity === "string") this.#problems.push({ line, column: "quantity", what: quantity });
    return sku === undefined || typeof quantity === "string" ? null : { sku, quantity };
  }
}

function isFilled(cell: readonly [Column, string]): boolean {
  return cell[1] !== "";
}

/** The number, or what is wrong with it. */
function quantityOf(text: string | undefined): number | string {
  if (text === undefined) return "Required";
  const quantity = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(quantity)) return "Expected integer";
  return quantity < 1 ? "Must be at least 1" : quantity;
}

function orderOf({ line, cells, lines }: Draft): ImportedOrder {
  const text = (column: Column): string => cells.get(column) ?? "";
  return {
    line,
    recipient: {
      firstName: text("firstName"),
      lastName: text("lastName"),
      email: text("email"),
      phone: cells.get("phone") ?? null,
      street1: text("street1"),
      city: text("city"),
      state: text("state"),
      postalCode: text("zip"),
      country: cells.get("country") ?? "US",
    },
    street2: cells.get("street2") ?? null,
    companyName: cells.get("companyName") ?? null,
    notes: cells.get("notes") ?? null,
    sourceOrderNumber: cells.get("sourceOrderNumber") ?? null,
    warehouse: cells.get("warehouse") ?? null,
    lines,
  };
}
