// A shop that places orders, follows them and cancels some, with the ready-made client.
import {
  createOrder,
  createSend,
  FulfillmentClient,
  FulfillmentError,
  type FulfillmentOptions,
  type NewOrder,
  type Order,
  type OrderStatus,
} from "@fulfillment/client";
import { validateResponses } from "@fulfillment/client/validation";

const options: FulfillmentOptions = { apiKey: async () => "key", timeout: 5_000, retries: 1, maxRateLimitWait: 10_000 };
const client = new FulfillmentClient({ ...options, validate: validateResponses });

const order: NewOrder = {
  campaignId: "cmp_1",
  shipTo: {
    firstName: "Ada",
    lastName: "Byron",
    email: "ada@example.com",
    street1: "1 Main St",
    street2: null,
    city: "Springfield",
    state: "IL",
    zip: "62701",
  },
  products: [{ sku: "MUG", quantity: 2 }],
  warehouseId: "wh_1",
  createContactRecord: false,
};

export async function place(): Promise<string> {
  const { orderId, found } = await client.orders.createOnce(order, { since: new Date(0) });
  const { status } = await client.orders.create(order, { signal: AbortSignal.timeout(1_000) });
  const first: "AWAITING_SHIPMENT" = status;
  return `${orderId}: ${found === null ? first : found.status}`;
}

/** Each status by name, and the compiler sees that none is left. */
export function wordOf(status: OrderStatus): string {
  switch (status) {
    case "AWAITING_SHIPMENT":
      return "in the warehouse";
    case "SHIPPED":
      return "on its way";
    case "DELIVERED":
      return "there";
    case "CANCELLED":
      return "called off";
    case "RETURNED":
      return "back";
    default:
      return never(status);
  }
}

export const sources: Readonly<Record<Order["orderSource"], number>> = {
  REDEEM_PAGE: 1,
  CSV_IMPORT: 2,
  LANDING_PAGE: 3,
  MANUAL_ORDER: 4,
  STANDALONE_ORDER: 5,
  CONNECTED_STORE: 6,
  EXTERNAL: 7,
};

export async function report(): Promise<string[]> {
  const lines: string[] = [];
  for await (const { id, status, recipient, products, trackingNumber, shipDate } of client.orders.each({
    campaignId: "cmp_1",
    orderStatus: "SHIPPED",
  })) {
    const count = products.reduce((sum, { quantity }) => sum + quantity, 0);
    lines.push([id, wordOf(status), recipient.postalCode, count, trackingNumber ?? "", shipDate ?? ""].join(","));
  }
  const page: readonly Order[] = await client.orders.list({ limit: 10, offset: 20 });
  const warehouses = await client.orders.warehouses();
  return [...lines, ...page.map(({ orderNumber }) => orderNumber), ...warehouses.map(({ alias }) => alias)];
}

/** The whole response: the success by its status, some errors by theirs, any other by what all have. */
export async function cancel(orderId: string): Promise<string> {
  const answer = await client.orders.cancel(orderId).result();
  switch (answer.status) {
    case 201: {
      const text: "Order cancelled successfully" = answer.body.message;
      return text;
    }
    case 400:
      return answer.body.errors?.join(", ") ?? answer.body.message;
    case 401: {
      const text: "Unauthorized" = answer.body;
      return text;
    }
    default:
      return `${answer.status satisfies number}: ${answer.headers["RateLimit-Reset"]}`;
  }
}

export async function found(orderId: string): Promise<Order | null> {
  try {
    return await client.orders.get(orderId);
  } catch (error) {
    if (!(error instanceof FulfillmentError)) throw error;
    switch (error.code) {
      case "not_found":
        return null;
      case "rate_limited":
        console.log(error.retryAfter);
        throw error;
      case "validation":
        console.log(error.fields.map(({ path, message }) => `${path.join(".")}: ${message}`));
        throw error;
      default:
        throw new Error(`${error.code} ${error.request.url} ${error.status ?? ""}`, { cause: error });
    }
  }
}

/** One function instead of the whole client, for a small bundle. */
export async function alone(): Promise<string> {
  const send = createSend({ apiKey: "key", baseUrl: "https://api.example.com" });
  return (await createOrder(send, order)).orderId;
}

function never(value: never): never {
  throw new Error(String(value));
}
