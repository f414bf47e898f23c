// A value and its schema -> the members that the schema does not declare. JSON Schema allows undeclared
// members by default; a service that sends them has drifted from its description all the same.
import {
  type ArraySchema,
  escapeToken,
  isMatch,
  type Json,
  type Location,
  matches,
  type ObjectSchema,
  type Property,
  type Schema,
  unreachable,
} from "waybill/description";
import { isList, isObject, type JsonObject } from "../values/json.ts";

export interface StrayField {
  /** JSON pointer of the member. */
  readonly pointer: string;
  /** `write-only`: the description has it in requests alone. */
  readonly reason: "undeclared" | "write-only";
  /** The declared name that it is a spelling of; `null` when it resembles none. */
  readonly near: string | null;
  /** Where the description lists the allowed members. */
  readonly at: Location;
}

/**
 * Of a value that a service sent. An object with an explicit `additionalProperties` is taken at its word, and one without
 * any keyword about members is open; elsewhere a member must be named by a schema that applies.
 */
export function strayFields(schema: Schema, value: Json): StrayField[] {
  return straysIn([schema], value, "");
}

function straysIn(schemas: readonly Schema[], value: Json, pointer: string): StrayField[] {
  if (typeof value !== "object" || value === null || schemas.length === 0) return [];
  const parts = schemas.flatMap((schema) => partsOf(schema, value));
  if (parts.includes("free")) return [];
  if (isList(value)) {
    const arrays = parts.filter((part) => part !== "free").filter((part) => part.kind === "array");
    return value.flatMap((item, index) => {
      const inside = arrays.map((array) => array.prefixItems[index] ?? array.items);
      return straysIn(inside, item, `${pointer}/${index}`);
    });
  }
  const objects = parts.filter((part) => part !== "free").filter((part) => part.kind === "object");
  return Object.entries(value).flatMap(([name, member]) => {
    const inside = `${pointer}/${escapeToken(name)}`;
    return (
      straysAt({ objects, value, name, pointer: inside }) ?? straysIn(schemasOfMember(objects, name), member, inside)
    );
  });
}

interface Member {
  readonly objects: readonly ObjectSchema[];
  readonly value: JsonObject;
  readonly name: string;
  readonly pointer: string;
}

/** `null` when the member is allowed. */
function straysAt({ objects, value, name, pointer }: Member): StrayField[] | null {
  const listed = objects.flatMap(({ properties }) => properties);
  const declaredProperties = listed.filter((property) => property.name === name);
  const [writeOnly] = value[name] === null ? [] : declaredProperties.filter(({ schema }) => isWriteOnly(schema));
  if (writeOnly !== undefined) return [{ pointer, reason: "write-only", near: null, at: writeOnly.at }];
  if (declaredProperties.length > 0) return null;
  const near = listed.find((one) => !Object.hasOwn(value, one.name) && isSpelling(one.name, name)) ?? null;
  const isNamed = objects.some((object) => isNamedBy(object, name));
  // An open object must still not have a declared member under another spelling.
  const isSlip = near !== null && !isNamed && !objects.some(isMap);
  const [first] = objects;
  if (first === undefined || (!isSlip && (isNamed || isOpen(objects)))) return null;
  if (!isSlip && schemasOfMember(objects, name).length > 0) return null;
  const at = near?.at ?? (objects.find(({ properties }) => properties.length > 0) ?? first).at;
  return [{ pointer, reason: "undeclared", near: near?.name ?? null, at }];
}

/** `free`: a branch of a union without any constraint on the contents, so that all members are allowed. */
type Part = ObjectSchema | ArraySchema | "free";

/** The schemas that apply to this value, with references followed and alternatives chosen. */
function partsOf(schema: Schema, value: Json): Part[] {
  switch (schema.kind) {
    case "ref":
      return partsOf(schema.target.schema, value);
    case "intersection":
      return schema.members.flatMap((member) => partsOf(member, value));
    case "unevaluated":
      return partsOf(schema.schema, value);
    case "union":
      return schema.members
        .filter((member) => matches(member, value))
        .flatMap((member) => (schema.mode !== "types" && isFree(member) ? ["free" as const] : partsOf(member, value)));
    case "conditional":
      return matches(schema.if, value)
        ? [...partsOf(schema.if, value), ...partsOf(schema.then, value)]
        : partsOf(schema.else, value);
    case "object": {
      const dependent = schema.dependentSchemas.filter(({ name }) => isObject(value) && Object.hasOwn(value, name));
      return [schema, ...dependent.flatMap((entry) => partsOf(entry.schema, value))];
    }
    // An enum or const lists the whole value.
    case "enum":
      return ["free"];
    case "array":
      return [schema];
    case "any":
    case "never":
    case "null":
    case "boolean":
    case "number":
    case "string":
    case "not":
      return [];
    default:
      return unreachable(schema);
  }
}

/** The schemas of a member: those that name it, or else those for all other members. */
function schemasOfMember(objects: readonly ObjectSchema[], name: string): Schema[] {
  return objects.flatMap((object) => {
    const listed = object.properties.filter((property) => property.name === name).map(({ schema }) => schema);
    const memberSchemas = [...listed, ...patternsFor(object, name)];
    if (memberSchemas.length > 0) return memberSchemas;
    return object.additionalStated && object.additional.kind !== "never" ? [object.additional] : [];
  });
}

/** Other keywords than `properties` declare names as well. */
function isNamedBy(object: ObjectSchema, name: string): boolean {
  return (
    object.requiredElsewhere.includes(name) ||
    object.dependentRequired.some((entry) => entry.name === name || entry.requires.includes(name)) ||
    object.dependentSchemas.some((entry) => entry.name === name) ||
    object.propertyNames !== null ||
    patternsFor(object, name).length > 0
  );
}

function patternsFor({ patternProperties }: ObjectSchema, name: string): Schema[] {
  return patternProperties.filter(({ pattern }) => isMatch(pattern, name)).map(({ schema }) => schema);
}

/** A map: the description has the schema of its values, but not their names. */
function isMap({ additionalStated, additional }: ObjectSchema): boolean {
  return additionalStated && additional.kind !== "any" && additional.kind !== "never";
}

/** No keyword constrains the members. */
function isOpen(objects: readonly ObjectSchema[]): boolean {
  return objects.every(
    (object) =>
      object.properties.length === 0 && object.patternProperties.length === 0 && object.additional.kind !== "never",
  );
}

function isFree(schema: Schema): boolean {
  if (schema.kind === "ref") return isFree(schema.target.schema);
  if (schema.kind !== "object") return schema.kind === "any";
  const { requiredElsewhere, dependentRequired, dependentSchemas, propertyNames, minProperties, maxProperties } =
    schema;
  const listed = requiredElsewhere.length + dependentRequired.length + dependentSchemas.length;
  return isOpen([schema]) && listed === 0 && propertyNames === null && minProperties === null && maxProperties === null;
}

function isWriteOnly({ annotations, ...schema }: Property["schema"]): boolean {
  if (annotations.writeOnly) return true;
  if (schema.kind === "ref") return isWriteOnly(schema.target.schema);
  return schema.kind === "intersection" && schema.members.some(isWriteOnly);
}

/** `product_name` and `productName` are one name, spelled twice. */
function isSpelling(one: string, other: string): boolean {
  const plain = (name: string): string => name.replace(/[-_.\s]/g, "").toLowerCase();
  return one !== other && plain(one) !== "" && plain(one) === plain(other);
}
