// The array leaves of a place -> an array that matches them: one element where none or one is enough.
import { type ArraySchema, type Json, matches, type Schema } from "waybill/description";
import { canonical } from "./json.ts";
import { neighboursOf } from "./neighbours.ts";
import { allOf, elementSchemaOf, largest, smallest } from "./parts.ts";
import { refusal, type Sample, type SampleContext, sampleInside } from "./sample-context.ts";

export function arraySample(arrays: readonly ArraySchema[], schema: Schema, context: SampleContext): Sample {
  const least = leastOf(arrays);
  const most = smallest(arrays.map(({ maxItems }) => maxItems));
  const count = Math.max(least, most === 0 ? 0 : 1);
  if (count > mostElements) return refusal(schema, `it needs ${count} elements`);
  const elements: Json[] = [];
  for (let index = 0; index < count; index += 1) {
    const element = elementAt(arrays, schema, elements, context);
    if (!element.ok && index >= least) break;
    if (!element.ok) return element;
    elements.push(element.value);
  }
  return { ok: true, value: elements };
}

const mostElements = 2000;

/** How many elements there have to be, those that `contains` counts included. */
export function leastOf(arrays: readonly ArraySchema[]): number {
  return largest(arrays.flatMap(({ minItems, contains }) => [minItems, contains?.min ?? null])) ?? 0;
}

/** The element that goes behind those that are there: one that `contains` still misses, and none twice where none may be. */
function elementAt(
  arrays: readonly ArraySchema[],
  outer: Schema,
  before: readonly Json[],
  context: SampleContext,
): Sample {
  const wanted = arrays.flatMap(({ contains }) => {
    if (contains === null) return [];
    return before.filter((element) => matches(contains.schema, element)).length < contains.min ? [contains.schema] : [];
  });
  const schema = allOf([elementSchemaOf(arrays, before.length, outer), ...wanted], outer);
  const first = sampleInside(schema, before.length, context);
  if (!first.ok || !arrays.some(({ uniqueItems }) => uniqueItems)) return first;
  const taken = new Set(before.map(canonical));
  if (!taken.has(canonical(first.value))) return first;
  for (const value of neighboursOf(schema, first.value)) if (!taken.has(canonical(value))) return { ok: true, value };
  return refusal(outer, `only ${before.length} different elements were found`);
}
