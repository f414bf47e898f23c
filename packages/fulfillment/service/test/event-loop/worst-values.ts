// A schema -> the largest value that it accepts, and values of that size that cost the most to refuse.
import type { Description } from "@waybill/conformance";

type Operation = Description["operations"][number];
export type Schema = NonNullable<Operation["requestBody"]>["content"][number]["schema"];

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** A value that has to be a known one, by its name, such as an id: a new one each time where it is used up. */
export type Known = (name: string) => Json | undefined;

export interface Size {
  /** How many bytes of JSON the value may have. */
  readonly bytes: number;
  readonly known: Known;
}

/**
 * All members, the longest texts, the most items; an object that takes other members is filled up with one. Where no member is
 * described, those of `example` are taken.
 */
export function largestValue(schema: Schema, { bytes, known }: Size, example: Json): Json {
  const described = largestOf(schema, "", { bytes, known });
  const value = isObject(described) && Object.keys(described).length === 0 ? withKnown(example, known) : described;
  if (!isObject(value) || !takesMore(schema)) return value;
  const room = bytes - sizeOf({ ...value, pad: "" });
  return room > 0 ? { ...value, pad: "x".repeat(room) } : value;
}

function withKnown(example: Json, known: Known): Json {
  if (!isObject(example)) return {};
  return Object.fromEntries(Object.entries(example).map(([name, member]) => [name, known(name) ?? member]));
}

function largestOf(schema: Schema, name: string, size: Size): Json {
  const { bytes, known } = size;
  const value = known(name);
  if (value !== undefined) return value;
  switch (schema.kind) {
    case "ref":
      return largestOf(schema.target.schema, name, size);
    case "enum":
      return schema.values.at(-1) ?? null;
    case "boolean":
      return true;
    case "number":
      return schema.minimum ?? 1;
    case "string":
      return schema.format === "email" ? longestEmail : "a".repeat(schema.maxLength ?? Math.floor(bytes / 2));
    case "array": {
      const items: Json[] = [];
      for (let left = bytes; items.length < (schema.maxItems ?? Number.POSITIVE_INFINITY); ) {
        const item = largestOf(schema.items, singular(name), { ...size, bytes: 200 });
        left -= sizeOf(item) + 1;
        if (left < 0) break;
        items.push(item);
      }
      return items;
    }
    case "object": {
      const members: Record<string, Json> = {};
      // Lists take what the other members leave.
      const properties = schema.properties.toSorted((a, b) => Number(isList(a.schema)) - Number(isList(b.schema)));
      for (const property of properties) {
        const left = bytes - sizeOf(members) - property.name.length - 8;
        members[property.name] = largestOf(property.schema, property.name, { ...size, bytes: left });
      }
      return members;
    }
    case "union":
    case "intersection":
      return largestOf(schema.members.find(({ kind }) => kind !== "null") ?? schema, name, size);
    case "any":
      return "a";
    default:
      throw new Error(`no largest value of a schema of the kind ${schema.kind}`);
  }
}

/** 254 characters, as long as one can be (RFC 5321, 4.5.3.1.3). */
const longestEmail = `${"a".repeat(64)}@${"b".repeat(60)}.${"b".repeat(60)}.${"b".repeat(59)}.example`;

function isList(schema: Schema): boolean {
  return schema.kind === "ref" ? isList(schema.target.schema) : schema.kind === "array";
}

function takesMore(schema: Schema): boolean {
  return schema.kind === "ref"
    ? takesMore(schema.target.schema)
    : schema.kind === "object" && schema.additional.kind === "any";
}

function singular(name: string): string {
  return name.replace(/s$/, "");
}

/** JSON texts of about so many bytes in the place of a value of the schema, with what each is. `text`: a valid value around them. */
export function* worstTexts(value: Json, bytes: number): Generator<readonly [what: string, text: string]> {
  yield ["the deepest nesting", `${"[".repeat(bytes / 2)}${"]".repeat(bytes / 2)}`];
  yield ["the deepest objects", `${'{"a":'.repeat(bytes / 6)}0${"}".repeat(bytes / 6)}`];
  for (const [path, place] of placesOf(value)) {
    const around = (text: string): string => replaced(value, path, text);
    const room = bytes - sizeOf(value);
    if (typeof place === "string") {
      for (const [what, unit] of units) yield [`${path.join(".")} of ${what}`, around(`"${repeated(unit, room)}!"`)];
    } else if (Array.isArray(place)) {
      for (const item of ["0", "{}", '""', "[]"])
        yield [`${path.join(".")} of ${item}`, around(`[${repeated(`${item},`, room)}${item}]`)];
    } else if (isObject(place)) {
      const members = Array.from({ length: room / 12 }, (_, index) => `"k${index}":0`);
      const own = JSON.stringify(place).slice(1, -1);
      yield [`${path.join(".")} with many members`, around(`{${members.join(",")}${own === "" ? "" : ","}${own}}`)];
      yield [
        `${path.join(".")} with numbered members`,
        around(`{${members.join(",").replaceAll('"k', '"')}${own === "" ? "" : ","}${own}}`),
      ];
      yield [`${path.join(".")} with deep members`, around(`{"pad":${"[".repeat(room / 2)}${"]".repeat(room / 2)}}`)];
    }
    yield [`${path.join(".")} as a list`, around(`[${repeated("0,", room)}0]`)];
  }
}

/** Written in JSON, repeated. What costs more the longer it is: matching, normalising, comparing, measuring. */
export const units: readonly (readonly [what: string, unit: string])[] = [
  ["one letter", "a"],
  ["combining marks", "\u0315\u0300"],
  ["wide characters", "\u{1d538}"],
  ["halves of characters", "\\ud800"],
  ["escaped letters", "\\u0061"],
  ["at signs", "a@"],
  ["dots", "a."],
  ["blanks", " "],
  ["digits", "1"],
  ["line breaks", "\\r\\n"],
  ["letters that grow in upper case", "\u0149"],
];

function repeated(unit: string, bytes: number): string {
  return unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(unit)) - 1));
}

type Path = readonly string[];

/** Of lists only the first item. */
function* placesOf(value: Json, path: Path = []): Generator<readonly [Path, Json]> {
  yield [path, value];
  if (isArray(value)) {
    if (value[0] !== undefined) yield* placesOf(value[0], [...path, "0"]);
  } else if (isObject(value))
    for (const [name, member] of Object.entries(value)) yield* placesOf(member, [...path, name]);
}

const mark = "\u0001here\u0001";

function replaced(value: Json, path: Path, text: string): string {
  return JSON.stringify(withMark(value, path)).replace(JSON.stringify(mark), () => text);
}

function withMark(value: Json, [name, ...rest]: Path): Json {
  if (name === undefined) return mark;
  if (isArray(value)) return value.map((item, index) => (String(index) === name ? withMark(item, rest) : item));
  return isObject(value) ? { ...value, [name]: withMark(value[name] ?? null, rest) } : value;
}

function sizeOf(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json): value is { readonly [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
