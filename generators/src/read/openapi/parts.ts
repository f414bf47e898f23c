// A multipart body -> the schemas of its parts: an array where they have no names (3.2), and what of it is bytes.
import { keyOf, quote } from "../../diagnostics/index.ts";
import { hasOnlyType } from "../../model/analysis/json-types.ts";
import { elementsOf, memberAt } from "../../model/analysis/members.ts";
import type { Encoding, MediaType } from "../../model/http.ts";
import { type ArraySchema, anyText, noAnnotations, type Schema } from "../../model/schema.ts";
import { resolvedSchema } from "../../model/walk.ts";
import type { Node } from "../../source/index.ts";
import type { OpenApiReading } from "./openapi-reading.ts";

/** The schemas of the parts are decided by `partsOf`. */
export function readParts(reading: OpenApiReading, node: Node, media: MediaType): void {
  const field = node.get("itemSchema");
  reading.multiparts.set(media, field === undefined ? null : reading.schemas.read(field));
  if (field === undefined || !/^multipart\/x-mixed-replace\b/i.test(media.type)) return;
  const reason = "it never ends, and parts are read when all of them have arrived";
  reading.report.add("unsupported-feature", keyOf(field), {
    feature: `a body of the type ${quote(media.type)}`,
    reason,
  });
}

/** What of each multipart body is known when all schemas are read. */
export function partsOf(reading: OpenApiReading): ReadonlyMap<MediaType, MediaType> {
  return new Map([...reading.multiparts].map(([media, item]) => [media, withParts(reading, media, item)]));
}

function withParts(reading: OpenApiReading, media: MediaType, item: Schema | null): MediaType {
  const { type, schema, encodings, at } = media;
  const isNamed = /^multipart\/form-data\b/i.test(type);
  const isByPosition = media.isByPosition === true || (!isNamed && hasOnlyType(schema, "array"));
  if (!isByPosition) {
    const named = encodings.map((encoding) => {
      const { part, isWhole } = namedPartOf(schema, encoding);
      return { ...withNested(reading, encoding, part), ...(isWhole ? { isWhole } : {}) };
    });
    return { ...media, schema: withNamedParts(schema, named), encodings: named };
  }
  const array = item === null ? arrayIn(schema) : arrayOf(item, schema);
  if (array === null) {
    const keyword = encodings.some(({ name }) => name !== "*") ? "prefixEncoding" : "itemEncoding";
    const args = { keyword, expected: "beside a schema of an array, or beside itemSchema", found: "neither" };
    reading.report.add("invalid-keyword-value", { kind: "key", location: at }, args);
    return { ...media, encodings: [], isByPosition: true };
  }
  const partAt = (name: string): Schema =>
    name === "*" ? array.items : (array.prefixItems[Number(name)] ?? array.items);
  const nested = encodings.map((encoding) => withNested(reading, encoding, partAt(encoding.name)));
  const own = (part: Schema, name: string): Schema =>
    nested.find((encoding) => encoding.name === name)?.media?.schema ?? part;
  const prefixItems = array.prefixItems.map((part, at) => own(part, String(at)));
  const inner = { ...array, prefixItems, items: own(array.items, "*") };
  return { ...media, schema: withBytes(inner, nested), encodings: nested, isByPosition: true };
}

/** The parts that have parts themselves, which may be bytes, as they are there. */
function withNamedParts(schema: Schema, encodings: readonly Encoding[]): Schema {
  const one = resolvedSchema(schema);
  const nested = new Map(
    encodings.flatMap(({ name, media, isWhole }) => (media === undefined ? [] : [[name, { media, isWhole }]])),
  );
  if (one.kind !== "object" || nested.size === 0) return schema;
  const properties = one.properties.map((property) => {
    const { media, isWhole } = nested.get(property.name) ?? {};
    if (media === undefined) return property;
    const list = isWhole === true ? null : arrayIn(property.schema);
    return { ...property, schema: list === null ? media.schema : { ...list, items: media.schema } };
  });
  return { ...one, properties };
}

function withNested(reading: OpenApiReading, encoding: Encoding, schema: Schema): Encoding {
  const { media } = encoding;
  if (media === undefined) return encoding;
  return {
    ...encoding,
    media: media.body === "multipart" ? withParts(reading, { ...media, schema }, null) : { ...media, schema },
  };
}

/** Each item of an array is a part. Where a part is an array, and items are none, the array is one part. */
function namedPartOf(schema: Schema, { name, media }: Encoding): { readonly part: Schema; readonly isWhole: boolean } {
  const member = memberAt(schema, [name]) ?? { kind: "any", at: schema.at, annotations: noAnnotations };
  const elements = elementsOf(member);
  const isWhole = media?.isByPosition === true && (elements === null || !hasOnlyType(elements, "array"));
  return { part: isWhole ? member : (elements ?? member), isWhole };
}

/** The array that a schema is: descriptions leave out `type` beside `prefixItems`. */
function arrayIn(schema: Schema): ArraySchema | null {
  const one = resolvedSchema(schema);
  if (one.kind === "array") return one;
  if (one.kind === "unevaluated") return arrayIn(one.schema);
  const members = one.kind === "union" || one.kind === "intersection" ? one.members : [];
  return members.map(arrayIn).find((member) => member !== null) ?? null;
}

/** `itemSchema`, and what `schema` beside it says of all parts. */
function arrayOf(item: Schema, schema: Schema): ArraySchema {
  const whole = arrayIn(schema);
  const { at } = item;
  const limits = { contains: null, minItems: null, maxItems: null, uniqueItems: false };
  if (whole === null)
    return {
      kind: "array",
      prefixItems: [],
      items: item,
      itemsStated: true,
      ...limits,
      at,
      annotations: noAnnotations,
    };
  const both = (own: Schema): Schema =>
    own.kind === "any" ? item : { kind: "intersection", members: [item, own], at, annotations: noAnnotations };
  return { ...whole, prefixItems: whole.prefixItems.map(both), items: both(whole.items), itemsStated: true };
}

/** Without a type, or with a content type that is no text, a part is bytes. */
function withBytes(array: ArraySchema, encodings: readonly Encoding[]): ArraySchema {
  const typeOf = (name: string): string | null =>
    encodings.find((encoding) => encoding.name === name)?.contentType ?? null;
  const first = encodings.filter(({ name }) => name !== "*").slice(array.prefixItems.length);
  const others = array.items.kind === "never" ? [] : first.map(() => array.items);
  const prefixItems = [...array.prefixItems, ...others].map((schema, at) => bytesOf(schema, typeOf(String(at))));
  const isStated = array.itemsStated || typeOf("*") !== null;
  return { ...array, prefixItems, items: isStated ? bytesOf(array.items, typeOf("*")) : array.items };
}

function bytesOf(schema: Schema, contentType: string | null): Schema {
  const { kind } = resolvedSchema(schema);
  const types = (contentType ?? "application/octet-stream").split(",").map((type) => type.trim());
  const isText = types.some((type) =>
    /^(text|multipart)\/|[/+](json|xml)\b|^application\/(x-www-form-urlencoded|javascript)/i.test(type),
  );
  const isBytes = kind === "any" ? !isText : kind === "string" && contentType !== null && !isText;
  if (!isBytes) return schema;
  return { ...anyText(schema.at), contentMediaType: types[0] ?? null, annotations: schema.annotations };
}
