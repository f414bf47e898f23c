// `example` and `examples` -> located values.

import { type Extra, quote } from "../diagnostics/index.ts";
import { locatedValue } from "../jsonschema/index.ts";
import type { Example } from "../model/http.ts";
import { checkExclusive, membersOf, readPart, siblingText, stringField } from "../reading/index.ts";
import type { Node } from "../source/index.ts";
import { type OpenApiReading, openObject, siblingTexts } from "./openapi-reading.ts";

export function readExamples(reading: OpenApiReading, owner: Node, what: string): Example[] {
  checkExclusive(reading, owner, what, ["example", "examples"], { tolerated: "both are used", stops: [] });
  const single = owner.get("example");
  const own = single === undefined ? [] : [{ name: "example", summary: null, value: locatedValue(single) }];
  const named = membersOf(reading, owner, "examples").flatMap(
    (member) => readPart(reading, `the example ${quote(member.key)}`, () => readExample(reading, member)) ?? [],
  );
  return [...own, ...named];
}

const valueFirst: Extra = { tolerated: "the value in the description is used", stops: [] };

export function readExample(reading: OpenApiReading, member: Node): Example | null {
  const node = openObject(reading, member, "an example", siblingTexts(reading, "summary", "description"));
  if (node === null) return null;
  for (const other of ["externalValue", "dataValue", "serializedValue"]) {
    checkExclusive(reading, node, "an example", ["value", other], valueFirst);
  }
  checkExclusive(reading, node, "an example", ["serializedValue", "externalValue"], valueFirst);
  const field = node.get("value") ?? node.get("dataValue");
  if (field === undefined) return null;
  const value = fileIn(reading, field) ?? field;
  const summary = reading.version === "3.0" ? null : siblingText(reading, member, "summary");
  return { name: member.key, summary: summary ?? stringField(reading, node, "summary"), value: locatedValue(value) };
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
