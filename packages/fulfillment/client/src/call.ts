// A sent request -> a promise of its success body, which can also give the full response, with any status.

import { errorOf } from "./errors.ts";
import type {
  ApiError,
  Exchange,
  FetchResponse,
  Operation,
  PatientCallOptions,
  RequestParts,
  ResponseParts,
  SuccessBody,
} from "./generated/client/index.gen.ts";
import type { Send } from "./send.ts";

/** A promise of the success body. It rejects with a `FulfillmentError` for any other response, and without one. */
export interface Call<Described> extends Promise<SuccessBody<Described>> {
  /**
   * The full response instead: a union on `status`, with typed headers and body, the rate limit, and the response itself.
   * It rejects only without a response that the API defines.
   */
  result(): Promise<FetchResponse<Described>>;
}

export function call<Request extends RequestParts, Described>(
  send: Send,
  operation: Operation<Request, Described>,
  request: Request,
  { options, failure = errorOf }: Calling,
): Call<Described> {
  const sent = send(operation, request, options);
  const body = sent.then((received: FetchResponse<ResponseParts>) => {
    if (received.status < 300) return received.body as SuccessBody<Described>;
    throw failure(received, operation);
  });
  return Object.assign(body, {
    // A promise of its own: a failure of `sent` itself counts as seen, since `body` waits for it.
    result: async () => {
      // A caller of `result()` gets the failure from there.
      body.catch(() => {});
      return sent;
    },
  });
}

interface Calling {
  readonly options: PatientCallOptions | undefined;
  /** The error for a response other than a success. */
  readonly failure?: (exchange: Exchange, operation: Operation) => ApiError;
}
