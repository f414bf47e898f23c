// A query -> all the orders it matches, one by one, over as many pages as that takes.

import type { PatientCallOptions } from "./generated/client/index.gen.ts";
import type { Order } from "./generated/types/index.gen.ts";
import { type ListOrdersQuery, listOrders } from "./orders.ts";
import type { Send } from "./send.ts";

export interface EachOptions extends PatientCallOptions {
  /** How many orders to ask for at a time: 2 to 1,000. Default 100. */
  readonly pageSize?: number | undefined;
}

/**
 * Every order that matches, each once, in the order in which the service lists them. Pages overlap by one order: if the
 * last one seen is not where it was, others before it have left the list, as cancelled orders leave the list of those that
 * await shipment, and the next page starts further back. Orders that are placed meanwhile come at the end.
 *
 * One request is sent per page, when it is needed, and one more to see that there is nothing left. Leaving the loop ends it.
 */
export async function* eachOrder(
  send: Send,
  query: Omit<ListOrdersQuery, "limit" | "offset"> = {},
  { pageSize = 100, ...options }: EachOptions = {},
): AsyncGenerator<Order, void, undefined> {
  const limit = Math.max(2, pageSize);
  const seen = new Set<string>();
  let offset = 0;
  let overlap = 0;
  let start: string | undefined;
  let repeated = 0;
  for (;;) {
    const page = await listOrders(send, { ...query, limit, offset }, options);
    const [first] = page;
    if (overlap > 0 && offset > 0 && (first === undefined || !seen.has(first.id))) {
      offset = Math.max(0, offset - limit + 1);
      continue;
    }
    const fresh = page.filter(({ id }) => !seen.has(id));
    // The same page again can be chance, as when orders came in at the front; so often, the server ignores the offset.
    repeated = fresh.length === 0 && first?.id === start ? repeated + 1 : 0;
    if (fresh.length === 0 && (page.length < 2 || repeated > 9)) return;
    for (const order of fresh) {
      options.signal?.throwIfAborted();
      seen.add(order.id);
      yield order;
    }
    start = first?.id;
    // What came is counted, as a page may be shorter than asked for. Where pages hold one order, they cannot overlap.
    overlap = page.length > 1 ? 1 : 0;
    offset += page.length - overlap;
  }
}
