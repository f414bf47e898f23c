// The formats of bodies that are forms: values to what is sent, and what was received to values.
import { jsonTextOf, wellFormed } from "./bodies.ts";
import type { BodyFormat } from "./body-format.ts";
import { encodeText } from "./values.ts";

/**
 * `application/x-www-form-urlencoded`: the items of an array are fields of the same name, objects are JSON. What is no
 * object is the text of the form.
 */
export const form: BodyFormat = {
  kind: "form",
  write: (body) =>
    isObject(body)
      ? fieldsOf(body)
          .map(([name, value]) => fieldText(name, value))
          .join("&")
      : String(body ?? ""),
  read: async (response) => receivedFieldsOf(new URLSearchParams(await response.text())),
};

/** `multipart/form-data`: blobs are files of their own type, objects are JSON; the items of an array are parts of the same name. */
export const multipart: BodyFormat = {
  kind: "multipart",
  write: (body) => multipartBody(fieldsOf(body).map(([name, value]) => ({ name, value }))),
  read: async (response) => {
    // Read completely first: later failures are about the format, not the connection.
    const sent = await response.blob();
    try {
      return receivedFieldsOf(await new Response(sent, { headers: response.headers }).formData());
    } catch {
      throw new SyntaxError(await sent.text());
    }
  },
};

export interface Part {
  readonly name: string;
  readonly value: unknown;
  /** The content type of what is no blob. */
  readonly type?: string | undefined;
}

/**
 * The parts as bytes that are read when they are sent, with the boundary in their type. `FormData` would make a file of each part
 * with a content type, so only blobs have a file name here. Otherwise written like `FormData` (HTML, "Multipart form data").
 */
export function multipartBody(parts: readonly Part[]): Blob {
  const random = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0"));
  const boundary = `formdata-${random.join("")}`;
  const written = parts.flatMap((part) => [`--${boundary}\r\n${headOf(part)}\r\n\r\n`, contentOf(part), "\r\n"]);
  return new Blob([...written, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` });
}

function headOf({ name, value, type = isObject(value) ? "application/json" : undefined }: Part): string {
  const head = `Content-Disposition: form-data; name="${quoted(name.replace(/\r?\n|\r/g, "\r\n"))}"`;
  if (!(value instanceof Blob)) return type === undefined ? head : `${head}\r\nContent-Type: ${type}`;
  const file = value instanceof File ? value.name : "blob";
  return `${head}; filename="${quoted(file)}"\r\nContent-Type: ${value.type || "application/octet-stream"}`;
}

function contentOf({ value, type }: Part): string | Blob {
  if (value instanceof Blob) return value;
  if (isObject(value)) return jsonTextOf(value);
  const content = wellFormed(String(value));
  return type === undefined ? content.replace(/\r?\n|\r/g, "\r\n") : content;
}

function quoted(text: string): string {
  return wellFormed(text).replace(/["\r\n]/g, encodeURIComponent);
}

function fieldText(name: string, value: unknown): string {
  return `${encodeText(name)}=${encodeText(isObject(value) ? jsonTextOf(value) : String(value))}`;
}

function fieldsOf(body: unknown): [string, unknown][] {
  return Object.entries(isObject(body) ? body : {}).flatMap(([name, value]): [string, unknown][] => {
    if (Array.isArray(value)) return value.map((item) => [name, item]);
    return value === undefined ? [] : [[name, value]];
  });
}

/** Fields of one name form an array. */
function receivedFieldsOf(fields: URLSearchParams | FormData): Record<string, unknown> {
  const members = new Map<string, unknown[]>();
  fields.forEach((value: unknown, name: string) => {
    members.set(name, [...(members.get(name) ?? []), value]);
  });
  return Object.fromEntries([...members].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
