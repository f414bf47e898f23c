// Values that are listed, beside alternatives -> those that all of it accepts: alternatives for other values say nothing.
import { matches } from "../../model/values/matching.ts";
import { inside } from "../rule.ts";
import type { Schemas } from "./comparison.ts";
import type { EnumView, View } from "./view.ts";

/** `schemas`: all that the view is of. */
export function withExactValues(view: View, schemas: Schemas): View {
  const listed = new Set(view.enums.map(({ type }) => type));
  const isListed = ({ type }: { readonly type: EnumView["type"] }): boolean => listed.has(type);
  if (!view.choices.some(isListed)) return view;
  return {
    ...view,
    enums: view.enums.map((each) => exactOf(each, schemas)),
    choices: view.choices.filter((choice) => !isListed(choice)),
  };
}

function exactOf({ type, schema, places }: EnumView, schemas: Schemas): EnumView {
  const values = schema.values.map((value, index) => ({
    value,
    at: places?.[index] ?? inside(schema.at, "enum", String(index)),
  }));
  const accepted = values.filter(({ value }) => schemas.every((each) => matches(each, value)));
  return {
    type,
    schema: { ...schema, values: accepted.map(({ value }) => value) },
    places: accepted.map(({ at }) => at),
  };
}
