// An operation and values for its inputs -> the request as it is sent.
import {
  concreteTypeOf,
  eventTextOf,
  type Json,
  type MediaType,
  type Operation,
  type Parameter,
  type ParameterPlace,
  type Schema,
} from "waybill/description";
import type { Enveloped } from "../description/envelope.ts";
import { propertiesIn } from "../description/schema-parts.ts";
import type { HeaderPair, SentRequest } from "../exchange/exchange.ts";
import { asObject, isList, isObject, type JsonObject } from "../values/json.ts";
import type { Credential } from "./credentials.ts";

export interface RequestValues {
  /** By place and name. */
  readonly parameters: Readonly<Record<ParameterPlace, Readonly<Record<string, Json>>>>;
  readonly body: RequestBodyValue | null;
}

export type RequestBodyValue =
  | { readonly kind: "value"; readonly mediaType: Enveloped; readonly value: Json }
  /** Bytes as they are; `contentType: null`: none is sent. */
  | { readonly kind: "raw"; readonly contentType: string | null; readonly text: string };

export function noParameters(): Record<ParameterPlace, Record<string, Json>> {
  return { path: {}, query: {}, querystring: {}, header: {}, cookie: {} };
}

export const noValues: RequestValues = { parameters: noParameters(), body: null };

/** Values of nothing but the path parameters. */
export function pathValues(path: RequestValues["parameters"]["path"]): RequestValues {
  return { ...noValues, parameters: { ...noValues.parameters, path } };
}

/** The members of the body; `null` when it is no object. */
export function membersOfBody({ body }: RequestValues): JsonObject | null {
  return body?.kind === "value" ? asObject(body.value) : null;
}

export function requestOf(
  operation: Operation,
  { parameters, body }: RequestValues,
  { server, credential }: { readonly server: string; readonly credential: Credential },
): SentRequest {
  const parametersIn = (place: ParameterPlace): Parameter[] => operation.parameters.filter((one) => one.in === place);
  const path = operation.path.segments
    .map((part) => {
      // A path of the description may be written in any letters; a request line may not.
      if (part.kind === "literal") return part.text.replace(/[^\x21-\x7e]|["<>^`{|}\\]/gu, encodeURIComponent);
      const parameter = parametersIn("path").find(({ name }) => name === part.name);
      return parameter === undefined ? "" : pathText(parameter, parameters.path[part.name] ?? "");
    })
    .join("");
  const written = (place: ParameterPlace, write: (parameter: Parameter, value: Json) => string[]): string[] =>
    parametersIn(place).flatMap((one) => {
      const value = parameters[place][one.name];
      return value === undefined ? [] : write(one, value);
    });
  const query = [
    ...written("query", queryPairs),
    ...written("querystring", queryDocument),
    ...credential.query.map((pair) => pair.join("=")),
  ];
  const cookies = [...written("cookie", formPairs), ...credential.cookies.map((pair) => pair.join("="))];
  const headers: HeaderPair[] = [
    ...credential.headers,
    ...parametersIn("header").flatMap(({ name, mediaType, explode }): HeaderPair[] => {
      const value = parameters.header[name];
      if (value === undefined) return [];
      return [[name, mediaType === null ? itemsOf(value, explode).join(",") : JSON.stringify(value)]];
    }),
    ...(cookies.length === 0 ? [] : [["Cookie", cookies.join("; ")] as const]),
  ];
  const payload = body === null ? null : bodyOf(body, sentValueOf({ parameters, body }));
  const search = query.length === 0 ? "" : `?${query.join("&")}`;
  return {
    method: operation.method.toUpperCase(),
    server,
    target: `${path}${search}`,
    headers: payload?.type == null ? headers : [...headers, ["Content-Type", payload.type]],
    body: payload?.bytes ?? null,
  };
}

/** What is sent as the body, in its envelope if it has one. */
export function sentValueOf({ parameters, body }: RequestValues): Json {
  if (body?.kind !== "value") return null;
  const [id] = Object.values(parameters.path).slice(-1);
  return body.mediaType.wrap?.(body.value, id) ?? body.value;
}

function bodyOf(body: RequestBodyValue, value: Json): { readonly type: string | null; readonly bytes: Uint8Array } {
  const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
  if (body.kind === "raw") return { type: body.contentType, bytes: bytesOf(body.text) };
  const { mediaType } = body;
  const type = concreteTypeOf(mediaType);
  switch (mediaType.body) {
    case "json":
      return { type, bytes: bytesOf(JSON.stringify(value)) };
    case "form":
      return { type, bytes: bytesOf(formText(value)) };
    case "multipart":
      return multipart(value, mediaType);
    // The value of a sequence is its only item.
    case "events":
      return { type, bytes: bytesOf(eventText(value, mediaType)) };
    case "lines":
      return { type, bytes: bytesOf(`${JSON.stringify(value)}\n`) };
    case "sequence":
      return { type, bytes: bytesOf(`\u001e${JSON.stringify(value)}\n`) };
    case "text":
    case "binary":
      return { type, bytes: bytesOf(plainText(value)) };
  }
}

/** A field for each member; text of several lines is as many fields. */
function eventText(event: Json, { item }: MediaType): string {
  return item === null ? "" : eventTextOf(item, isObject(event) ? event : {});
}

function formText(value: Json): string {
  const pairs = isObject(value) ? Object.entries(value) : [];
  return pairs
    .flatMap(([name, member]) => sentItemsOf(member).map((one) => `${encoded(name)}=${encoded(plainText(one))}`))
    .join("&");
}

/** Each element of a list is a field or part of its own; `null` is none. */
function sentItemsOf(member: Json): readonly Json[] {
  return (isList(member) ? member : [member]).filter((one) => one !== null);
}

const boundary = "waybill-conformance-boundary";

function multipart(value: Json, { schema, type }: MediaType): { readonly type: string; readonly bytes: Uint8Array } {
  // Parts without names.
  if (isList(value)) {
    const own = value.map((part) => {
      const json = typeof part === "object" && part !== null ? "application/json" : "text/plain; charset=utf-8";
      return `--${boundary}\r\nContent-Type: ${json}\r\n\r\n${plainText(part)}\r\n`;
    });
    return multipartOf(own, type);
  }
  const files = new Set(propertiesIn(schema).flatMap((property) => (isFile(property.schema) ? [property.name] : [])));
  const parts = Object.entries(isObject(value) ? value : {}).flatMap(([name, member]) =>
    sentItemsOf(member).map((one) => {
      const field = `Content-Disposition: form-data; name="${name.replace(/["\r\n]/g, encodeURIComponent)}"`;
      const file = files.has(name) ? `; filename="${name}.bin"\r\nContent-Type: application/octet-stream` : "";
      const json = typeof one === "object" && one !== null ? "\r\nContent-Type: application/json" : "";
      return `--${boundary}\r\n${field}${file}${json}\r\n\r\n${plainText(one)}\r\n`;
    }),
  );
  return multipartOf(parts, type);
}

function multipartOf(parts: readonly string[], type: string): { readonly type: string; readonly bytes: Uint8Array } {
  return {
    type: `${type}; boundary=${boundary}`,
    bytes: new TextEncoder().encode(`${parts.join("")}--${boundary}--\r\n`),
  };
}

/** Bytes, as OpenAPI 3.0 and 3.1 write it. */
function isFile(schema: Schema): boolean {
  switch (schema.kind) {
    case "ref":
      return isFile(schema.target.schema);
    case "array":
      return isFile(schema.items);
    case "string":
      return schema.format === "binary" || (schema.contentMediaType !== null && schema.contentEncoding === null);
    default:
      return schema.kind === "any";
  }
}

function pathText({ name, style, explode, mediaType }: Parameter, value: Json): string {
  if (mediaType !== null) return encoded(JSON.stringify(value));
  const items = itemsOf(value, explode, encoded);
  switch (style) {
    case "label":
      return `.${items.join(explode ? "." : ",")}`;
    case "matrix":
      // RFC 6570: without a value there is no equals sign either.
      if (!isList(value) && plainText(value) === "") return `;${name}`;
      if (!explode) return `;${name}=${items.join(",")}`;
      return items.map((item) => (isObject(value) ? `;${item}` : `;${name}=${item}`)).join("");
    default:
      return items.join(",");
  }
}

type Styled = Pick<Parameter, "name" | "style" | "explode" | "mediaType">;

/** `name=value`, percent-encoded. */
function queryPairs(parameter: Styled, value: Json): string[] {
  const { style, mediaType } = parameter;
  const name = encoded(parameter.name);
  if (mediaType !== null) return [`${name}=${encoded(JSON.stringify(value))}`];
  if (style === "deepObject" && isObject(value)) {
    return Object.entries(value).map(([key, one]) => `${name}${encoded(`[${key}]`)}=${encoded(plainText(one))}`);
  }
  const delimiter = style === "pipeDelimited" ? "%7C" : "%20";
  return formPairs(parameter, value, style === "form" ? "," : delimiter);
}

function formPairs({ name, explode, style }: Styled, value: Json, delimiter = ","): string[] {
  const write = style === "cookie" ? (text: string): string => text : encoded;
  const items = itemsOf(value, explode, write);
  if (explode && isObject(value)) return items;
  const values = explode ? items : [items.join(delimiter)];
  return values.map((one) => `${write(name)}=${one}`);
}

/** The whole query. */
function queryDocument({ mediaType, encodings = [] }: Parameter, value: Json): string[] {
  const type = mediaType ?? "";
  if (!/^application\/x-www-form-urlencoded/i.test(type))
    return [encoded(/json/i.test(type) ? JSON.stringify(value) : plainText(value))];
  const styled = new Map(encodings.map((encoding) => [encoding.name, encoding]));
  return Object.entries(isObject(value) ? value : {}).map(([name, member]) => {
    const encoding = styled.get(name);
    if (encoding?.style == null) return formText({ [name]: member });
    const { style, explode } = encoding;
    return queryPairs({ name, style, explode, mediaType: null }, member).join("&");
  });
}

/** The elements of a list; the members of an object, names and values in turn, or `name=value` where they are exploded. */
function itemsOf(value: Json, explode: boolean, write: (text: string) => string = (text) => text): string[] {
  if (isList(value)) return value.map((one) => write(plainText(one)));
  if (!isObject(value)) return [write(plainText(value))];
  const pairs = Object.entries(value).flatMap(([name, member]) =>
    // RFC 6570 goes no deeper; servers read a list as fields of one name where it can be.
    (explode && isList(member) ? member : [member]).map((one) => [write(name), write(plainText(one))]),
  );
  return explode ? pairs.map((pair) => pair.join("=")) : pairs.flat();
}

/** A scalar as text; anything else as JSON. */
export function plainText(value: Json): string {
  return typeof value === "string" ? value : value === null ? "" : JSON.stringify(value);
}

/** Percent-encoded, everything but letters, digits and `-._~` (RFC 3986). */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
