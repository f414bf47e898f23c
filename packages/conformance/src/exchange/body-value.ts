// The bytes of a body and their content type -> the value to validate, or why there is none.
import { parseJson, textOfBytes } from "./exchange.ts";
import { bodyKindOf, contentTypeOf } from "./media-type.ts";

export type BodyValue =
  | { readonly kind: "value"; readonly value: unknown; readonly isJson: boolean }
  | { readonly kind: "unreadable"; readonly reason: string }
  /** Bytes, which no schema describes. */
  | { readonly kind: "bytes" };

export function bodyValueOf(bytes: Uint8Array, contentType: string): BodyValue {
  const kind = bodyKindOf(contentType);
  switch (kind) {
    case "json":
      return jsonValueOf(bytes);
    case "text":
    case "form": {
      const text = textIn(bytes, contentTypeOf(contentType).parameters.get("charset") ?? "utf-8");
      if (text.kind === "unreadable" || kind === "text") return text;
      return { kind: "value", value: formOf(text.value), isJson: false };
    }
    case "multipart":
    case "binary":
    case "events":
    case "lines":
    case "sequence":
      return { kind: "bytes" };
  }
}

function jsonValueOf(bytes: Uint8Array): BodyValue {
  const parsed = parseJson(bytes);
  if (parsed.ok) return { kind: "value", value: parsed.value, isJson: true };
  return { kind: "unreadable", reason: `the body is not JSON: ${parsed.reason}` };
}

interface Text {
  readonly kind: "value";
  readonly value: string;
  readonly isJson: false;
}

function textIn(bytes: Uint8Array, charset: string): Text | Extract<BodyValue, { kind: "unreadable" }> {
  try {
    return { kind: "value", value: textOfBytes(bytes, { charset, strict: true }), isJson: false };
  } catch (error) {
    const reason = error instanceof RangeError ? `unknown charset "${charset}"` : `the body is not ${charset} text`;
    return { kind: "unreadable", reason };
  }
}

/** A repeated name is a list. */
function formOf(text: string): Record<string, string | string[]> {
  const pairs = new URLSearchParams(text);
  const names = [...new Set(pairs.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = pairs.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}
