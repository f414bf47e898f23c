// A streamed body -> the schema of its items: `itemSchema`, or derived from `schema`.
import { keyOf, quote } from "../../diagnostics/index.ts";
import { hasOnlyType } from "../../model/analysis/json-types.ts";
import { openObjectOf } from "../../model/analysis/open-object.ts";
import type { BodyKind, StreamItem, StreamKind } from "../../model/http.ts";
import { anyText, noAnnotations, type ObjectSchema, type Property, type Schema } from "../../model/schema.ts";
import type { Node } from "../../source/index.ts";
import { eventDataOf } from "./event-data.ts";
import { describesEvents, eventItemOf, isBare, usualEnd } from "./event-item.ts";
import type { OpenApiReading, StreamDraft, UnsettledStream } from "./openapi-reading.ts";

function isStream(body: BodyKind): body is StreamKind {
  return body === "events" || body === "lines" || body === "sequence";
}

/** The items of a stream are decided by `settleStreamItems`. */
export function readStreamItem(reading: OpenApiReading, node: Node, media: StreamDraft): void {
  const field = node.get("itemSchema");
  if (isStream(media.body)) {
    const item = field === undefined ? null : { field, schema: reading.schemas.read(field) };
    reading.unsettled.push({ media, node, item });
  } else if (field !== undefined) refuseItemSchema(reading, field);
}

/**
 * Without `itemSchema`, an array describes all items together, as in 3.2; any other schema, which cannot be the schema of a whole
 * sequence, describes each item: descriptions of 3.0 and 3.1 mean that. Schemas that are first read here are left to be finished.
 */
export function settleStreamItems(reading: OpenApiReading): void {
  for (const stream of reading.unsettled) stream.media.item = itemOf(reading, stream);
}

function itemOf(reading: OpenApiReading, { media, node, item }: UnsettledStream): StreamItem {
  const { body, schema: whole } = media;
  if (item !== null) {
    const schema = withItemsOf(reading, node, { item: item.schema, whole });
    return body === "events" ? eventsAs(reading, schema, item.field) : { schema, data: "text" };
  }
  const schema = itemsOf(reading, node, whole) ?? (isText(whole) ? reading.schemas.anything(node) : whole);
  if (body !== "events") return { schema, data: "text" };
  if (hasOnlyType(whole, "array") && describesEvents(schema)) return eventsAs(reading, schema, node);
  if (schema.kind === "any") return textEvents(node);
  return dataItemOf(reading, schema, node);
}

/** A string is the text of the whole: its items are not described. */
function isText(whole: Schema): boolean {
  return hasOnlyType(whole, "string");
}

function eventsAs(reading: OpenApiReading, schema: Schema, field: Node): StreamItem {
  return eventItemOf(reading, schema, field) ?? textEvents(field);
}

function textEvents(at: Node): StreamItem {
  return { schema: eventOf(anyText(at), at), data: "text" };
}

/** Events whose data a schema describes. Where that is a text or JSON, it is JSON. */
function dataItemOf(reading: OpenApiReading, schema: Schema, node: Node): StreamItem {
  const data = eventDataOf(reading, schema);
  const { json, texts } = data.written;
  const item = { schema: eventOf(data.schema, node), ...(data.schema === schema ? {} : { hasContent: true as const }) };
  if (!json) return { ...item, data: "text" };
  const isItem = texts.includes(usualEnd);
  return { ...item, data: "json", ...(texts.length > 0 ? { texts } : {}), ...(isItem ? {} : { end: usualEnd }) };
}

function refuseItemSchema(reading: OpenApiReading, field: Node): void {
  const reason =
    "items are read from text/event-stream, application/jsonl, application/x-ndjson and application/json-seq";
  reading.report.add("unsupported-feature", keyOf(field), { feature: '"itemSchema" of this media type', reason });
}

/** The items that the schema of a whole sequence describes; `null` for a schema of another kind. */
function itemsOf(reading: OpenApiReading, node: Node, whole: Schema): Schema | null {
  if (whole.kind === "any" || !hasOnlyType(whole, "array")) return null;
  const array = targetOf(whole);
  noteLimits(reading, node, array);
  return array.kind === "array" && array.prefixItems.length === 0 ? array.items : reading.schemas.anything(node);
}

/** An item matches `itemSchema`, and what `schema` beside it says about each item. */
function withItemsOf(
  reading: OpenApiReading,
  node: Node,
  { item, whole }: { readonly item: Schema; readonly whole: Schema },
): Schema {
  if (whole.kind === "any") return item;
  const items = itemsOf(reading, node, whole);
  if (items === null) {
    const feature = `a schema of a whole ${quote(node.key)} that is no array`;
    noteIgnored(reading, node, feature);
  }
  if (items === null || addsNothing(items, item)) return item;
  return { kind: "intersection", members: [item, items], at: item.at, annotations: noAnnotations };
}

function addsNothing(items: Schema, item: Schema): boolean {
  if (items.kind === "ref" && item.kind === "ref") return items.target === item.target;
  return items.kind === "any" || (items.kind === "object" && isBare(items) && hasOnlyType(item, "object"));
}

/** What applies to all items together is not checked. */
function noteLimits(reading: OpenApiReading, node: Node, array: Schema): void {
  if (array.kind !== "array") {
    noteIgnored(reading, node, `what is said about all items of ${quote(node.key)}`);
    return;
  }
  const limits = [
    ...(array.minItems === null ? [] : ["minItems"]),
    ...(array.maxItems === null ? [] : ["maxItems"]),
    ...(array.uniqueItems ? ["uniqueItems"] : []),
    ...(array.contains === null ? [] : ["contains"]),
    ...(array.prefixItems.length === 0 ? [] : ["prefixItems"]),
  ];
  if (limits.length > 0) noteIgnored(reading, node, `${listed(limits)} of a body of the type ${quote(node.key)}`);
}

function listed(names: readonly string[]): string {
  return names.map((name) => quote(name)).join(", ");
}

function noteIgnored(reading: OpenApiReading, node: Node, feature: string): void {
  const reason = "its items arrive, and are checked, one by one";
  const place = keyOf(node.get("schema") ?? node);
  reading.report.add(
    "unsupported-feature",
    place,
    { feature, reason, advice: "no action is required" },
    { severity: "warning" },
  );
}

/** A cycle of references is reported elsewhere. */
function targetOf(schema: Schema, seen: ReadonlySet<Schema> = new Set()): Schema {
  if (schema.kind !== "ref" || seen.has(schema)) return schema;
  return targetOf(schema.target.schema, new Set([...seen, schema]));
}

/** `{ event?, id?, retry?, data }`: the fields of an event as HTML defines them. */
function eventOf(data: Schema, at: Node): ObjectSchema {
  const member = (name: string, schema: Schema): Property => ({ name, required: name === "data", schema, at });
  return openObjectOf(
    [member("event", anyText(at)), member("id", anyText(at)), member("retry", numberAt(at)), member("data", data)],
    at,
  );
}

function numberAt(at: Node): Schema {
  const bounds = { minimum: 0, exclusiveMinimum: null, maximum: null, exclusiveMaximum: null, multipleOf: null };
  return { kind: "number", integer: true, ...bounds, format: null, at, annotations: noAnnotations };
}
