// `traits` of a message or an operation -> the objects in order of precedence.
import { checkFields, followObject, itemsOf, type Reading, stringField } from "../reading/index.ts";
import type { Node } from "../source/index.ts";
import type { AsyncApiReading } from "./asyncapi-reading.ts";

/**
 * The object and its traits in order of precedence: in AsyncAPI 3 the object itself, then the last trait; in AsyncAPI 2, which
 * applies the traits to the object as patches, the last trait first and the object last.
 */
export function withTraits(
  reading: AsyncApiReading,
  node: Node,
  { what, known }: { what: string; known: ReadonlySet<string> },
): Node[] {
  const traits = itemsOf(reading, node, "traits").flatMap((item) => followObject(reading, item, what) ?? []);
  for (const trait of traits) checkFields(reading, trait, what, known);
  return reading.version === 2 ? [...traits.toReversed(), node] : [node, ...traits.toReversed()];
}

export function firstText(reading: Reading, owners: readonly Node[], field: string): string | null {
  for (const owner of owners) {
    const found = stringField(reading, owner, field);
    if (found !== null) return found;
  }
  return null;
}
