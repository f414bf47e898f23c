// A handler's options to a function that sends it a delivery, by Fetch and without a socket, and resolves with the response.
import { createWebhookHandler, type ErrorContext, type WebhookHandlerOptions } from "../src/index.ts";
import { deliveryOf, now, secret } from "./deliveries.ts";

/** What is delivered, and how it is signed: see `deliveryOf`. */
export type Sent = Parameters<typeof deliveryOf>;

export type Send = (...sent: Sent) => Promise<{ readonly status: number; readonly body: unknown }>;

export type SenderOptions = Omit<WebhookHandlerOptions, "secret"> & Partial<WebhookHandlerOptions>;

export function sender(options: SenderOptions): Send {
  const handler = createWebhookHandler({ secret, now, ...options });
  return async (...sent) => {
    const { rawBody, headers } = await deliveryOf(...sent);
    const response = await handler(new Request("http://127.0.0.1/", { method: "POST", headers, body: rawBody }));
    return { status: response.status, body: await response.json() };
  };
}

/** The same, with all calls of onError. */
export function told(options: SenderOptions): { send: Send; errors: [unknown, ErrorContext][] } {
  const errors: [unknown, ErrorContext][] = [];
  return { errors, send: sender({ ...options, onError: (...all) => void errors.push(all) }) };
}
