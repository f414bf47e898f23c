// A delivery as it came to the event it carries: verified, validated and typed.
import { authenticate, checkAge, type RawBody, type VerifyOptions } from "./authentic.ts";
import { WebhookVerificationError } from "./errors.ts";
import type { WebhookEvent } from "./events.gen.ts";
import { eventProperty } from "./messages.gen.ts";
import { eventIn } from "./payload.ts";
import { awaitedOnly } from "./runtime/receiving.gen.ts";
import type { DeliveryHeaders, Secrets } from "./runtime/signatures.gen.ts";

/**
 * The event of a delivery, once its signature over the raw bytes is right, its timestamp is within the tolerance and its
 * payload is what the API describes (requirements, Events, Signature). While a secret is being replaced, pass the new and the
 * old one. Rejects with a `WebhookVerificationError`, distinguished by `code`.
 *
 * Await it where it is called. Until then nothing is verified: reading `event` or `data` off the promise throws `not_awaited`,
 * and it rejects with that code if it was done before anyone waited for it.
 */
export function verifyWebhook(
  rawBody: RawBody,
  headers: DeliveryHeaders,
  secret: Secrets,
  options?: VerifyOptions,
): Promise<WebhookEvent> {
  const verified = async (): Promise<WebhookEvent> => {
    const delivery = await authenticate(rawBody, headers, () => secret);
    checkAge(delivery, options);
    return eventIn(delivery);
  };
  return awaited(verified());
}

const awaited = /* @__PURE__ */ awaitedOnly([eventProperty, "data"], notAwaited);

function notAwaited(when: "used" | "finished"): WebhookVerificationError {
  const what = {
    used: "The promise of verifyWebhook() was used as if it were the event",
    finished: "verifyWebhook() was done before anybody waited for it",
  }[when];
  return WebhookVerificationError.of(
    "not_awaited",
    `${what}: write \`const event = await verifyWebhook(...)\`, and use nothing but that event. Before it has resolved, nothing is verified.`,
    {},
  );
}
