// What becomes of the result of a handler: the response as a host sends it, and bodies that are text already.

/** What a host sends. */
export interface Outgoing {
  status: number;
  /** Names and values. */
  readonly headers: [name: string, value: string][];
  body: string | Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array> | null;
}

/**
 * A body that is text of its media type already, such as a stored JSON document: sent as it is, and validated only where
 * all responses are. `T` is the type of the value that it spells.
 */
export class BodyText<T = unknown> {
  /** There is no such property at run time. */
  declare readonly value: T;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
