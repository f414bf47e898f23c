// A schema of an object -> its members, and the schema that a reference stands for.
import type { Json, Property, Schema } from "waybill/description";
import { isList } from "../values/json.ts";

/** The members of an object, whichever parts of its schema they stand in. */
export function propertiesIn(schema: Schema): readonly Property[] {
  switch (schema.kind) {
    case "ref":
      return propertiesIn(schema.target.schema);
    case "unevaluated":
      return propertiesIn(schema.schema);
    case "object":
      return schema.properties;
    case "intersection":
      return schema.members.flatMap(propertiesIn);
    default:
      return [];
  }
}

export function resolved(schema: Schema): Schema {
  if (schema.kind === "unevaluated") return resolved(schema.schema);
  return schema.kind === "ref" ? resolved(schema.target.schema) : schema;
}

/** The schemas that speak of what stands at a path of a value. */
export function schemasAt(schema: Schema, path: readonly (string | number)[]): Schema[] {
  const own = partsOf(schema);
  const [step, ...rest] = path;
  if (step === undefined) return own;
  return own.flatMap((part): Schema[] => {
    if (part.kind === "array" && typeof step === "number") return schemasAt(part.prefixItems[step] ?? part.items, rest);
    if (part.kind !== "object" || typeof step !== "string") return [];
    const member = part.properties.find(({ name }) => name === step)?.schema ?? part.additional;
    return schemasAt(member, rest);
  });
}

/** All that judge the same value. */
function partsOf(schema: Schema): Schema[] {
  const own = resolved(schema);
  return own.kind === "intersection" || own.kind === "union" ? own.members.flatMap(partsOf) : [own];
}

/** The value without members that nobody spoke of: JSON Schema allows them, and a service that returns them is not to blame. */
export function withoutStrangers(schema: Schema, value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  const parts = partsOf(schema);
  if (isList(value)) {
    return value.map((item, index) =>
      parts.reduce(
        (kept, part) => (part.kind === "array" ? withoutStrangers(part.prefixItems[index] ?? part.items, kept) : kept),
        item,
      ),
    );
  }
  const objects = parts.filter((part) => part.kind === "object");
  // A schema that lists no members is about any.
  const isOpen =
    objects.every((one) => one.properties.length === 0) ||
    objects.some((one) => one.additionalStated || one.patternProperties.length > 0);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, Json][] => {
      const own = objects.flatMap(({ properties }) =>
        properties.filter((one) => one.name === name).map((one) => one.schema),
      );
      if (own.length === 0 && !isOpen) return [];
      return [[name, own.reduce((kept, one) => withoutStrangers(one, kept), member)]];
    }),
  );
}
