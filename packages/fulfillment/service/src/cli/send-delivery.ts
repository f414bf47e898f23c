// A signed delivery to a URL, once -> the receiver's response, or the error. Goes to any address, this machine
// included: what the service itself sends is guarded elsewhere.
import type { WebhookHeaders } from "@fulfillment/types";
import { Agent } from "undici";
import { failureText } from "./failure.ts";

export interface DeliveryToSend {
  readonly url: string;
  readonly headers: WebhookHeaders;
  readonly rawBody: string;
}

export interface SendSettings {
  /** Milliseconds of Unix time. */
  readonly now: () => number;
  /** For everything from resolving the name to the last byte of the response: what the service grants, unless it is given. */
  readonly timeoutMs?: number;
  /** How much of the response is kept; the rest is not waited for. */
  readonly maxResponseBytes?: number;
}

export type SendOutcome =
  | {
      readonly status: number;
      readonly durationMs: number;
      readonly response: string;
      /** Whether there was more to the response. */
      readonly cut: boolean;
    }
  | { readonly error: string; readonly durationMs: number };

/** Never rejects. Redirects are not followed, as the service does not follow them. */
export async function sendDelivery(delivery: DeliveryToSend, settings: SendSettings): Promise<SendOutcome> {
  const { now, timeoutMs = 10_000, maxResponseBytes = 4096 } = settings;
  const startedAt = now();
  // One deadline replaces undici's own, which are coarser; the one for connecting only frees abandoned sockets.
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: timeoutMs } });
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    deadline.reject(new Error(`no complete response within ${timeoutMs / 1000} seconds`));
  }, timeoutMs);
  try {
    const response = await Promise.race([responseTo(agent, delivery, maxResponseBytes), deadline.promise]);
    return { ...response, durationMs: now() - startedAt };
  } catch (error) {
    return { error: failureText(error), durationMs: now() - startedAt };
  } finally {
    clearTimeout(timer);
    await agent.destroy();
  }
}

type ReceivedResponse = Omit<Extract<SendOutcome, { status: number }>, "durationMs">;

async function responseTo(
  agent: Agent,
  { url, headers, rawBody }: DeliveryToSend,
  maxBytes: number,
): Promise<ReceivedResponse> {
  const { origin, pathname, search } = new URL(url);
  const { statusCode, body } = await agent.request({
    origin,
    path: `${pathname}${search}`,
    method: "POST",
    headers: { ...headers, "User-Agent": "fulfillment-webhooks-send" },
    body: rawBody,
  });
  return { status: statusCode, ...(await startOf(body, maxBytes)) };
}

async function startOf(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Pick<ReceivedResponse, "response" | "cut">> {
  const decoder = new TextDecoder();
  let [text, remainingBytes] = ["", maxBytes];
  for await (const chunk of body) {
    text += decoder.decode(chunk.subarray(0, remainingBytes), { stream: true });
    remainingBytes -= chunk.length;
    if (remainingBytes < 0) return { response: text, cut: true };
  }
  return { response: text + decoder.decode(), cut: false };
}
