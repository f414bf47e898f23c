// `example` and `examples` -> located values.
import type { Example } from "../model/http.ts";
import { locatedValue } from "../jsonschema/index.ts";
import { checkFields, entriesOf, follow, followObject, type Reading, stringField } from "../reading/index.ts";
import type { Node } from "../source/index.ts";
import { fields } from "./fields.ts";

export function readExamples(reading: Reading, owner: Node): Example[] {
  const single = owner.get("example");
  const own = single === undefined ? [] : [{ name: "example", summary: null, value: locatedValue(single) }];
  const named = entriesOf(reading, owner, "examples").flatMap((member) => readExample(reading, member));
  return [...own, ...named];
}

function readExample(reading: Reading, member: Node): Example[] {
  const node = followObject(reading, member, "an example");
  if (node === null) return [];
  checkFields(reading, node, "an example", fields.example);
  const field = node.get("value") ?? node.get("dataValue");
  // The value itself may be kept in a file: { value: { $ref: ../examples/order.json } }, as bundlers resolve it.
  const value = field === undefined ? null : isFileRef(field) ? follow(reading, field) : field;
  if (value === null) return [];
  return [{ name: member.key, summary: stringField(reading, node, "summary"), value: locatedValue(value) }];
}

function isFileRef(node: Node): boolean {
  return node.isObject && node.members().length === 1 && typeof node.get("$ref")?.value === "string";
}
