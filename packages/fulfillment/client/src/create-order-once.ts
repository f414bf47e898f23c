// A new order -> one order, also when the first response is lost: it is looked for before it is sent again.

import { eachOrder } from "./each-order.ts";
import { FulfillmentError } from "./errors.ts";
import type { PatientCallOptions } from "./generated/client/index.gen.ts";
import { backoffOf, pause } from "./generated/runtime/middleware.gen.ts";
import type { NewOrder, Order, OrderStatus, Recipient, ShipTo } from "./generated/types/index.gen.ts";
import { createOrder } from "./orders.ts";
import type { Send } from "./send.ts";

export interface CreateOnceOptions extends PatientCallOptions {
  /** Orders of equal fingerprints are the same order. Default: `orderFingerprint`. */
  readonly fingerprint?: ((order: OrderIdentity) => string) | undefined;
  /**
   * When the order was first sent, if that was in another process or an earlier call: it is then looked for before it is
   * sent at all. Orders that were placed before are others. Default: now.
   */
  readonly since?: Date | undefined;
  /** How often the order is sent at most. Default 3. */
  readonly attempts?: number | undefined;
}

/** What an order to place and an order that was placed can be compared by. */
export interface OrderIdentity {
  readonly campaignId: string;
  /** In lower case: the service may store it so. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly street1: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly products: readonly { readonly sku: string; readonly quantity: number }[];
}

export interface PlacedOrder {
  readonly orderId: string;
  readonly status: OrderStatus;
  /** The order that was found; `null` when this call placed it. */
  readonly found: Order | null;
}

/**
 * Places an order and, when it is not known whether that worked (`timeout`, `network`, `server`, `unexpected_response`),
 * looks for it among the orders of the campaign, by the recipient's e-mail and the fingerprint, before it is sent again.
 *
 * Guaranteed: the order is not sent again unless it was looked for after the attempt before and not found. When that
 * cannot be found out, the call fails with the error of that attempt, whose `cause` has the error of the search; calling
 * again with `since` continues from there. An aborted signal leaves it open as well.
 *
 * Not guaranteed, because the API has no idempotency key: a request that is still on its way when the order is looked for
 * can be carried out later; two processes that place the same order at the same time do not see each other; and an order of
 * equal fingerprint that was placed otherwise since then counts as this one. Times are compared by the `Date` header of the
 * service, give or take five seconds; where it is not to be had, by the clock here, give or take five minutes.
 *
 * The search goes through all orders of the campaign, about 1,000 with each request. Throws a `RangeError` for `attempts`
 * below 1 and a `since` that is no time.
 */
export async function createOrderOnce(
  send: Send,
  order: NewOrder,
  { fingerprint = orderFingerprint, since, attempts = 3, ...options }: CreateOnceOptions = {},
): Promise<PlacedOrder> {
  if (!(attempts >= 1)) throw new RangeError("attempts has to be at least 1");
  const start = (since ?? new Date()).getTime();
  if (Number.isNaN(start)) throw new RangeError("since is not a time");
  // Changing the order in the meantime does not change what is sent, and an error in `fingerprint` is thrown before sending.
  const sent = structuredClone(order);
  const identity = identityOf(sent, sent.shipTo, sent.shipTo.zip);
  const wanted: WantedOrder = { identity, fingerprint, print: fingerprint(identity), start };
  let failure: FulfillmentError | null = null;
  for (let attempt = 0; ; attempt += 1) {
    if (failure !== null || since !== undefined) {
      const existingOrder = await findOrder(send, wanted, options).catch((cause: unknown) => {
        throw failure === null || options.signal?.aborted === true ? cause : withCause(failure, cause);
      });
      if (existingOrder !== null)
        return { orderId: existingOrder.id, status: existingOrder.status, found: existingOrder };
    }
    if (failure !== null && attempt >= attempts) throw failure;
    try {
      return { ...(await createOrder(send, sent, options)), found: null };
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error;
      failure = error;
    }
    await pause(backoffOf(attempt + 1), options.signal);
  }
}

interface WantedOrder {
  readonly identity: OrderIdentity;
  readonly fingerprint: (order: OrderIdentity) => string;
  /** Its own. */
  readonly print: string;
  /** When it was first sent, in milliseconds by the clock here. */
  readonly start: number;
}

/** The last one that matches; one that was cancelled before is another. */
async function findOrder(
  send: Send,
  { identity, fingerprint, print, start }: WantedOrder,
  options: PatientCallOptions,
): Promise<Order | null> {
  const clock = { ahead: 0, tolerance: 300_000 };
  const watched: Send = async (operation, request, callOptions) => {
    const received = await send(operation, request, callOptions);
    const time = Date.parse(received.response.headers.get("date") ?? "");
    if (!Number.isNaN(time)) Object.assign(clock, { ahead: time - Date.now(), tolerance: 5_000 });
    return received;
  };
  let latestOrder: Order | null = null;
  const { campaignId, email } = identity;
  for await (const placed of eachOrder(watched, { campaignId }, { ...options, pageSize: 1000 })) {
    const time = Date.parse(placed.orderDate) - clock.ahead;
    const candidate = identityOf(placed, placed.recipient, placed.recipient.postalCode);
    if (time < start - clock.tolerance || candidate.email !== email || fingerprint(candidate) !== print) continue;
    if (placed.status === "CANCELLED" && time < start) continue;
    if (latestOrder === null || placed.orderDate >= latestOrder.orderDate) latestOrder = placed;
  }
  return latestOrder;
}

function withCause(failure: FulfillmentError, cause: unknown): FulfillmentError {
  const causes =
    failure.cause === undefined
      ? cause
      : new AggregateError([failure.cause, cause], "the order, and the search for it");
  return Object.assign(failure, { cause: causes });
}

/** The campaign, the recipient's e-mail, and how many of which products: an address may be corrected after the order was placed. */
export function orderFingerprint({ campaignId, email, products }: OrderIdentity): string {
  const quantities = new Map<string, number>();
  for (const { sku, quantity } of products) quantities.set(sku, (quantities.get(sku) ?? 0) + quantity);
  return JSON.stringify([campaignId, email, [...quantities].sort(([one], [other]) => (one < other ? -1 : 1))]);
}

function identityOf(
  { campaignId, products }: NewOrder | Order,
  { email, firstName, lastName, street1, city, state }: ShipTo | Recipient,
  postalCode: string,
): OrderIdentity {
  return { campaignId, email: email.toLowerCase(), firstName, lastName, street1, city, state, postalCode, products };
}

/** A response that rejects the request, even one of a proxy, is certain: all of 4xx but 408, a timeout. */
function isOutcomeUnknown(error: unknown): error is FulfillmentError {
  if (!(error instanceof FulfillmentError)) return false;
  const { status } = error;
  if (status !== null && status >= 400 && status < 500 && status !== 408) return false;
  return ["timeout", "network", "server", "unexpected_response"].includes(error.code);
}
