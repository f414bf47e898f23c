// An operation and sampled values -> the request as it is sent, written by the same functions that a generated client has.
import type { Encoding, Operation } from "../../model/http.ts";
import type { Json } from "../../model/schema.ts";
import { isList } from "../../model/values/equality.ts";
import * as places from "../client/runtime/places.ts";
import { buildRequest, type WireRequest } from "../client/runtime/request.ts";
import type { Parameter, Put, Writer } from "../client/runtime/runtime.ts";
import * as texts from "../client/runtime/texts.ts";
import { isTextWriter, type PutterName, putters, type WriterName, writerOf } from "../client/writers.ts";
import { acceptOf } from "../http/accept.ts";
import { sentMethodOf } from "../http/method.ts";
import { fixedQueryOf, urlTemplateOf } from "../http/path.ts";
import { partOf } from "../http/request-parts.ts";
import type { WritingFormat } from "../http/runtime/body-format.ts";
import { type FieldEncoding, formWith, isJson as isJsonType } from "../http/runtime/encodings.ts";
import { form } from "../http/runtime/forms.ts";
import * as styles from "../http/runtime/styles.ts";
import { type SampledBody, type SampledRequest, Unsampled } from "./sampled-request.ts";
import { type FilePart, isFile, isJsonValue, type SampleValue } from "./value-text.ts";

export interface WireSample {
  /** `POST` */
  readonly method: string;
  /** What follows the address of the server: `/v1/orders?limit=20`. */
  readonly target: string;
  /** Without those that prove who sends, and without that of cookies. */
  readonly headers: readonly (readonly [string, string])[];
  /** `name=value`, as they are sent. */
  readonly cookies: string | null;
  readonly body: WireBody | null;
}

export type WireBody =
  | { readonly kind: "json"; readonly value: Json }
  | { readonly kind: "form"; readonly pairs: readonly string[] }
  | { readonly kind: "multipart"; readonly parts: readonly WirePart[] }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file"; readonly file: FilePart };

export interface WirePart {
  readonly name: string;
  readonly content: string | FilePart;
  /** `null` for a plain field. */
  readonly type: string | null;
}

/** Throws `Unsampled` where the request cannot be sent as it is. */
export function wireSampleOf(operation: Operation, request: SampledRequest): WireSample {
  const { method, url, headers } = buildParts(operation, request);
  const cookies = headers.get("cookie");
  headers.delete("cookie");
  if (/[^\t -~]/.test([...headers.values(), cookies ?? ""].join("")))
    throw new Unsampled("a header holds more than ASCII");
  const { body } = request;
  const named = [...headers].map(([name, value]) => [spelled(name, operation), value] as const);
  const contentType = body === null || body.media.body === "multipart" ? [] : [["Content-Type", body.type] as const];
  return {
    method,
    target: withPlaceholders(url, request),
    headers: [...named, ...contentType],
    cookies,
    body: body === null ? null : wireBodyOf(body),
  };
}

/** Readers put a value in place of `{owner}`, which is as legible here as in the path of the operation. */
function withPlaceholders(url: string, { parts }: SampledRequest): string {
  const placeholders = Object.values(parts).flatMap((values) =>
    Object.entries(values).flatMap(([name, value]) => (value === `{${name}}` ? value : [])),
  );
  return placeholders.reduce((text, placeholder) => text.replaceAll(encodeURIComponent(placeholder), placeholder), url);
}

function buildParts(operation: Operation, { parts }: SampledRequest): WireRequest {
  const hasChoice = operation.responses.some(({ content }) => content.length > 1);
  const table = {
    id: operation.id,
    method: sentMethodOf(operation),
    path: urlTemplateOf(operation.path),
    query: fixedQueryOf(operation.path),
    safe: true,
    parameters: operation.parameters.map(runtimeParameterOf),
    ...(hasChoice ? { accept: acceptOf(operation.responses) } : {}),
    requestBody: { content: {}, put: places.putBody },
    responses: {},
  };
  return sendable(() => buildRequest<SampledRequest["parts"]>(table, parts, ""));
}

/** A request that the runtime rejects has no sample. */
function sendable<Value>(make: () => Value): Value {
  try {
    return make();
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) throw new Unsampled(error.message, { cause: error });
    throw error;
  }
}

export function runtimeParameterOf(parameter: Operation["parameters"][number]): Parameter {
  const { name, in: place, style, explode, allowReserved, mediaType } = parameter;
  const writer = writerOf(parameter);
  const part = partOf(place);
  return {
    name,
    part,
    ...(isTextWriter(writer) ? {} : { style, explode }),
    ...(allowReserved ? { allowReserved } : {}),
    ...(mediaType === null ? {} : { mediaType }),
    ...(writer === "writeQueryForm" ? { form: formFormatOf(parameter.encodings ?? []) } : {}),
    write: writers[writer],
    put: puts[putters[part]],
  };
}

/** Those that a generated client imports, by the names that its table has. */
export const writers: Readonly<Record<WriterName, Writer>> = { ...texts, ...styles };
const puts: Readonly<Record<PutterName, Put>> = { ...places };

/** `Headers` has names in lower case; readers see them as the description writes them. */
function spelled(name: string, { parameters }: Operation): string {
  const headerParameter = parameters.find(
    (parameter) => parameter.in === "header" && parameter.name.toLowerCase() === name,
  );
  return headerParameter?.name ?? name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

function wireBodyOf({ media, value }: SampledBody): WireBody {
  if (isFile(value)) return { kind: "file", file: value };
  if (media.body === "multipart") return { kind: "multipart", parts: partsOf(value, media.encodings) };
  if (!isJsonValue(value)) throw new Unsampled("files are parts of multipart bodies");
  switch (media.body) {
    case "form":
      return { kind: "form", pairs: sendable(() => formPairsOf(value, media.encodings)) };
    case "text":
      return { kind: "text", text: String(value) };
    case "lines":
      return { kind: "text", text: sequenceText(value, "") };
    case "sequence":
      return { kind: "text", text: sequenceText(value, "\u001e") };
    default:
      return { kind: "json", value };
  }
}

function sequenceText(value: Json, start: string): string {
  const items = isList(value) ? value : [value];
  return items.map((item) => `${start}${JSON.stringify(item)}\n`).join("");
}

function formPairsOf(value: Json, encodings: readonly Encoding[]): string[] {
  return String(formFormatOf(encodings).write(value))
    .split("&")
    .filter((pair) => pair !== "");
}

function formFormatOf(encodings: readonly Encoding[]): WritingFormat {
  if (encodings.length === 0) return form;
  return formWith(Object.fromEntries(encodings.map((encoding) => [encoding.name, fieldEncodingOf(encoding)])));
}

function fieldEncodingOf({ style, explode, allowReserved, contentType }: Encoding): FieldEncoding {
  if (style === "form" || style === "spaceDelimited" || style === "pipeDelimited" || style === "deepObject")
    return { style, explode, ...(allowReserved ? { allowReserved } : {}) };
  return contentType === null ? {} : { contentType };
}

/** As the runtime writes them: each item of a list is a part, objects are JSON. */
function partsOf(value: SampleValue, encodings: readonly Encoding[]): WirePart[] {
  if (typeof value !== "object" || value === null || isList(value)) throw new Unsampled("a multipart body has parts");
  return Object.entries(value).flatMap(([name, member]) => {
    const encoding = encodings.find((each) => each.name === name);
    const types = encoding?.contentType ?? null;
    const items: readonly SampleValue[] = isList(member) && encoding?.isWhole !== true ? member : [member];
    const type = types?.split(",")[0]?.trim() ?? null;
    return items.flatMap((item) => (item === null && !isJsonType(type ?? "") ? [] : [partNamed(name, item, type)]));
  });
}

function partNamed(name: string, item: SampleValue, type: string | null): WirePart {
  if (isFile(item)) return { name, content: item, type: item.type };
  if (type !== null && !type.startsWith("text/plain"))
    return { name, content: isJsonType(type) ? JSON.stringify(item) : String(item), type };
  const isDocument = typeof item === "object" && item !== null;
  return isDocument
    ? { name, content: JSON.stringify(item), type: "application/json" }
    : { name, content: String(item), type: null };
}
