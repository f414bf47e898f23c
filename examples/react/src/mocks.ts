// The handlers of @waybill/mocks in a service worker -> an API without a service: a few orders, and those that the user places.
import { setupWorker } from "msw/browser";
import {
  handlers,
  mockCreateOrder,
  mockGetOrder,
  mockListOrders,
  mockListProducts,
} from "./generated/mocks/index.gen.ts";
import type { Order } from "./generated/types/index.gen.ts";

const list = mockListOrders.sample(200);
const orders: Order[] = ["Mara", "Jonas", "Ines", "Tomi", "Ada", "Nils", "Rosa"].map((firstName, at) =>
  sampled(at, firstName),
);

/** Responses are validated, so the sample is what a mocked order begins with. */
function sampled(at: number, firstName: string): Order {
  const { recipient, ...order } = mockGetOrder.sample(200).body;
  return { ...order, id: `ord_${at}`, orderNumber: `M-${1001 + at}`, recipient: { ...recipient, firstName } };
}

/** Until the page is left. */
export async function startMocks(): Promise<void> {
  const worker = setupWorker(
    mockListOrders(({ query: { offset = 0, limit = 20 } = {} }) => ({
      ...list,
      body: orders.slice(offset, offset + limit),
    })),
    mockListProducts(200, [{ sku: "MUG" }, { sku: "TEE" }]),
    mockGetOrder(({ path }) => {
      const body = orders.find(({ id }) => id === path.orderId);
      return body === undefined ? mockGetOrder.sample(404) : { ...mockGetOrder.sample(200), body };
    }),
    mockCreateOrder(({ body: { campaignId, shipTo } }) => {
      if (campaignId !== "cmp_demo") {
        const body = { message: "Invalid request body" as const, errors: ["campaignId: Unknown campaign"] };
        return { ...mockCreateOrder.sample(400), body };
      }
      const order = sampled(orders.length, shipTo.firstName);
      orders.unshift(order);
      return { ...mockCreateOrder.sample(201), body: { orderId: order.id, status: "AWAITING_SHIPMENT" } };
    }),
    ...handlers,
  );
  await worker.start({ quiet: true, onUnhandledFrame: "bypass" });
}
