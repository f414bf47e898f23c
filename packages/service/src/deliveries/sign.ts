// A secret, a timestamp and the bytes of a body to the value of X-Webhook-Signature.
import { createHmac } from "node:crypto";

/**
 * `sha256=` and the lowercase hex HMAC-SHA256 of `<timestamp>.<body>` (requirements, Events, Signature). The key is the
 * whole secret as UTF-8, prefix included; a body given as text is signed as its UTF-8 bytes.
 */
export function signatureOf(secret: string, timestamp: string, body: string | Uint8Array): string {
  return `sha256=${createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex")}`;
}
