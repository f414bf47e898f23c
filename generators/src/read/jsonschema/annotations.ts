// The annotations of a schema: title, description, default, examples and the author's own members; with numbers as they are written.

import type { Report, Severity } from "../../diagnostics/index.ts";
import { type Annotations, type LocatedValue, noAnnotations } from "../../model/schema.ts";
import { type Node, spanOf, writtenAt } from "../../source/index.ts";
import { extensionsOf, itemsOf, type Reading, stringField } from "../fields/index.ts";
import { flagOf, jsonOf, reject, textOf } from "./keyword-values.ts";

export function annotationsOf(reading: Reading, node: Node): Annotations {
  const fallback = node.get("default");
  if (fallback !== undefined) checkExact(reading.report, fallback, "warning");
  return {
    title: textOf(reading, node, "title"),
    description: descriptionOf(reading, node),
    deprecated: flagOf(reading, node, "deprecated"),
    readOnly: flagOf(reading, node, "readOnly"),
    writeOnly: flagOf(reading, node, "writeOnly"),
    default: fallback === undefined ? null : locatedValue(fallback),
    examples: node.has("example") || node.has("examples") ? examplesOf(reading, node) : noAnnotations.examples,
    enumDescriptions: node.has("x-enumDescriptions") ? enumDescriptionsOf(node) : noAnnotations.enumDescriptions,
    extensions: extensionsOf(node),
  };
}

/** A long text can be a reference to a file, as in other objects. */
function descriptionOf(reading: Reading, node: Node): string | null {
  return node.get("description")?.has("$ref") === true
    ? stringField(reading, node, "description")
    : textOf(reading, node, "description");
}

export function locatedValue(node: Node): LocatedValue {
  return { value: jsonOf(node), at: node };
}

function examplesOf(reading: Reading, node: Node): LocatedValue[] {
  const [single, several] = [node.get("example"), node.get("examples")];
  // In other objects it is a map, which some authors carry over.
  if (several !== undefined && !several.isArray) {
    reject(reading, several, "an array");
    return single === undefined ? [] : [locatedValue(single)];
  }
  return [...(single === undefined ? [] : [single]), ...itemsOf(reading, node, "examples")].map(locatedValue);
}

/** `x-enumDescriptions`, as Redocly reads it: value to meaning. */
function enumDescriptionsOf(node: Node): Record<string, string> {
  const members = node.get("x-enumDescriptions")?.members() ?? [];
  return Object.fromEntries(members.flatMap(({ key, value }) => (typeof value === "string" ? [[key, value]] : [])));
}

// Compares numbers as written with the doubles they become: `9007199254740993` is not a double.

/**
 * A bound as a double that separates all doubles as the written number does: the nearest one on the given side. So
 * `maximum: 9223372036854775807` rejects 9223372036854775808, which is the double it would become.
 */
export function boundAt(field: Node | undefined, value: number | null, side: "below" | "above"): number | null {
  if (field === undefined || value === null) return value;
  const written = integerOf(field, value);
  if (written === null) return value;
  const held = BigInt(value);
  if (side === "below" && held > written) return neighbourOf(value, "below");
  return side === "above" && held < written ? neighbourOf(value, "above") : value;
}

/** Reports every number in a value that changed in parsing. */
export function checkExact(report: Report, node: Node, severity: Severity = "error"): void {
  if (typeof node.value === "number") {
    const written = numeralOf(node, node.value);
    if (written === null || digitsOf(written) === digitsOf(String(node.value))) return;
    report.add("inexact-number", node, { written, held: String(node.value) }, { severity });
  }
  for (const child of [...node.members(), ...node.items()]) checkExact(report, child, severity);
}

/** The digits of an integer that is no double; `null` for all other numbers. */
export function integerTextOf(field: Node): string | null {
  const value = typeof field.value === "number" ? field.value : 0;
  const written = integerOf(field, value);
  return written === null || written === BigInt(value) ? null : String(written);
}

/** The text of an integer that may differ from its double. */
function integerOf(field: Node, value: number): bigint | null {
  if (!Number.isInteger(value) || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return null;
  const text = numeralOf(field, value);
  return text !== null && /^-?\d+$/.test(text) ? BigInt(text) : null;
}

/** The text of a number. Every safe integer is a double, so positions are computed for other numbers only. */
function numeralOf(node: Node, value: number): string | null {
  if (!Number.isFinite(value) || Number.isSafeInteger(value)) return null;
  const written = writtenAt(node);
  const { start, end } = spanOf(written);
  const text = written.document.text.slice(start, end);
  return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? text : null;
}

/** A decimal number as its digits and their power of ten: the same for 1.50, 15e-1 and 1.5. */
function digitsOf(numeral: string): string {
  const [mantissa = "", exponent = "0"] = numeral.toLowerCase().split("e");
  const [integerPart = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = (integerPart + fraction).replace(/^0+/, "");
  const significantDigits = digits.replace(/0+$/, "");
  const sign = numeral.startsWith("-") ? "-" : "";
  return significantDigits === ""
    ? "0"
    : `${sign}${significantDigits}e${Number(exponent) - fraction.length + digits.length - significantDigits.length}`;
}

/** The next double: one more or less in the last place. */
function neighbourOf(value: number, side: "below" | "above"): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const isOutward = value > 0 === (side === "above");
  view.setBigInt64(0, view.getBigInt64(0) + (isOutward ? 1n : -1n));
  return view.getFloat64(0);
}
