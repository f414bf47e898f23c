// The body of a stream, or its first part -> its items, each with the schema that it has to match.
import { eventIn, isJsonData, type MediaType, type Schema, unreachable } from "waybill/description";
import { parseJsonText, textOfBytes } from "./exchange.ts";
import { contentTypeOf } from "./media-type.ts";

/** Server-sent events (HTML, 9.2), lines of JSON, and JSON texts after record separators (RFC 7464). */
export type SequenceKind = Extract<MediaType["body"], "events" | "lines" | "sequence">;

/** The kind of sequence that a content type is; `null` for any other type. */
export function sequenceKindOf(contentType: string): SequenceKind | null {
  const { essence } = contentTypeOf(contentType);
  if (essence === "text/event-stream") return "events";
  if (/^application\/(x-)?(jsonl|ndjson|jsonlines|json-lines)$|\+(jsonl|ndjson)$/.test(essence)) return "lines";
  return /^application\/json-seq$|\+json-seq$/.test(essence) ? "sequence" : null;
}

/** How many whole items there are; a long stream is read until there are a few. */
export function countOfItems(bytes: Uint8Array, kind: SequenceKind): number {
  const texts = textsOf(textOfBytes(bytes), kind, true);
  return kind === "events" ? texts.filter((text) => eventIn(text) !== null).length : texts.length;
}

/** What has to match a schema: an item, or the data of an event. */
export interface ItemSchema {
  readonly schema: Schema;
  /** A pointer into the item: `/data`, or empty for all of it. */
  readonly pointer: string;
  /** Whether the description has texts where the schema has their values. */
  readonly hasContent: boolean;
}

/** `null` for a media type that is no sequence. */
export function itemSchemaOf({ item, at }: MediaType): ItemSchema | null {
  if (item === null) return null;
  const { schema, hasContent = false } = item;
  if (!isEnvelope(schema, at) || item.data === "text") return { schema, pointer: "", hasContent };
  const data = schema.properties.find(({ name }) => name === "data");
  return data === undefined ? null : { schema: data.schema, pointer: `/${data.name}`, hasContent };
}

/** The envelope is HTML's: what the description has is the schema of the data. */
function isEnvelope(schema: Schema, media: MediaType["at"]): schema is Extract<Schema, { kind: "object" }> {
  return schema.kind === "object" && schema.at === media;
}

export type Item =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "unreadable"; readonly text: string; readonly reason: string };

/** `isPart`: more may follow, so the last item is not known to be whole. */
export function itemsOfSequence(bytes: Uint8Array, mediaType: MediaType, isPart: boolean): Item[] {
  const { body, item } = mediaType;
  if (body !== "events" && body !== "lines" && body !== "sequence") return [];
  const texts = textsOf(textOfBytes(bytes), body, isPart);
  if (body !== "events") return texts.map(jsonItem);
  const events = texts.flatMap((text) => eventIn(text) ?? []);
  if (item === null) return events.map((value) => ({ kind: "value", value }));
  const end = events.findIndex(({ data }) => data === item.end);
  const isData = itemSchemaOf(mediaType)?.pointer !== "";
  return events.slice(0, end === -1 ? undefined : end).map((event): Item => {
    const { event: type, data } = event;
    const value: Item = isJsonData(item, type, data) ? jsonItem(data) : { kind: "value", value: data };
    return isData || value.kind === "unreadable" ? value : { kind: "value", value: { ...event, data: value.value } };
  });
}

function jsonItem(text: string): Item {
  const parsed = parseJsonText(text);
  return parsed.ok ? { kind: "value", value: parsed.value } : { kind: "unreadable", text, reason: parsed.reason };
}

/** The text of each item; without the last one where it may have been cut off. */
function textsOf(text: string, kind: SequenceKind, isPart: boolean): string[] {
  switch (kind) {
    case "events":
      // An event ends with an empty line; without one, HTML says to discard it.
      return text
        .replace(/\r\n|\r/g, "\n")
        .split(/\n\n/)
        .slice(0, -1)
        .filter(isFilled);
    case "lines":
      return text
        .split("\n")
        .slice(0, isPart ? -1 : undefined)
        .filter(isFilled);
    case "sequence": {
      const records = text.split("\u001e").filter(isFilled);
      const last = records.at(-1);
      const isCut = isPart && last !== undefined && !(last.endsWith("\n") && parseJsonText(last).ok);
      return isCut ? records.slice(0, -1) : records;
    }
    default:
      return unreachable(kind);
  }
}

function isFilled(text: string): boolean {
  return text.trim() !== "";
}
