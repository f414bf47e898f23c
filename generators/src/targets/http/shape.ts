// A schema -> how the text of a parameter or header with that schema is parsed.
import type { ArraySchema, EnumSchema, Json, NamedSchema, ObjectSchema, Schema } from "../../model/schema.ts";
import { unreachable } from "../../model/unreachable.ts";
import { isList } from "../../model/values/equality.ts";
import type { ArrayShape, EnumShape, ObjectShape, Primitive, Shape } from "./runtime/values.ts";

/** Only as much of the schema as decides how a text is read; whether the value is valid is for validators. */
export function shapeOf(schema: Schema): Shape {
  return shapeWithin(schema, new Set());
}

/** `inside`: the named schemas around this one; a text cannot nest, so what refers back to itself is left as text. */
function shapeWithin(schema: Schema, inside: ReadonlySet<NamedSchema>): Shape {
  switch (schema.kind) {
    case "any":
    case "never":
    case "not":
      return "any";
    case "null":
    case "boolean":
    case "string":
      return schema.kind;
    case "number":
      return schema.integer ? "integer" : "number";
    case "array":
      return arrayShapeOf(schema, inside);
    case "object":
      return objectShapeOf(schema, inside);
    case "enum":
      return enumShapeOf(schema);
    case "ref":
      if (inside.has(schema.target)) return "any";
      return shapeWithin(schema.target.schema, new Set([...inside, schema.target]));
    case "union":
      return unionOf(schema.members.map((member) => shapeWithin(member, inside)));
    case "intersection":
      return schema.members.map((member) => shapeWithin(member, inside)).reduce<Shape>(meet, "any");
    case "conditional":
      return unionOf([shapeWithin(schema.then, inside), shapeWithin(schema.else, inside)]);
    case "unevaluated":
      return shapeWithin(schema.schema, inside);
    default:
      return unreachable(schema);
  }
}

function arrayShapeOf({ prefixItems, items }: ArraySchema, inside: ReadonlySet<NamedSchema>): ArrayShape {
  const shape: ArrayShape = { kind: "array", items: shapeWithin(items, inside) };
  return prefixItems.length === 0 ? shape : { ...shape, prefix: prefixItems.map((item) => shapeWithin(item, inside)) };
}

function objectShapeOf(schema: ObjectSchema, inside: ReadonlySet<NamedSchema>): ObjectShape {
  const { properties, patternProperties, additional } = schema;
  const shape: ObjectShape = {
    kind: "object",
    properties: Object.fromEntries(properties.map((property) => [property.name, shapeWithin(property.schema, inside)])),
    additional: additional.kind === "never" ? null : shapeWithin(additional, inside),
  };
  if (patternProperties.length === 0) return shape;
  const patterns = patternProperties.map((entry) => ({
    pattern: entry.pattern,
    shape: shapeWithin(entry.schema, inside),
  }));
  return { ...shape, patterns };
}

/** The kind of the values says enough, unless a text could be one of them and spell another. */
function enumShapeOf({ values }: EnumSchema): Shape {
  const scalars = values.filter(isScalar);
  const kinds = [...new Set(scalars.map(primitiveOf))];
  // The empty text alone is what `?flag=` may be instead of a value, and no item of a list.
  const isEmptyText = values.length === 1 && values[0] === "";
  if (isEmptyText || (scalars.length === values.length && kinds.length > 1)) return { kind: "enum", values: scalars };
  return unionOf(values.map(shapeOfValue));
}

function shapeOfValue(value: Json): Shape {
  if (isScalar(value)) return primitiveOf(value);
  if (isList(value)) return { kind: "array", items: unionOf(value.map(shapeOfValue)) };
  const members = Object.entries(value ?? {}).map(([name, member]) => [name, shapeOfValue(member)] as const);
  return { kind: "object", properties: Object.fromEntries(members), additional: null };
}

function isScalar(value: Json): value is null | boolean | number | string {
  return value === null || typeof value !== "object";
}

function primitiveOf(value: null | boolean | number | string): Primitive {
  if (value === null) return "null";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value === "boolean" ? "boolean" : "string";
}

/** Flat, without repeats, what is hardest to spell first. All six JSON types together say nothing: `any`. */
function unionOf(shapes: readonly Shape[]): Shape {
  const [first] = shapes;
  if (shapes.length === 1 && first !== undefined) return first;
  const flat = shapes.flatMap(alternativesOf);
  const distinct = [...new Map(flat.map((shape) => [JSON.stringify(shape), shape])).values()];
  const names = new Set(distinct.map(nameOf));
  const merged = names.has("number") ? distinct.filter((shape) => shape !== "integer") : distinct;
  if (jsonTypes.every((type) => names.has(type)) || merged.length === 0) return "any";
  const members = merged.toSorted((a, b) => order.indexOf(nameOf(a)) - order.indexOf(nameOf(b)));
  const [only] = members;
  return members.length === 1 && only !== undefined ? only : { kind: "union", members };
}

const jsonTypes = ["null", "boolean", "number", "string", "array", "object"];
const order = ["enum", "null", "boolean", "integer", "number", "array", "object", "string", "any"];

function nameOf(shape: Shape): string {
  return typeof shape === "string" ? shape : shape.kind;
}

function alternativesOf(shape: Shape): readonly Shape[] {
  return typeof shape === "object" && shape.kind === "union" ? shape.members : [shape];
}

/** What fits both. Two that have nothing in common accept no value, however the text is parsed. */
function meet(a: Shape, b: Shape): Shape {
  if (a === "any") return b;
  if (b === "any") return a;
  return unionOf(alternativesOf(a).flatMap((left) => alternativesOf(b).flatMap((right) => meetOfOne(left, right))));
}

function meetOfOne(a: Shape, b: Shape): Shape[] {
  if (typeof a === "string" || typeof b === "string") return meetOfPrimitive(a, b);
  if (a.kind === "array" && b.kind === "array") return [meetOfArrays(a, b)];
  if (a.kind === "object" && b.kind === "object") return [meetOfObjects(a, b)];
  if (a.kind === "enum" && b.kind === "enum")
    return [{ kind: "enum", values: a.values.filter((value) => b.values.includes(value)) }];
  return [];
}

function meetOfPrimitive(a: Shape, b: Shape): Shape[] {
  if (a === b) return [a];
  if (a === "any") return [b];
  if (b === "any") return [a];
  if (typeof a === "object" && a.kind === "enum" && typeof b === "string") return meetOfEnum(a, b);
  if (typeof b === "object" && b.kind === "enum" && typeof a === "string") return meetOfEnum(b, a);
  const isNumber = [a, b].every((shape) => shape === "integer" || shape === "number");
  return isNumber ? ["integer"] : [];
}

function meetOfEnum({ values }: EnumShape, type: Primitive): Shape[] {
  const matchingValues = values.filter(
    (value) => primitiveOf(value) === type || (type === "number" && typeof value === "number"),
  );
  return matchingValues.length === 0 ? [] : [type];
}

function meetOfArrays(a: ArrayShape, b: ArrayShape): ArrayShape {
  const items = meet(a.items, b.items);
  const length = Math.max(a.prefix?.length ?? 0, b.prefix?.length ?? 0);
  if (length === 0) return { kind: "array", items };
  const prefix = Array.from({ length }, (_, index) => meet(a.prefix?.[index] ?? a.items, b.prefix?.[index] ?? b.items));
  return { kind: "array", prefix, items };
}

function meetOfObjects(a: ObjectShape, b: ObjectShape): ObjectShape {
  const names = [...new Set([...Object.keys(a.properties), ...Object.keys(b.properties)])];
  const memberShapeOf = (shape: ObjectShape, name: string): Shape =>
    (Object.hasOwn(shape.properties, name) ? shape.properties[name] : shape.additional) ?? "any";
  const properties = Object.fromEntries(
    names.map((name) => [name, meet(memberShapeOf(a, name), memberShapeOf(b, name))]),
  );
  const additional = a.additional === null || b.additional === null ? null : meet(a.additional, b.additional);
  const patterns = [...(a.patterns ?? []), ...(b.patterns ?? [])];
  return { kind: "object", properties, additional, ...(patterns.length === 0 ? {} : { patterns }) };
}
