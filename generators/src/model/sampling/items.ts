// A stream -> sampled items: each kind of item once, and of an event only the fields that the description decides, so that browsers
// dispatch it as `message` and do not connect again at once.

import { eventIn, isJsonData } from "../analysis/event-data.ts";
import type { MediaType, StreamItem } from "../http.ts";
import type { Json, Schema } from "../schema.ts";
import { isList } from "../values/equality.ts";
import { matches } from "../values/matching.ts";
import { isObject } from "./numbers.ts";
import { type Sample, type SampleOptions, sampleOf } from "./sample.ts";

/** Of alternatives in a description, and so of items. */
const mostItems = 20;

/** In milliseconds; what browsers wait by themselves. */
const usualRetry = 3000;

export type StreamMedia = Pick<MediaType, "body" | "schema" | "at" | "examples"> & { readonly item: StreamItem };

export function sampledItemsOf(media: StreamMedia, options: SampleOptions): Sample {
  const { body, item, schema, at, examples } = media;
  const exampleItems =
    options.described === "none" ? [] : examples.flatMap(({ value }) => itemsOfExample(value.value, media) ?? []);
  if (exampleItems.length > 0) return { ok: true, value: exampleItems };
  // The fields of an event are HTML's, unless the description has them.
  const isEnvelope = body === "events" && item.schema.at === at;
  const alternatives = alternativesOf(item.schema, body === "events").slice(0, mostItems);
  const samples = alternatives.map((alternative, index) =>
    sampleOf(alternative, { ...options, examples: [], known: knownIn(options, body, String(index + 1)) }),
  );
  const values = samples.flatMap((sample) => (sample.ok && matches(item.schema, sample.value) ? [sample.value] : []));
  const items = body === "events" ? values.map((value) => eventOf(item.schema, value, isEnvelope)) : values;
  const [first] = items;
  if (first === undefined) return samples.find(({ ok }) => !ok) ?? { ok: false, reason: "no item was found", at };
  return { ok: true, value: asManyAs(schema, items) };
}

/** An example is an item, the data of an event, the list of all items, or their text on the wire; `null` for anything else. */
export function itemsOfExample(value: Json, media: StreamMedia): readonly Json[] | null {
  const { schema } = media.item;
  const itemOf = (one: Json): Json | undefined => [one, { data: one }].find((each) => matches(schema, each));
  const single = itemOf(value);
  if (single !== undefined && !(media.body === "events" && typeof value === "string" && isWire(value))) return [single];
  const all = typeof value === "string" ? itemsInText(value, media) : isList(value) ? value : [];
  const items = all.flatMap((one) => itemOf(one) ?? []);
  return items.length > 0 && items.length === all.length ? items : null;
}

function isWire(text: string): boolean {
  return /^(?:data|event|id|retry)?:/m.test(text);
}

/** Empty where one of them is no JSON. */
function itemsInText(text: string, { body, item }: StreamMedia): Json[] {
  try {
    if (body !== "events")
      return text
        .replaceAll("\u001e", "\n")
        .split("\n")
        .flatMap((line) => (line.trim() === "" ? [] : [jsonIn(line)]));
    const events = text
      .replaceAll(/\r\n?/g, "\n")
      .split("\n\n")
      .flatMap((one) => eventIn(one) ?? []);
    return events
      .filter(({ data }) => data !== item.end)
      .map((event) => ({
        ...event,
        data: isJsonData(item, event["event"], event.data) ? jsonIn(event.data) : event.data,
      }));
  } catch {
    return [];
  }
}

function jsonIn(text: string): Json {
  const value: Json = JSON.parse(text);
  return value;
}

/** One schema for each kind of item; of events, for each kind of data too. */
function alternativesOf(schema: Schema, isEvent: boolean): Schema[] {
  switch (schema.kind) {
    case "ref": {
      const inner = alternativesOf(schema.target.schema, isEvent);
      return inner.length > 1 ? inner : [schema];
    }
    case "union":
      if (schema.mode !== "types") return schema.members.flatMap((member) => alternativesOf(member, isEvent));
      return isEvent
        ? schema.members.flatMap((one) => (one.kind === "object" ? alternativesOf(one, true) : []))
        : [schema];
    case "intersection": {
      const lists = schema.members.map((member) => alternativesOf(member, isEvent));
      const at = lists.findIndex((list) => list.length > 1);
      return at === -1
        ? [schema]
        : (lists[at] ?? []).map((one) => ({ ...schema, members: schema.members.with(at, one) }));
    }
    case "object": {
      const data = isEvent ? schema.properties.find(({ name }) => name === "data") : undefined;
      if (data === undefined) return [schema];
      return alternativesOf(data.schema, false).map((one) => ({
        ...schema,
        properties: schema.properties.map((property) => (property === data ? { ...data, schema: one } : property)),
      }));
    }
    default:
      return [schema];
  }
}

function knownIn(options: SampleOptions, body: MediaType["body"], id: string): SampleOptions["known"] {
  if (body !== "events") return options.known;
  return (place) => {
    const [field, ...inner] = place.path;
    if (inner.length === 0 && field === "id") return id;
    if (inner.length === 0 && field === "retry") return usualRetry;
    return options.known?.(place);
  };
}

/** Without a type that the description leaves open, and without fields that it does not mention. */
function eventOf(schema: Schema, event: Json, isEnvelope: boolean): Json {
  if (!isObject(event)) return event;
  const open = isEnvelope ? ["event", "id", "retry"] : isOpen(propertiesIn(schema, "event")) ? ["event"] : [];
  const trimmedEvent = Object.fromEntries(Object.entries(event).filter(([name]) => !open.includes(name)));
  return matches(schema, trimmedEvent) ? trimmedEvent : event;
}

/** Whether nothing says which value it has. */
function isOpen(schemas: readonly Schema[]): boolean {
  return schemas.every((schema) => {
    const { kind, annotations } = schema;
    const known = schema.kind === "string" ? schema.known : undefined;
    return (
      kind === "string" && known === undefined && annotations.default === null && annotations.examples.length === 0
    );
  });
}

/** The schemas of a member, in every part of an object's schema, without references. */
function propertiesIn(schema: Schema, name: string): Schema[] {
  const partsOf = (part: Schema): Schema[] =>
    part.kind === "ref" ? partsOf(part.target.schema) : part.kind === "union" ? part.members.flatMap(partsOf) : [part];
  switch (schema.kind) {
    case "object":
      return schema.properties.flatMap((property) => (property.name === name ? partsOf(property.schema) : []));
    case "ref":
      return propertiesIn(schema.target.schema, name);
    case "union":
    case "intersection":
      return schema.members.flatMap((member) => propertiesIn(member, name));
    case "unevaluated":
      return propertiesIn(schema.schema, name);
    default:
      return [];
  }
}

/** As many items as the schema of the whole sequence asks for. */
function asManyAs(schema: Schema, items: readonly Json[]): Json[] {
  if (schema.kind === "ref") return asManyAs(schema.target.schema, items);
  if (schema.kind !== "array") return [...items];
  const count = Math.min(Math.max(items.length, schema.minItems ?? 0), schema.maxItems ?? Number.POSITIVE_INFINITY);
  return Array.from({ length: count }, (_, index) => items[index % items.length] ?? null);
}
