// Reports patterns whose matching time grows faster than the text: a sender could keep a server busy with one.
import { keyOf, type Place, type Report } from "../diagnostics/index.ts";
import type { Api } from "../model/api.ts";
import { schemasOf } from "../model/finish/filters.ts";
import type { Schema } from "../model/schema.ts";
import { childrenOf } from "../model/walk.ts";
import { type Location, Node } from "../source/index.ts";

/** Loads the pattern analysis only if there are patterns. */
export async function checkPatterns(api: Api, report: Report): Promise<void> {
  const patterns = patternsOf(api);
  if (patterns.size === 0) return;
  const { growthOf } = await import("../model/patterns/automaton.ts");
  const effort = { left: stepsForAll };
  for (const [pattern, places] of patterns) {
    const growth = growthOf(pattern, effort);
    if (growth === "linear") continue;
    for (const place of places) report.add("slow-pattern", place, { pattern, growth });
  }
}

/** The budget for analysing all patterns of an API: enough for a thousand slow ones. */
const stepsForAll = 100_000_000;

/** Every pattern with its places. */
function patternsOf(api: Api): ReadonlyMap<string, readonly Place[]> {
  const placesByPattern = new Map<string, Place[]>();
  const add = (pattern: string, place: Place): void => {
    const places = placesByPattern.get(pattern);
    if (places === undefined) placesByPattern.set(pattern, [place]);
    else places.push(place);
  };
  const visit = (schema: Schema): void => {
    if (schema.kind === "string" && schema.pattern !== null) add(schema.pattern, placeBelow(schema.at, ["pattern"]));
    if (schema.kind === "object") {
      for (const { pattern } of schema.patternProperties) {
        add(pattern, keyOf(locationBelow(schema.at, ["patternProperties", pattern])));
      }
    }
    childrenOf(schema).forEach(visit);
  };
  for (const { schema } of api.schemas) visit(schema);
  for (const schema of schemasOf(api)) visit(schema);
  return placesByPattern;
}

function placeBelow(at: Location, keys: readonly string[]): Place {
  return { kind: "value", location: locationBelow(at, keys) };
}

function locationBelow(at: Location, keys: readonly string[]): Location {
  return keys.reduce<Location>((location, key) => {
    const inner = location instanceof Node ? location.get(key) : undefined;
    return inner ?? { document: location.document, parent: location, key };
  }, at);
}
