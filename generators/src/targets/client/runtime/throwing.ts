// A function that sends and resolves to any described response -> one that resolves to the body of a success and throws the others.

import { ApiError } from "./errors.ts";
import type { Failure, PartOf, SuccessBody } from "./outcomes.ts";
import { reasonIn } from "./reason.ts";
import type { Arrived, ResponseParts } from "./response.ts";
import type { Operation, RequestParts } from "./runtime.ts";
import type { FetchResponse, FetchSend, ResponseDetails } from "./send.ts";

/** Resolves to the body of a success, and throws a `ResponseError` for any other described response. */
export interface ThrowingSend<Options> {
  <Request extends RequestParts, Described>(
    operation: Operation<Request, Described>,
    request: NoInfer<Request>,
    options?: Options,
  ): Promise<SuccessBody<Described>>;
  /** The function that it sends with: pages need whole responses. */
  readonly send?: FetchSend<Options>;
}

export interface ResponseError<Described extends ResponseParts = ResponseParts> {
  readonly operation: Operation;
  /** The `Response` of `fetch`. */
  readonly response: Response;
  readonly status: Described["status"];
  /** Its media type, where the description defines several. */
  readonly contentType: PartOf<Described, "contentType">;
  /** The headers that the description defines for this status; all headers are in `response.headers`. */
  readonly headers: PartOf<Arrived<Described>, "headers">;
  /** The body that the description defines for this status. */
  readonly body: PartOf<Described, "body">;
}

/**
 * A described response that is not a success. `isErrorOf(getOrder, error)` narrows it to the responses of an operation, and
 * `error.status === 404` then narrows `error.body` and `error.headers`.
 */
export class ResponseError<Described extends ResponseParts = ResponseParts> extends ApiError {
  readonly code = "response";

  constructor(operation: Operation, received: Described & ResponseDetails, options?: ErrorOptions) {
    const { status, body } = received;
    super(`${operation.id}: ${status}${reasonIn(body)}`, { ...received, operation }, options);
  }
}

/** The errors of an operation that are responses: a union, a member for each described response that is not a success. */
export type ErrorOf<Response> = ErrorWith<Failure<Response>>;

type ErrorWith<Described> = Described extends ResponseParts ? ResponseError<Described> : never;

/**
 * The same function, but it throws every response that is not a success: `throwing(createSend({ baseUrl }))`. Apply retries first:
 * `throwing(withRetries(send))`.
 */
export function throwing<Options>(send: FetchSend<Options>): ThrowingSend<Options> {
  const sendThrowing = async <Request extends RequestParts, Described>(
    operation: Operation<Request, Described>,
    request: Request,
    options?: Options,
  ) => successBodyOf<Described>(operation, await send(operation, request, options));
  return Object.assign(sendThrowing, { send });
}

/** Whether `error` is a response of this operation: `if (isErrorOf(getOrder, error) && error.status === 404)`. */
export function isErrorOf<Request extends RequestParts, Described>(
  operation: Operation<Request, Described>,
  error: unknown,
): error is ErrorOf<Described> {
  // Copies of an operation, such as one with streams or for a webhook at its own address, have the same parameters.
  return error instanceof ResponseError && error.operation.parameters === operation.parameters;
}

/** The type of the body is not checked, as in all responses. */
function successBodyOf<Described>(
  operation: Operation,
  response: FetchResponse<ResponseParts>,
): SuccessBody<Described> {
  expectSuccess(operation, response);
  return response.body as SuccessBody<Described>;
}

/** Throws a `ResponseError` for a response that is not a success. */
export function expectSuccess(operation: Operation, response: FetchResponse<ResponseParts>): void {
  if (!isSuccess(operation, response)) throw new ResponseError(operation, response);
}

function isSuccess({ responses }: Operation, { status }: ResponseParts): boolean {
  if (status < 200 || status > 299) return false;
  const listed = Object.keys(responses).filter((key) => key.startsWith("2"));
  return listed.length === 0 || listed.includes(`${status}`) || listed.includes("2XX");
}
