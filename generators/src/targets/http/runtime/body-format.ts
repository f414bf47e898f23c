// A format of bodies: how to convert between values and bytes.

export interface BodyFormat<Written = WireBody> extends ReadingFormat, WritingFormat<Written> {}

/** Only writes. `Written`: clients also send what only their platform can. */
export interface WritingFormat<Written = WireBody> extends Pick<ReadingFormat, "kind"> {
  /** `type`: the media type that is sent. */
  readonly write: (body: unknown, type?: string) => Written;
}

/** Only reads. */
export interface ReadingFormat {
  readonly kind: "json" | "form" | "multipart" | "text" | "binary" | "events" | "lines" | "sequence";
  /**
   * Throws a `SyntaxError` whose message is the text when the bytes are not what they claim to be. `signal` ends a sequence
   * that has begun. `exchange` is what a client knows about the call, for errors of the items.
   */
  readonly read: (response: Response, signal?: AbortSignal, exchange?: object) => Promise<unknown>;
}

export type WireBody = string | Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** React Native has no `ReadableStream` to compare with. */
export function isStream(value: unknown): value is ReadableStream<Uint8Array> {
  return typeof Object(value).getReader === "function";
}

export function isByteIterable(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body;
}

/** A stream over the iterable, which is returned early when reading stops. */
export function streamOf(items: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = items[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await iterator.return?.()),
  });
}
