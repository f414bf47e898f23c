// Which objects Zod's own schemas express exactly.
import type { ObjectSchema } from "../../model/schema.ts";

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

/** `constructor`, `toString`, `__proto__`: members that every object inherits. */
export function isInherited(name: string): boolean {
  return name in Object.prototype;
}
