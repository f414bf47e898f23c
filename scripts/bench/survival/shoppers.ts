// Clients that place orders and cancel some of them, and a ledger of what was acknowledged to them: nothing may take that back.
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { type Account, orderBody } from "../../stories/demo/account.ts";
import { type Api, type ApiResponse, Unanswered } from "./api.ts";

export interface Ledger {
  /** By order: `cancel-sent` when the response to the cancellation was not seen. */
  readonly orders: Map<string, "placed" | "cancel-sent" | "cancelled">;
  /** Responses by status. */
  readonly statuses: Map<number, number>;
  unanswered: number;
  /** Responses that no request may have: neither a success nor a 500. */
  readonly unexpected: string[];
}

export function createLedger(): Ledger {
  return { orders: new Map(), statuses: new Map(), unanswered: 0, unexpected: [] };
}

export interface Shopping {
  readonly account: Account;
  readonly ledger: Ledger;
  /** From 0 to 1. */
  readonly random: () => number;
  /** The service to ask next, once one runs; `null`: the shopper goes home. */
  readonly next: () => Promise<Api | null>;
  /** Between a response and the next request. */
  readonly pauseMs: number;
}

const created = z.object({ orderId: z.string() });

/** One request in so many is a cancellation. */
const cancelEvery = 4;

/** One client. A request without a response is not repeated. */
export async function shop(shopping: Shopping): Promise<void> {
  const { ledger, next, random, pauseMs } = shopping;
  const open: string[] = [];
  for (let api = await next(); api !== null; api = await next()) {
    try {
      const toCancel = random() * cancelEvery < 1 ? open.pop() : undefined;
      if (toCancel === undefined) await place(api, open, shopping);
      else await cancel(api, toCancel, ledger);
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      ledger.unanswered += 1;
      // A service that is gone refuses at once.
      await delay(20);
    }
    if (pauseMs > 0) await delay(pauseMs * random() * 2);
  }
}

async function place(api: Api, open: string[], { account, ledger }: Shopping): Promise<void> {
  const response = await api.ask("/v1/orders/create", { body: orderBody(account) });
  const order = created.safeParse(response.body);
  if (!note(ledger, response) || !order.success) return;
  ledger.orders.set(order.data.orderId, "placed");
  open.push(order.data.orderId);
}

async function cancel(api: Api, orderId: string, ledger: Ledger): Promise<void> {
  ledger.orders.set(orderId, "cancel-sent");
  const response = await api.ask("/v1/orders/cancel", { body: { orderId } });
  if (note(ledger, response)) ledger.orders.set(orderId, "cancelled");
}

/** Whether it was a success. */
function note({ statuses, unexpected }: Ledger, { status, body }: ApiResponse): boolean {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (status !== 201 && status !== 500) unexpected.push(`${status} ${JSON.stringify(body)}`);
  return status === 201;
}
