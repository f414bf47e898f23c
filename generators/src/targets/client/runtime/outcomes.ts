// The type of a response -> its successes and its failures, what a call resolves to in each mode, and guards that narrow a response.

import type { LenientResponse } from "./lenient.ts";
import type { Arrived } from "./response.ts";
import type { ResponseDetails } from "./send.ts";

/** The status codes 200 to 299. */
export type SuccessStatus = NumberIn<`2${Digit}${Digit}`>;

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type NumberIn<Text> = Text extends `${infer Value extends number}` ? Value : never;

/**
 * The successes of an operation: the responses that the description defines for 2xx. If it defines none, a `default` response with
 * a 2xx status; otherwise `default` describes errors, as in nearly all descriptions.
 */
export type Success<Response> = [Listed<Response>] extends [never]
  ? WithStatus<Response, SuccessStatus>
  : Listed<Response>;

/** All other responses of the operation. */
export type Failure<Response> = [Listed<Response>] extends [never]
  ? WithoutStatus<Response, SuccessStatus>
  : Response extends { readonly status: SuccessStatus }
    ? never
    : Response;

/** The body of a success: a union if successes differ, `undefined` if one has no body. */
export type SuccessBody<Response> = PartOf<Success<Response>, "body">;

type Listed<Response> = Response extends { readonly status: SuccessStatus } ? Response : never;

type WithStatus<Response, Status> = Response extends { readonly status: infer Own }
  ? [Own & Status] extends [never]
    ? never
    : Response & { readonly status: Own & Status }
  : never;

type WithoutStatus<Response, Status> = Response extends { readonly status: infer Own }
  ? [Exclude<Own, Status>] extends [never]
    ? never
    : Response & { readonly status: Exclude<Own, Status> }
  : never;

/** What a response has as `Key`, such as its body: `undefined` where the description defines none. */
export type PartOf<Response, Key extends "contentType" | "headers" | "body"> = Response extends unknown
  ? Key extends keyof Response
    ? Response[Key]
    : undefined
  : never;

/** What a call resolves to in each mode of a client. */
export interface Outcomes<Response> {
  /** Any described response, with the `Response` of `fetch` and the request: from `createSend`. */
  // A `FetchResponse` without that name: editors show the members of what has none.
  readonly responses: {
    [Part in keyof Response]: Part extends "headers" ? Partial<Response[Part]> : Response[Part];
  } & ResponseDetails;
  /** The body of a success; any other response throws a `ResponseError`: from `throwing(send)` and `createClient(send, { throws: true })`. */
  readonly throws: SuccessBody<Response>;
  /** Any response, also one that is not described: from `createSend({ unexpected: "lenient" })` and `lenient(send)`. */
  readonly lenient: LenientResponse<Response>;
  /** A described response without the exchange: from a `Send` of your own. */
  readonly described: Arrived<Response>;
}

export type Mode = keyof Outcomes<never>;

/** Whether a response is a success. After `if (!ok(response)) throw …`, `response.body` is the body of a success. */
export function ok<Response extends AnyStatus>(response: Response): response is Response & Success<Response> {
  return response.status >= 200 && response.status < 300;
}

/** The opposite of `ok`. A comparison such as `response.status >= 400` does not narrow in TypeScript; `=== 404` does. */
export function failed<Response extends AnyStatus>(response: Response): response is Response & Failure<Response> {
  return !ok(response);
}

interface AnyStatus {
  readonly status: number;
}
