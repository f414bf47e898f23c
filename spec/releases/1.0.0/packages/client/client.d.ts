import { checkAuth, createContact, listInventory, listProducts } from "./account.ts";
import { createOrderOnce } from "./create-order-once.ts";
import { eachOrder } from "./each-order.ts";
import { type Patience } from "./index.gen.ts";
import { cancelOrder, createOrder, getOrder, listOrders, listWarehouses } from "./orders.ts";
import { type Send, type SendSettings } from "./send.ts";
import { createWebhook, deleteWebhook, listWebhookEvents, listWebhooks, rotateWebhookSecret, testWebhook, updateWebhook } from "./webhooks.ts";
export type FulfillmentOptions = SendSettings & Patience;
export declare class FulfillmentClient {
    readonly orders: OrdersApi;
    readonly webhooks: WebhooksApi;
    readonly auth: AuthApi;
    readonly products: ProductsApi;
    readonly inventory: InventoryApi;
    readonly contacts: ContactsApi;
    constructor(options: FulfillmentOptions);
}
export type Over<Operation> = Operation extends (send: Send, ...rest: infer Rest) => infer Result ? (...rest: Rest) => Result : never;
export interface OrdersApi {
    readonly list: Over<typeof listOrders>;
    readonly each: Over<typeof eachOrder>;
    readonly get: Over<typeof getOrder>;
    readonly create: Over<typeof createOrder>;
    readonly createOnce: Over<typeof createOrderOnce>;
    readonly cancel: Over<typeof cancelOrder>;
    readonly warehouses: Over<typeof listWarehouses>;
}
export interface WebhooksApi {
    readonly events: Over<typeof listWebhookEvents>;
    readonly list: Over<typeof listWebhooks>;
    readonly create: Over<typeof createWebhook>;
    readonly update: Over<typeof updateWebhook>;
    readonly delete: Over<typeof deleteWebhook>;
    readonly test: Over<typeof testWebhook>;
    readonly rotateSecret: Over<typeof rotateWebhookSecret>;
}
export interface AuthApi {
    readonly check: Over<typeof checkAuth>;
}
export interface ProductsApi {
    readonly list: Over<typeof listProducts>;
}
export interface InventoryApi {
    readonly list: Over<typeof listInventory>;
}
export interface ContactsApi {
    readonly create: Over<typeof createContact>;
}
