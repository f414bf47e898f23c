// The formats of bodies that are forms: values -> what is sent. form-fields.ts reads them.
import { bytesIn, jsonTextOf, wellFormed } from "./bodies.ts";
import type { WritingFormat } from "./body-format.ts";
import { encodeText } from "./values.ts";

/**
 * `application/x-www-form-urlencoded`: the items of an array are fields of the same name, objects are JSON, `null` is no field. What is
 * no object is the text of the form.
 */
export const form: WritingFormat = {
  kind: "form",
  write: (body) =>
    isObject(body)
      ? fieldsOf(body)
          .map(([name, value]) => `${encodeText(name)}=${encodeText(fieldText(value))}`)
          .join("&")
      : String(body ?? ""),
};

/** The format of a body with parts. */
export interface MultipartFormat extends WritingFormat {
  readonly partsOf: (body: unknown) => readonly Part[];
}

/** `multipart/form-data`: blobs and bytes are files, objects are JSON; the items of an array are parts of the same name. */
export const multipart: MultipartFormat = {
  kind: "multipart",
  partsOf: (body) => fieldsOf(body).map(([name, value]) => partOf(name, value)),
  write: (body, type) => multipartBody(multipart.partsOf(body), type),
};

export interface Part {
  /** `null` in a body whose parts have no names. */
  readonly name: string | null;
  readonly value: unknown;
  /** The content type of what is no blob. */
  readonly type?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether it has fields or parts itself, and is no file. */
  readonly isNested?: true;
}

/** Bytes are files, as blobs are. */
export function partOf(name: string | null, value: unknown, type?: string): Part {
  const bytes = bytesIn(value);
  return { name, value: bytes === null ? value : new Blob([bytes]), type };
}

/**
 * The parts as bytes that are read when they are sent, with the boundary in their type. `FormData` would make a file of each part
 * with a content type, so only blobs have a file name here. Otherwise written like `FormData` (HTML, "Multipart form data").
 */
export function multipartBody(parts: readonly Part[], type = "multipart/form-data"): Blob {
  const boundary = `formdata-${randomDigits()}`;
  const written = parts.flatMap((part) => [`--${boundary}\r\n${headOf(part)}\r\n\r\n`, contentOf(part), "\r\n"]);
  const own = type.includes("*") ? "multipart/form-data" : type.replace(/;\s*boundary=("[^"]*"|[^;]*)/i, "");
  return new Blob([...written, `--${boundary}--\r\n`], { type: `${own}; boundary=${boundary}` });
}

/** React Native has no `crypto` of its own. */
function randomDigits(): string {
  if (typeof crypto === "undefined") return `${Math.random()}${Math.random()}`.replaceAll(".", "");
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function headOf(part: Part): string {
  const { name, value, type: described, headers = {} } = part;
  const type = value instanceof Blob ? value.type || "application/octet-stream" : described;
  const plain = isObject(value) ? "application/json" : name === null ? "text/plain; charset=utf-8" : undefined;
  const fields = { ...dispositionOf(part), "Content-Type": type ?? plain, ...headers };
  return Object.entries(fields)
    .flatMap(([field, text]) => (text === undefined ? [] : [`${field}: ${text}`]))
    .join("\r\n");
}

/** A part without a name has one for its file. */
function dispositionOf({ name, value, isNested }: Part): Readonly<Record<string, string>> {
  const isFile = value instanceof Blob && name !== null && isNested !== true;
  const file = value instanceof File ? value.name : isFile ? "blob" : null;
  const filename = file === null ? "" : `; filename="${quoted(file)}"`;
  if (name === null) return file === null ? {} : { "Content-Disposition": `attachment${filename}` };
  return { "Content-Disposition": `form-data; name="${quoted(name.replace(/\r?\n|\r/g, "\r\n"))}"${filename}` };
}

function contentOf({ value, type }: Part): string | Blob {
  if (value instanceof Blob) return value;
  const content = fieldText(value);
  return type === undefined && !isObject(value) ? content.replace(/\r?\n|\r/g, "\r\n") : content;
}

function quoted(text: string): string {
  return wellFormed(text).replace(/["\r\n]/g, encodeURIComponent);
}

/** JSON of an object, the text of anything else that has one. */
export function fieldText(value: unknown): string {
  if (isObject(value)) return jsonTextOf(value);
  if (Number.isFinite(value) || /^(st|bo|bi)/.test(typeof value)) return wellFormed(String(value));
  throw new TypeError(`a field takes text, finite numbers and booleans, but no ${String(value)}`);
}

/** What a field or part is written for: each item of an array. As in a query, `null` has no text. */
export function fieldItemsOf(value: unknown): unknown[] {
  return [value].flat().filter((item) => item !== undefined && item !== null);
}

export function membersOf(body: unknown): [string, unknown][] {
  return Object.entries(isObject(body) ? body : {});
}

function fieldsOf(body: unknown): [string, unknown][] {
  return membersOf(body).flatMap(([name, value]) => fieldItemsOf(value).map((item): [string, unknown] => [name, item]));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
