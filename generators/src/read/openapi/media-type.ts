// `content` and Media Type Objects -> media types, with their encodings, the headers of these, and their examples.

import { isDeepStrictEqual } from "node:util";
import { type Extra, keyOf, quote } from "../../diagnostics/index.ts";
import { holdsBytes } from "../../model/analysis/binary-parts.ts";
import { allJsonTypes, jsonTypesOf } from "../../model/analysis/json-types.ts";
import { isJson, isJsonRange } from "../../model/analysis/media-types.ts";
import type { BodyKind, Encoding, Example, Header, MediaType, ParameterStyle } from "../../model/http.ts";
import type { LocatedValue } from "../../model/schema.ts";
import { attempt } from "../../source/attempt.ts";
import type { Node } from "../../source/index.ts";
import {
  booleanField,
  checkExclusive,
  choiceOf,
  extensionsOf,
  itemsOf,
  memberOrEmpty,
  membersOf,
  readPart,
  siblingText,
  stringField,
} from "../fields/index.ts";
import { locatedValue } from "../jsonschema/index.ts";
import { describe, type OpenApiReading, openObject, ownObject, siblingTexts } from "./openapi-reading.ts";
import { readSoleContent } from "./parameter.ts";
import { readParts } from "./parts.ts";
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
  const fallbackMedia = content.length > 0 || first === undefined ? null : readMediaType(reading, first, "*/*");
  return fallbackMedia === null ? content : [fallbackMedia];
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
  const body = bodyKindOf(type);
  const schema = node.get("schema");
  const media: MediaType = {
    type,
    body,
    schema: schema === undefined ? reading.schemas.anything(node) : reading.schemas.read(schema),
    item: null,
    ...readEncodings(reading, node, body),
    examples: readExamples(reading, node, "a media type", body === "json"),
    extensions: extensionsOf(node),
    at: node,
  };
  readStreamItem(reading, node, media);
  if (body === "multipart") readParts(reading, node, media);
  if (isJsonRange(type)) reading.ranges.push(media);
  return media;
}

/**
 * A body of any type is what its schema says: bytes are strings with a format, or anything; other strings are text; the rest is JSON,
 * whichever media type it has.
 */
export function bodyOfRange({ schema, body }: MediaType): BodyKind {
  const types = jsonTypesOf(schema);
  if (types.size === allJsonTypes.size || holdsBytes(schema)) return body;
  return types.size === 1 && types.has("string") ? "text" : "json";
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

/** Of a media type, or of a part that has fields or parts itself: by name or, in a multipart body, by position. */
function readEncodings(
  reading: OpenApiReading,
  owner: Node,
  body: BodyKind,
): Pick<MediaType, "encodings" | "isByPosition"> {
  const byName = membersOf(reading, owner, "encoding").map((node) => ({ name: node.key, node }));
  const prefix = itemsOf(reading, owner, "prefixEncoding").map((node, index) => ({ name: String(index), node }));
  const rest = owner.get("itemEncoding");
  const byPosition = [...prefix, ...(rest === undefined ? [] : [{ name: "*", node: rest }])];
  for (const second of ["prefixEncoding", "itemEncoding"])
    checkExclusive(reading, owner, "a media type", ["encoding", second], { tolerated: '"encoding" is ignored' });
  const isByPosition = body === "multipart" && (byPosition.length > 0 || owner.has("itemSchema"));
  for (const name of ["encoding", "prefixEncoding", "itemEncoding"]) {
    const field = owner.get(name);
    if (field === undefined || body === "multipart" || (body === "form" && name === "encoding")) continue;
    const reason =
      name === "encoding"
        ? "only fields of forms and parts of multipart bodies are encoded"
        : "only parts of multipart bodies have an order";
    const advice = "remove it, or describe a form";
    reading.report.add("no-effect", keyOf(field), { what: quote(name), reason, advice });
  }
  if (body !== "form" && body !== "multipart") return { encodings: [] };
  const encodings = (isByPosition ? byPosition : byName).flatMap(({ name, node }) =>
    ownObject(reading, node, "an encoding") === null ? [] : { ...readEncoding(reading, node, body), name },
  );
  return { encodings, ...(isByPosition ? { isByPosition } : {}) };
}

/** A part that has fields or parts itself; its schema is known when all schemas are read. */
function nestedIn(reading: OpenApiReading, node: Node, body: BodyKind): Pick<Encoding, "media"> {
  const field = ["encoding", "prefixEncoding", "itemEncoding"].find((name) => node.has(name));
  if (field === undefined) return {};
  const type = stringField(reading, node, "contentType") ?? "";
  const own = bodyKindOf(type);
  if (body === "multipart" && (own === "form" || own === "multipart")) {
    const schema = reading.schemas.anything(node);
    const encodings = readEncodings(reading, node, own);
    return { media: { type, body: own, schema, item: null, ...encodings, examples: [], extensions: {}, at: node } };
  }
  const reason = "only a part whose content type is a form or multipart has fields or parts of its own";
  const advice = "remove it, or set contentType";
  reading.report.add("no-effect", keyOf(node.get(field) ?? node), { what: quote(field), reason, advice });
  return {};
}

function readEncoding(reading: OpenApiReading, node: Node, body: BodyKind): Encoding {
  const isStyled = styleFields.some((name) => node.has(name));
  const isForm = body === "form";
  if (isStyled && !isForm) refuseStyle(reading, node);
  const headers = body === "multipart" ? headersOf(reading, node) : {};
  const style = readStyle(reading, node);
  return {
    name: node.key,
    contentType: isStyled && isForm ? null : stringField(reading, node, "contentType"),
    // If one of the three is given, the others have their defaults, and the content type is ignored.
    style: isStyled && isForm ? style : null,
    explode: booleanField(reading, node, "explode") ?? style === "form",
    allowReserved: booleanField(reading, node, "allowReserved") ?? false,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...nestedIn(reading, node, body),
    at: node,
  };
}

const styleFields = ["style", "explode", "allowReserved"] as const;

const styleDefaults = { style: "form", explode: true, allowReserved: false } as const;

const styles: readonly ParameterStyle[] = ["form", "spaceDelimited", "pipeDelimited", "deepObject"];

function readStyle(reading: OpenApiReading, node: Node): ParameterStyle {
  const field = node.get("style");
  const expected = `${styles.join(", ")} for a field of a form`;
  return (field === undefined ? null : choiceOf(reading, field, styles, expected)) ?? "form";
}

/** 3.0 ignores it, later versions write parts in that style. The defaults, which some frameworks write everywhere, are none. */
function refuseStyle(reading: OpenApiReading, node: Node): void {
  const name = styleFields.find((field) => node.has(field) && node.get(field)?.value !== styleDefaults[field]);
  if (name === undefined) return;
  const place = keyOf(node.get(name) ?? node);
  if (reading.version === "3.0") {
    const reason = "only the fields of application/x-www-form-urlencoded have a style";
    reading.report.add("no-effect", place, { what: quote(name), reason, advice: "remove it" });
    return;
  }
  const reason = "parts are written by their content type";
  reading.report.add("unsupported-feature", place, { feature: `${quote(name)} of a part`, reason });
}

/** The headers with one value, which are sent. Values have no place for others; a required one could not be sent. */
function headersOf(reading: OpenApiReading, node: Node): Record<string, string> {
  const constant: Record<string, string> = {};
  for (const member of membersOf(reading, node, "headers")) {
    const header = readHeader(reading, member);
    if (header === null || header.schema.kind === "never") continue;
    const { schema } = header;
    const [value, ...others] = schema.kind === "enum" ? schema.values : [];
    if (typeof value === "string" && others.length === 0 && /^[\t -~]*$/.test(value)) {
      constant[member.key] = value;
      continue;
    }
    const reason = "values of parts have no place for headers, so only one with a constant value is sent";
    const severity = header.required ? "error" : "warning";
    const advice = header.required ? undefined : "no action is required; the header is not sent";
    reading.report.add(
      "unsupported-feature",
      keyOf(member),
      { feature: "a header of a part", reason, advice },
      { severity },
    );
  }
  return constant;
}

/** A member of a response's `headers`. */
export function readHeader(reading: OpenApiReading, member: Node): Header | null {
  if (member.key.toLowerCase() === "content-type") {
    const reason = "OpenAPI ignores response headers of this name";
    const advice = "remove it; the media types of the response define it";
    reading.report.add("no-effect", keyOf(member), { what: `the header "${member.key}"`, reason, advice });
    return null;
  }
  const node = openObject(reading, member, "a header", siblingTexts(reading, "description"));
  if (node === null) return null;
  const content = readSoleContent(reading, node, "a header");
  const [style, schema] = [node.get("style"), node.get("schema")];
  if (style !== undefined) choiceOf(reading, style, ["simple"], "simple for a header");
  return {
    name: member.key,
    required: booleanField(reading, node, "required") ?? false,
    explode: booleanField(reading, node, "explode") ?? false,
    schema: schema === undefined ? (content?.schema ?? reading.schemas.anything(node)) : reading.schemas.read(schema),
    mediaType: content?.type ?? null,
    description: describe(reading, member, node),
    deprecated: booleanField(reading, node, "deprecated") ?? false,
    examples: content?.examples ?? readExamples(reading, node, "a header"),
    at: node,
  };
}

// `example` and `examples` -> located values.

/** `isJson`: whether the values are sent as JSON, so that an example can be read from what is sent. */
export function readExamples(reading: OpenApiReading, owner: Node, what: string, isJson = false): Example[] {
  checkExclusive(reading, owner, what, ["example", "examples"], { tolerated: "both are used", stops: [] });
  const single = owner.get("example");
  const value = single === undefined ? null : locatedValue(fileIn(reading, single) ?? single);
  const inlineExamples = value === null ? [] : [{ name: "example", summary: null, value }];
  const named = membersOf(reading, owner, "examples").flatMap(
    (member) => readPart(reading, `the example ${quote(member.key)}`, () => readExample(reading, member, isJson)) ?? [],
  );
  return [...inlineExamples, ...named];
}

const valueFirst: Extra = { tolerated: "the value in the description is used", stops: [] };

export function readExample(reading: OpenApiReading, member: Node, isJson = false): Example | null {
  const node = openObject(reading, member, "an example", siblingTexts(reading, "summary", "description"));
  if (node === null) return null;
  for (const other of ["externalValue", "dataValue", "serializedValue"]) {
    checkExclusive(reading, node, "an example", ["value", other], valueFirst);
  }
  checkExclusive(reading, node, "an example", ["serializedValue", "externalValue"], valueFirst);
  const field = node.get("value") ?? node.get("dataValue");
  const inline = field === undefined ? null : locatedValue(fileIn(reading, field) ?? field);
  const sent = isJson ? (serializedIn(reading, node) ?? externalIn(reading, node)) : null;
  if (inline !== null && sent !== null && !isDeepStrictEqual(inline.value, sent.value)) {
    const name = node.has("serializedValue") ? "serializedValue" : "externalValue";
    const args = { field: name, reason: `has another value than "${node.has("value") ? "value" : "dataValue"}"` };
    reading.report.add("example-mismatch", node.get(name) ?? node, args);
  }
  const value = inline ?? sent;
  if (value === null) return null;
  const summary = reading.version === "3.0" ? null : siblingText(reading, member, "summary");
  return { name: member.key, summary: summary ?? stringField(reading, node, "summary"), value };
}

/** What `serializedValue` says, as JSON. */
function serializedIn(reading: OpenApiReading, node: Node): LocatedValue | null {
  const field = node.get("serializedValue");
  const text = field === undefined ? null : stringField(reading, node, "serializedValue");
  if (field === undefined || text === null) return null;
  const read = attempt(() => ({ value: JSON.parse(text), at: field }));
  if (read === null) reading.report.add("example-mismatch", field, { field: field.key, reason: "is not JSON" });
  return read;
}

/** The content of a file next to the description; anything else that `externalValue` may name is for readers. */
function externalIn(reading: OpenApiReading, node: Node): LocatedValue | null {
  const field = node.get("externalValue");
  if (typeof field?.value !== "string" || !/\.json$/i.test(field.value)) return null;
  const file = reading.sources.resolve(field.value, field);
  return file.ok ? locatedValue(file.value) : null;
}

/**
 * The value itself can be a file, `value` or `example: { $ref: ../examples/order.json }`: bundlers resolve that. Any other `$ref` in an example is
 * part of it: the standard has no references there.
 */
function fileIn(reading: OpenApiReading, field: Node): Node | null {
  const ref = field.isObject && field.members().length === 1 ? field.get("$ref") : undefined;
  if (typeof ref?.value !== "string" || ref.value.startsWith("#")) return null;
  const file = reading.sources.resolve(ref.value, ref);
  return file.ok ? file.value : null;
}
