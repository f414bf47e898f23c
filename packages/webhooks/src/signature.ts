// The signature rules of the API description, a secret, a timestamp and the bytes of a body -> whether they were signed.
// Only of this scheme: a generated verification takes any, and twice the bytes.
import type { WebhookHeaders } from "@fulfillment/types";
import { WebhookVerificationError } from "./errors.ts";
import { extensions } from "./messages.gen.ts";

const described = extensions.securitySchemes.signature["x-waybill-signature"];

// The types are literals of the API description: a changed name there is a compile error here.
export const signatureHeader: "X-Webhook-Signature" & keyof WebhookHeaders = described.header;
export const timestampHeader: "X-Webhook-Timestamp" & keyof WebhookHeaders = described.signedContent[0].header;
export const eventHeader: "X-Webhook-Event" & keyof WebhookHeaders = "X-Webhook-Event";
export const contentTypeHeader: "Content-Type" & keyof WebhookHeaders = "Content-Type";
export const signaturePrefix: string = described.prefix;
export const defaultToleranceSeconds: number = described.tolerance.seconds;

/** The media type of every delivery. */
export const contentType: WebhookHeaders["Content-Type"] =
  extensions.operations.deliver["x-waybill-delivery"].contentType;

/** One secret, or each that is in use while it is replaced. */
export type Secrets = string | readonly string[];

/** `<timestamp>.<raw body>` (requirements, Events, Signature): a copy, which cannot change during verification. */
export function signedContentOf(timestamp: string, rawBody: Uint8Array): Uint8Array<ArrayBuffer> {
  const start = new TextEncoder().encode(timestamp + described.signedContent[1].literal);
  const content = new Uint8Array(start.length + rawBody.length);
  content.set(start);
  content.set(rawBody, start.length);
  return content;
}

/** The digest in a signature's header; `null` unless it is the prefix and 64 lowercase hexadecimal digits. */
export function digestIn(signature: string): Uint8Array<ArrayBuffer> | null {
  const hex = signature.slice(signaturePrefix.length);
  if (!signature.startsWith(signaturePrefix) || !/^[0-9a-f]{64}$/.test(hex)) return null;
  return Uint8Array.from({ length: 32 }, (_, index) => Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16));
}

/** Whether the secret makes this digest. WebCrypto compares in constant time. */
export async function verifies(
  secret: string,
  digest: Uint8Array<ArrayBuffer>,
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const key = await crypto.subtle.importKey("raw", keyBytes(secret), hmac, false, ["verify"]);
  return await crypto.subtle.verify("HMAC", key, digest, content);
}

const hmac = { name: "HMAC", hash: "SHA-256" };

/** The whole secret as UTF-8, prefix included. */
function keyBytes(secret: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(secret);
}

/** All of the secrets; throws `missing_secret` when there is none, or one of them is empty or no text. */
export function checkedSecrets(secrets: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(secrets) ? secrets : [secrets];
  if (list.length > 0 && list.every(isSecret)) return list;
  throw WebhookVerificationError.of("missing_secret", missing(list, Array.isArray(secrets)), {});
}

function isSecret(secret: unknown): secret is string {
  return typeof secret === "string" && secret !== "";
}

function missing(list: readonly unknown[], isList: boolean): string {
  if (list.length === 0) return "The list of webhook secrets is empty: give the secret of the subscription.";
  const place = isList ? ` at index ${list.findIndex((secret) => !isSecret(secret))} of the list` : "";
  return (
    `There is no webhook secret${place}: it is not a text, or empty. Is the environment variable set where this runs? ` +
    "The secret came with the answer that created the subscription, or last rotated its secret."
  );
}
