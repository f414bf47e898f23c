// Which objects Zod's own say exactly.
import type { ObjectSchema } from "../../model/schema.ts";

/**
 * Members by name, and the others either all welcome or all refused. Zod reads inherited members too, so names that every
 * object inherits are out; and it leaves `__proto__` unread, so a rule for all other members is out as well.
 */
export function isPlainObject(schema: ObjectSchema): boolean {
  const { properties, patternProperties, additional, requiredElsewhere } = schema;
  if (patternProperties.length > 0 || hasChecks(schema)) return false;
  const names = [...properties.map((property) => property.name), ...requiredElsewhere];
  return (additional.kind === "any" || additional.kind === "never") && !names.some(isInherited);
}

/** Whether something is said about the members taken together. */
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

/** `constructor`, `toString`, `__proto__`: members that are there before anything is put in. */
export function isInherited(name: string): boolean {
  return name in Object.prototype;
}
