// A CSV file -> the orders in it, what they mention, and everything that is wrong with it, by line and column.
import { pipeline, Readable } from "node:stream";
import { CsvError, type Info, parse } from "csv-parse";
import { z } from "zod";
import type { ImportProblem } from "../domain/import-orders.ts";
import { type Columns, headerOf } from "./header.ts";
import { OrderCollector, type OrdersFile, type Row } from "./rows.ts";

/** A whole import is one transaction, and others wait while it is written: some seconds at most. */
export const mostRows = 5_000;
const largestRecord = 1_048_576;

/** Rejects when the file cannot be read at all. */
export async function readOrders(source: AsyncIterable<Uint8Array>): Promise<OrdersFile> {
  const parser = parse({
    info: true,
    delimiter: ",",
    record_delimiter: ["\r\n", "\n", "\r"],
    // Blanks around a field are not part of it, unless they are in quotes.
    trim: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: largestRecord,
  });
  // The loop below throws every error of the source, too.
  pipeline(Readable.from(decode(source)), parser, () => {});
  const collector = new OrderCollector();
  let columns: Columns | null = null;
  let rows = 0;
  try {
    for await (const parsed of parser) {
      const { line, cells } = rowOf(parsed);
      if (columns === null) {
        const header = headerOf(cells, line);
        if (header.kind === "refused") return failed(header.problems);
        columns = header.columns;
        continue;
      }
      rows += 1;
      if (rows > mostRows) return failed([lineProblem(line, `More than ${mostRows} rows: split the file`)]);
      collector.add(columns, { line, cells });
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const found = collector.finish();
    return { ...found, problems: [...found.problems, csvProblem(error)] };
  }
  if (columns === null) return failed([lineProblem(1, "The file is empty: it needs a header row")]);
  if (rows === 0) return failed([lineProblem(1, "There are no rows after the header")]);
  return collector.finish();
}

function failed(problems: readonly ImportProblem[]): OrdersFile {
  return { orders: [], mentions: [], problems };
}

function lineProblem(line: number, what: string): ImportProblem {
  return { line, column: null, what };
}

/** Text in UTF-8, without a byte order mark. A zero byte would be lost or refused by a database. */
async function* decode(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const bytes of source) {
      if (bytes.includes(0)) throw new TypeError("a zero byte");
      yield decoder.decode(bytes, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Error("Not UTF-8 text: save the file as CSV UTF-8", { cause: error });
  }
}

const parsedRow = z.object({ record: z.array(z.string()), info: z.custom<Info>() });

/** The parser counts lines up to the end of a row, which may have line breaks in its cells. */
function rowOf(parsed: unknown): Row {
  const { record: cells, info } = parsedRow.parse(parsed);
  const breaks = cells.reduce((count, cell) => count + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
  return { line: info.lines - breaks, cells };
}

/** In other words than the parser's, which repeat the row. */
function csvProblem(error: CsvError): ImportProblem {
  const facts = new Map<string, unknown>(Object.entries(error));
  const line = Number(facts.get("lines") ?? 1);
  switch (error.code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return lineProblem(line, "A quoted field is not closed");
    case "CSV_INVALID_CLOSING_QUOTE":
    case "CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE":
      return lineProblem(
        line,
        'A comma or the end of the line has to follow a closing quote; write " inside quotes as ""',
      );
    case "INVALID_OPENING_QUOTE":
      return lineProblem(line, 'A quote in a field that does not start with one; write the field as "…" and " as ""');
    case "CSV_MAX_RECORD_SIZE":
      return lineProblem(line, `A row has more than ${largestRecord} characters: is a quote not closed?`);
    default:
      return lineProblem(line, `Not CSV: ${error.message}`);
  }
}
