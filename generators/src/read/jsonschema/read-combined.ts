// `allOf`, `anyOf`, `oneOf`, `not` and `if` -> the parts of a schema that combine others.
import { noAnnotations, type Schema } from "../../model/schema.ts";
import type { Node } from "../../source/index.ts";
import { discriminatorOf, noteBase } from "./discriminator.ts";
import type { SchemaReader } from "./schema-reader.ts";

export function readCombined(reading: SchemaReader, node: Node): Schema[] {
  const base = { at: node, annotations: noAnnotations };
  const list = (keyword: string): Schema[] => {
    const field = node.get(keyword);
    return field === undefined ? [] : reading.readList(field, keyword);
  };
  const parts: Schema[] = list("allOf");
  for (const mode of ["anyOf", "oneOf"] as const) {
    const members = list(mode);
    const [only] = members;
    if (only !== undefined && members.length === 1) parts.push(only);
    if (members.length > 1) {
      const discriminator = discriminatorOf(reading, node, members);
      parts.push({ kind: "union", mode, members, discriminator, ...base });
    }
  }
  noteBase(reading, node);
  const negated = node.get("not");
  if (negated !== undefined) parts.push({ kind: "not", schema: reading.read(negated), ...base });
  return [...parts, ...readConditional(reading, node)];
}

/** `then` and `else` have no effect without `if`. */
function readConditional(reading: SchemaReader, node: Node): Schema[] {
  const condition = node.get("if");
  if (condition === undefined) return [];
  const branch = (keyword: string): Schema => {
    const field = node.get(keyword);
    return field === undefined ? reading.anything(node) : reading.read(field);
  };
  const [test, positive, negative] = [reading.read(condition), branch("then"), branch("else")];
  // biome-ignore lint/suspicious/noThenProperty: the model's name; `then` is a schema, so nothing awaits it by mistake
  return [{ kind: "conditional", if: test, then: positive, else: negative, at: node, annotations: noAnnotations }];
}
