// A place with an array -> arrays with too few or too many elements, with one twice, or without what they have to contain.
import { type Json, matches } from "waybill/description";
import { arraysOf } from "./leaves.ts";
import { longerList, mostElements } from "./lists.ts";
import { neighboursOf } from "./neighbours.ts";
import { elementSchemaOf, largest, smallest } from "./parts.ts";
import type { Place } from "./places.ts";
import { changeOf, counted, type Variant } from "./variant.ts";

export function* invalidLists(place: Place, list: readonly Json[]): Generator<Variant> {
  const arrays = arraysOf(place.leaves);
  const min = largest(arrays.map(({ minItems }) => minItems));
  const max = smallest(arrays.map(({ maxItems }) => maxItems));
  if (min !== null && min > 0) {
    const what = min === 1 ? "empty" : `fewer than ${counted(min, "element")}`;
    yield changeOf(place, { keyword: "minItems", what, value: list.slice(0, min - 1) });
  }
  const longer = max === null || max >= mostElements ? null : longerList(place, list, max + 1);
  if (max !== null && longer !== null)
    yield changeOf(place, { keyword: "maxItems", what: `more than ${counted(max, "element")}`, value: longer });
  const [first] = list;
  if (first !== undefined && arrays.some(({ uniqueItems }) => uniqueItems)) {
    const value = max !== null && list.length >= max ? [first, ...list.slice(0, -1)] : [...list, first];
    yield changeOf(place, { keyword: "uniqueItems", what: "a duplicate element", value });
  }
  if (elementSchemaOf(arrays, list.length, place.schema).kind === "never") {
    const value = [...list, "unexpected"];
    yield changeOf(place, { keyword: "items", what: "one element too many", value });
  }
  yield* miscounted(place, list);
}

/** Too few and too many elements of those that `contains` counts. */
function* miscounted(place: Place, list: readonly Json[]): Generator<Variant> {
  const arrays = arraysOf(place.leaves);
  for (const { contains } of arrays) {
    if (contains === null) continue;
    const found = list.filter((element) => matches(contains.schema, element));
    const value = list.flatMap((element, index) => {
      if (!matches(contains.schema, element)) return [element];
      for (const other of neighboursOf(elementSchemaOf(arrays, index, place.schema), element)) {
        if (!matches(contains.schema, other)) return [other];
      }
      return [];
    });
    yield changeOf(place, { keyword: "contains", what: "without the element it has to contain", value });
    const [one] = found;
    if (contains.max === null || contains.max > mostElements || one === undefined) continue;
    const more = Array.from({ length: contains.max + 1 - found.length }, () => one);
    const what = `more than ${contains.max} of the elements it may contain`;
    yield changeOf(place, { keyword: "maxContains", what, value: [...list, ...more] });
  }
}
