// The schema of an event's `data` -> the schema of its value in code, and how the value is written: as it is, or as JSON.
import { keyOf, quote } from "../../diagnostics/index.ts";
import { coversEveryType, hasOnlyType, jsonTypesOf } from "../../model/analysis/json-types.ts";
import { isJson } from "../../model/analysis/media-types.ts";
import {
  type IntersectionSchema,
  type Json,
  type NamedSchema,
  noAnnotations,
  type Schema,
  type StringSchema,
  type UnionSchema,
} from "../../model/schema.ts";
import { unreachable } from "../../model/unreachable.ts";
import { attempt } from "../../source/attempt.ts";
import { Node } from "../../source/index.ts";
import type { OpenApiReading } from "./openapi-reading.ts";

/** The values of `data`. Those that are neither texts nor JSON, such as `null` beside a text, are not sent. */
export interface Written {
  /** Whether any text, written as it is, is one of them. */
  readonly anyText: boolean;
  readonly json: boolean;
  /** The texts, written as they are, that are among them. */
  readonly texts: readonly string[];
}

export interface EventData {
  /** The same object where the values are those that the description has. */
  readonly schema: Schema;
  readonly written: Written;
}

const nothing: Written = { anyText: false, json: false, texts: [] };
const anyText: Written = { ...nothing, anyText: true };
const json: Written = { ...nothing, json: true };

export function writtenTogether(all: readonly Written[]): Written {
  return {
    anyText: all.some((one) => one.anyText),
    json: all.some((one) => one.json),
    texts: [...new Set(all.flatMap(({ texts }) => texts))],
  };
}

/** Whether a text could be meant as it is, or as JSON. */
export function isAmbiguous({ anyText: isOpen, json: hasJson, texts }: Written): boolean {
  return hasJson && (isOpen || texts.some(isJsonText));
}

/**
 * A value that is no string is JSON, which is how authors describe what `data` contains; a string is written as it is, unless
 * `contentMediaType` says that it is JSON: its value is then what `contentSchema` describes.
 */
export function eventDataOf(
  reading: OpenApiReading,
  schema: Schema,
  seen: ReadonlySet<NamedSchema> = new Set(),
): EventData {
  const within = (inner: Schema): EventData => eventDataOf(reading, inner, seen);
  switch (schema.kind) {
    case "any":
      return { schema, written: anyText };
    case "never":
    case "null":
      return { schema, written: nothing };
    case "boolean":
    case "number":
    case "array":
    case "object":
      return { schema, written: json };
    case "string": {
      const content = contentOf(reading, schema);
      return content === null ? { schema, written: anyText } : { schema: content, written: json };
    }
    case "enum":
      return { schema, written: writtenTogether(schema.values.map(writtenValue)) };
    case "ref": {
      if (seen.has(schema.target)) return { schema, written: nothing };
      const inner = eventDataOf(reading, schema.target.schema, new Set([...seen, schema.target]));
      return inner.schema === schema.target.schema ? { ...inner, schema } : inner;
    }
    case "union":
      return coversEveryType(schema) ? untypedDataOf(schema, within) : unionDataOf(schema, within);
    case "intersection":
      return sharedDataOf(reading, schema, schema.members.map(within));
    case "not":
    case "conditional":
    case "unevaluated":
      return { schema, written: writtenByType(schema) };
    default:
      return unreachable(schema);
  }
}

/** What the text of a string is when it is JSON; `null` for any other string. */
function contentOf(reading: OpenApiReading, schema: StringSchema): Schema | null {
  const { contentMediaType, contentEncoding, at } = schema;
  if (contentMediaType === null || contentEncoding !== null || !isJson(contentMediaType)) return null;
  if (!(at instanceof Node)) return null;
  noteTextLimits(reading, schema);
  const content = at.get("contentSchema");
  return content === undefined ? reading.schemas.anything(at) : reading.schemas.read(content);
}

/** Code has the value instead of its text, which is not checked. */
function noteTextLimits(reading: OpenApiReading, { at }: Schema): void {
  if (!(at instanceof Node)) return;
  const limit = ["minLength", "maxLength", "pattern", "format"]
    .map((name) => at.get(name))
    .find((one) => one !== undefined);
  if (limit === undefined) return;
  const feature = `${quote(limit.key)} of data that is JSON`;
  const reason = "its value is checked, not its text";
  reading.report.add("unsupported-feature", keyOf(limit), { feature, reason }, { severity: "warning" });
}

function writtenValue(value: Json): Written {
  if (value === null) return nothing;
  return typeof value === "string" ? { ...nothing, texts: [value] } : json;
}

function writtenByType(schema: Schema): Written {
  const types = new Set(jsonTypesOf(schema));
  types.delete("null");
  return { ...nothing, anyText: types.has("string"), json: types.size > (types.has("string") ? 1 : 0) };
}

function unionDataOf(schema: UnionSchema, dataOf: (member: Schema) => EventData): EventData {
  const members = schema.members.map(dataOf);
  const isSame = members.every((member, index) => member.schema === schema.members[index]);
  return {
    schema: isSame ? schema : { ...schema, members: members.map((member) => member.schema) },
    written: writtenTogether(members.map(({ written }) => written)),
  };
}

/** Keywords without `type`: the data are of the types that they restrict, text if there are none. */
function untypedDataOf(schema: UnionSchema, dataOf: (member: Schema) => EventData): EventData {
  const text = schema.members.find(({ kind }) => kind === "string");
  const data = text === undefined ? null : dataOf(text);
  if (data?.written.json === true) return data;
  const isJsonShaped = schema.members.some(({ at }) => at instanceof Node && jsonKeywords.some((name) => at.has(name)));
  return { schema, written: isJsonShaped ? json : anyText };
}

const jsonKeywords = (
  "properties patternProperties additionalProperties required minProperties maxProperties items prefixItems contains " +
  "minItems maxItems minimum maximum multipleOf"
).split(" ");

/** All members describe the same data: what one of them says of its content is what the others' text is. */
function sharedDataOf(reading: OpenApiReading, schema: IntersectionSchema, members: readonly EventData[]): EventData {
  const contents = members.filter((member, index) => member.schema !== schema.members[index]);
  if (contents.length > 0) {
    for (const [index, member] of schema.members.entries())
      if (members[index]?.schema === member) noteTextLimits(reading, member);
    return { schema: bothOf(contents.map((member) => member.schema)), written: json };
  }
  const exact = members.find(({ written }) => !written.anyText && (written.json || written.texts.length > 0));
  return { schema, written: exact?.written ?? (hasOnlyType(schema, "string") ? anyText : writtenByType(schema)) };
}

/** The schema of what all of them describe. */
export function bothOf(schemas: readonly Schema[]): Schema {
  const distinct = schemas.filter((schema, index) => schemas.findIndex(({ at }) => at === schema.at) === index);
  const [first] = distinct;
  if (first === undefined) throw new Error("no schemas");
  if (distinct.length === 1) return first;
  return { kind: "intersection", members: distinct, at: first.at, annotations: noAnnotations };
}

function isJsonText(text: string): boolean {
  return attempt(() => typeof JSON.parse(text)) !== null;
}
