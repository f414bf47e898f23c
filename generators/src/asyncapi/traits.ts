// `traits` of a message or an operation: who says what first.
import { checkFields, followObject, itemsOf, type Reading, stringField } from "../reading/index.ts";
import type { Node } from "../source/index.ts";

/** The object and its traits, whoever wins first: the object itself, then the last trait, as AsyncAPI merges them. */
export function withTraits(
  reading: Reading,
  node: Node,
  { what, known }: { what: string; known: ReadonlySet<string> },
): Node[] {
  const traits = itemsOf(reading, node, "traits").flatMap((item) => followObject(reading, item, what) ?? []);
  for (const trait of traits) checkFields(reading, trait, what, known);
  return [node, ...traits.toReversed()];
}

export function firstText(reading: Reading, owners: readonly Node[], field: string): string | null {
  for (const owner of owners) {
    const found = stringField(reading, owner, field);
    if (found !== null) return found;
  }
  return null;
}
