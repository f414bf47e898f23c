// What reads and writes -> the same with Dates where the description has points in time.
import type { BodyFormat, PutBody, Writer } from "./runtime.ts";

/** A function that makes Dates of the texts in a value. */
type Reviver = (value: unknown) => unknown;

/** A body with a text that is no point in time is not what it claims to be: a `SyntaxError`, whose message is that body. */
export function readingDates(format: BodyFormat, revive: Reviver): BodyFormat {
  return {
    ...format,
    read: async (response, signal) => {
      const body = await format.read(response, signal);
      if (isSequence(body)) return revivedItems(body, revive);
      try {
        return revive(body);
      } catch (error) {
        if (error instanceof RangeError) throw new SyntaxError(JSON.stringify(body), { cause: error });
        throw error;
      }
    },
  };
}

/** Like a number that is none, a header that is no point in time is the Date that is none. */
export function headerOfDates(read: (text: string) => unknown, revive: Reviver): (text: string) => unknown {
  return (text) => {
    try {
      return revive(read(text));
    } catch (error) {
      if (error instanceof RangeError) return new Date(Number.NaN);
      throw error;
    }
  };
}

/** Throws a `RangeError` for a Date that is none. */
export function writingDates(write: Writer, wireOf: Reviver): Writer {
  return (parameter, value) => write(parameter, wireOf(value));
}

export function puttingDates(put: PutBody, wireOf: Reviver): PutBody {
  return (content, request, headers) => put(content, { ...request, body: wireOf(request.body) }, headers);
}

async function* revivedItems(items: AsyncIterable<unknown>, revive: Reviver): AsyncGenerator<unknown> {
  for await (const item of items) yield revive(item);
}

function isSequence(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
