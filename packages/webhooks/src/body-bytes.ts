// The chunks of a body, or a stream of them as Node has it, to the bytes of all of it.
import { bytesIn } from "./raw-body.ts";

/** A `Readable`, as far as it is needed. */
export interface ByteStream {
  on(event: string, listener: (argument: unknown) => void): unknown;
  off(event: string, listener: (argument: unknown) => void): unknown;
}

export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let start = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, start);
    start += chunk.length;
  }
  return bytes;
}

/**
 * `null` when there are more than `maxBytes`: the stream flows on without a listener, as a connection that is closed instead
 * may lose the response. Rejects when the stream ends early.
 */
export function readStream(stream: ByteStream, maxBytes: number): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    const listeners = {
      data: (chunk: unknown): void => {
        const bytes = bytesIn(chunk) ?? new Uint8Array();
        length += bytes.length;
        if (length > maxBytes) settle(() => resolve(null));
        else chunks.push(bytes);
      },
      end: (): void => settle(() => resolve(joined(chunks))),
      error: (error: unknown): void => settle(() => reject(error)),
      close: (): void => settle(() => reject(new Error("The connection was closed before the body had ended."))),
    };
    const settle = (outcome: () => void): void => {
      for (const [event, listener] of Object.entries(listeners)) stream.off(event, listener);
      // A later error is irrelevant, and would end the process without a listener.
      stream.on("error", () => {});
      outcome();
    };
    for (const [event, listener] of Object.entries(listeners)) stream.on(event, listener);
  });
}
