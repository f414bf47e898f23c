// Names in `required` that no property has: allowed by JSON Schema, and nearly always a mistake.
import { nearest, type Report } from "../diagnostics/index.ts";
import type { Api } from "../model/api.ts";
import { schemasOf } from "../model/finish/used-schemas.ts";
import type { ObjectSchema, Schema } from "../model/schema.ts";
import { childrenOf, sameValueChildrenOf } from "../model/walk.ts";
import { type Location, Node } from "../source/index.ts";

export function checkRequired(api: Api, report: Report): void {
  // A part of a combination may require what another part describes: only a schema outside combinations is checked.
  const visit = (schema: Schema, alone: boolean): void => {
    if (alone && schema.kind === "object") checkObject(schema, report);
    const parts = sameValueChildrenOf(schema);
    for (const child of childrenOf(schema)) visit(child, !parts.includes(child));
  };
  for (const { schema } of api.schemas) visit(schema, true);
  for (const schema of schemasOf(api)) visit(schema, true);
}

function checkObject(schema: ObjectSchema, report: Report): void {
  const { at, properties, patternProperties, additionalStated, requiredElsewhere, dependentSchemas } = schema;
  const described = patternProperties.length + dependentSchemas.length > 0 || additionalStated;
  if (properties.length === 0 || described) return;
  for (const name of requiredElsewhere) {
    const near = nearest(
      name,
      properties.map((property) => property.name),
    );
    report.add("required-without-property", placeOf(at, name), { name, near });
  }
}

/** The name in the list, where the list can be found. */
function placeOf(at: Location, name: string): Location {
  if (!(at instanceof Node)) return at;
  const required = at.get("required");
  return required?.items().find((element) => element.value === name) ?? required ?? at;
}
