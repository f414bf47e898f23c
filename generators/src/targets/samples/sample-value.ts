// A schema -> a value that it accepts and that a reader understands; `undefined` when none was found.

import type {
  ArraySchema,
  Json,
  NamedSchema,
  NumberSchema,
  ObjectSchema,
  Schema,
  StringSchema,
} from "../../model/schema.ts";
import { unreachable } from "../../model/unreachable.ts";
import { isFormat } from "../../model/values/formats.ts";
import { matches } from "../../model/values/matching.ts";

/** The schema's own example or default where it has one; otherwise the smallest accepted value. */
export function sampleOf(schema: Schema): Json | undefined {
  const value = valueFor(schema, []);
  return value !== undefined && matches(schema, value) ? value : undefined;
}

/** The named schemas around this one, outermost first: recursion ends there. */
type Inside = readonly NamedSchema[];

function valueFor(schema: Schema, inside: Inside): Json | undefined {
  const { examples, default: usual } = schema.annotations;
  const said = [...examples, ...(usual === null ? [] : [usual])].map(({ value }) => value);
  return said.find((value) => matches(schema, value)) ?? madeFrom(schema, inside);
}

function madeFrom(schema: Schema, inside: Inside): Json | undefined {
  switch (schema.kind) {
    case "any":
      return "example";
    case "never":
      return undefined;
    case "null":
      return null;
    case "boolean":
      return true;
    case "number":
      return numberFrom(schema);
    case "string":
      return stringFrom(schema);
    case "array":
      return arrayFrom(schema, inside);
    case "object":
      return objectFrom(schema, inside);
    case "enum":
      return schema.values.find((value) => value !== null) ?? schema.values[0];
    case "ref":
      if (inside.includes(schema.target) || inside.length > 24) return undefined;
      return valueFor(schema.target.schema, [...inside, schema.target]);
    case "union":
      return firstOf(schema, schema.members.toSorted(nullLast), inside);
    case "intersection":
      return intersectionFrom(schema, schema.members, inside);
    case "not":
      return firstValid(schema, ["example", 1, true, {}, []]);
    case "conditional":
      return firstOf(schema, [schema.then, schema.else, schema.if], inside);
    case "unevaluated":
      return valueFor(schema.schema, inside);
    default:
      return unreachable(schema);
  }
}

function nullLast(one: Schema, other: Schema): number {
  return Number(one.kind === "null") - Number(other.kind === "null");
}

/** From the first alternative with a value that the whole schema accepts. */
function firstOf(schema: Schema, alternatives: readonly Schema[], inside: Inside): Json | undefined {
  let first: Json | undefined;
  for (const alternative of alternatives) {
    const value = valueFor(alternative, inside);
    if (value !== undefined && matches(schema, value)) return value;
    first ??= value;
  }
  return first;
}

function firstValid(schema: Schema, candidates: readonly Json[]): Json | undefined {
  return candidates.find((value) => matches(schema, value));
}

/** Objects are merged from the members of each schema; of other values the first that all accept is used. */
function intersectionFrom(schema: Schema, members: readonly Schema[], inside: Inside): Json | undefined {
  const values = members.map((member) => valueFor(member, inside)).filter((value) => value !== undefined);
  const objects = values.filter(isObject);
  const merged: Json = Object.fromEntries(objects.flatMap((value) => Object.entries(value)));
  return (
    firstValid(schema, objects.length > 0 ? [merged, ...values] : values) ?? (objects.length > 0 ? merged : values[0])
  );
}

function numberFrom(schema: NumberSchema): Json | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, integer } = schema;
  const step = multipleOf ?? (integer ? 1 : 0.5);
  const bounds = [minimum, maximum, exclusiveMinimum, exclusiveMaximum].filter((bound) => bound !== null);
  const near = bounds.flatMap((bound) => {
    const whole = Math.round(bound / step) * step;
    return [bound, whole, whole + step, whole - step, bound + step, bound - step];
  });
  return firstValid(schema, [1, step, 0, 10, 100, ...near]);
}

function stringFrom(schema: StringSchema): Json | undefined {
  const { minLength, maxLength, format, known } = schema;
  const words = [...(known ?? []), ...(format === null ? [] : (byFormat.get(format) ?? [])), "example", ...shapes];
  const fitted = words.map((word) =>
    word.slice(0, maxLength ?? word.length).padEnd(minLength ?? 0, word === "" ? "a" : word),
  );
  const isKnown = format !== null && byFormat.has(format);
  return firstValid(
    schema,
    [...words, ...(isKnown ? [] : fitted)].filter((text) => format === null || isFormat(format, text)),
  );
}

const byFormat: ReadonlyMap<string, readonly string[]> = new Map([
  ["date-time", ["2026-01-15T09:30:00Z"]],
  ["date", ["2026-01-15"]],
  ["time", ["09:30:00Z"]],
  ["duration", ["P1D"]],
  ["email", ["name@example.com"]],
  ["idn-email", ["name@example.com"]],
  ["hostname", ["example.com"]],
  ["idn-hostname", ["example.com"]],
  ["ipv4", ["192.0.2.1"]],
  ["ipv6", ["2001:db8::1"]],
  ["uri", ["https://example.com/"]],
  ["uri-reference", ["https://example.com/"]],
  ["iri", ["https://example.com/"]],
  ["iri-reference", ["https://example.com/"]],
  ["uri-template", ["https://example.com/{id}"]],
  ["uuid", ["0190163d-8694-739b-aea5-966c26f8ad90"]],
  ["json-pointer", ["/example"]],
  ["relative-json-pointer", ["0"]],
  ["regex", ["^[a-z]+$"]],
  ["byte", ["ZXhhbXBsZQ=="]],
]);

/** Texts that common patterns accept. */
const shapes: readonly string[] = (
  "1 0 10 100 a A abc ABC aB1 a1 A1 a-b a_b a.b a/b a:b 1.0 1.0.0 0.5 v1 en en-US US USD #0a0b0c 2026-01-15 2026 09:30 +15550100 " +
  "https://example.com https://example.com/ example.com name@example.com 192.0.2.1 192.0.2.0/24 0190163d-8694-739b-aea5-966c26f8ad90 " +
  "0123456789abcdef 0123456789abcdef01234567 0123456789abcdef0123456789abcdef 0123456789abcdef0123456789abcdef01234567 " +
  "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef 01ARZ3NDEKTSV4RRFFQ69G5FAV 123456789012 arn:aws:iam::123456789012:role/example"
)
  .split(" ")
  .concat("", "example text", "Example");

function arrayFrom(schema: ArraySchema, inside: Inside): Json | undefined {
  const { prefixItems, items, contains, minItems, maxItems } = schema;
  const first = prefixItems.map((item) => valueFor(item, inside));
  const item = valueFor(items, inside);
  const wanted = contains === null ? undefined : valueFor(contains.schema, inside);
  const rest = [...(wanted === undefined ? [] : [wanted]), ...(item === undefined ? [] : [item])];
  const count = Math.max(minItems ?? 0, Math.min(1, maxItems ?? 1));
  const values = [...first.filter((value) => value !== undefined), ...(first.length === 0 ? rest : [])];
  while (values.length < count && item !== undefined) values.push(item);
  return firstValid(schema, [values.slice(0, maxItems ?? values.length), distinct(items, values), []]) ?? undefined;
}

/** An enum has only as many different values as it lists. */
function distinct(items: Schema, values: readonly Json[]): Json {
  const inner = items.kind === "ref" ? items.target.schema : items;
  if (inner.kind === "enum") return inner.values.slice(0, values.length);
  return values.map((value, at) => {
    if (typeof value === "number") return value + at;
    return typeof value === "string" && at > 0 ? `${value}${at + 1}` : value;
  });
}

/** Required members, and those with an example in the description. */
function objectFrom(schema: ObjectSchema, inside: Inside): Json | undefined {
  const { properties, requiredElsewhere, additional, minProperties } = schema;
  const members = new Map<string, Json>();
  const add = (name: string, own: Schema): boolean => {
    const value = valueFor(own, inside);
    if (value !== undefined) members.set(name, value);
    return value !== undefined;
  };
  for (const { name, required, unsent, schema: own } of properties) {
    if (unsent === true) continue;
    if (required ? !add(name, own) : hasExample(own) && !add(name, own)) return undefined;
  }
  for (const name of requiredElsewhere) if (!members.has(name) && !add(name, additional)) return undefined;
  for (const { name, unsent, schema: own } of properties) {
    if (members.size < (minProperties ?? 0) && !members.has(name) && unsent !== true) add(name, own);
  }
  for (let at = members.size; at < (minProperties ?? 0); at += 1)
    if (!add(`key${at + 1}`, additional)) return undefined;
  return Object.fromEntries(members);
}

function hasExample(schema: Schema): boolean {
  const own = schema.annotations.examples.length > 0;
  return own || (schema.kind === "ref" && schema.target.schema.annotations.examples.length > 0);
}

export function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
