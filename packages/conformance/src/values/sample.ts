// A schema -> one plausible value that matches it, the same at every call, or the reason why there is none.
import { type Json, matches, type Schema } from "waybill/description";
import { arraySample } from "./array-sample.ts";
import { isList, isObject, type Path } from "./json.ts";
import { arraysOf, enumsOf, type Leaf, numbersOf, objectsOf, stringsOf, typesOf, type Way, waysOf } from "./leaves.ts";
import { numberRulesOf, numbersFor } from "./numbers.ts";
import { objectSample } from "./object-sample.ts";
import { refusal, type Sample, type SampleContext, type SampleOptions } from "./sample-context.ts";
import { textRulesOf, textsFor } from "./texts.ts";

/**
 * A valid value: a plausible one. Known values come first, then examples and defaults of scalars, then
 * made-up ones. A named schema is not entered again below itself, which no smallest value needs.
 */
export function sampleOf(schema: Schema, options: SampleOptions = {}): Sample {
  return sampleAt(schema, { options, path: [], named: new Set(), budget: { left: mostPlaces }, sampleAt });
}

/** Descriptions whose schemas refer to each other in a ring of dozens would go on for hours: then only what is required. */
const mostPlaces = 5000;

function sampleAt(schema: Schema, context: SampleContext): Sample {
  context.budget.left -= 1;
  if (context.budget.left < -mostPlaces) return refusal(schema, "it takes too many places to fill");
  const known = context.options.known?.({ path: context.path, schema });
  const candidates = [...(known === undefined ? [] : [known]), ...annotatedValues(schema)];
  const found = candidates.find((value) => matches(schema, value));
  if (found !== undefined) return { ok: true, value: found };
  let reason: Sample | null = null;
  for (const way of waysOf(schema)) {
    for (const options of [context.options, otherwise(context.options)]) {
      const sample = sampleOfWay(way, schema, { ...context, options });
      if (sample.ok && matches(schema, sample.value)) return sample;
      if (!sample.ok) reason ??= sample;
    }
  }
  const plain = plainValues.find((value) => matches(schema, value));
  if (plain !== undefined) return { ok: true, value: plain };
  return reason ?? refusal(schema, "no value was found that satisfies all of its parts");
}

/** What may do where alternatives exclude each other and none can be made on its own. */
const plainValues: readonly Json[] = ["text", {}, 1, [], true, "", 0, 1.5, -1, false, null, { key: "text" }, ["text"]];

/** Optional members distinguish the alternatives of `oneOf`, and `not` may exclude them. */
function otherwise(options: SampleOptions): SampleOptions {
  return { ...options, all: options.all !== true };
}

/** Examples and the default of a scalar or a list of scalars. Objects are made member by member, to hold what is asked for. */
function annotatedValues(schema: Schema): Json[] {
  const { examples, default: fallback } = schema.annotations;
  const own = [...examples, ...(fallback === null ? [] : [fallback])].map(({ value }) => value);
  const inner = schema.kind === "ref" ? annotatedValues(schema.target.schema) : [];
  return [...own, ...inner].filter(
    (value) => isScalar(value) || (isList(value) && value.length > 0 && value.every(isScalar)),
  );
}

function isScalar(value: Json): boolean {
  return !isObject(value) && !isList(value) && value !== null;
}

function sampleOfWay({ leaves, named }: Way, schema: Schema, outer: SampleContext): Sample {
  const again = named.find((each) => outer.named.has(each));
  if (again !== undefined) return refusal(schema, `${again.name} would contain itself without end`);
  const context = { ...outer, named: new Set([...outer.named, ...named]) };
  const [listed] = enumsOf(leaves);
  if (listed !== undefined) return firstMatch(listed.values, leaves, schema, "none of its values has its type");
  const [type, ...others] = typesOf(leaves);
  if (type === undefined) return refusal(schema, "its parts require different types");
  if (others.length > 0) return firstMatch(["text", {}, 1, true, [], null], leaves, schema, "it rejects every type");
  switch (type) {
    case "null":
      return { ok: true, value: null };
    case "boolean":
      return firstMatch([true, false], leaves, schema, "it rejects both true and false");
    case "number":
      return firstMatch(
        numbersFor(numberRulesOf(numbersOf(leaves))),
        leaves,
        schema,
        "no number within its bounds was found",
      );
    case "string": {
      const texts = textsFor(textRulesOf(stringsOf(leaves)), nameOf(context.path));
      return firstMatch(
        texts,
        leaves,
        schema,
        "no text with its pattern, format and length was found; give an example",
      );
    }
    case "array":
      return arraySample(arraysOf(leaves), schema, context);
    case "object":
      return objectSample(objectsOf(leaves), schema, context);
  }
}

function firstMatch(candidates: Iterable<Json>, leaves: readonly Leaf[], schema: Schema, why: string): Sample {
  for (const value of candidates) if (leaves.every((leaf) => matches(leaf, value))) return { ok: true, value };
  return refusal(schema, why);
}

/** The name of the member that a place is in: elements go by the name of their array. */
function nameOf(path: Path): string | null {
  const name = path.findLast((step) => typeof step === "string");
  return typeof name === "string" ? name : null;
}
