// A service of its own that speaks the API, for tests or in front of another system: every handler by name.
import { createMatcher, type Handlers, type Route, routes, unimplemented } from "@fulfillment/server";
import type { GetOrderResponse, NewOrder, Order, OrderStatusFilter } from "@fulfillment/types";
import { isNewOrder, NewOrderSchema, OrderSchema } from "@fulfillment/validators";

interface Context {
  readonly accountId: string;
}

const headers = {
  "RateLimit-Limit": 100,
  "RateLimit-Remaining": 99,
  "RateLimit-Reset": 1,
  "X-RateLimit-Limit": 100,
  "X-RateLimit-Remaining": 99,
  "X-RateLimit-Reset": 1,
};
const contentType = "application/json";
const orders = new Map<string, Order>();

/** Operations of later versions return "not found". */
export const handlers: Handlers<Context> = {
  ...unimplemented,
  listOrders: async ({ query }) => {
    const wanted: OrderStatusFilter | undefined = query?.orderStatus;
    const body = [...orders.values()].filter(({ status }) => wanted === undefined || status === wanted);
    return { status: 200, contentType, headers, body };
  },
  listWarehouses: async () => ({ status: 200, contentType, headers, body: [{ id: "w", name: "W", alias: "w" }] }),
  getOrder: async ({ path }) => found(orders.get(path.orderId)),
  createOrder: async ({ body }, { accountId }) => {
    const problems = problemsOf(body);
    if (problems.length > 0)
      return { status: 400, contentType, headers, body: { message: "Invalid request body", errors: problems } };
    return { status: 201, contentType, headers, body: { orderId: accountId, status: "AWAITING_SHIPMENT" } };
  },
  cancelOrder: async ({ body }) => {
    orders.delete(body.orderId);
    return { status: 201, contentType, headers, body: { message: "Order cancelled successfully" } };
  },
  createWebhook: async ({ body: { url, events } }) => {
    const now = new Date(0).toISOString();
    const body = { id: "w", url, events, active: true, secret: "s", createdAt: now, updatedAt: now };
    return { status: 201, contentType, headers, body };
  },
};

function found(order: Order | undefined): GetOrderResponse {
  if (order === undefined) return { status: 404, contentType, headers, body: { message: "Order not found" } };
  return { status: 200, contentType, headers, body: order };
}

function problemsOf(body: unknown): string[] {
  if (isNewOrder(body)) return body.products.length > 0 ? [] : ["no products"];
  const result = NewOrderSchema.safeParse(body);
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

export function readOrder(text: string): Order {
  const order: Order = OrderSchema.parse(JSON.parse(text));
  return order;
}

export function routeOf(method: string, path: string): Route | null {
  const match = createMatcher(routes)(method, path);
  return match.kind === "found" ? match.route : null;
}

export const asSent = (order: NewOrder): string => JSON.stringify(NewOrderSchema.parse(order));
