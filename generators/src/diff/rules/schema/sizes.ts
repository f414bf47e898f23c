// `minLength`, `maxItems`, `minProperties` and the like: how long a string is, and how large a list or object.
import type { Location } from "../../../model/place.ts";
import type { Rule } from "../../rule.ts";
import type { ObjectView } from "../../schema/object-view.ts";
import type { View } from "../../schema/view.ts";
import { limitAt, limitRule } from "./limit.ts";

export const lengthRules: readonly Rule<View>[] = [
  sizeRule("min-length", "minLength", "characters", ({ strings }) => strings),
  sizeRule("max-length", "maxLength", "characters", ({ strings }) => strings),
];

export const itemCountRules: readonly Rule<View>[] = [
  sizeRule("min-items", "minItems", "elements", ({ arrays }) => arrays),
  sizeRule("max-items", "maxItems", "elements", ({ arrays }) => arrays),
];

export const memberCountRules: readonly Rule<ObjectView>[] = [
  sizeRule("min-properties", "minProperties", "members", ({ objects }) => objects),
  sizeRule("max-properties", "maxProperties", "members", ({ objects }) => objects),
];

interface Placed {
  readonly at: Location;
}

function sizeRule<Thing extends Placed, Keyword extends string>(
  id: string,
  keyword: Keyword,
  parts: string,
  schemasOf: (thing: Thing) => readonly (Placed & Readonly<Record<Keyword, number | null>>)[],
): Rule<Thing> {
  const isLower = keyword.startsWith("min");
  return limitRule({
    id,
    end: isLower ? "lower" : "upper",
    words: `${isLower ? "minimum" : "maximum"} number of ${parts}`,
    schemasOf,
    limitsOf: (schema) => limitAt(schema.at, keyword, schema[keyword]),
  });
}
