// The operations on orders as functions.

import { type Call, call } from "./call.ts";
import type { PatientCallOptions } from "./generated/client/index.gen.ts";
import * as operations from "./generated/client/operations.gen.ts";
import type {
  CancelOrderResponse,
  CreateOrderResponse,
  GetOrderResponse,
  ListOrdersRequest,
  ListOrdersResponse,
  ListWarehousesResponse,
  NewOrder,
} from "./generated/types/index.gen.ts";
import { refusalOf } from "./refusals.ts";
import type { Send } from "./send.ts";

/** What `listOrders` narrows down by, and where its page lies. */
export type ListOrdersQuery = NonNullable<ListOrdersRequest["query"]>;

/** One page of the account's orders, oldest first. */
export function listOrders(
  send: Send,
  query?: ListOrdersQuery,
  options?: PatientCallOptions,
): Call<ListOrdersResponse> {
  return call(send, operations.listOrders, { query }, { options, failure: refusalOf });
}

/**
 * One order. Fails with `not_found` when the account has no such order. An id that comes from elsewhere is to be checked
 * first: at `list` and `warehouses` the API has other resources.
 */
export function getOrder(send: Send, orderId: string, options?: PatientCallOptions): Call<GetOrderResponse> {
  return call(send, operations.getOrder, { path: { orderId } }, { options });
}

/**
 * Places an order. It is sent once and never again by itself: the API has no idempotency key, and a second request could
 * place a second order. `createOrderOnce` is the way to try again.
 */
export function createOrder(send: Send, order: NewOrder, options?: PatientCallOptions): Call<CreateOrderResponse> {
  return call(send, operations.createOrder, { body: order }, { options, failure: refusalOf });
}

/** Cancels an order that awaits shipment. Fails with `conflict_state` when it is past that, for good. */
export function cancelOrder(send: Send, orderId: string, options?: PatientCallOptions): Call<CancelOrderResponse> {
  return call(send, operations.cancelOrder, { body: { orderId } }, { options, failure: refusalOf });
}

/** The warehouses that the account can route orders to. */
export function listWarehouses(send: Send, options?: PatientCallOptions): Call<ListWarehousesResponse> {
  return call(send, operations.listWarehouses, {}, { options });
}
