// What a value was and what it is now -> a change, where it may be another kind of value: number and string, list and object, nothing.
import type { Json, ObjectSchema, Schema } from "../../model/schema.ts";
import { type MemberPlace, memberKey } from "./changes.ts";
import type { Findings } from "./findings.ts";

export interface TypedValue {
  readonly schema: Schema;
  readonly required: boolean;
}

export interface TypedPlace {
  readonly place: MemberPlace;
  /** `Order.id`, `the response of listOrders` */
  readonly name: string;
}

export function noteType(before: TypedValue, after: TypedValue, { place, name }: TypedPlace, findings: Findings): void {
  const [old, now] = [kindsOf(before.schema), kindsOf(after.schema)];
  // A member that is required from now on is another change.
  if (!after.required) now.add("undefined");
  if (!before.required) old.add("undefined");
  const isAnother =
    [...now].some((kind) => !old.has(kind)) || [...old].some((kind) => kind !== "undefined" && !now.has(kind));
  if (!isAnother) return;
  const isOptional = before.required !== after.required;
  const describeType = ({ schema, required }: TypedValue): string =>
    `${textOf(schema)}${isOptional && !required ? " | undefined" : ""}`;
  const change = findings.change("changed-type", {
    message: `${name} was ${describeType(before)} and is now ${describeType(after)}`,
    hint: "change the code that uses it",
    base: before.schema.at,
    revision: after.schema.at,
  });
  findings.types.set(memberKey(place.top, place.path), change);
}

/** `string`, `array of number`, `object`. */
type Kind = string;

function kindsOf(schema: Schema, seen: ReadonlySet<Schema> = new Set()): Set<Kind> {
  if (seen.has(schema)) return new Set();
  const within = (inner: Schema): Set<Kind> => kindsOf(inner, new Set([...seen, schema]));
  switch (schema.kind) {
    case "string":
      return new Set([schema.date === true ? "date" : "string"]);
    case "number":
      return new Set([schema.bigint === true ? "bigint" : "number"]);
    case "boolean":
    case "null":
    case "any":
      return new Set([schema.kind]);
    case "array":
      return new Set([`array of ${listed(within(schema.items))}`]);
    case "object": {
      const isMap = schema.properties.length === 0 && schema.additional.kind !== "any";
      return new Set([isMap ? `object of ${listed(within(schema.additional))}` : "object"]);
    }
    case "never":
      return new Set();
    case "enum":
      return new Set(schema.values.map(kindOfValue));
    case "ref":
      return within(schema.target.schema);
    case "union":
      return new Set(schema.members.flatMap((member) => [...within(member)]));
    case "intersection": {
      const [first = new Set<Kind>(["any"]), ...others] = schema.members
        .map(within)
        .filter((kinds) => !kinds.has("any"));
      return new Set([...first].filter((kind) => others.every((kinds) => kinds.has(kind))));
    }
    case "unevaluated":
      return within(schema.schema);
    case "not":
    case "conditional":
      return new Set(["any"]);
  }
}

function kindOfValue(value: unknown): Kind {
  return value === null ? "null" : Array.isArray(value) ? "array of any" : typeof value;
}

function listed(kinds: ReadonlySet<Kind>): string {
  return [...kinds].sort().join(" or ");
}

/** With the members of an object: its name alone says nothing to someone who knows the old type. */
function textOf(schema: Schema): string {
  const innerSchema = schema.kind === "unevaluated" ? schema.schema : schema;
  if (innerSchema.kind === "object") return membersOf(innerSchema);
  if (innerSchema.kind !== "union") return typeTextOf(innerSchema);
  const last = innerSchema.members.filter(({ kind }) => kind === "null");
  return [...innerSchema.members.filter(({ kind }) => kind !== "null"), ...last].map(textOf).join(" | ");
}

function membersOf({ properties }: ObjectSchema): string {
  const listedMembers = properties
    .slice(0, 4)
    .map(({ name, required, schema }) => `${name}${required ? "" : "?"}: ${typeTextOf(schema)}`);
  const all = [...listedMembers, ...(properties.length > listedMembers.length ? ["…"] : [])];
  return all.length === 0 ? "object" : `{ ${all.join("; ")} }`;
}

export function typeTextOf(schema: Schema): string {
  switch (schema.kind) {
    case "string":
      return schema.known === undefined
        ? "string"
        : [...schema.known.map((value) => JSON.stringify(value)), "string"].join(" | ");
    case "number":
      return "number";
    case "boolean":
    case "null":
    case "never":
      return schema.kind;
    case "enum":
      return schema.values.map((value) => JSON.stringify(value)).join(" | ");
    case "ref":
      return schema.target.name;
    case "array":
      return `${isSimple(schema.items) ? typeTextOf(schema.items) : `(${typeTextOf(schema.items)})`}[]`;
    case "union":
      return schema.members.map(typeTextOf).join(" | ");
    case "intersection":
      return schema.members
        .filter(({ kind }) => kind !== "any")
        .map(typeTextOf)
        .join(" & ");
    case "object":
      return "object";
    case "unevaluated":
      return typeTextOf(schema.schema);
    case "any":
    case "not":
    case "conditional":
      return "unknown";
  }
}

function isSimple({ kind }: Schema): boolean {
  return kind !== "union" && kind !== "enum" && kind !== "intersection";
}

/** The default, or the only value, as code; `null` without one, or for a value that has members. */
export function literalMeant(schema: Schema): string | null {
  if (schema.kind === "enum" && schema.values.length === 1) return literalOf(schema.values[0]);
  return schema.annotations.default === null ? null : literalOf(schema.annotations.default.value);
}

function literalOf(value: Json | undefined): string | null {
  return value === undefined || (typeof value === "object" && value !== null) ? null : JSON.stringify(value);
}
