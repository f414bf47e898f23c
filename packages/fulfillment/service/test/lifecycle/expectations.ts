// What the model says -> the reply, the order and the delivery that have to come, word for word; and the difference to what came.
import { deepStrictEqual } from "node:assert";
import type { Order as Document, OrderEventData } from "@fulfillment/types";
import { type Command, type ModelResponse, type Order, type Outcome, statusOf, type WarehouseMove } from "./model.ts";
import { at, parcel, product, recipient } from "./order-facts.ts";
import { campaignIdOf, type Tenant } from "./tenant.ts";
import { type Reply, refusal, unknownOrder } from "./warehouse.ts";

/** Numbers of orders are for the service to choose: see `OrderNumbers`. */
type Unnumbered<T> = Omit<T, "orderNumber">;

/** Of the API or, for what the warehouse does, of the command line. */
export function replyTo(command: Command, response: ModelResponse, tenant: Tenant): Reply {
  if (command.kind === "ship" || command.kind === "deliver" || command.kind === "return") {
    return warehouseReply(command.kind, response, command.id);
  }
  switch (response.kind) {
    case "created":
      if (response.order.source === "CSV_IMPORT")
        return { code: 0, body: { imported: 1, orderIds: [response.order.id] } };
      return { code: 201, body: { orderId: response.order.id, status: "AWAITING_SHIPMENT" } };
    case "moved":
      return { code: 201, body: { message: "Order cancelled successfully" } };
    case "found":
      return { code: 200, body: documentOf(response.order, tenant) };
    case "listed":
      return { code: 200, body: response.orders.map((order) => documentOf(order, tenant)) };
    case "refused":
      return { code: 400, body: { message: `Order cannot be cancelled: its status is ${response.status}` } };
    case "unknown":
      return { code: command.kind === "get" ? 404 : 400, body: { message: "Order not found" } };
    case "invalid":
      return { code: 400, body: command.kind === "list" ? invalidFilter : invalidQuantity };
  }
}

const invalidFilter = {
  message: "Invalid query parameters: orderStatus must be one of AWAITING_SHIPMENT, SHIPPED, CANCELLED, RETURNED",
};
const invalidQuantity = { message: "Invalid request body", errors: ["products.0.quantity: Must be at least 1"] };

function warehouseReply(move: WarehouseMove, response: ModelResponse, id: string): Reply {
  if (response.kind === "moved") return { code: 0, body: { orderId: id, status: statusOf(response.order) } };
  return { code: 1, body: response.kind === "refused" ? refusal(id, move, response.status) : unknownOrder(id) };
}

function documentOf(order: Order, tenant: Tenant): Unnumbered<Document> {
  const { zip: postalCode, ...rest } = recipient;
  return {
    ...carriedOf(order),
    id: order.id,
    sourceOrderNumber: null,
    status: statusOf(order),
    paymentStatus: null,
    allocationStatus: order.allocation,
    orderSource: order.source,
    orderDate: at,
    deliveredAt: order.been.includes("DELIVERED") ? at : null,
    estimatedDelivery: null,
    lastTrackingUpdate: order.been.includes("SHIPPED") ? at : null,
    deliveryLocation: null,
    deliveryDescription: null,
    campaignId: campaignIdOf(tenant, order.campaign),
    warehouse: product.warehouse,
    recipient: { ...rest, phone: null, postalCode, country: "US" },
    companyName: null,
    notes: null,
    products: [{ sku: product.sku, title: product.title, quantity: order.quantity }],
    addressVerificationStatus: null,
  };
}

/** `null` until it is shipped (requirements, Payloads). */
function carriedOf({ been }: Order): Pick<Document, "shipDate" | "trackingNumber" | "carrierCode"> {
  return been.includes("SHIPPED")
    ? { shipDate: at, trackingNumber: parcel.tracking, carrierCode: parcel.carrier }
    : { shipDate: null, trackingNumber: null, carrierCode: null };
}

interface Delivery {
  /** The name beside the body, which becomes a header. */
  readonly sentAs: string;
  readonly event: string;
  readonly data: Unnumbered<OrderEventData>;
}

export function deliveryOf({ name, order }: NonNullable<Outcome["event"]>, tenant: Tenant): Delivery {
  const data = {
    ...carriedOf(order),
    orderId: order.id,
    status: statusOf(order),
    campaignId: campaignIdOf(tenant, order.campaign),
    products: [{ sku: product.sku, quantity: order.quantity }],
  };
  return { sentAs: name, event: name, data };
}

/** Each order of an account has a number of its own, which stays what it was. */
export class OrderNumbers {
  readonly #numbers = new Map<string, string>();
  readonly #orders = new Map<string, string>();

  /** The same without numbers. Throws when an order has another number than before, or the number of another order. */
  takenFrom(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.takenFrom(each));
    if (typeof value !== "object" || value === null) return value;
    const { orderNumber, ...rest }: Record<string, unknown> = { ...value };
    if (typeof orderNumber === "string") this.#note(String(rest["id"] ?? rest["orderId"]), orderNumber);
    return Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, this.takenFrom(each)]));
  }

  #note(id: string, orderNumber: string): void {
    const [known, other] = [this.#numbers.get(id) ?? orderNumber, this.#orders.get(orderNumber) ?? id];
    if (known !== orderNumber) throw new Error(`order ${id} was ${known} and is ${orderNumber} now`);
    if (other !== id) throw new Error(`orders ${other} and ${id} are both ${orderNumber}`);
    this.#numbers.set(id, orderNumber);
    this.#orders.set(orderNumber, id);
  }
}

/** Throws with both, where they differ. */
export function compare(actual: unknown, expected: unknown, what: string): void {
  try {
    deepStrictEqual(actual, expected);
  } catch (error) {
    throw new Error(`${what}: the service (+) and the model (-) differ\n${String(error)}`, { cause: error });
  }
}
