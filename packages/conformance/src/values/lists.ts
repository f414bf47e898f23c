// An array that is part of a valid value -> longer ones whose elements are as good.
import type { Json } from "waybill/description";
import { canonical } from "./json.ts";
import { arraysOf } from "./leaves.ts";
import { neighboursOf } from "./neighbours.ts";
import { elementSchemaOf } from "./parts.ts";
import type { Place } from "./places.ts";
import { sampleOf } from "./sample.ts";
import type { Sample } from "./sample-context.ts";

/** Longer arrays show nothing new, and servers reject them for their size. */
export const mostElements = 1000;

/** `list` with elements added until there are `length`, all different where they have to be; `null` when that fails. */
export function longerList(place: Place, list: readonly Json[], length: number): Json[] | null {
  const arrays = arraysOf(place.leaves);
  const schema = elementSchemaOf(arrays, list.length, place.schema);
  const hasPositions = arrays.some(({ prefixItems }) => prefixItems.length >= list.length);
  const last = hasPositions ? undefined : list.at(-1);
  const sample: Sample = last === undefined ? sampleOf(schema) : { ok: true, value: last };
  if (!sample.ok) return null;
  const isUnique = arrays.some(({ uniqueItems }) => uniqueItems);
  if (!isUnique) return [...list, ...Array.from({ length: length - list.length }, () => sample.value)];
  const taken = new Set(list.map(canonical));
  const longer = [...list];
  const add = (element: Json): void => {
    if (!taken.has(canonical(element))) longer.push(element);
    taken.add(canonical(element));
  };
  add(sample.value);
  for (const element of neighboursOf(schema, sample.value)) {
    if (longer.length >= length) break;
    add(element);
  }
  return longer.length < length ? null : longer;
}
