// A CSV file -> the orders in it, what they mention, and everything that is wrong with it, by line and column.
import { pipeline, Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { TextDecoder } from "node:util";
import { CsvError, type Info, parse } from "csv-parse";
import type { ImportProblem } from "../domain/import-orders.ts";
import { type Columns, headerOf } from "./header.ts";
import { LineCounter, lineBreaksIn } from "./lines.ts";
import { OrderCollector, type OrdersFile, type Row } from "./rows.ts";

/** A whole import is one transaction, and others wait while it is written: some seconds at most. */
export const mostRows = 5_000;
const largestRecord = 1_048_576;
/** Far more than so many rows have. */
const largestFile = 33_554_432;
/** The parser takes what it gets in one turn of the event loop: some milliseconds. */
const pieceSize = 4_096;

/**
 * Rejects when the file cannot be read at all. It is read in small pieces, between which the process serves others, and no further than
 * the limit of rows.
 */
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
  const lines = new LineCounter();
  pipeline(Readable.from(decode(source, lines), { objectMode: false, highWaterMark: pieceSize }), parser, () => {});
  const collector = new OrderCollector();
  let columns: Columns | null = null;
  let rows = 0;
  try {
    for await (const parsed of parser) {
      const { line, cells } = rowOf(parsed, lines);
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
    const partialFile = collector.finish();
    return { ...partialFile, problems: [...partialFile.problems, csvProblem(error, lines)] };
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

/** UTF-8 without a byte order mark. A zero byte would be lost or refused by a database. */
async function* decode(source: AsyncIterable<Uint8Array>, lines: LineCounter): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let size = 0;
  for await (const bytes of source) {
    size += bytes.length;
    if (size > largestFile) throw new Error(`The file is larger than ${largestFile / 2 ** 20} MiB: split it`);
    for (let start = 0; start < bytes.length; start += pieceSize) {
      const piece = bytes.subarray(start, start + pieceSize);
      const text = Buffer.from(textOf(decoder, piece));
      lines.push(text);
      yield text;
      await setImmediate();
    }
  }
  textOf(decoder, null);
}

/** `null`: the end. */
function textOf(decoder: TextDecoder, piece: Uint8Array | null): string {
  try {
    if (piece?.includes(0) === true) throw new TypeError("a zero byte");
    return piece === null ? decoder.decode() : decoder.decode(piece, { stream: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Error("Not UTF-8 text: save the file as CSV UTF-8", { cause: error });
  }
}

interface Parsed {
  readonly record: readonly string[];
  readonly info: Info;
}

/** The parser knows where a row ends; it may have line breaks in its cells. */
function rowOf({ record: cells, info }: Parsed, lines: LineCounter): Row {
  const breaks = cells.reduce((count, cell) => count + lineBreaksIn(cell), 0);
  return { line: lines.endingAt(info.bytes) - breaks, cells };
}

/** In other words than the parser's, which repeat the row. */
function csvProblem(error: CsvError, lines: LineCounter): ImportProblem {
  const facts = new Map<string, unknown>(Object.entries(error));
  // The end of the field before.
  const line = lines.at(Number(facts.get("bytes") ?? 0), { skipBreaks: true });
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
