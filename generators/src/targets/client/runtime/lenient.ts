// A function that sends -> one that resolves to every response, also to those that the description does not define.

import { UnexpectedResponseError } from "./errors.ts";
import { jsonOf } from "./reason.ts";
import type { Operation, RequestParts } from "./runtime.ts";
import type { CallOptions, FetchResponse, FetchSend, Received } from "./send.ts";

/** A response that the description does not define. */
export interface UnexpectedResponse extends Received {
  /** The part that is not described: `content` is a body where the description has none, `body` one that cannot be parsed. */
  readonly unexpected: "status" | "content-type" | "body" | "content";
  /** The `Content-Type` header; empty without one. */
  readonly contentType: string;
  /** The parsed value of JSON (`application/json`, `…+json`) that is valid, else the text. */
  readonly body: unknown;
  readonly text: string;
}

/** A described response, or an `UnexpectedResponse`: `response.unexpected` distinguishes them. */
export type LenientResponse<Described> =
  | (FetchResponse<Described> & { readonly unexpected?: undefined })
  | UnexpectedResponse;

/** A `FetchSend` that resolves to every response. */
export type LenientSend<Options = CallOptions> = <Request extends RequestParts, Described>(
  operation: Operation<Request, Described>,
  request: NoInfer<Request>,
  options?: Options,
) => Promise<LenientResponse<Described>>;

/** `createSend({ unexpected: "lenient" })` around any function that sends, such as one with retries. */
export function lenient<Options>(send: FetchSend<Options>): LenientSend<Options> {
  return async (operation, request, options) => {
    try {
      const known = await send(operation, request, options);
      // A body that is described may be a stream or a sequence that the caller has yet to read.
      const text = "body" in known || known.response.bodyUsed ? "" : await known.response.text();
      return text === "" ? known : unexpectedOf(known, "content", text);
    } catch (error) {
      // Errors of validation are about a response that is described.
      if (!(error instanceof UnexpectedResponseError) || error.undescribed === undefined) throw error;
      const { request: sent, response, status, rateLimit, undescribed, body } = error;
      return unexpectedOf({ request: sent, response, status, rateLimit }, undescribed, String(body));
    }
  };
}

function unexpectedOf(
  { request, response, status, rateLimit }: Received,
  unexpected: UnexpectedResponse["unexpected"],
  text: string,
): UnexpectedResponse {
  const contentType = response.headers.get("content-type") ?? "";
  const body = /^[^;]*[/+](x-)?json *(;|$)/i.test(contentType) ? jsonOf(text) : text;
  return { request, response, status, rateLimit, unexpected, contentType, body, text };
}
