// What the generated server rejects -> the response in the words of this API (requirements, Errors; open decisions of the description).
import type { Refusal } from "@fulfillment/server";
import { type Caller, type FurtherErrors, invalidBody, type Reply, rejection } from "../api/reply.ts";
import { fieldErrors, queryError } from "../api/wording.ts";

export const unauthorized: Reply = { status: 401, contentType: "text/html; charset=utf-8", body: "Unauthorized" };
export const rateLimited: Reply = json(429, "Rate limit exceeded");

/** `caller` is known where a route was found. */
export async function replyTo(
  refusal: Refusal,
  { further, caller }: { readonly further: FurtherErrors; readonly caller: Caller | null },
): Promise<Reply> {
  const [issue] = refusal.issues;
  switch (refusal.code) {
    case "malformed_request":
      return rejection("Malformed HTTP request");
    case "request_timeout":
      return rejection("Request was not received in time");
    case "headers_too_large":
      return rejection("Request headers are too large");
    case "not_found":
      return json(404, "Not found");
    case "method_not_allowed":
      return rejection("Method not allowed");
    case "body_too_large":
      return rejection("Request body is too large");
    case "missing_body":
    case "malformed_body":
    // Nothing undoes an encoding here: what was encoded is no JSON.
    case "unsupported_content_encoding":
      return rejection("Malformed JSON in request body");
    case "unsupported_media_type":
      return rejection("Content-Type must be application/json");
    case "invalid_parameters":
      return issue === undefined || refusal.route === null
        ? json(500, "Internal server error")
        : rejection(queryError(issue, refusal.route.parameters));
    case "invalid_body":
      return await invalidBodyReply(refusal, further, caller);
    default:
      return json(500, "Internal server error");
  }
}

/** All faults at once: those of the schema, and those that only the handler's data show. */
async function invalidBodyReply({ route, body, issues }: Refusal, all: FurtherErrors, caller: Caller | null) {
  const find = Object.entries(all).find(([name]) => name === route?.handler)?.[1];
  const further = caller === null ? [] : await find?.(body, caller);
  return invalidBody(oneForEachField([...fieldErrors(issues, body), ...(further ?? [])]));
}

/** `products.0.sku: Unknown SKU`: only the first issue of a field is listed. */
function oneForEachField(errors: readonly string[]): string[] {
  const fields = new Map<string, string>();
  for (const error of errors) {
    const field = error.slice(0, error.indexOf(":"));
    if (!fields.has(field)) fields.set(field, error);
  }
  return [...fields.values()];
}

function json(status: number, message: string): Reply {
  return { status, contentType: "application/json", body: { message } };
}
