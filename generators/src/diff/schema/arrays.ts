// Two arrays -> the pairs of their elements: tuple positions one by one, then all that follow.
import type { ArraySchema, Contains, Schema } from "../../model/schema.ts";
import { containsChanged } from "../rules/schema/contains.ts";
import type { Compared } from "./comparison.ts";
import type { View } from "./view.ts";

export function compareArrays(compared: Compared): void {
  const { pair, comparison, base, revision } = compared;
  const placed = Math.max(...[...base.arrays, ...revision.arrays].map((array) => array.prefixItems.length), 0);
  for (let index = 0; index < placed; index += 1) {
    const subject = `${pair.subject}[${index}]`;
    comparison.addInner(pair, elementsAt(base, index), elementsAt(revision, index), subject);
  }
  comparison.addInner(pair, restOf(base), restOf(revision), `${pair.subject}[]`);
  compareContained(compared);
}

/** The elements after the tuple; `items` evaluates all of them, so none is unevaluated. */
function restOf({ arrays, rests }: View): Schema[] {
  const left = arrays.some(({ itemsStated }) => itemsStated) ? [] : rests;
  return [...arrays.map((array) => array.items), ...left.flatMap(({ items }) => (items === null ? [] : [items]))];
}

function compareContained({ pair, comparison, base, revision, report }: Compared): void {
  const [before, after] = [containedIn(base.arrays), containedIn(revision.arrays)];
  if (before === null || after === null) return;
  // Where `maxContains` limits the number of matches, a looser schema matches more and so allows less.
  const isCapped = before.max !== null || after.max !== null;
  if (!isCapped) comparison.addInner(pair, [before.schema], [after.schema], `${pair.subject} (contains)`);
  else if (!comparison.isSame([before.schema], [after.schema], `${pair.subject} (contains)`))
    report(containsChanged, undefined, before.schema.at, after.schema.at);
}

function elementsAt(view: View, index: number): Schema[] {
  const isPlaced = view.arrays.some(({ prefixItems }) => index < prefixItems.length);
  const own = view.arrays.map((array) => array.prefixItems[index] ?? array.items);
  return isPlaced ? own : [...own, ...restOf(view).slice(view.arrays.length)];
}

function containedIn(arrays: readonly ArraySchema[]): Contains | null {
  const [only, ...more] = arrays.flatMap(({ contains }) => (contains === null ? [] : [contains]));
  return only === undefined || more.length > 0 ? null : only;
}
