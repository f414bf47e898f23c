// What was acknowledged, what the API lists and what was delivered -> everything that is lost, or should not be.
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { Api } from "./api.ts";
import { arrivalOf, type Receiver } from "./receiver.ts";
import type { Ledger } from "./shoppers.ts";

export interface Audit {
  readonly orders: number;
  readonly cancellations: number;
  /** Acknowledged orders that are not listed, or not with the status that was acknowledged. */
  readonly lostOrders: readonly string[];
  /** Events that have to have arrived. */
  readonly events: number;
  readonly lostEvents: readonly string[];
  readonly twice: number;
  /** Events without a reason, invalid deliveries, unexpected responses, order numbers given twice. */
  readonly faults: readonly string[];
}

interface Evidence {
  readonly ledger: Ledger;
  readonly receiver: Receiver;
  readonly api: Api;
}

/** Longer than the lease of what a killed process had claimed. */
const patienceMs = 45_000;

/** Waits for events that are still on their way. */
export async function auditOf(evidence: Evidence): Promise<Audit> {
  const listed = await listOrders(evidence.api);
  const due = eventsOf(listed, evidence.receiver.paths);
  const missing = (): string[] => due.filter((key) => !evidence.receiver.arrivals.has(key));
  const until = performance.now() + patienceMs;
  while (missing().length > 0 && performance.now() < until) await delay(100);
  const { ledger, receiver } = evidence;
  const wanted = new Set(due);
  const arrived = [...receiver.arrivals];
  return {
    orders: ledger.orders.size,
    cancellations: [...ledger.orders.values()].filter((state) => state === "cancelled").length,
    lostOrders: lostOrders(ledger, listed),
    events: due.length,
    lostEvents: missing(),
    twice: arrived.filter(([, times]) => times > 1).length,
    faults: [
      ...arrived.filter(([key]) => !wanted.has(key)).map(([key]) => `${key}, but there is no such order`),
      ...receiver.faults,
      ...ledger.unexpected,
      ...numberedTwice(listed),
    ],
  };
}

const order = z.object({ id: z.string(), orderNumber: z.string(), status: z.string() });
type Order = z.infer<typeof order>;

/** All of them, page by page. */
async function listOrders(api: Api): Promise<Map<string, Order>> {
  const orders = new Map<string, Order>();
  for (let offset = 0; ; offset += 100) {
    const { status, body } = await api.ask(`/v1/orders/list?limit=100&offset=${offset}`);
    if (status !== 200) throw new Error(`the list of orders has status ${status}: ${JSON.stringify(body)}`);
    const page = z.array(order).parse(body);
    for (const one of page) orders.set(one.id, one);
    if (page.length < 100) return orders;
  }
}

function lostOrders({ orders }: Ledger, listed: ReadonlyMap<string, Order>): string[] {
  return [...orders].flatMap(([id, state]) => {
    const found = listed.get(id)?.status;
    if (found === undefined) return [`${id} is missing`];
    const right = state === "cancel-sent" || (state === "cancelled") === (found === "CANCELLED");
    return right ? [] : [`${id} was ${state} and is ${found}`];
  });
}

/** Also of orders that exist although the response to their creation was not seen. */
function eventsOf(listed: ReadonlyMap<string, Order>, paths: readonly string[]): string[] {
  return [...listed.values()].flatMap(({ id, status }) => {
    const events = status === "CANCELLED" ? ["order.created", "order.cancelled"] : ["order.created"];
    return paths.flatMap((path) => events.map((event) => arrivalOf(event, id, path)));
  });
}

function numberedTwice(listed: ReadonlyMap<string, Order>): string[] {
  const numbers = [...listed.values()].map(({ orderNumber }) => orderNumber);
  if (new Set(numbers).size === numbers.length) return [];
  return [`${numbers.length} orders have ${new Set(numbers).size} numbers`];
}
