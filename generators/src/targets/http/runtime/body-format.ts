// A format of bodies: how to convert between values and bytes.

export interface BodyFormat {
  readonly kind: "json" | "form" | "multipart" | "text" | "binary" | "events" | "lines" | "sequence";
  readonly write: (body: unknown) => WireBody;
  /**
   * Throws a `SyntaxError` whose message is the text when the bytes are not what they claim to be. `signal` ends a sequence
   * that has begun. `exchange` is what a client knows about the call, for errors of the items.
   */
  readonly read: (response: Response, signal?: AbortSignal, exchange?: object) => Promise<unknown>;
}

export type WireBody = string | Blob | ReadableStream<Uint8Array>;
