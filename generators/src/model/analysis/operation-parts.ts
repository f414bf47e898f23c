// Operations -> the parts that files of operations are divided into, so that a compiler which imports one operation does not read those
// of all tags.
import type { SchemaFiles } from "../api-options.ts";
import type { Operation } from "../http.ts";

/** The operations above which they are divided: a compiler reads fewer in a third of a second. */
const largest = 300;

/**
 * The part that each operation is in, named after its first tag; empty where one file has them all. Tags whose names differ only in case
 * or punctuation share a part.
 */
export function operationPartsOf(operations: readonly Operation[], files: SchemaFiles): ReadonlyMap<Operation, string> {
  if (files === "one" || operations.length <= largest) return new Map();
  const parts = new Map(operations.map((operation) => [operation, partNameOf(operation)]));
  return new Set(parts.values()).size === 1 ? new Map() : parts;
}

/** `Pull requests` -> pull-requests. */
function partNameOf({ tags: [tag = ""] }: Operation): string {
  const name = tag
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return name === "" ? "others" : name;
}
