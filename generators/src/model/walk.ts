// The schemas directly inside a schema, and the one behind references.
import type { DraftSchema } from "./draft.ts";
import type { ArraySchema, ObjectSchema, Schema } from "./schema.ts";
import { unreachable } from "./unreachable.ts";

/** All direct children, in order; nothing behind a `ref`, which is named and visited on its own. */
export function childrenOf(schema: Schema): readonly Schema[] {
  switch (schema.kind) {
    case "any":
    case "never":
    case "null":
    case "boolean":
    case "number":
    case "string":
    case "enum":
    case "ref":
      return none;
    case "array":
      return arrayChildrenOf(schema);
    case "object":
      return objectChildrenOf(schema);
    case "union":
    case "intersection":
      return schema.members;
    case "not":
      return [schema.schema];
    case "conditional":
      return [schema.if, schema.then, schema.else];
    case "unevaluated":
      return [schema.schema, schema.properties, schema.items].filter((child) => child !== null);
    default:
      return unreachable(schema);
  }
}

const none: readonly Schema[] = [];

/** The schema behind references, without its `unevaluated` keywords. Cycles of references alone have been rejected. */
export function resolvedSchema(schema: Schema): Schema {
  if (schema.kind === "unevaluated") return resolvedSchema(schema.schema);
  return schema.kind === "ref" ? resolvedSchema(schema.target.schema) : schema;
}

function arrayChildrenOf({ prefixItems, items, contains }: ArraySchema): Schema[] {
  return [...prefixItems, items, ...(contains === null ? none : [contains.schema])];
}

function objectChildrenOf(schema: ObjectSchema): Schema[] {
  const children = schema.properties.map((property) => property.schema);
  for (const entry of schema.patternProperties) children.push(entry.schema);
  children.push(schema.additional);
  if (schema.propertyNames !== null) children.push(schema.propertyNames);
  for (const entry of schema.dependentSchemas) children.push(entry.schema);
  return children;
}

/** The schemas that validate the very same value: a cycle among these alone has no meaning. */
export function sameValueChildrenOf(schema: Schema): readonly Schema[] {
  switch (schema.kind) {
    case "union":
    case "intersection":
    case "not":
    case "conditional":
      return childrenOf(schema);
    case "unevaluated":
      return [schema.schema];
    case "object":
      return schema.dependentSchemas.map((entry) => entry.schema);
    default:
      return none;
  }
}

/**
 * The named schemas in which `scan` finds something, and those that refer to one of them. `scan` also passes on each target of a
 * reference that it comes across.
 */
export function foundIn(
  schemas: readonly DraftSchema[],
  scan: (named: DraftSchema, refer: (target: DraftSchema) => void) => boolean,
): ReadonlySet<DraftSchema> {
  const users = new Map<DraftSchema, DraftSchema[]>();
  const refer = (named: DraftSchema, target: DraftSchema) => users.set(target, [...(users.get(target) ?? []), named]);
  const affectedSchemas = new Set(schemas.filter((named) => scan(named, (target) => refer(named, target))));
  for (const named of affectedSchemas) for (const user of users.get(named) ?? []) affectedSchemas.add(user);
  return affectedSchemas;
}
