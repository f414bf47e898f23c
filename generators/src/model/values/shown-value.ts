// A JSON value -> its beginning, for a message: never reads more of a large value than it shows.

import type { Json } from "../schema.ts";
import { isList } from "./equality.ts";

/** The value as JSON, or its first 50 characters. */
export function show(value: Json): string {
  if (typeof value !== "object" && typeof value !== "string") return JSON.stringify(value);
  let text = "";
  for (const piece of piecesOf(value)) {
    text += piece;
    if (text.length > 60) return `${text.slice(0, 50)}…`;
  }
  return text;
}

function* piecesOf(value: Json): Generator<string> {
  if (typeof value === "string") yield JSON.stringify(value.slice(0, 100));
  else if (typeof value !== "object" || value === null) yield JSON.stringify(value);
  else if (isList(value)) {
    yield "[";
    for (const [at, item] of value.entries()) {
      if (at > 0) yield ",";
      yield* piecesOf(item);
    }
    yield "]";
  } else {
    yield "{";
    let before = "";
    for (const key in value) {
      yield `${before}${JSON.stringify(key)}:`;
      yield* piecesOf(value[key] ?? null);
      before = ",";
    }
    yield "}";
  }
}
