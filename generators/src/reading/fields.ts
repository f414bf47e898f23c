// Typed access to the fields of an object: returns the value, or nothing and reports what was found instead.
import { type Extra, keyOf, kindOf, quote } from "../diagnostics/index.ts";
import { type Node, spanOf } from "../source/index.ts";
import { follow, followObject, type Reading } from "./reading.ts";

/**
 * A string field; `null` when it is absent or of another kind (which is reported). A long text can be a reference to another
 * file (`description: { $ref: intro.yaml#/text }`): bundlers resolve that, so it is followed here.
 */
export function stringField(reading: Reading, node: Node, name: string): string | null {
  const member = node.get(name);
  const field = member === undefined ? null : follow(reading, member, [], "the text is left out");
  if (field === null) return null;
  if (typeof field.value === "string") return field.value;
  return reportKind(reading, field, "a string");
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
  const found = JSON.stringify(field.value);
  reading.report.add("invalid-keyword-value", field, { keyword: field.key, expected, found }, extra);
  return null;
}

export function booleanField(reading: Reading, node: Node, name: string): boolean | null {
  const field = node.get(name);
  if (field === undefined) return null;
  if (typeof field.value === "boolean") return field.value;
  return reportKind(reading, field, "a boolean");
}

/**
 * The members of an object field, in order; empty when it is absent. Some descriptions keep the object elsewhere. No standard allows
 * that for a map, but bundlers inline it: where that is tolerated, the members of the target follow those beside the reference.
 */
export function membersOf(reading: Reading, node: Node, name: string): Node[] {
  const field = node.get(name);
  if (field === undefined) return [];
  if (!field.isObject) {
    reportKind(reading, field, "an object");
    return [];
  }
  const ref = field.get("$ref");
  if (typeof ref?.value !== "string" || mapsOfTexts.has(name)) return field.members();
  if (name === "properties") reading.report.add("ref-in-properties", keyOf(ref), {});
  else reading.report.add("ref-in-map", keyOf(ref), { field: name });
  const own = field.members().filter(({ key }) => key !== "$ref");
  const names = own.map(({ key }) => key);
  const target = followObject(reading, field, quote(name), names);
  return [...own, ...(target?.members() ?? []).filter(({ key }) => !names.includes(key))];
}

/** Maps of strings, where "$ref" is a key like any other. */
const mapsOfTexts: ReadonlySet<string> = new Set(["mapping", "scopes"]);

/**
 * The members of an object field without `x-` extensions: for Paths and Responses, which may be extended.
 * Keys of other maps are chosen by the author, `x-request-id` for example.
 */
export function entriesOf(reading: Reading, node: Node, name: string): Node[] {
  return membersOf(reading, node, name).filter((member) => !member.key.startsWith("x-"));
}

/** The elements of an array field; empty when it is absent. */
export function itemsOf(reading: Reading, node: Node, name: string): Node[] {
  const field = node.get(name);
  if (field === undefined) return [];
  if (field.isArray) return field.items();
  reportKind(reading, field, "an array");
  return [];
}

/** An array of strings. */
export function stringsOf(reading: Reading, node: Node, name: string): string[] {
  return itemsOf(reading, node, name).flatMap((item) => {
    if (typeof item.value === "string") return [item.value];
    reportKind(reading, item, "a string", `an element of ${quote(name)}`);
    return [];
  });
}

function reportKind(reading: Reading, field: Node, expected: string, what: string = quote(field.key)): null {
  const advice = expected === "a string" ? quotedAdvice(field) : undefined;
  reading.report.add("wrong-kind", field, { what, expected: [expected], found: kindOf(field.value), advice });
  return null;
}

/** `version: 1.0` is a number: quoted, it is the text that was meant. */
function quotedAdvice(field: Node): string | undefined {
  if (typeof field.value !== "number" && typeof field.value !== "boolean") return undefined;
  const { start, end } = spanOf(field, "value");
  return `put it in quotes: ${quote(field.document.text.slice(start, end).trim())}`;
}
