// `collectionFormat` of Swagger 2.0 -> whether OpenAPI 3 can say the same at its place.

import type { Node } from "../../source/index.ts";
import type { Reading } from "../fields/index.ts";

/** The formats that have an equivalent, by place; one without is reported. */
const formats: Readonly<Record<string, readonly string[]>> = {
  query: ["csv", "ssv", "pipes", "multi"],
  formData: ["csv", "ssv", "pipes", "multi"],
  // A part for each value is all there is.
  multipart: ["multi"],
  header: ["csv"],
  path: ["csv"],
};

const places: Readonly<Record<string, string>> = {
  query: "in a query",
  formData: "in a form",
  multipart: "in multipart/form-data",
  header: "in a header",
  path: "in a path",
};

export function checkCollectionFormat(reading: Reading, node: Node, where: string): boolean {
  const format = node.get("collectionFormat");
  const nested = node.get("items")?.get("collectionFormat");
  if (nested !== undefined && nested.value !== "csv") report(reading, nested, "in a list of lists");
  if (typeof format?.value !== "string" || formats[where]?.includes(format.value) !== false) return true;
  report(reading, format, places[where] ?? "here");
  return false;
}

function report(reading: Reading, format: Node, place: string): void {
  reading.report.add("unsupported-collection-format", format, { format: String(format.value), place });
}
