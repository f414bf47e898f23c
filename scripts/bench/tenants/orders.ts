// An account and a pace -> orders placed at that pace, whether or not earlier ones got a response, and when each was sent.
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { type Account, call } from "../../stories/demo/account.ts";

export interface Sent {
  readonly orderId: string;
  /** `performance.now()` */
  readonly sentAt: number;
  /** Milliseconds until the response. */
  readonly responseMs: number;
}

export interface Pace {
  readonly service: string;
  readonly account: Account;
  /** The body of the order with this number. */
  readonly body: (index: number) => object;
  readonly everyMs: number;
  readonly forMs: number;
}

const created = z.object({ orderId: z.string() });

/** Rejects when an order is not accepted. */
export async function placeOrders({ service, account, body, everyMs, forMs }: Pace): Promise<Sent[]> {
  const startedAt = performance.now();
  const under: Promise<Sent>[] = [];
  const place = async (index: number): Promise<Sent> => {
    const sentAt = performance.now();
    const { orderId } = created.parse(await call(`${service}/v1/orders/create`, account, body(index)));
    return { orderId, sentAt, responseMs: performance.now() - sentAt };
  };
  for (let index = 0; index * everyMs < forMs; index += 1) {
    const wait = startedAt + index * everyMs - performance.now();
    if (wait > 0) await setTimeout(wait);
    under.push(place(index));
  }
  return await Promise.all(under);
}
