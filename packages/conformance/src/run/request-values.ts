// An operation and values for its inputs -> the request as it is sent.
import type { Json, MediaType, Operation, Parameter, ParameterPlace } from "waybill/description";
import type { HeaderPair, SentRequest } from "../exchange/exchange.ts";
import type { Credential } from "./credentials.ts";

export interface RequestValues {
  /** By place and name. */
  readonly parameters: Readonly<Record<ParameterPlace, Readonly<Record<string, Json>>>>;
  readonly body: RequestBodyValue | null;
}

export type RequestBodyValue =
  | { readonly kind: "value"; readonly mediaType: MediaType; readonly value: Json }
  /** Bytes as they are; `contentType: null`: none is sent. */
  | { readonly kind: "raw"; readonly contentType: string | null; readonly text: string };

export const noValues: RequestValues = { parameters: { path: {}, query: {}, header: {}, cookie: {} }, body: null };

export function requestOf(
  operation: Operation,
  { parameters, body }: RequestValues,
  { server, credential }: { readonly server: string; readonly credential: Credential },
): SentRequest {
  const own = (place: ParameterPlace): Parameter[] => operation.parameters.filter((one) => one.in === place);
  const path = operation.path.segments
    .map((part) => {
      if (part.kind === "literal") return part.text;
      const parameter = own("path").find(({ name }) => name === part.name);
      return parameter === undefined ? "" : pathText(parameter, parameters.path[part.name] ?? "");
    })
    .join("");
  const query = [...own("query").flatMap((one) => queryPairs(one, parameters.query[one.name])), ...credential.query];
  const cookies = [
    ...own("cookie").flatMap((one) => formPairs(one, parameters.cookie[one.name])),
    ...credential.cookies,
  ];
  const headers: HeaderPair[] = [
    ...credential.headers,
    ...own("header").flatMap((one): HeaderPair[] => {
      const value = parameters.header[one.name];
      return value === undefined
        ? []
        : [[one.name, one.mediaType === null ? simpleText(value, one.explode) : JSON.stringify(value)]];
    }),
    ...(cookies.length === 0
      ? []
      : [["Cookie", cookies.map(([name, value]) => `${name}=${value}`).join("; ")] as const]),
  ];
  const payload = body === null ? null : bodyOf(body);
  const search = query.length === 0 ? "" : `?${query.map(([name, value]) => `${name}=${value}`).join("&")}`;
  return {
    method: operation.method.toUpperCase(),
    server,
    target: `${path}${search}`,
    headers: payload?.type === null || payload === null ? headers : [...headers, ["Content-Type", payload.type]],
    body: payload?.bytes ?? null,
  };
}

function bodyOf(body: RequestBodyValue): { readonly type: string | null; readonly bytes: Uint8Array } {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  if (body.kind === "raw") return { type: body.contentType, bytes: encode(body.text) };
  const { mediaType, value } = body;
  const type = mediaType.type.includes("*") ? "application/octet-stream" : mediaType.type;
  switch (mediaType.body) {
    case "json":
      return { type, bytes: encode(JSON.stringify(value)) };
    case "form":
      return { type, bytes: encode(formText(value)) };
    case "multipart":
      return multipart(value);
    case "text":
    case "binary":
      return { type, bytes: encode(plainText(value)) };
  }
}

function formText(value: Json): string {
  const pairs = isObject(value) ? Object.entries(value) : [];
  return pairs
    .flatMap(([name, member]) =>
      (isList(member) ? member : [member]).map((one) => `${encode(name)}=${encode(plainText(one))}`),
    )
    .join("&");
}

const boundary = "waybill-conformance-boundary";

function multipart(value: Json): { readonly type: string; readonly bytes: Uint8Array } {
  const parts = Object.entries(isObject(value) ? value : {}).map(([name, member]) => {
    const json = typeof member === "object" && member !== null;
    const type = json ? "\r\nContent-Type: application/json" : "";
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${type}\r\n\r\n${plainText(member)}\r\n`;
  });
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: new TextEncoder().encode(`${parts.join("")}--${boundary}--\r\n`),
  };
}

function pathText({ name, style, explode, mediaType }: Parameter, value: Json): string {
  if (mediaType !== null) return encode(JSON.stringify(value));
  const pairs = isObject(value) ? Object.entries(value) : null;
  const values = (isList(value) ? value : [value]).map((one) => encode(plainText(one)));
  switch (style) {
    case "label":
      if (pairs !== null)
        return `.${pairs.map(([key, one]) => `${encode(key)}${explode ? "=" : ","}${encode(plainText(one))}`).join(explode ? "." : ",")}`;
      return `.${values.join(explode ? "." : ",")}`;
    case "matrix":
      if (pairs !== null) {
        const inner = pairs.map(([key, one]) => `${encode(key)}${explode ? "=" : ","}${encode(plainText(one))}`);
        return explode ? inner.map((one) => `;${one}`).join("") : `;${name}=${inner.join(",")}`;
      }
      return explode ? values.map((one) => `;${name}=${one}`).join("") : `;${name}=${values.join(",")}`;
    default:
      return simpleText(value, explode, encode);
  }
}

function queryPairs(parameter: Parameter, value: Json | undefined): [string, string][] {
  if (value === undefined) return [];
  const { name, style, explode, mediaType } = parameter;
  if (mediaType !== null) return [[encode(name), encode(JSON.stringify(value))]];
  if (style === "deepObject" && isObject(value)) {
    return Object.entries(value).map(([key, one]) => [`${encode(name)}[${encode(key)}]`, encode(plainText(one))]);
  }
  if (isList(value) && !explode && style !== "form") {
    const separator = style === "pipeDelimited" ? "|" : "%20";
    return [[encode(name), value.map((one) => encode(plainText(one))).join(encodeSeparator(separator))]];
  }
  return formPairs(parameter, value);
}

function encodeSeparator(separator: string): string {
  return separator === "|" ? "%7C" : separator;
}

function formPairs({ name, explode }: Parameter, value: Json | undefined): [string, string][] {
  if (value === undefined) return [];
  if (isObject(value)) {
    const pairs = Object.entries(value).map(([key, one]): [string, string] => [encode(key), encode(plainText(one))]);
    return explode ? pairs : [[encode(name), pairs.flat().join(",")]];
  }
  if (!isList(value)) return [[encode(name), encode(plainText(value))]];
  const values = value.map((one) => encode(plainText(one)));
  return explode ? values.map((one) => [encode(name), one]) : [[encode(name), values.join(",")]];
}

function simpleText(value: Json, explode: boolean, write: (text: string) => string = (text) => text): string {
  if (isObject(value)) {
    return Object.entries(value)
      .map(([key, one]) => `${write(key)}${explode ? "=" : ","}${write(plainText(one))}`)
      .join(",");
  }
  return isList(value) ? value.map((one) => write(plainText(one))).join(",") : write(plainText(value));
}

/** A scalar as text; anything else as JSON. */
export function plainText(value: Json): string {
  return typeof value === "string" ? value : value === null ? "" : JSON.stringify(value);
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !isList(value);
}
