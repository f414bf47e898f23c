// Whether Zod returns a copy that may differ from the value: its objects drop `__proto__` and reorder members.

import { conjunctsOf } from "../../model/analysis/conjuncts.ts";
import { discriminationOf } from "../../model/analysis/discrimination.ts";
import { coversEveryType } from "../../model/analysis/json-types.ts";
import type { ArraySchema, Schema, UnionSchema } from "../../model/schema.ts";
import { unreachable } from "../../model/unreachable.ts";
import { areInlineObjects } from "./alternatives.ts";
import { isFixedTuple, isPlainObject } from "./forms.ts";
import { hasRest } from "./unevaluated-form.ts";

/** A reference never does: its constant returns the value itself. So do the helpers. */
export function copies(schema: Schema): boolean {
  switch (schema.kind) {
    case "object":
      return isPlainObject(schema);
    case "array":
      return arrayCopies(schema);
    case "union":
      return unionCopies(schema);
    case "intersection": {
      const [only, ...others] = conjunctsOf(schema);
      // Two or more need a helper; a single one does not.
      return only !== undefined && others.length === 0 && copies(only);
    }
    case "any":
    case "never":
    case "null":
    case "boolean":
    case "number":
    case "string":
    case "enum":
    case "ref":
    case "not":
    case "conditional":
      return false;
    case "unevaluated":
      return !hasRest(schema) && copies(schema.schema);
    default:
      return unreachable(schema);
  }
}

/** A tuple with optional elements needs a helper, as do checks across elements. */
function arrayCopies(schema: ArraySchema): boolean {
  const { prefixItems, items, contains, uniqueItems } = schema;
  if (contains !== null || uniqueItems || (prefixItems.length > 0 && !isFixedTuple(schema))) return false;
  return [...prefixItems, ...(prefixItems.length > 0 ? [] : [items])].some(copies);
}

function unionCopies(schema: UnionSchema): boolean {
  if (coversEveryType(schema)) return false;
  const discrimination = discriminationOf(schema);
  return discrimination === null || areInlineObjects(schema.members, discrimination.property)
    ? schema.members.some(copies)
    : false;
}
