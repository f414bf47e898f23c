// A JSON type -> the schema that accepts all of its values and nothing else.
import type { JsonType } from "../../model/analysis/json-types.ts";
import type { Location } from "../../model/place.ts";
import { anyText, noAnnotations, type Schema } from "../../model/schema.ts";
import { unreachable } from "../../model/unreachable.ts";

export function bareOf(type: JsonType, at: Location): Schema {
  const shared = { at, annotations: noAnnotations };
  switch (type) {
    case "null":
    case "boolean":
      return { kind: type, ...shared };
    case "string":
      return anyText(at);
    case "number": {
      const limits = { minimum: null, exclusiveMinimum: null, maximum: null, exclusiveMaximum: null };
      return { kind: "number", integer: false, ...limits, multipleOf: null, format: null, ...shared };
    }
    case "array": {
      const limits = { contains: null, minItems: null, maxItems: null, uniqueItems: false };
      return {
        kind: "array",
        prefixItems: [],
        items: { kind: "any", ...shared },
        itemsStated: false,
        ...limits,
        ...shared,
      };
    }
    case "object": {
      const lists = { properties: [], patternProperties: [], requiredElsewhere: [] };
      const dependence = { dependentRequired: [], dependentSchemas: [] };
      const limits = { propertyNames: null, minProperties: null, maxProperties: null };
      const additional = { additional: { kind: "any", ...shared }, additionalStated: false } as const;
      return { kind: "object", ...lists, ...dependence, ...limits, ...additional, ...shared };
    }
    default:
      return unreachable(type);
  }
}
