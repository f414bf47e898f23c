// Campaigns as the portal shows them, with their landing pages.
import { sql } from "kysely";
import { type Builder, type Query, rowCount } from "../query.ts";
import type { NewRow } from "../schema.ts";

export interface CampaignRow {
  id: string;
  title: string;
  created_at: string;
  landing_token: string | null;
  orders: number;
  invites: number;
}

/** The latest first, without the one of standalone orders. */
export const campaignRows: Query<{ accountId: string }, CampaignRow> = (db, { accountId }) =>
  selectCampaigns(db)
    .where("campaigns.account_id", "=", accountId)
    .orderBy("campaigns.created_at", "desc")
    .orderBy("campaigns.id", "desc");

export const campaignRow: Query<{ accountId: string; id: string }, CampaignRow> = (db, { accountId, id }) =>
  selectCampaigns(db).where("campaigns.account_id", "=", accountId).where("campaigns.id", "=", id);

export const countCampaigns: Query<{ accountId: string }, { count: number }> = (db, { accountId }) =>
  db.selectFrom("campaigns").select(rowCount).where("account_id", "=", accountId);

function selectCampaigns(db: Builder) {
  return db
    .selectFrom("campaigns")
    .select([
      "campaigns.id",
      "campaigns.title",
      "campaigns.created_at",
      "campaigns.landing_token",
      sql<number>`(select count(*) from orders where orders.account_id = campaigns.account_id and orders.campaign_id = campaigns.id)`.as(
        "orders",
      ),
      sql<number>`(select count(*) from invites where invites.account_id = campaigns.account_id and invites.campaign_id = campaigns.id)`.as(
        "invites",
      ),
    ])
    .where("campaigns.standalone", "=", 0);
}

export const insertLandingCampaign: Query<
  NewRow<"campaigns"> & { landing_token: string | null; standalone: number },
  { id: string }
> = (db, row) => db.insertInto("campaigns").values(row).returning("id");

export const updateCampaign: Query<{ id: string; title: string; token: string | null }, { id: string }> = (
  db,
  { id, title, token },
) => db.updateTable("campaigns").set({ title, landing_token: token }).where("id", "=", id).returning("id");

export const standaloneCampaign: Query<{ accountId: string }, { id: string }> = (db, { accountId }) =>
  db.selectFrom("campaigns").select("id").where("account_id", "=", accountId).where("standalone", "=", 1);

/** The campaign of a landing page, while its account is active. */
export const campaignByToken: Query<{ token: string }, { id: string; account_id: string; title: string }> = (
  db,
  { token },
) =>
  db
    .selectFrom("campaigns")
    .innerJoin("accounts", "accounts.id", "campaigns.account_id")
    .select(["campaigns.id", "campaigns.account_id", "campaigns.title"])
    .where("campaigns.landing_token", "=", token)
    .where("accounts.active", "=", 1);

export const allProducts: Query<{ accountId: string }, { sku: string; title: string }> = (db, { accountId }) =>
  db.selectFrom("products").select(["sku", "title"]).where("account_id", "=", accountId).orderBy("sku");
