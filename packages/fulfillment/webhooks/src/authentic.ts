// A raw body, headers and secrets to an authentic delivery, signed with one of the secrets; and whether that was recently.
import { namedInHeaders, scheme } from "./headers.ts";
import { ownError } from "./own-error.ts";
import {
  authenticated,
  checkAge as checkAgeBy,
  type ReceivedRequest,
  signedRequestOf,
} from "./runtime/receiving.gen.ts";
import type { DeliveryHeaders } from "./runtime/signatures.gen.ts";

export interface VerifyOptions {
  /** How far the timestamp may be from now, either way, in seconds: 300 unless it is given. */
  readonly toleranceSeconds?: number | undefined;
  /** The clock, in milliseconds. */
  readonly now?: (() => number) | undefined;
}

/** The body as it was sent: bytes (a `Buffer` is a `Uint8Array`), or text, which is taken as its UTF-8 bytes. */
export type RawBody = ReceivedRequest["body"];

/** What is known once the signature is right. */
export interface AuthenticDelivery {
  /** The bytes that were signed. */
  readonly body: Uint8Array<ArrayBuffer>;
  readonly timestamp: Date;
  /** The event's name in the headers, which the signature does not cover. */
  readonly namedInHeader: string;
}

/**
 * Throws a `WebhookVerificationError` for anything that is not authentic, and for what was passed to it wrongly. How old it is
 * is for `checkAge`. The secrets are asked for last, so that a request that is not a delivery causes no lookup.
 */
export async function authenticate(
  body: RawBody,
  headers: DeliveryHeaders,
  secretsOf: () => unknown,
): Promise<AuthenticDelivery> {
  try {
    const request = signedRequestOf({ body, headers });
    let namedInHeader = "";
    const { timestamp } = await authenticated([scheme], request, () => {
      namedInHeader = namedInHeaders(request);
      return secretsOf();
    });
    // The scheme has a timestamp, so it is never null.
    return { body: request.body, timestamp: timestamp ?? new Date(Number.NaN), namedInHeader };
  } catch (error) {
    throw ownError(error);
  }
}

/** Throws `stale_timestamp`. Asked only of what is authentic, so that guessing reveals nothing. */
export function checkAge({ timestamp }: AuthenticDelivery, options: VerifyOptions = {}): void {
  try {
    checkAgeBy(scheme, timestamp, options);
  } catch (error) {
    throw ownError(error);
  }
}
