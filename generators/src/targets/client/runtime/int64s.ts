// Functions that read -> the same with `bigint` where the description has integers of 64 bits.
import type { ReadingFormat } from "./runtime.ts";

/** Makes `bigint` of integers in a value that was just read. */
type Conversion = (value: unknown) => unknown;

export function readingInt64s(format: ReadingFormat, convert: Conversion): ReadingFormat {
  return {
    ...format,
    read: async (response, ...rest) => {
      const body = await format.read(response, ...rest);
      return isItemSequence(body) ? convertedItems(body, convert) : convert(body);
    },
  };
}

export function headerOfInt64s(read: (text: string) => unknown, convert: Conversion): (text: string) => unknown {
  return (text) => convert(read(text));
}

async function* convertedItems(items: AsyncIterable<unknown>, convert: Conversion): AsyncGenerator<unknown> {
  for await (const item of items) yield convert(item);
}

function isItemSequence(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
