// What a host passes on of a request, and what is known once its route is found.
import type { Route } from "./runtime.ts";

/** What a host knows of a request. */
export interface Incoming {
  readonly method: string;
  /** As sent: percent-encoded, without the query. */
  readonly pathname: string;
  /** As sent, without the `?`. */
  readonly query: string;
  /** `null` when the request has no such header. */
  readonly header: (name: string) => string | null;
  readonly body: ReadableStream<Uint8Array> | null;
  /** Reads the whole body in place of `body`, where the host can do so at less cost; `null`: it is larger than `largest` bytes. */
  readonly bytes?: ((largest: number) => Promise<Uint8Array<ArrayBuffer> | null>) | undefined;
  /** Set when something in front has read the body: bytes, text, or what a parser made of it; `undefined` when that is gone. */
  readonly parsed?: { readonly body: unknown } | undefined;
  /** Aborted when the client disconnects before the response. */
  readonly signal: AbortSignal;
}

/** A request whose route is known. Nothing of it has been validated yet. */
export interface FoundRequest<Name extends string = string> extends Incoming {
  readonly route: Route<Name>;
}
