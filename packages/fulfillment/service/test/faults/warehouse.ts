// What happens outside the API, inside a running service: parcels leave, arrive and come back, and recipients open their invites.
import { importOrders } from "../../src/domain/import-orders.ts";
import { type CartChange, changeCart, redeemInvite, viewInvite } from "../../src/domain/invites.ts";
import { revoke } from "../../src/domain/keys.ts";
import { type Move, moveOrder } from "../../src/domain/orders/move.ts";
import type { ServiceParts } from "../../src/operation/parts.ts";
import type { Transaction } from "../../src/storage/database.ts";
import { changeStock } from "../../src/storage/queries/catalog.ts";
import type { TestAccount } from "../contract/accounts.ts";
import { query } from "../contract/raw-query.ts";
import { type Inside, withInside } from "./inside.ts";

export interface Warehouse {
  /** `moved`, `not-found` or `not-allowed`. Shipping brings a carrier, a tracking number and a date. */
  move(orderId: string, move: Exclude<Move, "cancel">): Promise<string>;
  /** `viewed`, or why not. */
  viewInvite(inviteId: string, page: string | null): Promise<string>;
  /** `changed`, or why not. */
  changeCart(inviteId: string, change: Omit<CartChange, "inviteId">): Promise<string>;
  /** Orders what is in the cart: `placed`, or why not. */
  redeemInvite(inviteId: string): Promise<string>;
  /** A file of one order is imported. */
  importOrder(account: TestAccount): Promise<void>;
  /** So many more of each product where the account has it: one warehouse stays without T-shirts. */
  receiveGoods(account: TestAccount, quantity: number): Promise<void>;
  revokeKey(key: string): Promise<void>;
  /** Resolves when nothing is left to deliver. */
  quiet(): Promise<void>;
}

const carrierCode = "ups";
const line = { sku: "TEE", quantity: 3 };
const trackingNumber = "1Z54W8790342616817";

/** The parts to start the service with, and the warehouse that works in it. */
export function withWarehouse(parts: ServiceParts): { readonly parts: ServiceParts; readonly warehouse: Warehouse } {
  let enter: () => Inside = () => {
    throw new Error("start the service with these parts first");
  };
  const tapped = withInside((inside) => {
    enter = inside;
    return parts;
  });
  return { parts: tapped, warehouse: warehouseOf(() => enter()) };
}

function warehouseOf(inside: () => Inside): Warehouse {
  const effects = () => ({ now: Date.now, putEvent: inside().outbox.putEvent });
  const write = async <Done extends { readonly kind: string }>(
    work: (transaction: Transaction) => Promise<Done>,
  ): Promise<string> => (await inside().database.write(work)).kind;
  return {
    move: (orderId, move) => {
      const shipment = (now: string) => ({ carrierCode, trackingNumber, shipDate: now, lastTrackingUpdate: now });
      const reports = { ship: shipment, deliver: (now: string) => ({ deliveredAt: now }), return: () => ({}) };
      const request = { orderId, accountId: null, move, changes: reports[move] };
      return write((transaction) => moveOrder(transaction, request, effects()));
    },
    viewInvite: (inviteId, page) => write((transaction) => viewInvite(transaction, { inviteId, page }, effects())),
    changeCart: (inviteId, change) =>
      write((transaction) => changeCart(transaction, { inviteId, ...change }, effects())),
    redeemInvite: (inviteId) =>
      write((transaction) => redeemInvite(transaction, { inviteId, lines: [], recipient: {} }, effects())),
    importOrder: async ({ id: accountId, campaignId }) => {
      const recipient = { firstName: "Zoë", lastName: "Ångström", email: "zoe@example.com", phone: null };
      const address = { street1: "5 Grüne Gasse", city: "Köln", state: "NW", postalCode: "50667", country: "DE" };
      const order = { line: 2, warehouse: null, recipient: { ...recipient, ...address }, lines: [line] };
      const request = { accountId, campaignId, orders: [order] };
      await inside().database.write((transaction) => importOrders(transaction, request, effects()));
    },
    receiveGoods: async ({ id: accountId, warehouses }, quantity) => {
      const { east, west } = warehouses;
      await inside().database.write(async (transaction) => {
        for (const [warehouseId, sku] of [
          [east, "MUG"],
          [west, "MUG"],
          [west, "TEE"],
        ] as const) {
          const changes = JSON.stringify([{ sku, quantity }]);
          await transaction.all(changeStock, { accountId, warehouseId, changes, onHand: 1, allocated: 0 });
        }
      });
    },
    revokeKey: async (key) => {
      await inside().database.write((transaction) => revoke(transaction, key, Date.now()));
    },
    quiet: async () => {
      while ((await inside().database.first(anyDelivery, {})) !== null) {
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

const anyDelivery = query("select id from deliveries limit 1");
