// `example` and `examples` -> located values.
import { isDeepStrictEqual } from "node:util";
import { type Extra, quote } from "../../diagnostics/index.ts";
import type { Example } from "../../model/http.ts";
import type { LocatedValue } from "../../model/schema.ts";
import type { Node } from "../../source/index.ts";
import { checkExclusive, membersOf, readPart, siblingText, stringField } from "../fields/index.ts";
import { locatedValue } from "../jsonschema/index.ts";
import { type OpenApiReading, openObject, siblingTexts } from "./openapi-reading.ts";

/** `isJson`: whether the values are sent as JSON, so that an example can be read from what is sent. */
export function readExamples(reading: OpenApiReading, owner: Node, what: string, isJson = false): Example[] {
  checkExclusive(reading, owner, what, ["example", "examples"], { tolerated: "both are used", stops: [] });
  const single = owner.get("example");
  const own = single === undefined ? [] : [{ name: "example", summary: null, value: locatedValue(single) }];
  const named = membersOf(reading, owner, "examples").flatMap(
    (member) => readPart(reading, `the example ${quote(member.key)}`, () => readExample(reading, member, isJson)) ?? [],
  );
  return [...own, ...named];
}

const valueFirst: Extra = { tolerated: "the value in the description is used", stops: [] };

export function readExample(reading: OpenApiReading, member: Node, isJson = false): Example | null {
  const node = openObject(reading, member, "an example", siblingTexts(reading, "summary", "description"));
  if (node === null) return null;
  for (const other of ["externalValue", "dataValue", "serializedValue"]) {
    checkExclusive(reading, node, "an example", ["value", other], valueFirst);
  }
  checkExclusive(reading, node, "an example", ["serializedValue", "externalValue"], valueFirst);
  const field = node.get("value") ?? node.get("dataValue");
  const inline = field === undefined ? null : locatedValue(fileIn(reading, field) ?? field);
  const sent = isJson ? (serializedIn(reading, node) ?? externalIn(reading, node)) : null;
  if (inline !== null && sent !== null && !isDeepStrictEqual(inline.value, sent.value)) {
    const name = node.has("serializedValue") ? "serializedValue" : "externalValue";
    const args = { field: name, reason: `has another value than "${node.has("value") ? "value" : "dataValue"}"` };
    reading.report.add("example-mismatch", node.get(name) ?? node, args);
  }
  const value = inline ?? sent;
  if (value === null) return null;
  const summary = reading.version === "3.0" ? null : siblingText(reading, member, "summary");
  return { name: member.key, summary: summary ?? stringField(reading, node, "summary"), value };
}

/** What `serializedValue` says, as JSON. */
function serializedIn(reading: OpenApiReading, node: Node): LocatedValue | null {
  const field = node.get("serializedValue");
  const text = field === undefined ? null : stringField(reading, node, "serializedValue");
  if (field === undefined || text === null) return null;
  try {
    return { value: JSON.parse(text), at: field };
  } catch {
    reading.report.add("example-mismatch", field, { field: field.key, reason: "is not JSON" });
    return null;
  }
}

/** The content of a file next to the description; anything else that `externalValue` may name is for readers. */
function externalIn(reading: OpenApiReading, node: Node): LocatedValue | null {
  const field = node.get("externalValue");
  if (typeof field?.value !== "string" || !/\.json$/i.test(field.value)) return null;
  const file = reading.sources.resolve(field.value, field);
  return file.ok ? locatedValue(file.value) : null;
}

/**
 * The value itself can be a file, `{ value: { $ref: ../examples/order.json } }`: bundlers resolve that. Any other `$ref` in an example is
 * part of it: the standard has no references there.
 */
function fileIn(reading: OpenApiReading, field: Node): Node | null {
  const ref = field.isObject && field.members().length === 1 ? field.get("$ref") : undefined;
  if (typeof ref?.value !== "string" || ref.value.startsWith("#")) return null;
  const file = reading.sources.resolve(ref.value, ref);
  return file.ok ? file.value : null;
}
