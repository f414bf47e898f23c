// The format of a sequence -> the same, whose items fail with errors that know the call.

import {
  BrokenSequenceError as BrokenSequence,
  MalformedItemError as MalformedItem,
} from "../../http/runtime/sequences.ts";
import { ApiError, type Exchange } from "./errors.ts";
import type { ReadingFormat } from "./runtime.ts";

export interface MalformedItemError {
  /** Which item, from 1. */
  readonly item: number;
  /** Its line, from 1, where items are lines; empty lines count. */
  readonly line: number | null;
  /** What was sent as the item. Not enumerable, so that logs omit it. */
  readonly text: string;
}

/** An item of a sequence is not what it claims to be. Those before it have been read. */
export class MalformedItemError extends ApiError {
  readonly code = "malformed_item";

  constructor(message: string, exchange: Exchange, place: Pick<MalformedItemError, "item" | "line" | "text">) {
    super(message, { ...exchange, ...place });
  }
}

/** The connection failed while items were still to come: `cause` is what it failed with. */
export class BrokenSequenceError extends ApiError {
  readonly code = "broken_sequence";
}

/** Reading fails with a `MalformedItemError`, with a `BrokenSequenceError`, and with the reason of the signal. */
export function withItemErrors(format: ReadingFormat): ReadingFormat {
  return {
    ...format,
    read: async (response, signal, exchange) => {
      const items = (await format.read(response, signal)) as AsyncIterable<unknown>;
      // `send` passes what it knows; `readResponse` alone knows the response.
      return itemsOf(items, (exchange as Exchange | undefined) ?? exchangeOf(response));
    },
  };
}

async function* itemsOf(items: AsyncIterable<unknown>, exchange: Exchange): AsyncGenerator<unknown> {
  let count = 0;
  try {
    for await (const item of items) {
      count += 1;
      yield item;
    }
  } catch (cause) {
    throw errorOf(cause, exchange, count);
  }
}

function errorOf(cause: unknown, exchange: Exchange, count: number): unknown {
  const { operation } = exchange.request;
  if (cause instanceof BrokenSequence) {
    return new BrokenSequenceError(`${operation}: the connection failed after item ${count}`, exchange, {
      cause: cause.cause,
    });
  }
  if (cause instanceof MalformedItem) {
    const { message, place, text } = cause;
    return new MalformedItemError(`${operation}: ${message}`, exchange, { line: null, ...place, text });
  }
  // A date-time that no Date represents: the message is the item.
  if (cause instanceof SyntaxError) {
    const place = { item: count + 1, line: null, text: cause.message };
    return new MalformedItemError(`${operation}: item ${place.item} has an invalid date-time`, exchange, place);
  }
  return cause;
}

function exchangeOf(response: Response): Exchange {
  const request = { operation: "response", method: "", url: response.url, headers: new Headers() };
  return { request, response, status: response.status, rateLimit: null };
}
