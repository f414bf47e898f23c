// The type of a response -> its successes and its failures, and guards that narrow a received one to either.

import type { LenientAnswer } from "./lenient.ts";
import type { FetchAnswer } from "./send.ts";

/** The status codes 200 to 299. */
export type SuccessStatus = NumberIn<`2${Digit}${Digit}`>;

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type NumberIn<Text> = Text extends `${infer Value extends number}` ? Value : never;

/**
 * The successes among the responses of an operation: those that the description defines for 2xx. Where it defines none, those
 * that it leaves to `default`; else `default` describes errors, as in nearly all descriptions.
 */
export type Success<Answer> = [Listed<Answer>] extends [never] ? WithStatus<Answer, SuccessStatus> : Listed<Answer>;

/** All other responses of the operation. */
export type Failure<Answer> = [Listed<Answer>] extends [never]
  ? WithoutStatus<Answer, SuccessStatus>
  : Answer extends { readonly status: SuccessStatus }
    ? never
    : Answer;

/** The body of a success: a union where successes differ, `undefined` where one has no body. */
export type SuccessBody<Answer> = BodyOf<Success<Answer>>;

type Listed<Answer> = Answer extends { readonly status: SuccessStatus } ? Answer : never;

type WithStatus<Answer, Status> = Answer extends { readonly status: infer Own }
  ? [Own & Status] extends [never]
    ? never
    : Answer & { readonly status: Own & Status }
  : never;

type WithoutStatus<Answer, Status> = Answer extends { readonly status: infer Own }
  ? [Exclude<Own, Status>] extends [never]
    ? never
    : Answer & { readonly status: Exclude<Own, Status> }
  : never;

type BodyOf<Answer> = Answer extends { readonly body: infer Body } ? Body : Answer extends unknown ? undefined : never;

/** What a call resolves to, by the mode of the client or of the function that sends. */
export interface Outcomes<Response> {
  /** Any described response, with its status, headers and body, the `Response` itself and the request: from `createSend`. */
  readonly answers: FetchAnswer<Response>;
  /** The body of a success; any other response is a `ResponseError`: from `throwing(send)` and `createClient(send, { throws: true })`. */
  readonly throws: SuccessBody<Response>;
  /** Any response, also one that is not described: from `createSend({ unexpected: "lenient" })` and `lenient(send)`. */
  readonly lenient: LenientAnswer<Response>;
  /** Any described response, and nothing else: from a `Send` of your own. */
  readonly described: Response;
}

export type Mode = keyof Outcomes<never>;

/**
 * Whether a response is a success, so that `if (!ok(answer))` leaves the failures to handle, and after it `answer.body` is the
 * body of a success.
 */
export function ok<Answer extends AnyAnswer>(answer: Answer): answer is Answer & Success<Answer> {
  return answer.status >= 200 && answer.status < 300;
}

/** The opposite of `ok`. A comparison such as `answer.status >= 400` does not narrow in TypeScript; `=== 404` does. */
export function failed<Answer extends AnyAnswer>(answer: Answer): answer is Answer & Failure<Answer> {
  return !ok(answer);
}

interface AnyAnswer {
  readonly status: number;
}
