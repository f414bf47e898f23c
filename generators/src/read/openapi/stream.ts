// A streamed body -> the schema of its items: `itemSchema`, or derived from `schema`.
import { keyOf, quote } from "../../diagnostics/index.ts";
import { openObjectOf } from "../../model/analysis/bare-objects.ts";
import { hasOnlyType, jsonTypesOf } from "../../model/analysis/json-types.ts";
import type { BodyKind, MediaType, StreamItem, StreamKind } from "../../model/http.ts";
import {
  anyText,
  type IntersectionSchema,
  type NamedSchema,
  noAnnotations,
  type ObjectSchema,
  type Property,
  type Schema,
} from "../../model/schema.ts";
import { matches } from "../../model/values/matching.ts";
import { resolvedSchema } from "../../model/walk.ts";
import { Node } from "../../source/index.ts";
import { bothOf, eventDataOf, isAmbiguous, type Written, writtenTogether } from "./event-data.ts";
import type { OpenApiReading, UnsettledStream } from "./openapi-reading.ts";

function isStream(body: BodyKind): body is StreamKind {
  return body === "events" || body === "lines" || body === "sequence";
}

/** The items of a stream are decided by `streamItemsOf`. */
export function readStreamItem(reading: OpenApiReading, node: Node, media: MediaType): void {
  const field = node.get("itemSchema");
  if (isStream(media.body)) {
    const item = field === undefined ? null : { field, schema: reading.schemas.read(field) };
    reading.unsettled.push({ media, node, item });
  } else if (field !== undefined && media.body !== "multipart") refuseItemSchema(reading, field);
}

/**
 * Without `itemSchema`, an array describes all items together, as in 3.2; any other schema, which cannot be the schema of a whole
 * sequence, describes each item: descriptions of 3.0 and 3.1 mean that. Schemas that are first read here are left to be finished.
 */
export function streamItemsOf(reading: OpenApiReading): ReadonlyMap<MediaType, StreamItem> {
  return new Map(reading.unsettled.map((stream) => [stream.media, itemOf(reading, stream)]));
}

function itemOf(reading: OpenApiReading, { media, node, item }: UnsettledStream): StreamItem {
  const { body, schema: sequenceSchema } = media;
  if (item !== null) {
    const schema = withItemsOf(reading, node, { item: item.schema, whole: sequenceSchema });
    return body === "events" ? eventsAs(reading, schema, item.field) : { schema, data: "text" };
  }
  // A string is the text of the whole: its items are not described.
  const schema =
    itemsOf(reading, node, sequenceSchema) ??
    (hasOnlyType(sequenceSchema, "string") ? reading.schemas.anything(node) : sequenceSchema);
  if (body !== "events") return { schema, data: "text" };
  if (hasOnlyType(sequenceSchema, "array") && describesEvents(schema)) return eventsAs(reading, schema, node);
  if (schema.kind === "any") return textEvents(node);
  return dataItemOf(reading, schema, node);
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
    "items are read from text/event-stream, application/jsonl, application/x-ndjson, application/json-seq and multipart bodies";
  reading.report.add("unsupported-feature", keyOf(field), { feature: '"itemSchema" of this media type', reason });
}

/** The items that the schema of a whole sequence describes; `null` for a schema of another kind. */
function itemsOf(reading: OpenApiReading, node: Node, sequenceSchema: Schema): Schema | null {
  if (sequenceSchema.kind === "any" || !hasOnlyType(sequenceSchema, "array")) return null;
  const array = targetOf(sequenceSchema);
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

// The schema of an event -> the same with the values of its data, and how the data of each type of event is written.

/** The fields of an event that HTML defines, and the JSON type of each; data can be of any. */
const fieldTypes = { event: "string", id: "string", retry: "number", data: null } as const;

/** What many services send last, although it is no event like the others. */
const usualEnd = "[DONE]";

/** Far more than any description has. */
const mostAlternatives = 1000;

/** Whether a schema describes the fields of an event, and not only what its data is. */
function describesEvents(schema: Schema): boolean {
  const properties = alternativesOf(schema).flatMap((objects) => objects.flatMap((object) => object.properties));
  return properties.some(({ name }) => name === "data") && properties.every(({ name }) => name in fieldTypes);
}

/** `null` for a schema that says nothing about the fields of an event, and, with a report, for what no event can be. */
function eventItemOf(reading: OpenApiReading, schema: Schema, field: Node): StreamItem | null {
  const alternatives = alternativesOf(schema);
  const isOpen = alternatives.every((objects) => objects.every(isBare));
  if (alternatives.length > 0 && isOpen) return null;
  if (!areEvents(reading, alternatives, field)) return null;
  const described = alternatives.map((objects) => describedBy(reading, objects));
  const unnamed = writtenTogether(described.flatMap(({ types, written }) => (types === null ? [written] : [])));
  const types = [...new Set(described.flatMap((one) => one.types ?? []))].map((type) => ({
    type,
    written: writtenTogether(described.flatMap((one) => (one.types?.includes(type) === true ? [one.written] : []))),
  }));
  if ([unnamed, ...types.map(({ written }) => written)].some(isAmbiguous)) {
    refuse(reading, field, "data that is a text or JSON", "readers cannot know which of them a text is");
    return null;
  }
  const isNamed = described.every((one) => one.types !== null);
  const isJson = unnamed.json || (isNamed && types.every(({ written }) => written.json));
  const others = types.filter(({ written }) => written.json !== isJson).map(({ type }) => type);
  const { json, texts } = writtenTogether([unnamed, ...types.map(({ written }) => written)]);
  const isChanged = described.some((one) => one.isChanged);
  if (isChanged && isCrossed(schema)) {
    refuse(reading, field, "data that alternatives of two lists describe together", "its JSON is that of one of them");
    return null;
  }
  return {
    schema: isChanged ? withValues(reading, schema) : schema,
    data: isJson ? "json" : "text",
    ...(others.length === 0 ? {} : { others }),
    ...(isChanged ? { hasContent: true } : {}),
    ...(json && texts.length > 0 ? { texts } : {}),
    ...(described.some(acceptsEnd) ? {} : { end: usualEnd }),
  };
}

/** All ways in which a value is described; in each, all of its objects describe it. */
function alternativesOf(schema: Schema, seen: ReadonlySet<NamedSchema> = new Set()): readonly ObjectSchema[][] {
  switch (schema.kind) {
    case "object":
      return [[schema]];
    case "any":
    case "not":
      return [[]];
    case "ref":
      return seen.has(schema.target) ? [] : alternativesOf(schema.target.schema, new Set([...seen, schema.target]));
    case "union":
      return schema.members.flatMap((member) => alternativesOf(member, seen));
    case "conditional":
      return [schema.then, schema.else].flatMap((branch) => alternativesOf(branch, seen));
    case "unevaluated":
      return alternativesOf(schema.schema, seen);
    case "intersection": {
      const none: readonly ObjectSchema[][] = [[]];
      return schema.members.reduce((all, member) => {
        const more = alternativesOf(member, seen);
        return all.flatMap((objects) => more.map((others) => [...objects, ...others])).slice(0, mostAlternatives + 1);
      }, none);
    }
    default:
      return [];
  }
}

/** Whether it is an object, and nothing is said about its members. */
function isBare({ properties, requiredElsewhere, patternProperties, additional }: ObjectSchema): boolean {
  return properties.length + requiredElsewhere.length + patternProperties.length === 0 && additional.kind === "any";
}

/** Whether the members are fields that an event has, in types that it can have; otherwise all that are not are reported. */
function areEvents(reading: OpenApiReading, alternatives: readonly ObjectSchema[][], field: Node): boolean {
  if (alternatives.length === 0 || alternatives.length > mostAlternatives) {
    refuse(reading, field, "an item that is no object in an event stream", onlyFields);
    return false;
  }
  const objects = [...new Set(alternatives.flat())];
  const properties = objects.flatMap((object) => object.properties).filter(({ schema }) => schema.kind !== "never");
  const wrong = [...new Set(properties)].filter((property) => !isField(property));
  for (const { name, at } of wrong) {
    const wire = name === "retry" ? "a whole number of milliseconds" : "text";
    const feature = name in fieldTypes ? `this type of ${quote(name)} in an event` : `${quote(name)} in an event`;
    const reason = name in fieldTypes ? `on the wire it is ${wire}` : onlyFields;
    refuse(reading, at instanceof Node ? at : field, feature, reason);
  }
  const others = objects.flatMap((object) => object.requiredElsewhere).filter((name) => !(name in fieldTypes));
  for (const name of new Set(others)) refuse(reading, field, `${quote(name)} in an event`, onlyFields);
  const hasData = properties.some(({ name }) => name === "data");
  if (wrong.length + others.length === 0 && !hasData)
    refuse(reading, field, 'an event without "data"', "readers skip it");
  return wrong.length + others.length === 0 && hasData;
}

const onlyFields = "an event has the fields event, id, retry and data, and any other value is part of its data";

/** `null` is what a field is that is not sent. Without `type`, it is of the type that it has. */
function isField({ name, schema, required }: Property): boolean {
  const expected = Object.hasOwn(fieldTypes, name) ? fieldTypes[name as keyof typeof fieldTypes] : undefined;
  if (expected === undefined || expected === null) return expected === null;
  const types = jsonTypesOf(schema);
  if (types.size === 6) return true;
  return [...types].every((type) => type === expected || (type === "null" && !required));
}

interface Described {
  /** The values of `event`; `null` for any. */
  readonly types: readonly string[] | null;
  /** `null` for any. */
  readonly data: Schema | null;
  readonly written: Written;
  /** Whether code has other data than the text that the description has. */
  readonly isChanged: boolean;
}

function describedBy(reading: OpenApiReading, objects: readonly ObjectSchema[]): Described {
  const schemasOf = (name: string): Schema[] =>
    objects.flatMap(({ properties }) => properties.flatMap((one) => (one.name === name ? [one.schema] : [])));
  const types = schemasOf("event").flatMap((schema) => {
    const values = textsOf(schema);
    return values === null ? [] : [values];
  });
  const parts = schemasOf("data");
  const data = parts.length === 0 ? null : bothOf(parts);
  const [first = null] = types.toSorted((one, other) => one.length - other.length);
  if (data === null)
    return { types: first, data, written: { anyText: true, json: false, texts: [] }, isChanged: false };
  const value = eventDataOf(reading, data);
  return { types: first, data, written: value.written, isChanged: value.schema !== data };
}

/** The values of a schema that has only certain texts. */
function textsOf(unresolved: Schema): readonly string[] | null {
  const schema = resolvedSchema(unresolved);
  if (schema.kind === "enum") return schema.values.filter((value) => typeof value === "string");
  if (schema.kind === "intersection") return schema.members.map(textsOf).find((texts) => texts !== null) ?? null;
  if (schema.kind !== "union") return null;
  const all = schema.members.filter(({ kind }) => kind !== "null").map(textsOf);
  return all.some((texts) => texts === null) ? null : all.flatMap((texts) => texts ?? []);
}

function acceptsEnd({ written: { anyText, texts }, data }: Described): boolean {
  return texts.includes(usualEnd) || (anyText && (data === null || matches(data, usualEnd)));
}

/** What the schemas around one say about the data. */
interface Around {
  readonly schemas: readonly Schema[];
  readonly required: boolean;
}

const nothing: Around = { schemas: [], required: false };

/** The same object where no data changes. */
function withValues(reading: OpenApiReading, schema: Schema, around: Around = nothing): Schema {
  switch (schema.kind) {
    case "object":
      return withData(reading, schema, around);
    case "ref": {
      const inner = withValues(reading, schema.target.schema, around);
      return inner === schema.target.schema ? schema : inner;
    }
    case "union": {
      const members = schema.members.map((member) => withValues(reading, member, around));
      return members.every((member, index) => member === schema.members[index]) ? schema : { ...schema, members };
    }
    case "unevaluated": {
      const inner = withValues(reading, schema.schema, around);
      return inner === schema.schema ? schema : { ...schema, schema: inner };
    }
    case "intersection":
      return sharedValues(reading, schema, around);
    case "any":
      return around.schemas.length === 0 ? schema : withData(reading, openObjectOf([], schema.at), around);
    default:
      return schema;
  }
}

function withData(reading: OpenApiReading, schema: ObjectSchema, around: Around): ObjectSchema {
  const dataProperty = schema.properties.find(({ name }) => name === "data");
  const parts = [...around.schemas, ...(dataProperty === undefined ? [] : [dataProperty.schema])];
  if (parts.length === 0) return schema;
  const value = eventDataOf(reading, bothOf(parts)).schema;
  if (value === dataProperty?.schema) return schema;
  const required = around.required || requiresData(schema);
  const data = { at: schema.at, ...dataProperty, name: "data", required, schema: value };
  return {
    ...schema,
    properties: [...schema.properties.filter((one) => one !== dataProperty), data],
    requiredElsewhere: schema.requiredElsewhere.filter((name) => name !== "data"),
  };
}

function requiresData({ properties, requiredElsewhere }: ObjectSchema): boolean {
  return requiredElsewhere.includes("data") || properties.some(({ name, required }) => required && name === "data");
}

/** What is said about the data beside a list of alternatives is part of each alternative: only there, a text may be JSON. */
function sharedValues(reading: OpenApiReading, schema: IntersectionSchema, outer: Around): Schema {
  const about = schema.members.filter((member) => dataIn(member).length > 0);
  const last = about.find((member) => alternativesOf(member).length > 1) ?? about.at(-1);
  if (last === undefined || (about.length === 1 && outer.schemas.length === 0)) {
    const members = schema.members.map((member) => withValues(reading, member, outer));
    return members.every((member, index) => member === schema.members[index]) ? schema : { ...schema, members };
  }
  const others = schema.members.filter((member) => member !== last);
  const around = {
    schemas: [...outer.schemas, ...others.flatMap(dataIn)],
    required: outer.required || others.some((member) => alternativesOf(member).some((all) => all.some(requiresData))),
  };
  const value = withValues(reading, last, around);
  const members = schema.members.map((member) => (member === last ? value : withoutData(member)));
  return { ...schema, members };
}

/** Whether two lists of alternatives beside each other both describe the data. */
function isCrossed(schema: Schema, seen: ReadonlySet<NamedSchema> = new Set()): boolean {
  if (schema.kind === "ref")
    return !seen.has(schema.target) && isCrossed(schema.target.schema, new Set([...seen, schema.target]));
  if (schema.kind !== "union" && schema.kind !== "intersection") return false;
  const lists = schema.members.filter((member) => alternativesOf(member).length > 1 && dataIn(member).length > 0);
  return (schema.kind === "intersection" && lists.length > 1) || schema.members.some((one) => isCrossed(one, seen));
}

function dataIn(schema: Schema): Schema[] {
  const properties = alternativesOf(schema).flatMap((objects) => objects.flatMap((object) => object.properties));
  return [...new Set(properties.filter(({ name }) => name === "data").map((property) => property.schema))];
}

/** The same object where nothing is said about the data. A closed object still has it. */
function withoutData(schema: Schema): Schema {
  switch (schema.kind) {
    case "object": {
      const data = schema.properties.find(({ name }) => name === "data");
      if (data === undefined) return schema;
      const isOpen = schema.additional.kind === "any";
      const any: Schema = { kind: "any", at: data.at, annotations: noAnnotations };
      const others = schema.properties.filter((one) => one !== data);
      return { ...schema, properties: isOpen ? others : [...others, { ...data, schema: any }] };
    }
    case "ref": {
      const inner = withoutData(schema.target.schema);
      return inner === schema.target.schema ? schema : inner;
    }
    case "unevaluated":
      return { ...schema, schema: withoutData(schema.schema) };
    case "union":
    case "intersection": {
      const members = schema.members.map(withoutData);
      return members.every((member, index) => member === schema.members[index]) ? schema : { ...schema, members };
    }
    default:
      return schema;
  }
}

function refuse(reading: OpenApiReading, at: Node, feature: string, reason: string): void {
  const tolerated = "the data of its events is text";
  reading.report.add("unsupported-feature", keyOf(at), { feature, reason }, { tolerated });
}
