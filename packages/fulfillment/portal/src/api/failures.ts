// Errors of generated options, typed by code and status -> what the pages show, and the messages of fields.

import type * as Responses from "@fulfillment/portal-api/types";
import type { CallError, PageError } from "../generated/tanstack-query/index.gen.ts";
import { say, sayAny } from "../ui/words.ts";

/** Of operations that have all statuses and all bodies of errors between them. */
type Response =
  | Responses.GetSessionResponse
  | Responses.SignInResponse
  | Responses.ChangePasswordResponse
  | Responses.ListOrdersResponse
  | Responses.GetOrderResponse
  | Responses.CreateOrderResponse
  | Responses.StartImportResponse
  | Responses.CancelOrderResponse
  | Responses.DeleteWebhookResponse
  | Responses.ListMembersResponse
  | Responses.ListImportLinesResponse
  | Responses.GetRedemptionResponse
  | Responses.ViewRedemptionResponse
  | Responses.AddCartItemResponse
  | Responses.RemoveCartItemResponse;

export type PortalError = CallError<Response> | PageError<Response>;

type Refusal = Extract<PortalError, { code: "response" }>;

/** The compiler names a code or a status of the description that has no case here. */
export function messageOf(error: PortalError): string {
  switch (error.code) {
    case "response":
      return refusalOf(error);
    case "timeout":
      return say("The service took too long to respond. Try again.");
    case "network":
      return say("The service could not be reached. Check your connection and try again.");
    case "unexpected_response":
    case "pagination":
      return say("The service sent a response that this page does not understand. Reload the page.");
  }
}

/** Of a request that must not be sent twice: without a response, it may have had its effect. */
export function messageOfUnclear(error: PortalError, consequence: string): string {
  const isUnclear = error.code === "timeout" || error.code === "network";
  return isUnclear
    ? `${say("The service could not be reached, or did not respond in time.")} ${consequence}`
    : messageOf(error);
}

/** Whether the invite was redeemed before, here or elsewhere. */
export function isRedeemed(error: PortalError): boolean {
  return error.code === "response" && error.status === 400 && error.body.code === "redeemed";
}

function refusalOf(error: Refusal): string {
  switch (error.status) {
    case 401:
      // Read after one has signed in again, in the place of what was tried.
      return error.body.code === "unauthenticated" ? "Your session had ended. Try again." : error.body.message;
    case 400:
    case 403:
    case 404:
    case 413:
    case 415:
    case 500:
      return sayAny(error.body.message);
    case 429:
      return waitOf(error.headers["Retry-After"]);
  }
}

/** A proxy may hide the header. */
function waitOf(seconds: number | undefined): string {
  if (seconds === undefined) return say("Too many attempts. Try again later.");
  if (seconds < 90) return say("Too many attempts. Try again in {count} seconds.", { count: Math.max(2, seconds) });
  return say("Too many attempts. Try again in {count} minutes.", { count: Math.ceil(seconds / 60) });
}

/** By the path of the member of the body, such as `shipTo.zip`. Empty when the error is about something else. */
export function fieldMessagesOf(error: PortalError | null): ReadonlyMap<string, string> {
  if (error?.code !== "response" || error.status !== 400) return new Map();
  return new Map(error.body.fields.map(({ path, message }) => [path, sayAny(message)]));
}

/** Whether the session is over, so that one signs in again. */
export function isSignedOut(error: PortalError): boolean {
  return error.code === "response" && error.status === 401 && error.body.code === "unauthenticated";
}

export function isNotFound(error: PortalError): boolean {
  return error.code === "response" && error.status === 404;
}
