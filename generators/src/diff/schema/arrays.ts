// Two arrays -> the pairs of their elements: one by one where they have places, then all that follow.
import type { ArraySchema, Contains, Schema } from "../../model/schema.ts";
import { containsChanged } from "../rules/schema/contains.ts";
import type { Compared } from "./pair.ts";

export function compareArrays(compared: Compared): void {
  const { pair, comparison, base, revision } = compared;
  const placed = Math.max(...[...base.arrays, ...revision.arrays].map((array) => array.prefixItems.length), 0);
  for (let index = 0; index < placed; index += 1) {
    const subject = `${pair.subject}[${index}]`;
    comparison.addInner(pair, elementsAt(base.arrays, index), elementsAt(revision.arrays, index), subject);
  }
  const rest = (view: typeof base): Schema[] => [
    ...view.arrays.map((array) => array.items),
    ...view.rests.flatMap(({ items }) => (items === null ? [] : [items])),
  ];
  comparison.addInner(pair, rest(base), rest(revision), `${pair.subject}[]`);
  compareContained(compared);
}

function compareContained({ pair, comparison, base, revision, tell }: Compared): void {
  const [before, after] = [containedIn(base.arrays), containedIn(revision.arrays)];
  if (before === null || after === null) return;
  const at = { base: before.schema.at, revision: after.schema.at };
  // Where only so many are allowed, to count more is to allow less.
  const isCapped = before.max !== null || after.max !== null;
  if (!isCapped) comparison.addInner(pair, [before.schema], [after.schema], `${pair.subject} (contains)`);
  else if (!comparison.isSame([before.schema], [after.schema], at))
    tell(containsChanged, undefined, at.base, at.revision);
}

function elementsAt(arrays: readonly ArraySchema[], index: number): Schema[] {
  return arrays.map((array) => array.prefixItems[index] ?? array.items);
}

function containedIn(arrays: readonly ArraySchema[]): Contains | null {
  const [only, ...more] = arrays.flatMap(({ contains }) => (contains === null ? [] : [contains]));
  return only === undefined || more.length > 0 ? null : only;
}
