// The formats of bodies that are sequences: items as they arrive, and as they are produced.
import type { BodyFormat, ReadingFormat } from "./body-format.ts";
import { type Bytes, type Items, readLines, readRecords, writeLines, writeRecords } from "./sequences.ts";

/** `application/jsonl`, `application/x-ndjson` */
export const lines: BodyFormat = /* @__PURE__ */ streamFormat("lines", readLines, writeLines);

/** `application/json-seq` */
export const sequence: BodyFormat = /* @__PURE__ */ streamFormat("sequence", readRecords, writeRecords);

// For reading alone: what writes items is not part of a bundle that sends none.
export const receivedLines: ReadingFormat = /* @__PURE__ */ readingStream("lines", readLines);
export const receivedSequence: ReadingFormat = /* @__PURE__ */ readingStream("sequence", readRecords);

type ReadItems = (bytes: Bytes | null, signal?: AbortSignal) => AsyncIterable<unknown>;

export function streamFormat(kind: BodyFormat["kind"], read: ReadItems, write: (items: Items) => Bytes): BodyFormat {
  return {
    ...readingStream(kind, read),
    write: (body) => {
      if (isItems(body)) return write(body);
      throw new TypeError("the body has to be iterable");
    },
  };
}

/**
 * Reading fails with a `MalformedItemError` for an item that is not JSON, with a `BrokenSequenceError` when the connection fails
 * half way, and with the reason of the signal.
 */
export function readingStream(kind: ReadingFormat["kind"], read: ReadItems): ReadingFormat {
  return {
    kind,
    read: async ({ body }, signal) => {
      return read(
        signal === undefined || body === null ? body : body.pipeThrough(new TransformStream(), { signal }),
        signal,
      );
    },
  };
}

function isItems(body: unknown): body is Items {
  return typeof body === "object" && body !== null && (Symbol.asyncIterator in body || Symbol.iterator in body);
}
