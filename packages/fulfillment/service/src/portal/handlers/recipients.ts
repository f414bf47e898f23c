// The handlers of what recipients and visitors do: the redemption page of an invite, and the landing page of a campaign.

import type { Handlers } from "@fulfillment/portal-api/server";
import type { Cart, Order, PlacedOrder, RedemptionRecipient, Shipment } from "@fulfillment/portal-api/types";
import type { LineItem } from "@fulfillment/types";
import { parseCart, parseOrder, parseRecipient } from "../../domain/documents.ts";
import { inviteOfLink } from "../../domain/invite-links.ts";
import { cartLimits, changeCart, redeemInvite, viewInvite } from "../../domain/invites.ts";
import { placeOrder } from "../../domain/orders/place.ts";
import { type Reader, writeFor } from "../../storage/database.ts";
import { accountById } from "../../storage/queries/accounts.ts";
import { allProducts, campaignByToken } from "../../storage/queries/campaigns.ts";
import { productsBySku } from "../../storage/queries/catalog.ts";
import type { ListedInvite } from "../../storage/queries/invites.ts";
import { orderDocument } from "../../storage/queries/orders.ts";
import type { PortalContext, PortalParts } from "../context.ts";
import { fieldsOfFaults, invalidFields, notAllowed, redeemed, unknownLink } from "../problems.ts";
import { country, recipientOf } from "./orders.ts";

type RecipientHandlers = Pick<
  Handlers<PortalContext>,
  | "getRedemption"
  | "viewRedemption"
  | "addCartItem"
  | "updateCartItem"
  | "removeCartItem"
  | "redeemInvite"
  | "getLandingPage"
  | "createLandingOrder"
>;

const contentType = "application/json";

/** What events say of where something happened. */
const page = "redeem";

export function createRecipientHandlers({ database, effects, images }: PortalParts): RecipientHandlers {
  const change = async (token: string, sku: string, cartChange: Change) => {
    const invite = await inviteOfLink(database, token);
    if (invite === null) return unknownLink;
    if (cartChange.action !== "remove" && !(await hasProduct(database, invite.account_id, sku)))
      return invalidFields([{ path: "sku", message: "Unknown SKU" }]);
    const changed = await writeFor(database, invite.account_id, (transaction) =>
      changeCart(transaction, { inviteId: invite.id, sku, page, ...cartChange }, effects),
    );
    switch (changed.kind) {
      case "changed":
        return {
          status: 200 as const,
          contentType,
          body: await cartOf(database, invite.account_id, changed.cart),
        } as const;
      case "redeemed":
        return redeemed;
      case "not-in-cart":
        return notAllowed("This product is not in the cart.");
      case "too-many-products":
        return notAllowed(`A cart has at most ${cartLimits.products} different products.`);
      case "too-many-of-one":
        return invalidFields([{ path: "quantity", message: `Must be at most ${cartLimits.ofOne} in the cart` }]);
      default:
        return unknownLink;
    }
  };
  const senderOf = async (accountId: string) => {
    const name = (await database.first(accountById, { id: accountId }))?.name ?? "";
    return { name, logo: images.logoOf(name) };
  };
  const productsOf = async (accountId: string, account: string) => {
    const rows = await database.all(allProducts, { accountId });
    return rows.map((row) => ({ ...row, image: images.pictureOf(account, row.sku) }));
  };
  return {
    getRedemption: async ({ path: { token } }) => {
      const invite = await inviteOfLink(database, token);
      if (invite === null) return unknownLink;
      const { account_id: accountId, campaign_title: campaignTitle, order_id: orderId } = invite;
      const isOpen = orderId === null;
      const row = orderId === null ? null : await database.first(orderDocument, { id: orderId, accountId });
      const order = row === null ? null : parseOrder(row.document);
      const sender = await senderOf(accountId);
      const body = {
        campaignTitle,
        sender,
        shipsTo: country,
        status: isOpen ? ("OPEN" as const) : ("REDEEMED" as const),
        recipient: isOpen ? knownOf(invite) : {},
        products: isOpen ? await productsOf(accountId, sender.name) : [],
        cart: isOpen ? await cartOf(database, accountId, parseCart(invite.cart)) : { items: [] },
        orderNumber: order?.orderNumber ?? null,
        shipment: order === null ? null : shipmentOf(order),
      };
      return { status: 200, contentType, body };
    },
    viewRedemption: async ({ path: { token } }) => {
      const invite = await inviteOfLink(database, token);
      if (invite === null) return unknownLink;
      await writeFor(database, invite.account_id, (transaction) =>
        viewInvite(transaction, { inviteId: invite.id, page }, effects),
      );
      return { status: 204 };
    },
    addCartItem: ({ path: { token }, body: { sku, quantity } }) => change(token, sku, { action: "add", quantity }),
    updateCartItem: ({ path: { token, sku }, body: { quantity } }) =>
      change(token, sku, { action: "update", quantity }),
    removeCartItem: ({ path: { token, sku } }) => change(token, sku, { action: "remove", quantity: 0 }),
    redeemInvite: async ({ path: { token }, body: { shipTo } }) => {
      const invite = await inviteOfLink(database, token);
      if (invite === null) return unknownLink;
      const { recipient, street2 = null } = recipientOf(shipTo);
      const redemption = { inviteId: invite.id, lines: [], recipient, street2 };
      const done = await writeFor(database, invite.account_id, (transaction) =>
        redeemInvite(transaction, redemption, effects),
      );
      switch (done.kind) {
        case "placed":
          return { status: 201, contentType, body: placedOf(done.order) };
        case "redeemed":
          return redeemed;
        case "empty-cart":
          return notAllowed("The cart is empty.");
        case "refused":
          return notAllowed("A product in the cart is no longer available. Remove it and try again.");
        default:
          return unknownLink;
      }
    },
    getLandingPage: async ({ path: { token } }) => {
      const campaign = await database.first(campaignByToken, { token });
      if (campaign === null) return unknownLink;
      const sender = await senderOf(campaign.account_id);
      const products = await productsOf(campaign.account_id, sender.name);
      const body = { campaignTitle: campaign.title, sender, shipsTo: country, products };
      return { status: 200, contentType, body };
    },
    createLandingOrder: async ({ path: { token }, body: { shipTo, products } }) => {
      const campaign = await database.first(campaignByToken, { token });
      if (campaign === null) return unknownLink;
      const request = {
        campaignId: campaign.id,
        source: "LANDING_PAGE" as const,
        ...recipientOf(shipTo),
        lines: products,
        warehouseId: null,
      };
      const done = await writeFor(database, campaign.account_id, (transaction) =>
        placeOrder(transaction, campaign.account_id, { request, effects }),
      );
      if (done.kind === "refused") return invalidFields(fieldsOfFaults(done.faults));
      return { status: 201, contentType, body: placedOf(done.order) };
    },
  };
}

interface Change {
  readonly action: "add" | "update" | "remove";
  readonly quantity: number;
}

async function hasProduct(reader: Reader, accountId: string, sku: string): Promise<boolean> {
  return (await reader.first(productsBySku, { accountId, skus: JSON.stringify([sku]) })) !== null;
}

async function cartOf(reader: Reader, accountId: string, lines: readonly LineItem[]): Promise<Cart> {
  const skus = JSON.stringify(lines.map(({ sku }) => sku));
  const titles = new Map((await reader.all(productsBySku, { accountId, skus })).map(({ sku, title }) => [sku, title]));
  return { items: lines.map(({ sku, quantity }) => ({ sku, title: titles.get(sku) ?? sku, quantity })) };
}

/** What the form can be filled in with. */
function knownOf({ recipient, email }: ListedInvite): RedemptionRecipient {
  const {
    firstName,
    lastName,
    email: recipientEmail,
    phone,
    street1,
    city,
    state,
    postalCode,
  } = parseRecipient(recipient);
  const texts = {
    firstName,
    lastName,
    email: recipientEmail === "" ? (email ?? "") : recipientEmail,
    phone: phone ?? "",
    street1,
    city,
    state,
  };
  const known = Object.entries({ ...texts, zip: postalCode }).filter(([, text]) => text !== "");
  return Object.fromEntries(known);
}

function shipmentOf(order: Order): Shipment {
  const { status, carrierCode, trackingNumber, shipDate, estimatedDelivery, deliveredAt } = order;
  return { status, carrierCode, trackingNumber, shipDate, estimatedDelivery, deliveredAt };
}

function placedOf({ orderNumber, products }: PlacedOrder): PlacedOrder {
  return { orderNumber, products };
}
