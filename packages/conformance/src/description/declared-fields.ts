// A value and its schema -> the members that nothing in the schema speaks of. JSON Schema lets objects have more than they
// list; a service that sends more than it describes has drifted all the same.
import { type Json, matches, type ObjectSchema, type Schema, unreachable } from "waybill/description";

export interface UndeclaredField {
  /** JSON pointer of the member. */
  readonly pointer: string;
  /** The names that are declared there. */
  readonly declared: readonly string[];
}

/**
 * Objects that say `additionalProperties` themselves mean it, and so do those that list nothing at all; elsewhere a member
 * has to be listed by some schema that applies.
 */
export function undeclaredFields(schema: Schema, value: Json): UndeclaredField[] {
  return undeclaredIn([schema], value, "");
}

function undeclaredIn(schemas: readonly Schema[], value: Json, pointer: string): UndeclaredField[] {
  if (typeof value !== "object" || value === null) return [];
  const parts = schemas.flatMap((schema) => partsOf(schema, value));
  if (isList(value)) {
    return value.flatMap((item, index) => {
      const inside = parts.flatMap((part) => (part.kind === "array" ? [part.prefixItems[index] ?? part.items] : []));
      return undeclaredIn(inside, item, `${pointer}/${index}`);
    });
  }
  const objects = parts.filter((part) => part.kind === "object");
  return Object.entries(value).flatMap(([name, member]) => {
    const inside = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const speaking = objects.flatMap((object) => speakingOf(object, name));
    const declared = objects.flatMap((object) => object.properties.map((one) => one.name));
    // An object that may have anything may still not have a declared member under another spelling.
    const isSlip =
      !declared.includes(name) && declared.some((one) => !Object.hasOwn(value, one) && plain(one) === plain(name));
    if (isSlip) return [{ pointer: inside, declared }];
    if (speaking.length > 0) return undeclaredIn(speaking, member, inside);
    return isOpen(objects) ? [] : [{ pointer: inside, declared }];
  });
}

/** The schemas that judge this very value, with references followed and choices made. */
function partsOf(schema: Schema, value: Json): Schema[] {
  switch (schema.kind) {
    case "ref":
      return partsOf(schema.target.schema, value);
    case "intersection":
      return schema.members.flatMap((member) => partsOf(member, value));
    case "union":
      return schema.members.filter((member) => matches(member, value)).flatMap((member) => partsOf(member, value));
    case "conditional":
      return matches(schema.if, value)
        ? [...partsOf(schema.if, value), ...partsOf(schema.then, value)]
        : partsOf(schema.else, value);
    case "object": {
      const dependent = schema.dependentSchemas.filter(({ name }) => hasMember(value, name));
      return [schema, ...dependent.flatMap((entry) => partsOf(entry.schema, value))];
    }
    case "any":
    case "never":
    case "null":
    case "boolean":
    case "number":
    case "string":
    case "array":
    case "enum":
    case "not":
      return [schema];
    default:
      return unreachable(schema);
  }
}

function speakingOf(object: ObjectSchema, name: string): Schema[] {
  const listed = object.properties.filter((property) => property.name === name).map((property) => property.schema);
  const byPattern = object.patternProperties
    .filter(({ pattern }) => new RegExp(pattern, "u").test(name))
    .map((entry) => entry.schema);
  const found = [...listed, ...byPattern];
  if (found.length > 0) return found;
  return object.additionalStated && object.additional.kind !== "never" ? [object.additional] : [];
}

/** Nothing is said about members at all. */
function isOpen(objects: readonly ObjectSchema[]): boolean {
  return objects.every(
    (object) =>
      object.properties.length === 0 && object.patternProperties.length === 0 && object.additional.kind !== "never",
  );
}

/** `product_name` and `productName` are one name, spelled twice. */
function plain(name: string): string {
  return name.replace(/[^a-z0-9]/gi, "").toLowerCase();
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function hasMember(value: Json, name: string): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name);
}
