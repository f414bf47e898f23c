// What runs in the page: the kit's functions, with results that are JSON.
import { signWebhook, verifyWebhook, WebhookVerificationError } from "../../src/index.ts";

export interface Delivery {
  readonly rawBody: string;
  readonly headers: Record<string, string>;
  readonly secret: string;
  /** Unix seconds. */
  readonly now: number;
}

/** The verified event, or the code of the error. */
export async function verify({ rawBody, headers, secret, now }: Delivery): Promise<unknown> {
  try {
    return await verifyWebhook(rawBody, headers, secret, { now: () => now * 1000 });
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code;
    throw error;
  }
}

export async function sign({ rawBody, secret, now }: Omit<Delivery, "headers">): Promise<object> {
  return await signWebhook(rawBody, { secret, timestamp: now });
}
