// An API key -> the client: the functions of this package by resource, with where and how to send built in.
import { checkAuth, createContact, listInventory, listProducts } from "./account.ts";
import { createOrderOnce } from "./create-order-once.ts";
import { eachOrder } from "./each-order.ts";
import { type Patience, withRetries } from "./generated/client/index.gen.ts";
import { cancelOrder, createOrder, getOrder, listOrders, listWarehouses } from "./orders.ts";
import { createSend, type Send, type SendSettings } from "./send.ts";
import {
  createWebhook,
  deleteWebhook,
  listWebhookEvents,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from "./webhooks.ts";

/** Address, credentials, time limits and retries of requests. */
export type FulfillmentOptions = SendSettings & Patience;

/** The operations of the API, by resource; `createClient` has every one by its id. Throws a `TypeError` when there is no key, or a `baseUrl` without `https://`. */
export class FulfillmentClient {
  readonly orders: OrdersApi;
  readonly webhooks: WebhooksApi;
  readonly auth: AuthApi;
  readonly products: ProductsApi;
  readonly inventory: InventoryApi;
  readonly contacts: ContactsApi;

  constructor(options: FulfillmentOptions) {
    if (!/^(https?:\/\/|\/|$)/.test(options.baseUrl ?? ""))
      throw new TypeError(`baseUrl is not a valid URL: ${options.baseUrl}`);
    const over = sendingWith(withRetries(createSend(options), options));
    this.orders = {
      list: over(listOrders),
      each: over(eachOrder),
      get: over(getOrder),
      create: over(createOrder),
      createOnce: over(createOrderOnce),
      cancel: over(cancelOrder),
      warehouses: over(listWarehouses),
    };
    this.webhooks = {
      events: over(listWebhookEvents),
      list: over(listWebhooks),
      create: over(createWebhook),
      update: over(updateWebhook),
      delete: over(deleteWebhook),
      test: over(testWebhook),
      rotateSecret: over(rotateWebhookSecret),
    };
    this.auth = { check: over(checkAuth) };
    this.products = { list: over(listProducts) };
    this.inventory = { list: over(listInventory) };
    this.contacts = { create: over(createContact) };
  }
}

/** A function of this package without its first parameter. */
export type Over<Operation> = Operation extends (send: Send, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

function sendingWith(send: Send) {
  return <Rest extends readonly unknown[], Result>(operation: (send: Send, ...rest: Rest) => Result) =>
    (...rest: Rest): Result =>
      operation(send, ...rest);
}

export interface OrdersApi {
  /** {@link listOrders}: one page, oldest first. */
  readonly list: Over<typeof listOrders>;
  /** {@link eachOrder}: `for await (const order of client.orders.each({ campaignId }))`. */
  readonly each: Over<typeof eachOrder>;
  /** {@link getOrder}: one order; fails with `not_found`. */
  readonly get: Over<typeof getOrder>;
  /** {@link createOrder}: places an order, and never sends it twice by itself. */
  readonly create: Over<typeof createOrder>;
  /** {@link createOrderOnce}: places an order, and looks for it before sending it again when the response is lost. */
  readonly createOnce: Over<typeof createOrderOnce>;
  /** {@link cancelOrder}: fails with `conflict_state` once the order is past cancelling. */
  readonly cancel: Over<typeof cancelOrder>;
  /** {@link listWarehouses}: those that orders can be routed to. */
  readonly warehouses: Over<typeof listWarehouses>;
}

export interface WebhooksApi {
  /** {@link listWebhookEvents}: what can be subscribed to. */
  readonly events: Over<typeof listWebhookEvents>;
  /** {@link listWebhooks}: all subscriptions, without secrets. */
  readonly list: Over<typeof listWebhooks>;
  /** {@link createWebhook}: the response holds the secret, which is not shown again. */
  readonly create: Over<typeof createWebhook>;
  /** {@link updateWebhook}: changes what is given. */
  readonly update: Over<typeof updateWebhook>;
  /** {@link deleteWebhook}: for good. */
  readonly delete: Over<typeof deleteWebhook>;
  /** {@link testWebhook}: sends `webhook.test`; look at `success`. */
  readonly test: Over<typeof testWebhook>;
  /** {@link rotateWebhookSecret}: the old secret is invalid at once. */
  readonly rotateSecret: Over<typeof rotateWebhookSecret>;
}

export interface AuthApi {
  /** {@link checkAuth}: whether the key is accepted, and whose it is. */
  readonly check: Over<typeof checkAuth>;
}

export interface ProductsApi {
  /** {@link listProducts}: one page, by SKU. */
  readonly list: Over<typeof listProducts>;
}

export interface InventoryApi {
  /** {@link listInventory}: one page; its keys are in snake_case. */
  readonly list: Over<typeof listInventory>;
}

export interface ContactsApi {
  /** {@link createContact}: adds a contact; sent once. */
  readonly create: Over<typeof createContact>;
}
