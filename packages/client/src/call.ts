// A sent request -> a promise of its success body, which can also give the whole answer, whatever its status.

import { errorOf } from "./errors.ts";
import type { ApiError, Exchange, FetchAnswer, Operation, PatientCallOptions, RequestParts } from "./index.gen.ts";
import type { Send } from "./send.ts";

/** A promise of what a success holds. It rejects with a `FulfillmentError` for any other answer, and when there is none. */
export interface Call<Answer> extends Promise<SuccessBody<Answer>> {
  /**
   * The whole answer instead: a union on `status`, with typed headers and body, the rate limit, and the response itself.
   * It rejects only when no answer came that the description has.
   */
  result(): Promise<FetchAnswer<Answer>>;
}

/** The body of a 200 or 201: the API has no other success. */
export type SuccessBody<Answer> = Answer extends { readonly status: 200 | 201; readonly body: infer Body }
  ? Body
  : never;

export function call<Request extends RequestParts, Answer>(
  send: Send,
  operation: Operation<Request, Answer>,
  request: Request,
  { options, failure = errorOf }: Calling,
): Call<Answer> {
  const answer = send(operation, request, options);
  const body = answer.then((received) => {
    if (isSuccess(received)) return received.body;
    throw failure(received, operation);
  });
  return Object.assign(body, {
    // A promise of its own: a failure of `answer` itself counts as seen, since `body` waits for it.
    result: async () => {
      // Whoever asks for the answer learns of a failure there.
      body.catch(() => {});
      return answer;
    },
  });
}

interface Calling {
  readonly options: PatientCallOptions | undefined;
  /** The error that an answer other than a success stands for. */
  readonly failure?: (exchange: Exchange, operation: Operation) => ApiError;
}

function isSuccess<Answer>(
  answer: FetchAnswer<Answer>,
): answer is FetchAnswer<Answer> & { readonly body: SuccessBody<Answer> } {
  return answer.status < 300;
}
