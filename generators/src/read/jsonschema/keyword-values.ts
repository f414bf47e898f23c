// Values of single keywords, checked: a value of the wrong kind is reported, and the keyword counts as absent.
import { type Extra, kindOf, type Place, quote } from "../../diagnostics/index.ts";
import { unicodePatternOf } from "../../model/analysis/unicode-patterns.ts";
import type { Json } from "../../model/schema.ts";
import type { Node } from "../../source/index.ts";
import type { Reading } from "../fields/index.ts";

/** A JSON number. */
export function numberOf(reading: Reading, node: Node, keyword: string): number | null {
  const field = node.get(keyword);
  if (field === undefined) return null;
  if (typeof field.value === "number" && Number.isFinite(field.value)) return field.value;
  return reject(reading, field, "a number");
}

/** A number greater than zero. */
export function positiveOf(reading: Reading, node: Node, keyword: string): number | null {
  const value = numberOf(reading, node, keyword);
  const field = node.get(keyword);
  return value !== null && field !== undefined && value <= 0 ? reject(reading, field, "a number above 0") : value;
}

/** A length or a count: an integer of at least 0 (2.0 is one). */
export function countOf(reading: Reading, node: Node, keyword: string): number | null {
  const field = node.get(keyword);
  if (field === undefined) return null;
  if (typeof field.value === "number" && Number.isInteger(field.value) && field.value >= 0) return field.value;
  return reject(reading, field, "an integer of at least 0");
}

export function flagOf(reading: Reading, node: Node, keyword: string): boolean {
  const field = node.get(keyword);
  if (field === undefined) return false;
  if (typeof field.value === "boolean") return field.value;
  reject(reading, field, "true or false");
  return false;
}

export function textOf(reading: Reading, node: Node, keyword: string): string | null {
  const field = node.get(keyword);
  if (field === undefined) return null;
  return typeof field.value === "string" ? field.value : reject(reading, field, "a string");
}

/** A list of distinct strings, such as `required`. */
export function namesOf(reading: Reading, node: Node, keyword: string): string[] {
  const field = node.get(keyword);
  if (field === undefined) return [];
  if (!field.isArray) {
    reject(reading, field, "an array of strings");
    return [];
  }
  const names = new Set<string>();
  for (const item of field.items()) {
    if (typeof item.value !== "string") reject(reading, item, "a string", { keyword });
    else if (names.has(item.value)) {
      const args = { what: `the ${keyword} name`, value: item.value };
      reading.report.add("duplicate-value", item, args, { severity: "warning" });
    } else names.add(item.value);
  }
  return [...names];
}

/** An ECMA-262 pattern in Unicode mode. */
export function patternOf(reading: Reading, node: Node): string | null {
  const pattern = textOf(reading, node, "pattern");
  const field = node.get("pattern");
  return pattern === null || field === undefined
    ? null
    : compiledPattern(reading, pattern, { kind: "value", location: field });
}

/** The pattern in Unicode mode; `null`, and a report at `at`, when it has no equivalent there. */
export function compiledPattern(reading: Reading, pattern: string, at: Place, extra: Extra = {}): string | null {
  const unicodePattern = unicodePatternOf(pattern);
  if (unicodePattern === null) reading.report.add("invalid-pattern", at, { pattern, detail: detailOf(pattern) }, extra);
  return unicodePattern;
}

function detailOf(pattern: string): string {
  try {
    new RegExp(pattern, "u");
    return "";
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^Invalid regular expression: .*: /, "") : String(error);
  }
}

/** A value of the document, unchanged. YAML and JSON only produce JSON values here. */
export function jsonOf(node: Node): Json {
  return node.value as Json;
}

export function reject(
  reading: Reading,
  field: Node,
  expected: string,
  { keyword = field.key, advice, ...extra }: { keyword?: string; advice?: string | undefined } & Extra = {},
): null {
  const actual = typeof field.value === "string" ? `the string ${quote(field.value)}` : foundOf(field.value);
  reading.report.add("invalid-keyword-value", field, { keyword, expected, found: actual, advice }, extra);
  return null;
}

function foundOf(value: unknown): string {
  if (Array.isArray(value) && value.length === 0) return "an empty array";
  return typeof value === "number" ? String(value) : kindOf(value);
}
