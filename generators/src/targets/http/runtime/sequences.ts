// Bodies that are sequences, item by item: lines of JSON, and JSON texts after record separators (RFC 7464).
import { jsonTextOf } from "./bodies.ts";

/** The bytes of a body, as `fetch` and web servers have them. */
export type Bytes = ReadableStream<Uint8Array>;

/** Empty lines are no items. */
export async function* readLines(bytes: Bytes | null, signal?: AbortSignal): AsyncGenerator<unknown> {
  const place = { item: 0, line: 0 };
  for await (const text of piecesOf(bytes, signal, /\n/)) {
    place.line += 1;
    if (text.trim() === "") continue;
    place.item += 1;
    yield parsed(text, place);
  }
}

export async function* readRecords(bytes: Bytes | null, signal?: AbortSignal): AsyncGenerator<unknown> {
  let item = 0;
  for await (const record of piecesOf(bytes, signal, "\x1e")) {
    if (record.trim() === "") continue;
    item += 1;
    yield parsed(record, { item });
  }
}

/** The connection failed while items were still to come: `cause` is what it failed with. */
export class BrokenSequenceError extends Error {
  readonly code = "broken_sequence";

  constructor(cause: unknown) {
    super("the connection failed in the middle of a sequence", { cause });
  }

  override get name(): string {
    return "BrokenSequenceError";
  }
}

/** Where in a sequence an item is, counted from 1. */
export interface ItemPlace {
  readonly item: number;
  /** In lines of JSON; empty lines count. */
  readonly line?: number;
}

export interface MalformedItemError {
  /** Of the item. Not enumerable, so that logs omit it. */
  readonly text: string;
}

/** An item is not JSON. */
export class MalformedItemError extends SyntaxError {
  readonly code = "malformed_item";
  readonly place: ItemPlace;

  constructor(text: string, { item, line }: ItemPlace) {
    super(`item ${item}${line === undefined ? "" : `, in line ${line},`} is not JSON`);
    this.place = { item, ...(line === undefined ? {} : { line }) };
    Object.defineProperty(this, "text", { value: text });
  }

  override get name(): string {
    return "MalformedItemError";
  }
}

export type Items = AsyncIterable<unknown> | Iterable<unknown>;

export const writeLines = (items: Items): Bytes => bytesOf(items, (item) => `${jsonTextOf(item)}\n`);

export const writeRecords = (items: Items): Bytes => bytesOf(items, (item) => `\x1e${jsonTextOf(item)}\n`);

/** The text between separators, the last piece included. What is not UTF-8 becomes U+FFFD. */
export async function* piecesOf(
  bytes: Bytes | null,
  signal: AbortSignal | undefined,
  separator: RegExp | string,
): AsyncGenerator<string> {
  if (bytes === null) return;
  const reader = bytes.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw signal?.aborted === true ? cause : new BrokenSequenceError(cause);
      });
      rest += decoder.decode(value, { stream: !done });
      const pieces = rest.split(separator);
      rest = pieces.pop() ?? "";
      yield* pieces;
      if (done) break;
    }
    if (rest !== "") yield rest.replace(/\r$/, "");
  } finally {
    // Not awaited: a branch of a stream that was cloned is cancelled only with the other. One that ended or failed has nothing left to cancel.
    void reader.cancel().catch(() => {});
  }
}

export function parsed(text: string, place: ItemPlace): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw new MalformedItemError(text, place);
  }
}

export function bytesOf(items: Items, textOf: (item: unknown) => string): Bytes {
  const encoder = new TextEncoder();
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let item = 0;
  const numberedTextOf = (value: unknown): string => {
    item += 1;
    try {
      return textOf(value);
    } catch (cause) {
      throw new TypeError(`item ${item} cannot be sent: ${cause instanceof Error ? cause.message : cause}`, { cause });
    }
  };
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(numberedTextOf(value)));
    },
    cancel: async () => void (await iterator.return?.()),
  });
}
