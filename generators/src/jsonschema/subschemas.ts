// A schema object -> the schemas directly inside of it, by keyword alone: before anything is read, in any dialect.
import type { Node } from "../source/index.ts";

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Keywords that hold a schema, or a list of schemas. */
const holders = words(
  "additionalItems additionalProperties allOf anyOf contains contentSchema else if items not oneOf prefixItems propertyNames then " +
    "unevaluatedItems unevaluatedProperties",
);

/** Keywords that hold schemas under names. */
const maps = words("$defs definitions dependencies dependentSchemas patternProperties properties");

export function subschemasOf(node: Node): Node[] {
  return node.members().flatMap((member) => {
    if (maps.has(member.key)) return member.members().filter((entry) => !entry.isArray);
    if (!holders.has(member.key)) return [];
    return member.isArray ? member.items() : [member];
  });
}
