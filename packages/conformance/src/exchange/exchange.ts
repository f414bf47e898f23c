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
  const values = headers.filter(([one]) => one.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
  return values.length === 0 ? null : values.join(", ");
}

/** The path of a target, without its query. */
export function pathOf(target: string): string {
  const mark = target.indexOf("?");
  return mark === -1 ? target : target.slice(0, mark);
}

export function textOfBytes(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** JSON of a body, or why it is none. */
export function parseJson(
  bytes: Uint8Array,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string } {
  try {
    return { ok: true, value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
