// The headers of a delivery, by the names that the API description gives them, and the scheme that it is signed by.
import type { WebhookHeaders } from "@fulfillment/types";
import type { extensions } from "./messages.gen.ts";
import { headerIn, invalidHeader } from "./runtime/receiving.gen.ts";
import type { SignatureScheme, SignedRequest } from "./runtime/signatures.gen.ts";
import { signatureSchemes } from "./schemes.gen.ts";

type Described = (typeof extensions)["securitySchemes"]["signature"]["x-waybill-signature"];

// The types are literals of the API description: a changed name there is a compile error here.
export const signatureHeader: Described["header"] & keyof WebhookHeaders = "X-Webhook-Signature";
export const timestampHeader: Described["signedContent"][0]["header"] & keyof WebhookHeaders = "X-Webhook-Timestamp";
export const eventHeader: "X-Webhook-Event" & keyof WebhookHeaders = "X-Webhook-Event";
export const contentTypeHeader: "Content-Type" & keyof WebhookHeaders = "Content-Type";

/** The media type of every delivery. */
export const contentType: WebhookHeaders["Content-Type"] &
  (typeof extensions)["operations"]["deliver"]["x-waybill-delivery"]["contentType"] = "application/json";

/** Every event is signed in the same way. */
export const scheme: SignatureScheme = signatureSchemes["webhook.test"];

/** The event's name in the headers, which the signature does not cover; throws the runtime's errors for headers of no delivery. */
export function namedInHeaders(request: SignedRequest): string {
  const name = headerIn(request, eventHeader);
  if (request.headers("content-type").length > 0) checkContentType(headerIn(request, contentTypeHeader));
  return name;
}

function checkContentType(value: string): void {
  if (value.split(";", 1)[0]?.trim().toLowerCase() === contentType) return;
  throw invalidHeader(contentTypeHeader, `is not ${contentType}, so this is not a delivery`);
}
