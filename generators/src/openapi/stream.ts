// A streamed body -> the schema of its items: `itemSchema`, or derived from `schema`.
import { keyOf, quote } from "../diagnostics/index.ts";
import { hasOnlyType } from "../model/analysis/json-types.ts";
import { openObjectOf } from "../model/analysis/open-object.ts";
import type { BodyKind, MediaType, StreamItem, StreamKind } from "../model/http.ts";
import type { Draft } from "../model/naming/names.ts";
import { anyText, noAnnotations, type ObjectSchema, type Property, type Schema } from "../model/schema.ts";
import type { Node } from "../source/index.ts";
import type { OpenApiReading } from "./openapi-reading.ts";

function isStream(body: BodyKind): body is StreamKind {
  return body === "events" || body === "lines" || body === "sequence";
}

/** A media type whose `item` and `body` are decided when all schemas are read: they can depend on the target of a reference. */
export type StreamDraft = Draft<MediaType, "item" | "body">;

/** Sets the item of a stream from `itemSchema`; without it, `settleStreamItems` does. */
export function readStreamItem(reading: OpenApiReading, node: Node, media: StreamDraft): void {
  const field = node.get("itemSchema");
  if (!isStream(media.body)) {
    if (field !== undefined) refuseItemSchema(reading, field);
  } else if (field === undefined) reading.unsettled.push({ media, node });
  else media.item = { schema: reading.schemas.read(field), data: "text" };
}

/**
 * Without `itemSchema`, an array describes all items together, as in 3.2; any other schema, which cannot be the schema of a whole
 * sequence, describes each item: descriptions of 3.0 and 3.1 mean that.
 */
export function settleStreamItems(reading: OpenApiReading): void {
  for (const { media, node } of reading.unsettled) media.item = itemBySchema(reading, media, node);
}

function itemBySchema(reading: OpenApiReading, { body, schema: whole }: StreamDraft, node: Node): StreamItem {
  const item = itemOf(reading, node, whole);
  if (body !== "events" || hasOnlyType(whole, "array")) return { schema: item, data: "text" };
  const isText = item.kind === "any";
  return { schema: eventOf(isText ? anyText(node) : item, node), data: isText ? "text" : "json" };
}

function refuseItemSchema(reading: OpenApiReading, field: Node): void {
  const reason =
    "items are read from text/event-stream, application/jsonl, application/x-ndjson and application/json-seq";
  reading.report.add("unsupported-feature", keyOf(field), { feature: '"itemSchema" of this media type', reason });
}

function itemOf(reading: OpenApiReading, node: Node, whole: Schema): Schema {
  const field = node.get("schema");
  // A string is the text of the whole: its items are not described.
  if (whole.kind === "any" || field === undefined || hasOnlyType(whole, "string"))
    return reading.schemas.anything(node);
  if (!hasOnlyType(whole, "array")) return whole;
  const array = targetOf(whole);
  const isPlain =
    array.kind === "array" &&
    array.prefixItems.length === 0 &&
    array.contains === null &&
    array.minItems === null &&
    array.maxItems === null &&
    !array.uniqueItems;
  if (!isPlain) {
    const feature = `what a body of the type ${quote(node.key)} has to be as a whole`;
    const reason = "its items arrive, and are checked, one by one";
    reading.report.add("unsupported-feature", keyOf(field), { feature, reason }, { severity: "warning" });
  }
  return array.kind === "array" && array.prefixItems.length === 0 ? array.items : reading.schemas.anything(node);
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
