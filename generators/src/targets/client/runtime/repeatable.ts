// A request -> whether it can be sent a second time: a stream can be read only once.

import { isStream } from "../../http/runtime/body-format.ts";
import type { RequestParts } from "./runtime.ts";

export function isRepeatable({ body }: RequestParts): boolean {
  if (typeof body !== "object" || body === null) return true;
  if (isStream(body) || Symbol.asyncIterator in body) return false;
  // Arrays give a new iterator each time, generators themselves.
  return !(Symbol.iterator in body && "next" in body);
}
