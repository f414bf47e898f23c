// Which gift is where: what was ordered, and what the webhooks have told since.
import { EventEmitter } from "node:events";
import type { OrderStatus } from "./generated/types/index.gen.ts";

export interface GiftState {
  readonly orderId: string;
  readonly status: OrderStatus;
  readonly trackingNumber: string | null;
}

/** How far each status is. A status that the API adds is a type error here, until somebody says where it belongs. */
const progress: Readonly<Record<OrderStatus, number>> = {
  AWAITING_SHIPMENT: 0,
  SHIPPED: 1,
  DELIVERED: 2,
  RETURNED: 3,
  CANCELLED: 3,
};

/** In memory, so that the example stays small. Emits `changed` with the new state. */
export class GiftLedger extends EventEmitter<{ changed: [GiftState] }> {
  readonly #gifts = new Map<string, GiftState>();

  /**
   * Takes down what is known of an order. It sets and never adds, and goes forward only: the same event twice, or two events in the
   * wrong order, leave what once in the right order would.
   */
  note({ orderId, status, trackingNumber }: GiftState): void {
    const before = this.#gifts.get(orderId);
    if (before !== undefined && progress[before.status] >= progress[status]) return;
    const after = { orderId, status, trackingNumber: trackingNumber ?? before?.trackingNumber ?? null };
    this.#gifts.set(orderId, after);
    this.emit("changed", after);
  }

  all(): GiftState[] {
    return [...this.#gifts.values()];
  }
}
