// Bounds that exclude each other: `minLength: 5` beside `maxLength: 3`.
import type { Node } from "../source/index.ts";
import type { SchemaReader } from "./schema-reader.ts";

const pairs: readonly (readonly [string, string])[] = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
];

export function checkBounds(reading: SchemaReader, node: Node): void {
  for (const [low, high] of pairs) {
    const [from, to] = [node.get(low), node.get(high)];
    if (typeof from?.value !== "number" || typeof to?.value !== "number" || from.value <= to.value) continue;
    const reason = `${low} is ${from.value}, and ${high} is ${to.value}`;
    reading.report.add("impossible-schema", to, { reason });
  }
}
