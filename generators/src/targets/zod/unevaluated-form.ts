// What `unevaluatedProperties` and `unevaluatedItems` still have to check: nothing where everything is evaluated or allowed.
import { type Evaluation, evaluatedElementsOf, evaluatedMembersOf } from "../../model/analysis/evaluation.ts";
import { jsonTypesOf } from "../../model/analysis/json-types.ts";
import type { Schema, UnevaluatedSchema } from "../../model/schema.ts";

export interface Rest {
  readonly helper: "unevaluatedProperties" | "unevaluatedItems";
  /** What is not judged. */
  readonly evaluation: Evaluation;
  /** What all else has to match. */
  readonly schema: Schema;
}

export function restsOf({ schema, properties, items }: UnevaluatedSchema): Rest[] {
  const types = jsonTypesOf(schema);
  const rests: Rest[] = [
    ...(properties === null || properties.kind === "any" || !types.has("object")
      ? []
      : [{ helper: "unevaluatedProperties" as const, evaluation: evaluatedMembersOf(schema), schema: properties }]),
    ...(items === null || items.kind === "any" || !types.has("array")
      ? []
      : [{ helper: "unevaluatedItems" as const, evaluation: evaluatedElementsOf(schema), schema: items }]),
  ];
  return rests.filter(({ evaluation }) => !evaluation.all);
}

export function hasRest(schema: UnevaluatedSchema): boolean {
  return restsOf(schema).length > 0;
}
