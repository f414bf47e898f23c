// Invites and the links to their redemption page: made, renewed, and found by the token of the link, of which only the hash is stored.
import { hash, randomBytes } from "node:crypto";
import type { LineItem, Recipient } from "@fulfillment/types";
import type { Reader, Transaction } from "../storage/database.ts";
import { lockAccount } from "../storage/queries/accounts.ts";
import {
  countInvites,
  insertLinkedInvite,
  inviteByToken,
  inviteOfAccount,
  type ListedInvite,
  setInviteToken,
} from "../storage/queries/invites.ts";
import { timestampOf } from "./effects.ts";
import { newId } from "./identifiers.ts";
import { type FieldFault, findReferences } from "./orders/references.ts";

export interface NewInvite {
  readonly accountId: string;
  readonly campaignId: string;
  readonly email: string | null;
  /** What is known of the recipient. */
  readonly recipient: Partial<Recipient>;
  readonly cart: readonly LineItem[];
  readonly now: number;
}

/** An invite, and the token of its link: the only time it is seen. */
export interface LinkedInvite {
  readonly invite: ListedInvite;
  readonly token: string;
}

export async function createInvite(
  transaction: Transaction,
  { accountId, campaignId, email, recipient, cart, now }: NewInvite,
): Promise<
  ({ readonly kind: "created" } & LinkedInvite) | { readonly kind: "refused"; readonly faults: readonly FieldFault[] }
> {
  const mentions = { campaignId, lines: cart, warehouseId: null };
  const { faults } = await findReferences(transaction, accountId, mentions);
  if (faults.length > 0) return { kind: "refused", faults };
  // Numbers count up: two invites at once take turns.
  await transaction.all(lockAccount, { id: accountId });
  const inviteCount = (await transaction.first(countInvites, { accountId }))?.count ?? 0;
  const token = newToken();
  const id = newId("inv", now);
  await transaction.all(insertLinkedInvite, {
    id,
    account_id: accountId,
    campaign_id: campaignId,
    number: `I-${2201 + inviteCount}`,
    email,
    recipient: JSON.stringify({ ...unknownRecipient, ...recipient }),
    cart: JSON.stringify(cart),
    order_id: null,
    token_hash: hashOfToken(token),
    created_at: timestampOf(now),
  });
  return { kind: "created", invite: await invited(transaction, accountId, id), token };
}

/** Replaces the link of an open invite. */
export async function renewLink(
  transaction: Transaction,
  accountId: string,
  id: string,
): Promise<
  ({ readonly kind: "renewed" } & LinkedInvite) | { readonly kind: "not-found" } | { readonly kind: "redeemed" }
> {
  const invite = await transaction.first(inviteOfAccount, { accountId, id });
  if (invite === null) return { kind: "not-found" };
  if (invite.order_id !== null) return { kind: "redeemed" };
  const token = newToken();
  await transaction.all(setInviteToken, { id, hash: hashOfToken(token) });
  return { kind: "renewed", invite: await invited(transaction, accountId, id), token };
}

/** `null`: the token belongs to no invite of an active account. */
export async function inviteOfLink(reader: Reader, token: string): Promise<ListedInvite | null> {
  return await reader.first(inviteByToken, { hash: hashOfToken(token) });
}

/** 256 bits: 43 characters. */
function newToken(): string {
  return randomBytes(32).toString("base64url");
}

function hashOfToken(token: string): string {
  return hash("sha256", token);
}

async function invited(transaction: Transaction, accountId: string, id: string): Promise<ListedInvite> {
  const invite = await transaction.first(inviteOfAccount, { accountId, id });
  if (invite === null) throw new Error(`the invite ${id} disappeared while it was made`);
  return invite;
}

/** Filled in on the redemption page. */
const unknownRecipient: Recipient = {
  firstName: "",
  lastName: "",
  email: "",
  phone: null,
  street1: "",
  city: "",
  state: "",
  postalCode: "",
  country: "US",
};
