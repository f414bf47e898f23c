// A schema -> values that its type allows, of the kind that clients disagree about.

import { isBinaryPart } from "../../../generators/src/model/analysis/binary-parts.ts";
import type { Json, NamedSchema, ObjectSchema, Schema } from "../../../generators/src/model/schema.ts";
import { unreachable } from "../../../generators/src/model/unreachable.ts";

/** A value of a request: JSON, or bytes. */
export type Value = Json | Blob | readonly Value[] | { readonly [name: string]: Value };

/** Reserved, unsafe and non-ASCII characters, what looks like another type, and what leads elsewhere in a path. */
const texts: readonly string[] = [
  "plain-text_1.0~",
  "",
  "a b",
  "a+b%20c",
  "é世😀",
  "a/b?c=d&e#f",
  "x,y|z;=:@",
  "!'()*$",
  '"<>\\^`{}[]',
  "..",
  " x ",
  "2026-11-23T04:00:00+01:00",
  "true",
];

const numbers: readonly number[] = [7, 0, -1, 1e21];

/** How many values a schema has. */
export const variants: number = texts.length;

/** The value with a number; the same one every time. `bytes`: in a multipart body, where strings may be files. */
export function valueNumbered(schema: Schema, variant: number, bytes = false): Value {
  return valueWithin(schema, variant, { bytes, inside: [] });
}

interface Place {
  readonly bytes: boolean;
  readonly inside: readonly NamedSchema[];
}

function valueWithin(schema: Schema, variant: number, place: Place): Value {
  switch (schema.kind) {
    case "any":
    case "never":
    case "not":
      return textOf(variant);
    case "null":
      return null;
    case "boolean":
      return variant % 2 === 0;
    case "number":
      return numbers[variant % (schema.integer ? 3 : 4)] ?? 0;
    case "string":
      return place.bytes && isBinaryPart(schema)
        ? new File(["bytes"], "file.bin", { type: "image/png" })
        : textOf(variant);
    case "enum":
      return schema.values[variant % schema.values.length] ?? null;
    case "array":
      return listOf([schema.prefixItems[0] ?? schema.items], variant, place);
    case "object":
      return recordOf(schema, variant, place);
    case "ref": {
      const { target } = schema;
      const inside = [...place.inside, target];
      const isDeep = place.inside.filter((one) => one === target).length > 1 || inside.length > 12;
      return isDeep ? null : valueWithin(target.schema, variant, { ...place, inside });
    }
    case "union":
      return valueWithin(schema.members[variant % schema.members.length] ?? schema, variant, place);
    case "intersection":
      return mergedOf(schema.members.map((member) => valueWithin(member, variant, place)));
    case "conditional":
      return valueWithin(schema.then, variant, place);
    case "unevaluated":
      return valueWithin(schema.schema, variant, place);
    default:
      return unreachable(schema);
  }
}

function textOf(variant: number): string {
  return texts[variant % texts.length] ?? "";
}

/** One item, none, two. */
function listOf([items]: readonly [Schema], variant: number, place: Place): Value {
  const count = [1, 2, 1, 0, 2][variant % 5] ?? 1;
  return Array.from({ length: count }, (_, index) => valueWithin(items, variant + index, place));
}

/** All members, or those that are required, or what is described for the others. */
function recordOf({ properties, additional }: ObjectSchema, variant: number, place: Place): Value {
  const isFull = variant % 3 !== 2 && place.inside.length < 4;
  const own = properties.filter(({ required, unsent }) => unsent !== true && (isFull || required)).slice(0, 12);
  const members = own.map(({ name, schema }) => [name, valueWithin(schema, variant, place)] as const);
  const isMap = properties.length === 0 && additional.kind !== "never";
  return Object.fromEntries(isMap ? [["a b", valueWithin(additional, variant, place)]] : members);
}

function mergedOf(values: readonly Value[]): Value {
  const records = values.filter((value) => typeof value === "object" && value !== null && !Array.isArray(value));
  if (records.length > 0 && !records.some((value) => value instanceof Blob)) return Object.assign({}, ...records);
  return values.find((value) => value !== textOf(0)) ?? values[0] ?? null;
}
