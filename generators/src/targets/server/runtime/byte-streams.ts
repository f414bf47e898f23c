// The bytes of a request as they arrive -> a stream for its handler, with a limit, and over once the response is sent.
import type { Maybe } from "./maybe.ts";
import { Refusal } from "./refusals.ts";
import { goneAway } from "./requests.ts";
import type { OpenBody } from "./runtime.ts";

type Bytes = ReadableStream<Uint8Array>;

/** `null`: there are no bytes, and nothing says that there is a body. */
export async function byteStream(
  source: Bytes | null,
  { largest, isNamed }: { readonly largest: number; readonly isNamed: boolean },
): Promise<OpenBody | null> {
  const reader = source?.getReader();
  const read = async (): Promise<Uint8Array | undefined> => (await reader?.read().catch(goneAway))?.value;
  // Only a body without a type may be none: its first bytes tell.
  const first = isNamed ? undefined : await read();
  if (!isNamed && first === undefined) return null;
  return new LimitedBytes({ first, read, cancel: async (reason) => void (await reader?.cancel(reason)) }, largest);
}

interface Source {
  /** Bytes that were read already. */
  readonly first: Uint8Array | undefined;
  readonly read: () => Promise<Uint8Array | undefined>;
  readonly cancel: (reason?: unknown) => Promise<void>;
}

class LimitedBytes implements OpenBody {
  readonly stream: Bytes;
  readonly #source: Source;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #first: Uint8Array | undefined;
  #left: number;
  #isOver = false;

  constructor(source: Source, largest: number) {
    this.#source = source;
    this.#first = source.first;
    this.#left = largest;
    this.stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: (controller) => this.#pull(controller),
        cancel: (reason) => {
          this.#isOver = true;
          return source.cancel(reason);
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** A handler that fails is over as well; one that returns a stream may read until that ends. */
  async during<Sent extends { body: unknown }>(respond: () => Maybe<Sent>): Promise<Sent> {
    try {
      const sent = await respond();
      if (sent.body instanceof ReadableStream) return { ...sent, body: this.#endedBy(sent.body) };
      this.#close();
      return sent;
    } catch (error) {
      this.#close();
      throw error;
    }
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const bytes = this.#first ?? (await this.#source.read());
    this.#first = undefined;
    if (this.#isOver) return;
    if (bytes === undefined) {
      this.#isOver = true;
      controller.close();
      return;
    }
    this.#left -= bytes.length;
    if (this.#left >= 0) {
      controller.enqueue(bytes);
      return;
    }
    this.#isOver = true;
    this.#discard();
    throw new Refusal("body_too_large", { status: 413 });
  }

  /** A late read fails: an end would make the body look shorter than it is. */
  #close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#controller?.error(new Error("the response was sent before the body of the request was read"));
    this.#discard();
  }

  /** What is left of a connection that broke cannot be discarded, and need not be. */
  #discard(): void {
    this.#source.cancel().catch(() => {});
  }

  #endedBy(body: Bytes): Bytes {
    const reader = body.getReader();
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          try {
            const { done, value } = await reader.read();
            if (!done) {
              controller.enqueue(value);
              return;
            }
            this.#close();
            controller.close();
          } catch (error) {
            this.#close();
            throw error;
          }
        },
        cancel: (reason) => {
          this.#close();
          return reader.cancel(reason);
        },
      },
      { highWaterMark: 0 },
    );
  }
}
