// Which arrays and objects Zod's own schemas express exactly, and which restrict nothing but the type of a value.
import { isInherited } from "../../model/analysis/discrimination.ts";
import type { ArraySchema, ObjectSchema } from "../../model/schema.ts";

/** No element after the first ones. */
export function isClosedTuple({ prefixItems, items, maxItems }: ArraySchema): boolean {
  return items.kind === "never" || (maxItems !== null && maxItems <= prefixItems.length);
}

/** Every one of the first elements is there, and no other: `z.tuple()`. */
export function isFixedTuple(schema: ArraySchema): boolean {
  const { prefixItems, minItems } = schema;
  return prefixItems.length > 0 && isClosedTuple(schema) && minItems !== null && minItems >= prefixItems.length;
}

/**
 * Listed members, and the others either all allowed or all rejected. Zod reads inherited members too, so names that every
 * object inherits are excluded; and it does not read `__proto__`, so a rule for all other members is excluded as well.
 */
export function isPlainObject(schema: ObjectSchema): boolean {
  const { properties, patternProperties, additional, requiredElsewhere } = schema;
  if (patternProperties.length > 0 || hasChecks(schema)) return false;
  const names = [...properties.map((property) => property.name), ...requiredElsewhere];
  return (additional.kind === "any" || additional.kind === "never") && !names.some(isInherited);
}

/** Whether the schema restricts the members as a whole. */
export function hasChecks({
  propertyNames,
  minProperties,
  maxProperties,
  dependentRequired,
  dependentSchemas,
}: ObjectSchema): boolean {
  const isCounted = (minProperties ?? 0) > 0 || maxProperties !== null;
  return (
    isCounted ||
    propertyNames !== null ||
    dependentRequired.some(({ requires }) => requires.length > 0) ||
    dependentSchemas.length > 0
  );
}

export function isBareObject(schema: ObjectSchema): boolean {
  const { properties, patternProperties, requiredElsewhere, additional } = schema;
  const isNamed = properties.some(({ required, schema: member }) => required || member.kind !== "any");
  const isMatched = patternProperties.some(({ schema: member }) => member.kind !== "any");
  return !isNamed && !isMatched && requiredElsewhere.length === 0 && additional.kind === "any" && !hasChecks(schema);
}

export function isBareArray({ prefixItems, items, contains, minItems, maxItems, uniqueItems }: ArraySchema): boolean {
  const isCounted = (minItems ?? 0) > 0 || maxItems !== null || uniqueItems;
  const isSearched = contains !== null && (contains.min > 0 || contains.max !== null);
  return !isCounted && !isSearched && [...prefixItems, items].every(({ kind }) => kind === "any");
}
