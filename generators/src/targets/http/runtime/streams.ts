// The formats of bodies that are sequences: items as they arrive, and as they are produced.
import type { BodyFormat } from "./body-format.ts";
import {
  type Bytes,
  type Items,
  readEvents,
  readJsonEvents,
  readLines,
  readRecords,
  writeEvents,
  writeJsonEvents,
  writeLines,
  writeRecords,
} from "./sequences.ts";

/** `text/event-stream` */
export const events: BodyFormat = /* @__PURE__ */ formatOf("events", readEvents, writeEvents);

/** `text/event-stream` whose data is JSON */
export const jsonEvents: BodyFormat = /* @__PURE__ */ formatOf("events", readJsonEvents, writeJsonEvents);

/** `application/jsonl`, `application/x-ndjson` */
export const lines: BodyFormat = /* @__PURE__ */ formatOf("lines", readLines, writeLines);

/** `application/json-seq` */
export const sequence: BodyFormat = /* @__PURE__ */ formatOf("sequence", readRecords, writeRecords);

/**
 * Reading fails with a `MalformedItemError` for an item that is not JSON, with a `BrokenSequenceError` when the connection fails
 * half way, and with the reason of the signal.
 */
function formatOf(
  kind: BodyFormat["kind"],
  read: (bytes: Bytes | null, signal?: AbortSignal) => AsyncIterable<unknown>,
  write: (items: Items) => Bytes,
): BodyFormat {
  return {
    kind,
    read: async ({ body }, signal) => {
      return read(
        signal === undefined || body === null ? body : body.pipeThrough(new TransformStream(), { signal }),
        signal,
      );
    },
    write: (body) => {
      if (isItems(body)) return write(body);
      throw new TypeError("the body has to be iterable");
    },
  };
}

function isItems(body: unknown): body is Items {
  return typeof body === "object" && body !== null && (Symbol.asyncIterator in body || Symbol.iterator in body);
}
