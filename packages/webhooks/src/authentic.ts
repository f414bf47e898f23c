// A raw body, headers and secrets to an authentic delivery, signed with one of the secrets; and whether that was recently.
import { WebhookVerificationError } from "./errors.ts";
import { checkContentType, headerOf, invalidHeader } from "./headers.ts";
import { checkedNumber } from "./number-option.gen.ts";
import type { DeliveryHeaders } from "./raw-body.gen.ts";
import { bytesOf } from "./raw-body.ts";
import {
  checkedSecrets,
  defaultToleranceSeconds,
  digestIn,
  eventHeader,
  signatureHeader,
  signaturePrefix,
  signedContentOf,
  timestampHeader,
  verifies,
} from "./signature.ts";

export interface VerifyOptions {
  /** How far the timestamp may be from now, either way, in seconds: 300 unless it is given. */
  readonly toleranceSeconds?: number | undefined;
  /** The clock, in milliseconds. */
  readonly now?: (() => number) | undefined;
}

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
  rawBody: unknown,
  headers: DeliveryHeaders,
  secretsOf: () => unknown,
): Promise<AuthenticDelivery> {
  const bytes = bytesOf(rawBody);
  const digest = readSignature(headers);
  const timestamp = readTimestamp(headers);
  const namedInHeader = headerOf(headers, eventHeader);
  checkContentType(headers);
  // Before the first await: from here on, the verified bytes cannot change.
  const content = signedContentOf(timestamp, bytes);
  // A separate buffer: `body.buffer` must not contain the timestamp before the body.
  const body = content.slice(content.length - bytes.length);
  const keys = checkedSecrets(await secretsOf());
  const results = await Promise.all(keys.map((secret) => verifies(secret, digest, content)));
  if (!results.includes(true)) throw badSignature(keys);
  return { body, timestamp: new Date(Number(timestamp) * 1000), namedInHeader };
}

function readSignature(headers: DeliveryHeaders): Uint8Array<ArrayBuffer> {
  const digest = digestIn(headerOf(headers, signatureHeader));
  if (digest !== null) return digest;
  throw invalidHeader(signatureHeader, `is not ${signaturePrefix} and 64 lowercase hexadecimal digits`);
}

function readTimestamp(headers: DeliveryHeaders): string {
  const timestamp = headerOf(headers, timestampHeader);
  if (/^[0-9]+$/.test(timestamp)) return timestamp;
  throw invalidHeader(timestampHeader, "is not in unix seconds, which are digits only");
}

/** For the developer: a response to the sender does not reveal anything about the secrets. */
function badSignature(secrets: readonly string[]): WebhookVerificationError {
  const which = secrets.length === 1 ? "this secret" : `one of these ${secrets.length} secrets`;
  const padded = secrets.some((secret) => secret.trim() !== secret)
    ? " A secret begins or ends with white space: is that part of it?"
    : "";
  const message =
    `The signature was not made with ${which} for these bytes and this timestamp. Is it the secret of this very subscription, ` +
    `since its last rotation? Are the bytes as they came, not parsed and serialized again?${padded}`;
  return WebhookVerificationError.of("bad_signature", message, {});
}

/** Throws `stale_timestamp`. Asked only of what is authentic, so that guessing reveals nothing. */
export function checkAge({ timestamp }: AuthenticDelivery, options: VerifyOptions = {}): void {
  const { now = Date.now } = options;
  const toleranceSeconds = toleranceOf(options);
  const offset = now() / 1000 - timestamp.getTime() / 1000;
  const secondsOff = Math.ceil(Math.abs(offset));
  if (secondsOff <= toleranceSeconds) return;
  throw WebhookVerificationError.of(
    "stale_timestamp",
    `The delivery was signed ${secondsOff} seconds ${offset < 0 ? "ahead of" : "behind"} this machine's clock, and ${toleranceSeconds} are tolerated. ` +
      "It is a repeat of an old delivery, or the clock is wrong.",
    { timestamp, secondsOff, toleranceSeconds },
  );
}

/** Throws a `RangeError` for what is no number of seconds: with `NaN`, nothing would be too old. */
export function toleranceOf({ toleranceSeconds = defaultToleranceSeconds }: VerifyOptions): number {
  return checkedNumber("toleranceSeconds", toleranceSeconds, { least: 0 });
}
