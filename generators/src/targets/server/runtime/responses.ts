// What becomes of the result of a handler: the response as a host sends it, and bodies that are text already.

/** What a host sends. */
export interface Outgoing {
  status: number;
  /** Names and values. */
  readonly headers: [name: string, value: string][];
  body: string | Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array> | null;
}

/** The response to HEAD: that to GET, its length included where it is known, without the body (RFC 9110, 9.3.2). */
export async function headOf({ status, headers, body }: Outgoing): Promise<Outgoing> {
  const length = lengthOf(body);
  if (length !== null) headers.push(["Content-Length", String(length)]);
  if (body instanceof ReadableStream) await body.cancel().catch(() => {});
  return { status, headers, body: null };
}

/** In bytes; `null` for none, and where it shows only at the end. */
function lengthOf(body: Outgoing["body"]): number | null {
  if (body === null || body instanceof ReadableStream) return null;
  if (body instanceof Blob) return body.size;
  return typeof body === "string" ? new TextEncoder().encode(body).length : body.length;
}

interface SpelledOut<T> {
  /** There is no such property at run time. */
  readonly value: T;
}

export interface BodyText<T = unknown> extends SpelledOut<T> {}

/**
 * A body that is text of its media type already, such as a stored JSON document: sent as it is, and validated only where
 * all responses are. `T` is the type of the value that it spells.
 */
export class BodyText<T = unknown> implements SpelledOut<T> {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Bytes as platforms have them: a file, a buffer, a stream of either, or what produces them piece by piece. */
export type ByteSource = Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * What a handler may return for a response of the description: `contentType` is optional where the status has one media type, and
 * bytes may come from any source. A described response is one, so handlers may return it as it is.
 */
export type HandlerResponse<Described> = ReturnedOf<Described, Described>;

/** `One` of the responses, and `All` of them. */
type ReturnedOf<One, All> = One extends {
  status: infer Status;
  contentType: infer Type extends string;
  body: infer Body;
}
  ? Omit<One, "contentType" | "body"> &
      ContentTypeOf<Type, Extract<All, { status: Status }>> & { body: unknown extends Body ? Body : ReturnedBody<Body> }
  : One;

/** `image/*` is no type that could be sent: a record of all that match may be empty. */
type ContentTypeOf<Type extends string, OfStatus> =
  Record<never, true> extends Record<Type, true>
    ? { contentType: Type }
    : [OfStatus] extends [{ contentType: Type }]
      ? { contentType?: Type | undefined }
      : { contentType: Type };

type ReturnedBody<Body> = [Body] extends [Blob] ? ByteSource : Body;
