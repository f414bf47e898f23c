// The client of the API: all operations by resource, or each as a function of its own.

// By name, since the generated index has the operations themselves under the same names.
export {
  checkAuth,
  createContact,
  type ListInventoryQuery,
  type ListProductsQuery,
  listInventory,
  listProducts,
} from "./account.ts";
export type { Call } from "./call.ts";
export * from "./client.ts";
export * from "./create-order-once.ts";
export * from "./each-order.ts";
export {
  ConflictStateError,
  type ErrorCode,
  type FieldError,
  FulfillmentError,
  NotFoundError,
  RateLimitedError,
  ServerError,
  UnauthorizedError,
  ValidationError,
} from "./errors.ts";
export * from "./generated/sdk/index.gen.ts";
export {
  cancelOrder,
  createOrder,
  getOrder,
  type ListOrdersQuery,
  listOrders,
  listWarehouses,
} from "./orders.ts";
// What this package sends with takes the place of the runtime's own, which it is made of.
export { createSend, type Send, type SendSettings } from "./send.ts";
export { version } from "./version.ts";
export {
  createWebhook,
  deleteWebhook,
  listWebhookEvents,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from "./webhooks.ts";
