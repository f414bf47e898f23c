// Content types as they are sent -> which of the declared ones they are, and how their bytes become a value; and the text of a header -> its
// JSON value, read in the style `simple`.
import {
  isJson,
  type Json,
  type MediaType,
  matches,
  type ObjectSchema,
  type Schema,
  unreachable,
} from "waybill/description";
import { parseJson, textOfBytes } from "./exchange.ts";

export interface ContentType {
  /** `application/json`, in small letters. */
  readonly essence: string;
  /** Names and values in small letters. */
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * The declared media type that a content type is: the same type, and every parameter that is declared. A parameter more,
 * such as a charset, makes it no other type. Exact ones come before ranges.
 */
export function mediaTypeFor(declared: readonly MediaType[], contentType: string): MediaType | null {
  const fits = declared.filter(({ type }) => isOfType(contentType, type));
  return fits.sort((a, b) => precisionOf(b) - precisionOf(a))[0] ?? null;
}

/** Whether a content type is a declared one: `text/html; charset=utf-8` is a `text/html`, a `text/*` and a `*` + `/*`. */
export function isOfType(contentType: string, declared: string): boolean {
  const sent = contentTypeOf(contentType);
  const { essence, parameters } = contentTypeOf(declared);
  const [before = "", after] = essence.split("*/*").join("*").split("*");
  const isSameType =
    after === undefined ? essence === sent.essence : sent.essence.startsWith(before) && sent.essence.endsWith(after);
  return isSameType && [...parameters].every(([name, value]) => sent.parameters.get(name) === value);
}

/** Of what was sent: a range such as `application/*` does not say. Unknown types are bytes. */
export function bodyKindOf(contentType: string): MediaType["body"] {
  const { essence } = contentTypeOf(contentType);
  if (isJson(essence)) return "json";
  if (essence === "application/x-www-form-urlencoded") return "form";
  if (essence.startsWith("multipart/")) return "multipart";
  return /^text\/|^application\/xml$|\+xml$/.test(essence) ? "text" : "binary";
}

export function contentTypeOf(text: string): ContentType {
  const [essence = "", ...rest] = text.split(/(;.*)/s);
  const matches = rest.join("").matchAll(/;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g);
  const parameters = [...matches].map(([, name = "", quoted, bare = ""]): [string, string] => {
    const value = quoted === undefined ? bare.trim() : quoted.replace(/\\(.)/g, "$1");
    return [name.toLowerCase(), value.toLowerCase()];
  });
  return { essence: essence.trim().toLowerCase(), parameters: new Map(parameters) };
}

function precisionOf({ type }: MediaType): number {
  const { essence, parameters } = contentTypeOf(type);
  if (essence === "*/*") return 0;
  return essence.includes("*") ? essence.length / 1000 : 2 + parameters.size;
}

export type BodyValue =
  | { readonly kind: "value"; readonly value: unknown; readonly isJson: boolean }
  | { readonly kind: "unreadable"; readonly reason: string }
  /** Bytes, which no schema describes. */
  | { readonly kind: "bytes" };

/** The value of a body to validate, or why there is none. */
export function bodyValueOf(bytes: Uint8Array, contentType: string): BodyValue {
  const kind = bodyKindOf(contentType);
  if (kind === "json") {
    const parsed = parseJson(bytes);
    if (parsed.ok) return { kind: "value", value: parsed.value, isJson: true };
    return { kind: "unreadable", reason: `the body is not JSON: ${parsed.reason}` };
  }
  if (kind !== "text" && kind !== "form") return { kind: "bytes" };
  const charset = contentTypeOf(contentType).parameters.get("charset") ?? "utf-8";
  try {
    const text = textOfBytes(bytes, { charset, strict: true });
    return { kind: "value", value: kind === "text" ? text : formOf(text), isJson: false };
  } catch (error) {
    const reason = error instanceof RangeError ? `unknown charset "${charset}"` : `the body is not ${charset} text`;
    return { kind: "unreadable", reason };
  }
}

/** A repeated name is a list. */
function formOf(text: string): Record<string, string | string[]> {
  const pairs = new URLSearchParams(text);
  const entries = [...new Set(pairs.keys())].map((name): [string, string | string[]] => {
    const [first = "", ...others] = pairs.getAll(name);
    return [name, others.length === 0 ? first : [first, ...others]];
  });
  return Object.fromEntries(entries);
}

/** Text that is not of the type of the schema stays text, so that validation rejects it. */
export function valueOfText(schema: Schema, text: string): Json {
  switch (schema.kind) {
    case "number":
      return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : text;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text;
    case "null":
      return text === "" ? null : text;
    case "array":
      return text === "" ? [] : listOfText(schema.items, schema.prefixItems, text);
    case "object":
      return objectOfText(schema, text);
    case "ref":
      return valueOfText(schema.target.schema, text);
    case "unevaluated":
      return valueOfText(schema.schema, text);
    case "union":
    case "intersection": {
      const values = schema.members.map((member) => valueOfText(member, text));
      const fitting = values.find((value) => matches(schema, value));
      return fitting ?? (matches(schema, null) && values.includes(null) ? null : typed(values, text));
    }
    case "conditional":
      return typed([valueOfText(schema.then, text), valueOfText(schema.else, text)], text);
    case "enum":
      return schema.values.find((value) => value === text) ?? schema.values.find((one) => String(one) === text) ?? text;
    case "any":
    case "never":
    case "string":
    case "not":
      return text;
    default:
      return unreachable(schema);
  }
}

/** A value of a type other than string explains the fault better. */
function typed(values: readonly Json[], text: string): Json {
  return values.find((value) => typeof value !== "string") ?? text;
}

function listOfText(items: Schema, prefixItems: readonly Schema[], text: string): Json[] {
  return text.split(",").map((item, index) => valueOfText(prefixItems[index] ?? items, item.trim()));
}

/** `R,100,G,200`: names and values in turn. */
function objectOfText(schema: ObjectSchema, text: string): Json {
  const parts = text.split(",").map((part) => part.trim());
  if (parts.length % 2 === 1) return text;
  const pairs = parts.flatMap((name, index): [string, Json][] => {
    if (index % 2 === 1) return [];
    const property = schema.properties.find((one) => one.name === name);
    return [[name, valueOfText(property?.schema ?? schema.additional, parts[index + 1] ?? "")]];
  });
  return Object.fromEntries(pairs);
}
