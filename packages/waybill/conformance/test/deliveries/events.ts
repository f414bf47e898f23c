// A description of webhooks with any messages and signature -> deliveries of it, checked.
import { createHmac } from "node:crypto";
import { checkDelivery, type DeliveryVerdict } from "../../src/deliveries/check-delivery.ts";
import type { Description } from "../../src/description/description.ts";
import type { HeaderPair } from "../../src/exchange/exchange.ts";
import { opened } from "../description/opened.ts";

export interface Events {
  /** Message Objects by key. */
  readonly messages: Readonly<Record<string, unknown>>;
  readonly signature?: unknown;
  readonly bindings?: unknown;
}

export function eventsOf({ messages, signature, bindings }: Events): Description {
  const scheme = { type: "httpApiKey", name: "X-Signature", in: "header", "x-waybill-signature": signature };
  return opened({
    "asyncapi.yaml": JSON.stringify({
      asyncapi: "3.0.0",
      info: { title: "T", version: "1" },
      channels: { hook: { address: null, messages } },
      operations: {
        send: { action: "send", channel: { $ref: "#/channels/hook" }, ...(bindings === undefined ? {} : { bindings }) },
      },
      components: {
        securitySchemes: { other: { type: "plain" }, ...(signature === undefined ? {} : { signed: scheme }) },
      },
    }),
  });
}

export interface Sent {
  readonly method?: string;
  readonly headers?: readonly HeaderPair[];
  readonly body?: unknown;
  readonly secret?: string | null;
  readonly retired?: readonly string[];
}

/** When every delivery arrives. */
export const arrival = 1_700_000_000_000;

export function checkedDelivery(description: Description, sent: Sent): DeliveryVerdict {
  const { method = "POST", headers = [], body = {}, secret = null, retired = [] } = sent;
  const bytes = new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
  const isTyped = headers.some(([name]) => name.toLowerCase() === "content-type");
  const all = isTyped ? headers : [["content-type", "application/json"] as const, ...headers];
  const delivery = { method, target: "/hook", headers: all, body: bytes, at: arrival };
  return checkDelivery(description, delivery, { secret, retired });
}

/** `order.created`, and what is wrong with it. */
export function namedAndWrong(description: Description, sent: Sent): [string | null, ...string[]] {
  const { message, objections } = checkedDelivery(description, sent);
  return [message?.key ?? null, ...objections.map((one) => `${one.check} ${one.message}`)];
}

export function hmac(secret: string, content: string): string {
  return createHmac("sha256", secret).update(content).digest("hex");
}
