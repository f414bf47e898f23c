// Functions that read and write -> the same with Dates where the description has date-times.
import type { PutBody, ReadingFormat, Writer } from "./runtime.ts";

/** Turns the texts in a value into Dates. */
type Reviver = (value: unknown) => unknown;

/** A body with a text that is not a date-time is malformed: a `SyntaxError`, whose message is that body. */
export function readingDates(format: ReadingFormat, revive: Reviver): ReadingFormat {
  return {
    ...format,
    read: async (response, ...rest) => {
      const body = await format.read(response, ...rest);
      return isSequence(body) ? revivedItems(body, revive) : revived(body, revive);
    },
  };
}

function revived(value: unknown, revive: Reviver): unknown {
  try {
    return revive(value);
  } catch (error) {
    if (error instanceof RangeError) throw new SyntaxError(JSON.stringify(value), { cause: error });
    throw error;
  }
}

/** A header that is not a date-time makes the response malformed, as in a body. */
export function headerOfDates(read: (text: string) => unknown, revive: Reviver): (text: string) => unknown {
  return (text) => revived(read(text), revive);
}

/** Throws a `RangeError` for an invalid Date. */
export function writingDates(write: Writer, wireOf: Reviver): Writer {
  return (parameter, value) => write(parameter, wireOf(value));
}

export function puttingDates(put: PutBody, wireOf: Reviver): PutBody {
  return (content, request, headers) => put(content, { ...request, body: wireOf(request.body) }, headers);
}

async function* revivedItems(items: AsyncIterable<unknown>, revive: Reviver): AsyncGenerator<unknown> {
  for await (const item of items) yield revived(item, revive);
}

function isSequence(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
