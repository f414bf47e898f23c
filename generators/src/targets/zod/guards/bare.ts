// Which schemas restrict nothing but the type of a value.
import type { ArraySchema, ObjectSchema, Schema } from "../../../model/schema.ts";
import { hasChecks } from "../object-form.ts";

export function isBareObject(schema: ObjectSchema): boolean {
  const { properties, patternProperties, requiredElsewhere, additional } = schema;
  const isNamed = properties.some(({ required, schema: member }) => required || member.kind !== "any");
  const isMatched = patternProperties.some(({ schema: member }) => member.kind !== "any");
  return !isNamed && !isMatched && requiredElsewhere.length === 0 && additional.kind === "any" && !hasChecks(schema);
}

export function isBareArray({ prefixItems, items, contains, minItems, maxItems, uniqueItems }: ArraySchema): boolean {
  const isCounted = (minItems ?? 0) > 0 || maxItems !== null || uniqueItems;
  const isSearched = contains !== null && (contains.min > 0 || contains.max !== null);
  return !isCounted && !isSearched && [...prefixItems, items].every(isAny);
}

function isAny(schema: Schema): boolean {
  return schema.kind === "any";
}
