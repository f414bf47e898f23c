// Bytes from any source -> a body that a host can send.
import { isByteIterable, streamOf } from "../../http/runtime/body-format.ts";
import type { Outgoing } from "./responses.ts";

/** Throws a `TypeError` for a value that has no bytes. Text is sent in UTF-8. */
export function sentBytes(body: unknown): NonNullable<Outgoing["body"]> {
  if (body instanceof Blob || body instanceof ReadableStream || typeof body === "string") return body;
  if (isBytes(body)) return body;
  if (isByteIterable(body)) return streamOf(body);
  throw new TypeError("the body has to be a Blob, a Uint8Array, a ReadableStream or an async iterable of bytes");
}

function isBytes(body: unknown): body is Uint8Array<ArrayBuffer> {
  return body instanceof Uint8Array;
}
