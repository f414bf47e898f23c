// A request and its response, as transmitted.
import { reasonOf } from "../finding.ts";

export interface Exchange {
  readonly request: SentRequest;
  readonly response: ReceivedResponse;
}

export interface SentRequest {
  /** In capitals. */
  readonly method: string;
  /** Path and query as sent, without the server's own part: `/v1/orders/list?limit=2`. */
  readonly target: string;
  /** The address that `target` is below, without a slash at its end. */
  readonly server: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array | null;
  /** The address of this machine that it is sent from; any, where nothing is said. */
  readonly from?: string;
}

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
  /** Of a stream that was not read to its end: its first part. */
  readonly isPart?: true;
}

export type HeaderPair = readonly [name: string, value: string];

/** Of `node:http`, which has names and values in turn. */
export function pairsOfRaw(rawHeaders: readonly string[]): HeaderPair[] {
  return rawHeaders.flatMap((name, index): HeaderPair[] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""]] : [],
  );
}

/** Gives a request this header instead of those of its name. */
export function withHeader(name: string, value: string): (request: SentRequest) => SentRequest {
  const isOther = ([one]: HeaderPair): boolean => one.toLowerCase() !== name.toLowerCase();
  return (request) => ({ ...request, headers: [...request.headers.filter(isOther), [name, value]] });
}

/** The value of a header, several joined as HTTP allows; `null` when there is none. */
export function headerOf(headers: readonly HeaderPair[], name: string): string | null {
  const values = headerValuesOf(headers, name);
  return values.length === 0 ? null : values.join(", ");
}

/** Each value of a repeated header: those of `Set-Cookie` cannot be joined. */
export function headerValuesOf(headers: readonly HeaderPair[], name: string): string[] {
  return headers.filter(([one]) => one.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
}

/** The path of a target, without its query. */
export function pathOf(target: string): string {
  const mark = target.indexOf("?");
  return mark === -1 ? target : target.slice(0, mark);
}

/**
 * With a mark in place of bytes that are no text. Strictly: throws a `TypeError` for such bytes, and in any case a
 * `RangeError` for an unknown charset.
 */
export function textOfBytes(
  bytes: Uint8Array,
  { charset = "utf-8", strict = false }: { readonly charset?: string; readonly strict?: boolean } = {},
): string {
  return new TextDecoder(charset, { fatal: strict }).decode(bytes);
}

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };

/** The JSON of a body, or why it is invalid. It is UTF-8 without a byte order mark, even if a charset says otherwise (RFC 8259, section 8.1). */
export function parseJson(bytes: Uint8Array): ParsedJson {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return { ok: false, reason: "it begins with a byte order mark" };
  }
  let text: string;
  try {
    text = textOfBytes(bytes, { strict: true });
  } catch {
    return { ok: false, reason: "it is not UTF-8 text" };
  }
  return parseJsonText(text);
}

export function parseJsonText(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, reason: positionless(reasonOf(error)) };
  }
}

/** The fault without its position or text: the same fault of another body is the same finding. */
function positionless(message: string): string {
  if (message.startsWith("Unexpected token")) return "unexpected character";
  return message.replace(/(?: in JSON)? at position .*$/s, "");
}

/** `undefined` for what is no JSON. */
export function jsonOf({ response }: Exchange): unknown {
  try {
    return JSON.parse(textOfBytes(response.body));
  } catch {
    return undefined;
  }
}
