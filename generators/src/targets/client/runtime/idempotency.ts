// A function that sends and retries reads -> one that retries all calls: each that is not a read has a key, by which a server knows repetitions.

import type { Operation, RequestParts } from "./runtime.ts";
import type { CallOptions, FetchResponse, FetchSend } from "./send.ts";

/**
 * `withIdempotencyKeys(withRetries(send))`: each call that is not a read has a header `Idempotency-Key`, the same in all attempts, and is
 * retried as a read is. Only for servers that honor the key for all operations, or for those that `selects` returns `true` for. A key that the call has
 * itself is kept.
 */
export function withIdempotencyKeys<Options extends CallOptions>(
  send: FetchSend<Options>,
  { header = "Idempotency-Key", selects = () => true, createKey = () => crypto.randomUUID() }: IdempotencyOptions = {},
): FetchSend<Options> {
  return async <Request extends RequestParts, Described>(
    operation: Operation<Request, Described>,
    request: Request,
    options?: Options,
  ): Promise<FetchResponse<Described>> => {
    if (operation.safe || !selects(operation)) return send(operation, request, options);
    const callHeaders = { ...request.headers, ...options?.headers };
    const isThere = Object.entries(callHeaders).some(([name, value]) => value !== undefined && isSame(name, header));
    const headers = { ...options?.headers, ...(isThere ? {} : { [header]: createKey(operation) }) };
    return send({ ...operation, safe: true }, request, { ...options, headers } as Options);
  };
}

export interface IdempotencyOptions {
  /** The name of the header. Default: `Idempotency-Key`. */
  readonly header?: string;
  /** The operations that the server knows repetitions of. Default: all. */
  readonly selects?: (operation: Operation) => boolean;
  /** Default: a random UUID. */
  readonly createKey?: (operation: Operation) => string;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
