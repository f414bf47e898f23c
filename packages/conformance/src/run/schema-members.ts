// A schema of an object -> its members, and the schema that a reference stands for.
import type { Property, Schema } from "waybill/description";

/** The members of an object, whichever parts of its schema they stand in. */
export function propertiesIn(schema: Schema): readonly Property[] {
  switch (schema.kind) {
    case "ref":
      return propertiesIn(schema.target.schema);
    case "object":
      return schema.properties;
    case "intersection":
      return schema.members.flatMap(propertiesIn);
    default:
      return [];
  }
}

export function resolved(schema: Schema): Schema {
  return schema.kind === "ref" ? resolved(schema.target.schema) : schema;
}
