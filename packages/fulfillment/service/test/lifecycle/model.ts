// The life of an account's orders as the requirements tell it ("States and transitions"): orders and a command -> the response, the event, the orders after it.
import type { AllocationStatus, OrderStatus, WebhookEventName } from "@fulfillment/types";

/** The stock of the only product before anything is ordered. */
const stock = 5;

export type Campaign = "first" | "second";
export type WarehouseMove = "ship" | "deliver" | "return";
export type Move = "cancel" | WarehouseMove;

export interface Order {
  readonly id: string;
  readonly campaign: Campaign;
  readonly quantity: number;
  readonly source: "EXTERNAL" | "CSV_IMPORT";
  readonly allocation: AllocationStatus;
  /** Every status it has had, the present one last. */
  readonly been: readonly OrderStatus[];
}

/** The stranger is an account that has no orders. */
type By = "account" | "stranger";

export type Command =
  /** `id`: what the service calls it, `null` if it says that there is none. */
  | (Omit<Order, "id" | "allocation" | "been"> & { readonly kind: "create"; readonly id: string | null })
  | { readonly kind: "cancel" | "get"; readonly id: string; readonly by: By }
  | { readonly kind: WarehouseMove; readonly id: string }
  | { readonly kind: "list"; readonly page: Page; readonly by: By };

export interface Page {
  readonly status: OrderStatus | null;
  readonly campaign: Campaign | null;
  readonly limit: number;
  readonly offset: number;
}

export type ModelResponse =
  | { readonly kind: "created" | "moved" | "found"; readonly order: Order }
  | { readonly kind: "listed"; readonly orders: readonly Order[] }
  | { readonly kind: "invalid" | "unknown" }
  | { readonly kind: "refused"; readonly status: OrderStatus };

export interface Outcome {
  readonly response: ModelResponse;
  readonly event: { readonly name: WebhookEventName; readonly order: Order } | null;
  /** In the order they were placed in. */
  readonly orders: readonly Order[];
}

const waiting: OrderStatus = "AWAITING_SHIPMENT";

/** Open decisions ship-source-states, deliver-source-states, return-source-states and cancel-returned. */
const moves: Record<Move, { from: readonly OrderStatus[]; to: OrderStatus; event: WebhookEventName }> = {
  cancel: { from: [waiting], to: "CANCELLED", event: "order.cancelled" },
  ship: { from: [waiting], to: "SHIPPED", event: "order.shipped" },
  deliver: { from: ["SHIPPED"], to: "DELIVERED", event: "order.delivered" },
  return: { from: ["SHIPPED", "DELIVERED"], to: "RETURNED", event: "order.returned" },
};

export function step(orders: readonly Order[], command: Command): Outcome {
  if (command.kind === "create") return create(orders, command);
  const unchanged = (response: ModelResponse): Outcome => ({ response, event: null, orders });
  const visible = "by" in command && command.by === "stranger" ? [] : orders;
  if (command.kind === "list") return unchanged(list(visible, command.page));
  const order = visible.find(({ id }) => id === command.id);
  if (order === undefined) return unchanged({ kind: "unknown" });
  if (command.kind === "get") return unchanged({ kind: "found", order });
  const { from, to, event } = moves[command.kind];
  if (!from.includes(statusOf(order))) return unchanged({ kind: "refused", status: statusOf(order) });
  const givesBack = order.allocation === "ALLOCATED" && (to === "CANCELLED" || to === "RETURNED");
  const moved: Order = { ...order, been: [...order.been, to], allocation: givesBack ? "RESTOCKED" : order.allocation };
  const after = orders.map((each) => (each === order ? moved : each));
  return { response: { kind: "moved", order: moved }, event: { name: event, order: moved }, orders: after };
}

/** Stock is reserved for the whole order or not at all (open decisions order-lifecycle-fields, product-quantity). */
function create(orders: readonly Order[], { kind: _, id, ...wanted }: Command & { kind: "create" }): Outcome {
  if (wanted.quantity < 1) return { response: { kind: "invalid" }, event: null, orders };
  const free = stock - quantityOf(orders.filter(({ allocation }) => allocation === "ALLOCATED"));
  const allocation = wanted.quantity <= free ? "ALLOCATED" : "UNALLOCATED";
  const order: Order = { ...wanted, id: id ?? "(none)", allocation, been: [waiting] };
  return { response: { kind: "created", order }, event: { name: "order.created", order }, orders: [...orders, order] };
}

/** `DELIVERED` is no filter (open decision order-status-filter). */
function list(orders: readonly Order[], { status, campaign, limit, offset }: Page): ModelResponse {
  if (status === "DELIVERED") return { kind: "invalid" };
  const ofStatus = orders.filter((order) => status === null || statusOf(order) === status);
  const matching = ofStatus.filter((order) => campaign === null || order.campaign === campaign);
  return { kind: "listed", orders: matching.slice(offset, offset + limit) };
}

/** The stock in the warehouse: without shipped units, with returned ones. */
export function onHand(orders: readonly Order[]): number {
  return (
    stock - quantityOf(orders.filter(({ allocation, been }) => allocation === "ALLOCATED" && been.includes("SHIPPED")))
  );
}

export function statusOf({ been }: Order): OrderStatus {
  return been.at(-1) ?? waiting;
}

function quantityOf(orders: readonly Order[]): number {
  return orders.reduce((total, { quantity }) => total + quantity, 0);
}
