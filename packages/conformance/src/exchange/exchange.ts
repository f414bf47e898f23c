// A request and its response, as they went over the wire.

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
}

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
}

export type HeaderPair = readonly [name: string, value: string];

/** The value of a header, several joined as HTTP allows; `null` when there is none. */
export function headerOf(headers: readonly HeaderPair[], name: string): string | null {
  const values = headerValuesOf(headers, name);
  return values.length === 0 ? null : values.join(", ");
}

/** Each value of a header that came several times: those of `Set-Cookie` cannot be joined. */
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
 * `RangeError` for a charset that nobody knows.
 */
export function textOfBytes(
  bytes: Uint8Array,
  { charset = "utf-8", strict = false }: { readonly charset?: string; readonly strict?: boolean } = {},
): string {
  return new TextDecoder(charset, { fatal: strict }).decode(bytes);
}

/** JSON of a body, or why it is none. It is UTF-8 without a byte order mark, whatever a charset says (RFC 8259, section 8.1). */
export function parseJson(
  bytes: Uint8Array,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string } {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return { ok: false, reason: "it begins with a byte order mark" };
  }
  let text: string;
  try {
    text = textOfBytes(bytes, { strict: true });
  } catch {
    return { ok: false, reason: "it is not UTF-8 text" };
  }
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, reason: positionless(error instanceof Error ? error.message : String(error)) };
  }
}

/** What is wrong, and not where or in what: the same fault of another body is the same finding. */
function positionless(message: string): string {
  if (message.startsWith("Unexpected token")) return "a character stands where none such can";
  return message.replace(/(?: in JSON)? at position .*$/s, "");
}
