// The schemas directly inside a schema.
import type { Schema } from "./schema.ts";
import { unreachable } from "./unreachable.ts";

/** Everything below one step, in order; nothing behind a `ref`, which has a name and is visited on its own. */
export function childrenOf(schema: Schema): Schema[] {
  switch (schema.kind) {
    case "any":
    case "never":
    case "null":
    case "boolean":
    case "number":
    case "string":
    case "enum":
    case "ref":
      return [];
    case "array":
      return [...schema.prefixItems, schema.items, ...(schema.contains === null ? [] : [schema.contains.schema])];
    case "object":
      return [
        ...schema.properties.map((property) => property.schema),
        ...schema.patternProperties.map((property) => property.schema),
        schema.additional,
        ...(schema.propertyNames === null ? [] : [schema.propertyNames]),
        ...schema.dependentSchemas.map((entry) => entry.schema),
      ];
    case "union":
    case "intersection":
      return [...schema.members];
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

/** The schemas that judge the very same value: a cycle among these alone has no meaning. */
export function sameValueChildrenOf(schema: Schema): Schema[] {
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
      return [];
  }
}
