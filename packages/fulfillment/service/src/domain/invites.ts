// What the recipient of an invite does on the redemption page -> the cart, the order, and the events of it.
import type { LineItem, Order, Recipient } from "@fulfillment/types";
import type { Transaction } from "../storage/database.ts";
import { type InviteRow, inviteToChange, markInviteViewed, updateInvite } from "../storage/queries/invites.ts";
import { parseCart, parseRecipient } from "./documents.ts";
import { type Effects, timestampOf } from "./effects.ts";
import { type CartAction, emitEvent, eventOf } from "./events.ts";
import { placeOrder } from "./orders/place.ts";
import type { FieldFault } from "./orders/references.ts";

export type InviteRefusal =
  | { readonly kind: "not-found" }
  /** An invite is open until it is redeemed (open decision `invite-repeats`). */
  | { readonly kind: "redeemed" }
  | { readonly kind: "not-in-cart"; readonly sku: string }
  | { readonly kind: "empty-cart" }
  | { readonly kind: "too-many-products" | "too-many-of-one" }
  | { readonly kind: "refused"; readonly faults: readonly FieldFault[] };

export async function viewInvite(
  transaction: Transaction,
  { inviteId, page }: { readonly inviteId: string; readonly page: string | null },
  effects: Effects,
): Promise<{ readonly kind: "viewed"; readonly invite: InviteRow } | InviteRefusal> {
  const opened = await openInvite(transaction, inviteId);
  if (opened.kind !== "open") return opened;
  const { invite } = opened;
  await transaction.all(markInviteViewed, { id: inviteId, at: timestampOf(effects.now()) });
  await emitEvent(transaction, invite.account_id, { event: eventOf("invite.viewed", { invite, page }), effects });
  return { kind: "viewed", invite };
}

export interface CartChange {
  readonly inviteId: string;
  readonly action: CartAction;
  readonly sku: string;
  /** Of `add`: how many more; of `update`: how many from now on; `remove` takes all of them. */
  readonly quantity: number;
  readonly page: string;
}

/** How many different products a cart has at most, and how many of one. */
export const cartLimits = { products: 100, ofOne: 1000 };

export async function changeCart(
  transaction: Transaction,
  { inviteId, action, sku, quantity, page }: CartChange,
  effects: Effects,
): Promise<{ readonly kind: "changed"; readonly cart: readonly LineItem[] } | InviteRefusal> {
  const opened = await openInvite(transaction, inviteId);
  if (opened.kind !== "open") return opened;
  const { invite } = opened;
  const before = parseCart(invite.cart);
  const held = before.find((line) => line.sku === sku);
  if (held === undefined && action !== "add") return { kind: "not-in-cart", sku };
  const cart = cartAfter(before, { action, sku, quantity });
  // A cart that was beyond them already can be made smaller.
  if (held === undefined && cart.length > cartLimits.products) return { kind: "too-many-products" };
  const after = cart.find((line) => line.sku === sku)?.quantity ?? 0;
  if (after > cartLimits.ofOne && after > (held?.quantity ?? 0)) return { kind: "too-many-of-one" };
  await transaction.all(updateInvite, { id: inviteId, cart: JSON.stringify(cart), orderId: null });
  await emitEvent(transaction, invite.account_id, {
    event: eventOf("invite.cart_updated", { invite, action, page, cart }),
    effects,
  });
  return { kind: "changed", cart };
}

export interface Redemption {
  readonly inviteId: string;
  /** What is ordered; empty: what is in the cart. */
  readonly lines: readonly LineItem[];
  /** Overrides the recipient of the invite. */
  readonly recipient: Partial<Recipient>;
  readonly street2?: string | null;
}

/** Places the order of the invite, with source REDEEM_PAGE: `order.created` and `invite.redeemed`. */
export async function redeemInvite(
  transaction: Transaction,
  { inviteId, lines, recipient, street2 = null }: Redemption,
  effects: Effects,
): Promise<{ readonly kind: "placed"; readonly order: Order } | InviteRefusal> {
  const opened = await openInvite(transaction, inviteId);
  if (opened.kind !== "open") return opened;
  const { invite } = opened;
  const ordered = lines.length > 0 ? lines : parseCart(invite.cart);
  if (ordered.length === 0) return { kind: "empty-cart" };
  const placed = await placeOrder(transaction, invite.account_id, {
    request: {
      campaignId: invite.campaign_id,
      source: "REDEEM_PAGE",
      recipient: { ...parseRecipient(invite.recipient), ...recipient },
      street2,
      lines: ordered,
      warehouseId: null,
    },
    effects,
  });
  if (placed.kind === "refused") return placed;
  await transaction.all(updateInvite, { id: inviteId, cart: JSON.stringify(ordered), orderId: placed.order.id });
  await emitEvent(transaction, invite.account_id, { event: eventOf("invite.redeemed", { invite, ordered }), effects });
  return placed;
}

async function openInvite(
  transaction: Transaction,
  id: string,
): Promise<{ readonly kind: "open"; readonly invite: InviteRow } | InviteRefusal> {
  const invite = await transaction.first(inviteToChange, { id });
  if (invite === null) return { kind: "not-found" };
  return invite.order_id === null ? { kind: "open", invite } : { kind: "redeemed" };
}

function cartAfter(
  cart: readonly LineItem[],
  { action, sku, quantity }: Pick<CartChange, "action" | "sku" | "quantity">,
): LineItem[] {
  if (action === "remove") return cart.filter((line) => line.sku !== sku);
  if (!cart.some((line) => line.sku === sku)) return [...cart, { sku, quantity }];
  return cart.map((line) =>
    line.sku === sku ? { sku, quantity: action === "add" ? line.quantity + quantity : quantity } : line,
  );
}
