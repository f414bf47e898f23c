// A body and a secret to the headers of a delivery, for tests and local work: what the service does when it delivers.
import type { WebhookHeaders } from "@fulfillment/types";
import { contentType, contentTypeHeader, eventHeader, scheme, signatureHeader, timestampHeader } from "./headers.ts";
import { eventProperty } from "./messages.gen.ts";
import { ownError } from "./own-error.ts";
import { signedRequestOf } from "./runtime/receiving.gen.ts";
import { checkedSecrets, memberOf, signatureHeaders } from "./runtime/signatures.gen.ts";

export interface SignOptions {
  /** The secret of the subscription. */
  readonly secret: string;
  /** The event's name for the header; the one the body has, unless it is given. */
  readonly event?: string | undefined;
  /** Unix seconds; the current time, unless it is given. */
  readonly timestamp?: number | undefined;
  /** The clock, in milliseconds. */
  readonly now?: (() => number) | undefined;
}

/**
 * The four headers of a delivery of this body (requirements, Events, Headers on every delivery). Text is signed as its UTF-8
 * bytes. Throws a `WebhookVerificationError` with the code `missing_secret` without a secret, and a `TypeError` when the
 * timestamp is not in whole seconds, or no event is given and the body names none.
 */
export async function signWebhook(rawBody: string | Uint8Array, options: SignOptions): Promise<WebhookHeaders> {
  const { secret } = options;
  try {
    checkedSecrets(secret);
    const request = signedRequestOf({ body: rawBody, headers: [] });
    const event = options.event ?? eventNameIn(request.body);
    const timestamp = timestampOf(options);
    const signed = await signatureHeaders(scheme, request, [secret], { now: () => Number(timestamp) * 1000 });
    return {
      [contentTypeHeader]: contentType,
      [signatureHeader]: signed[signatureHeader] ?? "",
      [timestampHeader]: timestamp,
      [eventHeader]: event,
    };
  } catch (error) {
    throw ownError(error);
  }
}

function timestampOf({ timestamp, now = Date.now }: SignOptions): string {
  const seconds = timestamp ?? Math.floor(now() / 1000);
  if (Number.isSafeInteger(seconds) && seconds >= 0) return String(seconds);
  throw new TypeError(`The timestamp has to be in whole unix seconds, such as 1767225600, and is ${seconds}.`);
}

function eventNameIn(bytes: Uint8Array): string {
  const name = memberOf(parsedOrNull(new TextDecoder().decode(bytes)), eventProperty);
  if (typeof name === "string") return name;
  throw new TypeError(
    `The body is not a JSON object whose "${eventProperty}" names an event: pass { event } for the header.`,
  );
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
