// Bytes from any source -> a body that a host can send.
import type { Outgoing } from "./responses.ts";

/** Throws a `TypeError` for a value that has no bytes. Text is sent in UTF-8. */
export function sentBytes(body: unknown): NonNullable<Outgoing["body"]> {
  if (body instanceof Blob || body instanceof ReadableStream || typeof body === "string") return body;
  if (isBytes(body)) return body;
  if (isIterable(body)) return streamOf(body);
  throw new TypeError("the body has to be a Blob, a Uint8Array, a ReadableStream or an async iterable of bytes");
}

/** A stream over the iterable, which is returned early when the client stops reading. */
function streamOf(items: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = items[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await iterator.return?.()),
  });
}

function isBytes(body: unknown): body is Uint8Array<ArrayBuffer> {
  return body instanceof Uint8Array;
}

function isIterable(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body;
}
