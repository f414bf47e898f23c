// `content` and Media Type Objects -> media types.
import { keyOf } from "../../diagnostics/index.ts";
import { holdsBytes } from "../../model/analysis/binary-parts.ts";
import { allJsonTypes, jsonTypesOf } from "../../model/analysis/json-types.ts";
import { isJson, isJsonRange } from "../../model/analysis/media-types.ts";
import type { BodyKind, MediaType } from "../../model/http.ts";
import type { Node } from "../../source/index.ts";
import { extensionsOf, memberOrEmpty, membersOf } from "../fields/index.ts";
import { readEncodings } from "./encoding.ts";
import { readExamples } from "./example.ts";
import { type OpenApiReading, openObject, type StreamDraft } from "./openapi-reading.ts";
import { readStreamItem } from "./stream.ts";

export function readContent(reading: OpenApiReading, owner: Node): MediaType[] {
  const members = membersOf(reading, owner, "content");
  const described = new Set(members.map(({ key }) => key));
  const content = members.flatMap((member) => {
    if (isMediaType(member.key)) return readMediaType(reading, member) ?? [];
    reading.report.add("invalid-media-type", keyOf(member), { mediaType: member.key });
    const listed = [...new Set(typesIn(member.key))].filter((type) => !described.has(type));
    return listed.flatMap((type) => readMediaType(reading, member, type) ?? []);
  });
  const [first] = members;
  const whole = content.length > 0 || first === undefined ? null : readMediaType(reading, first, "*/*");
  return whole === null ? content : [whole];
}

function isMediaType(text: string): boolean {
  return /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+(\s*;.*)?$/.test(text);
}

/** A key that is not a media type, such as a list of media types -> those it means. */
function typesIn(key: string): string[] {
  const items = key.split(",").map((item) => item.trim());
  return items.map((item) => (item === "*" ? "*/*" : item)).filter(isMediaType);
}

export function readMediaType(reading: OpenApiReading, member: Node, type: string = member.key): MediaType | null {
  const node = openObject(reading, memberOrEmpty(reading, member, "a media type"), "a media type");
  if (node === null) return null;
  refuse(reading, node);
  const body = bodyKindOf(type);
  const schema = node.get("schema");
  const media: StreamDraft = {
    type,
    body,
    schema: schema === undefined ? reading.schemas.anything(node) : reading.schemas.read(schema),
    item: null,
    encodings: readEncodings(reading, node, body),
    examples: readExamples(reading, node, "a media type", body === "json"),
    extensions: extensionsOf(node),
    at: node,
  };
  readStreamItem(reading, node, media);
  if (isJsonRange(type)) reading.ranges.push(media);
  return media;
}

/**
 * A body of any type is what its schema says: bytes are strings with a format, or anything; other strings are text; the rest is JSON,
 * whichever media type it has.
 */
export function settleRanges({ ranges }: OpenApiReading): void {
  for (const media of ranges) {
    const types = jsonTypesOf(media.schema);
    if (types.size === allJsonTypes.size || holdsBytes(media.schema)) continue;
    media.body = types.size === 1 && types.has("string") ? "text" : "json";
  }
}

function refuse(reading: OpenApiReading, node: Node): void {
  for (const name of ["prefixEncoding", "itemEncoding"]) {
    const field = node.get(name);
    if (field === undefined) continue;
    const reason = "parts are read and written by their names, not by their order";
    reading.report.add("unsupported-feature", keyOf(field), { feature: `"${name}" of a media type`, reason });
  }
}

/** `application/problem+json` is JSON, `text/html; charset=utf-8` is text; an unknown media type is bytes. */
function bodyKindOf(mediaType: string): BodyKind {
  const [essence = ""] = mediaType.toLowerCase().split(";");
  const type = essence.trim();
  if (isJson(type)) return "json";
  if (type === "text/event-stream") return "events";
  if (/^application\/(x-)?(jsonl|ndjson|jsonlines|json-lines)$/.test(type) || /\+(jsonl|ndjson)$/.test(type))
    return "lines";
  if (type === "application/json-seq" || type.endsWith("+json-seq")) return "sequence";
  if (type === "application/x-www-form-urlencoded") return "form";
  if (type.startsWith("multipart/")) return "multipart";
  if (type.startsWith("text/") || type === "application/xml" || type.endsWith("+xml")) return "text";
  return "binary";
}
