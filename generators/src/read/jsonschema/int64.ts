// Which integers are `bigint` in code: those of 64 bits, where the configuration asks for it.
import type { Node } from "../../source/index.ts";
import type { SchemaReader } from "./schema-reader.ts";

/** Whether the schema at `node` says that its integers have 64 bits (OpenAPI, "Data Type Format"; `uint64` is of its format registry). */
export function isBigint(reading: SchemaReader, node: Node): boolean {
  const format = node.get("format")?.value;
  return reading.registry.options.asBigints === true && (format === "int64" || format === "uint64");
}
