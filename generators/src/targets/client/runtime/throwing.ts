// A function that sends and resolves to any described response -> one that resolves to the body of a success and throws the others.

import type { Failure, SuccessBody } from "./answers.ts";
import { ApiError } from "./errors.ts";
import { reasonIn } from "./reason.ts";
import type { ResponseParts } from "./response.ts";
import type { Operation, RequestParts } from "./runtime.ts";
import type { FetchAnswer, FetchSend } from "./send.ts";

/** Resolves to the body of a success, and fails with a `ResponseError` for any other described response. */
export interface ThrowingSend<Options> {
  <Request extends RequestParts, Described>(
    operation: Operation<Request, Described>,
    request: Request,
    options?: Options,
  ): Promise<SuccessBody<Described>>;
  /** The function that it sends with: pages need whole responses. */
  readonly answering?: FetchSend<Options>;
}

/**
 * A described response that is not a success; `answer` is all of it. `isErrorOf(getOrder, error)` narrows it to the responses
 * of an operation.
 */
export class ResponseError<Answer extends ReceivedAnswer = ReceivedAnswer> extends ApiError {
  readonly code = "response";
  declare readonly answer: Answer;
  declare readonly operation: Operation;
  declare readonly response: Response;
  declare readonly status: Answer["status"];

  constructor(operation: Operation, answer: Answer, options?: ErrorOptions) {
    const { request, response, status, rateLimit, body } = answer;
    const details = { request, response, status, rateLimit, body, answer, operation };
    super(`${operation.id}: ${status}${reasonIn(body)}`, details, options);
  }
}

type ReceivedAnswer = FetchAnswer<ResponseParts>;

/**
 * The same function in the mode that throws: `throwing(createSend({ baseUrl }))`. Retries come first:
 * `throwing(withRetries(send))`.
 */
export function throwing<Options>(send: FetchSend<Options>): ThrowingSend<Options> {
  const sendThrowing = async <Request extends RequestParts, Described>(
    operation: Operation<Request, Described>,
    request: Request,
    options?: Options,
  ) => successBodyOf<Described>(operation, await send(operation, request, options));
  return Object.assign(sendThrowing, { answering: send });
}

/** Whether `error` is a response of this operation: `if (isErrorOf(getOrder, error) && error.answer.status === 404)`. */
export function isErrorOf<Request extends RequestParts, Described>(
  operation: Operation<Request, Described>,
  error: unknown,
): error is ResponseError<FetchAnswer<Failure<Described>>> {
  // Copies of an operation, such as one with streams or for a webhook at its own address, have the same parameters.
  return error instanceof ResponseError && error.operation.parameters === operation.parameters;
}

/** The type of the body is not checked, as in all responses. */
function successBodyOf<Described>(operation: Operation, answer: ReceivedAnswer): SuccessBody<Described> {
  expectSuccess(operation, answer);
  return answer.body as SuccessBody<Described>;
}

/** Throws a `ResponseError` for a response that is not a success. */
export function expectSuccess(operation: Operation, answer: ReceivedAnswer): void {
  if (!isSuccess(operation, answer)) throw new ResponseError(operation, answer);
}

function isSuccess({ responses }: Operation, { status }: ReceivedAnswer): boolean {
  if (status < 200 || status > 299) return false;
  const listed = Object.keys(responses).filter((key) => key.startsWith("2"));
  return listed.length === 0 || listed.includes(`${status}`) || listed.includes("2XX");
}
