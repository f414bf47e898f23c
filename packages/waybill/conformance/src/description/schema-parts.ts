// A schema -> the schemas that it consists of, with references followed and combinations taken apart.
import { isSent, type ObjectSchema, type Property, resolvedSchema as resolved, type Schema } from "waybill/description";

export { resolved };

/** Every schema that may apply to a value, alternatives included. */
export function partsOf(schema: Schema): Schema[] {
  const dereferenced = resolved(schema);
  return dereferenced.kind === "intersection" || dereferenced.kind === "union"
    ? dereferenced.members.flatMap(partsOf)
    : [dereferenced];
}

/** Every schema that a value has to match, without alternatives. */
export function requirementsOf(schema: Schema): Schema[] {
  const dereferenced = resolved(schema);
  return dereferenced.kind === "intersection" ? dereferenced.members.flatMap(requirementsOf) : [dereferenced];
}

export function objectsOf(parts: readonly Schema[]): ObjectSchema[] {
  return parts.filter((part) => part.kind === "object");
}

/** The members of an object from all parts of its schema, without those of the other direction. */
export function propertiesIn(schema: Schema): readonly Property[] {
  return objectsOf(requirementsOf(schema)).flatMap(({ properties }) => properties.filter(isSent));
}

/** The schemas of what is at a path of a value. */
export function schemasAt(schema: Schema, path: readonly (string | number)[]): Schema[] {
  const parts = partsOf(schema);
  const [step, ...rest] = path;
  if (step === undefined) return parts;
  return parts.flatMap((part): Schema[] => {
    if (part.kind === "array" && typeof step === "number") return schemasAt(part.prefixItems[step] ?? part.items, rest);
    if (part.kind !== "object" || typeof step !== "string") return [];
    const member = part.properties.find(({ name }) => name === step)?.schema ?? part.additional;
    return schemasAt(member, rest);
  });
}

/** The schemas of the records, however they are packed: in the body, in a member, or in an object of members. */
export function recordsOf(schema: Schema, depth = 0): Schema[] {
  return schemasAt(schema, []).flatMap((container): Schema[] => {
    if (container.kind === "array") return [container.items];
    if (container.kind !== "object" || depth > 2) return [];
    const inner = container.properties.map((one) => schemasAt(one.schema, []));
    const lists = inner.flatMap((schemas) => schemas.flatMap((one) => (one.kind === "array" ? [one.items] : [])));
    return lists.length > 0 ? lists : inner.flat().flatMap((one) => recordsOf(one, depth + 1));
  });
}

/** The texts that an enum lists; `null` for any other schema. */
export function enumOf(schema: Schema): readonly string[] | null {
  const dereferenced = resolved(schema);
  return dereferenced.kind === "enum" ? dereferenced.values.filter((value) => typeof value === "string") : null;
}

/** The names that elements of a list may have, where they are listed. */
export function namesIn(lists: readonly Schema[]): readonly string[] {
  return lists.flatMap((list) => (list.kind === "array" ? (enumOf(list.items) ?? []) : []));
}
