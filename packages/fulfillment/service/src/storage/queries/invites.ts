// Invites: what a campaign sent out, and what became of it.
import { type Selectable, sql } from "kysely";
import { type Builder, type Placeholders, type Query, rowCount } from "../query.ts";
import type { NewRow, Tables } from "../schema.ts";

export type InviteRow = Selectable<Tables["invites"]>;

/** The invite, held until the commit. */
export const inviteToChange: Query<{ id: string }, InviteRow> = (db, { id }, dialect) =>
  db
    .selectFrom("invites")
    .selectAll()
    .where("id", "=", id)
    .$if(dialect === "postgres", (invite) => invite.forUpdate());

export const openInvites: Query<{ accountId: string }, { id: string }> = (db, { accountId }) =>
  db.selectFrom("invites").select("id").where("account_id", "=", accountId).where("order_id", "is", null).orderBy("id");

/** Open ones and redeemed ones. */
export const countInvites: Query<{ accountId: string }, { count: number }> = (db, { accountId }) =>
  db.selectFrom("invites").select(rowCount).where("account_id", "=", accountId);

export const insertInvite: Query<NewRow<"invites">, { id: string }> = (db, row) =>
  db.insertInto("invites").values(row).returning("id");

export const updateInvite: Query<{ id: string; cart: string; orderId: string | null }, { id: string }> = (
  db,
  { id, cart, orderId },
) => db.updateTable("invites").set({ cart, order_id: orderId }).where("id", "=", id).returning("id");

/** The invite of a link, while its account is active. */
export const inviteByToken: Query<{ hash: string }, InviteRow & { campaign_title: string }> = (db, { hash }) =>
  db
    .selectFrom("invites")
    .innerJoin("accounts", "accounts.id", "invites.account_id")
    .innerJoin("campaigns", "campaigns.id", "invites.campaign_id")
    .selectAll("invites")
    .select("campaigns.title as campaign_title")
    .where("invites.token_hash", "=", hash)
    .where("accounts.active", "=", 1);

export const markInviteViewed: Query<{ id: string; at: string }, { id: string }> = (db, { id, at }) =>
  db.updateTable("invites").set({ viewed_at: at }).where("id", "=", id).returning("id");

export const setInviteToken: Query<{ id: string; hash: string }, { id: string }> = (db, { id, hash }) =>
  db.updateTable("invites").set({ token_hash: hash }).where("id", "=", id).returning("id");

export const insertLinkedInvite: Query<
  NewRow<"invites"> & { token_hash: string; created_at: string },
  { id: string }
> = (db, row) => db.insertInto("invites").values(row).returning("id");

/** Empty texts filter nothing. */
type InviteFilter = { accountId: string; campaignId: string; redeemed: string };

export type ListedInvite = InviteRow & { campaign_title: string };

export const invitePage: Query<InviteFilter & { limit: number; offset: number }, ListedInvite> = (
  db,
  { limit, offset, ...filter },
) =>
  matchingInvites(db, filter)
    .innerJoin("campaigns", "campaigns.id", "invites.campaign_id")
    .selectAll("invites")
    .select("campaigns.title as campaign_title")
    .orderBy("invites.id", "desc")
    .limit(limit)
    .offset(offset);

export const countMatchingInvites: Query<InviteFilter, { count: number }> = (db, filter) =>
  matchingInvites(db, filter).select(rowCount);

export const inviteOfAccount: Query<{ accountId: string; id: string }, ListedInvite> = (db, { accountId, id }) =>
  db
    .selectFrom("invites")
    .innerJoin("campaigns", "campaigns.id", "invites.campaign_id")
    .selectAll("invites")
    .select("campaigns.title as campaign_title")
    .where("invites.id", "=", id)
    .where("invites.account_id", "=", accountId);

function matchingInvites(db: Builder, { accountId, campaignId, redeemed }: Placeholders<InviteFilter>) {
  const isEither = sql<boolean>`(cast(${redeemed} as text) = '' or (cast(${redeemed} as text) = 'yes') = (invites.order_id is not null))`;
  return db
    .selectFrom("invites")
    .where("invites.account_id", "=", accountId)
    .where(sql<boolean>`(cast(${campaignId} as text) = '' or invites.campaign_id = ${campaignId})`)
    .where(isEither);
}
