// The formats of bodies that are one value: values to what is sent, and what was received to values.
import type { BodyFormat } from "./body-format.ts";

export const json: BodyFormat = {
  kind: "json",
  write: (body) => JSON.stringify(body),
  read: async (response) => {
    const sent = await response.text();
    try {
      return JSON.parse(sent);
    } catch {
      throw new SyntaxError(sent);
    }
  },
};

/**
 * Throws a `TypeError` for a number or a Date that `JSON.stringify` would replace with `null`. No part of `json`, so that a bundle
 * that sends no JSON does not have it.
 */
export function jsonTextOf(value: unknown): string {
  const written = JSON.stringify(value);
  if (/\bnull\b/.test(written)) JSON.stringify(value, checked);
  return written;
}

function checked(this: unknown, key: string, value: unknown): unknown {
  const isNumber = typeof value === "number" && !Number.isFinite(value);
  if (isNumber || (value === null && Object(this)[key] instanceof Date))
    throw new TypeError(`${key} is ${isNumber ? "not finite" : "an invalid Date"}`);
  return value;
}

export const text: BodyFormat = {
  kind: "text",
  write: (body) => wellFormed(String(body)),
  read: (response) => response.text(),
};

/** For reading alone: what checks texts that are sent is not part of a bundle that sends none. */
export const receivedText: BodyFormat = {
  kind: "text",
  write: String,
  read: (response) => response.text(),
};

export const binary: BodyFormat = {
  kind: "binary",
  write: (body) => {
    const bytes = body instanceof Blob ? body : bytesIn(body);
    if (bytes !== null) return bytes;
    throw new TypeError("the body has to be a Blob, a buffer or a typed array");
  },
  read: (response) => response.blob(),
};

/** The bytes of a buffer, or of a view of one; `null` for anything else. Platforms send no memory that is shared: it is copied. */
export function bytesIn(value: unknown): Uint8Array<ArrayBuffer> | null {
  if (ArrayBuffer.isView(value)) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    return isUnshared(bytes) ? bytes : new Uint8Array(bytes);
  }
  return isBuffer(value) ? bytesIn(new Uint8Array(value)) : null;
}

function isUnshared(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return tagOf(bytes.buffer) === "[object ArrayBuffer]";
}

function isBuffer(value: unknown): value is ArrayBufferLike {
  return /^\[object (Shared)?ArrayBuffer\]$/.test(tagOf(value));
}

/** `instanceof` would not know what comes from another realm, as in Jest. */
function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value);
}

/** Platforms would replace it without a word. */
export function wellFormed(text: string): string {
  if (/[\uD800-\uDFFF]/u.test(text)) throw new URIError("half of a surrogate pair cannot be sent");
  return text;
}
