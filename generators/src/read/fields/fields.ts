// Typed access to the fields of an object: returns the value, or nothing and reports what was found instead.
import { type Extra, keyOf, kindOf, quote } from "../../diagnostics/index.ts";
import { type Node, spanOf, writtenAt } from "../../source/index.ts";
import { follow, isAbsent, type Reading } from "./reading.ts";

/**
 * A string field; `null` when it is absent or of another kind (which is reported). A long text can be a reference to another
 * file (`description: { $ref: intro.yaml#/text }`): bundlers resolve that, so it is followed here.
 */
export function stringField(reading: Reading, node: Node, name: string): string | null {
  const member = node.get(name);
  const field = member === undefined ? null : follow(reading, member, [], "the text is left out");
  if (field === null) return null;
  return textOf(reading, field);
}

/** A string; for a number or a boolean, which is reported, the text as written. */
function textOf(reading: Reading, field: Node, what: string = quote(field.key)): string | null {
  if (typeof field.value === "string") return field.value;
  const text = writtenIn(field);
  reportKind(reading, field, {
    what,
    expected: "a string",
    tolerated: text === null ? undefined : `it is ${quote(text)}`,
  });
  return text;
}

/** `1.0` for the number, which is another text than that of its value. */
function writtenIn(field: Node): string | null {
  if (typeof field.value !== "number" && typeof field.value !== "boolean") return null;
  const written = writtenAt(field);
  const { start, end } = spanOf(written, "value");
  return written.document.text.slice(start, end).trim();
}

/**
 * A string field the standard requires. A missing one is reported and read as empty. `missing` says how that may be tolerated;
 * without it, it is an error.
 */
export function requiredString(
  reading: Reading,
  node: Node,
  { name, object, missing = { tolerated: null } }: { name: string; object: string; missing?: Extra },
): string {
  expectFields(reading, node, object, [name], missing);
  return stringField(reading, node, name) ?? "";
}

/** Reports each field that the standard requires and the object does not have. */
export function expectFields(
  reading: Reading,
  node: Node,
  object: string,
  names: readonly string[],
  extra: Extra = {},
): void {
  for (const field of names) {
    if (!node.has(field)) reading.report.add("missing-field", keyOf(node), { object, field }, extra);
  }
}

/** One of the values that the standard lists; any other one is reported, as `expected` says. */
export function choiceOf<T extends string>(
  reading: Reading,
  field: Node,
  choices: readonly T[],
  expected: string,
  extra: Extra = {},
): T | null {
  const choice = choices.find((each) => each === field.value);
  if (choice !== undefined) return choice;
  const actual = JSON.stringify(field.value);
  reading.report.add("invalid-keyword-value", field, { keyword: field.key, expected, found: actual }, extra);
  return null;
}

export function booleanField(reading: Reading, node: Node, name: string): boolean | null {
  const field = node.get(name);
  if (field === undefined) return null;
  if (typeof field.value === "boolean") return field.value;
  const intendedValue = field.value === "true" ? true : field.value === "false" ? false : null;
  reportKind(reading, field, {
    expected: "a boolean",
    tolerated: intendedValue === null ? undefined : `it is ${String(intendedValue)}`,
  });
  return intendedValue;
}

/** The members of an object field, in order; empty when it is absent. */
export function membersOf(reading: Reading, node: Node, name: string): Node[] {
  const field = node.get(name);
  if (field === undefined) return [];
  if (field.isObject) return field.has("$ref") ? membersBesideRef(reading, field) : field.members();
  // PHP writes an empty map as an empty list.
  const isEmpty = Array.isArray(field.value) && field.value.length === 0;
  reportKind(reading, field, { expected: "an object", tolerated: isEmpty ? "it is empty" : undefined });
  return [];
}

/** Maps of texts, in which `$ref` is a name as any other; the schema reader reads references in place of `properties`. */
const freeMaps = ["properties", "mapping", "scopes"];

/** The members of a map, and those of the one that its `$ref` names: the standards allow no reference there, but bundlers follow it. */
function membersBesideRef(reading: Reading, field: Node): Node[] {
  const ref = field.get("$ref");
  if (typeof ref?.value !== "string" || freeMaps.includes(field.key)) return field.members();
  const target = followMisplaced(reading, field, field.keys());
  const inlineMembers = field.members().filter(({ key }) => key !== "$ref");
  if (target === null) return inlineMembers;
  if (target.isObject) return [...inlineMembers, ...target.members().filter(({ key }) => !field.has(key))];
  reportKind(reading, target, { what: quote(field.key), expected: "an object" });
  return inlineMembers;
}

function followMisplaced(reading: Reading, field: Node, beside: readonly string[]): Node | null {
  reading.report.add("misplaced-ref", field.get("$ref") ?? field, { field: field.key });
  return follow(reading, field, beside);
}

/**
 * The members of an object field without `x-` extensions: for Paths and Responses, which may be extended.
 * Keys of other maps are chosen by the author, `x-request-id` for example.
 */
export function entriesOf(reading: Reading, node: Node, name: string): Node[] {
  return membersOf(reading, node, name).filter((member) => !member.key.startsWith("x-"));
}

/** The elements of an array field; empty when it is absent. */
export function itemsOf(reading: Reading, node: Node, name: string): Node[] {
  const member = node.get(name);
  if (member === undefined) return [];
  const isRef = member.isObject && typeof member.get("$ref")?.value === "string";
  const field = isRef ? followMisplaced(reading, member, []) : member;
  if (field === null) return [];
  if (field.isArray) return field.items();
  reportKind(reading, field, { what: quote(name), expected: "an array" });
  return [];
}

/** An array of strings. */
export function stringsOf(reading: Reading, node: Node, name: string): string[] {
  return itemsOf(reading, node, name).flatMap((item) => {
    const text = textOf(reading, item, `an element of ${quote(name)}`);
    return text === null ? [] : [text];
  });
}

interface WrongKind {
  /** Default: the key of the field. */
  readonly what?: string;
  readonly expected: string;
  /** What tolerating means, if it is known. */
  readonly tolerated?: string | undefined;
}

function reportKind(reading: Reading, field: Node, { what = quote(field.key), expected, tolerated }: WrongKind): void {
  const text = expected === "a string" ? writtenIn(field) : null;
  const advice = text === null ? undefined : `put it in quotes: ${quote(text)}`;
  const meaning = field.value === null ? isAbsent : (tolerated ?? null);
  const args = { what, expected: [expected], found: kindOf(field.value), advice };
  reading.report.add("wrong-kind", field, args, { tolerated: meaning });
}
