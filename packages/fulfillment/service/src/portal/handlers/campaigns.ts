// The handlers of campaigns with their landing pages, and of invites with their links.

import type { Handlers } from "@fulfillment/portal-api/server";
import type { Campaign, Invite, InviteLink } from "@fulfillment/portal-api/types";
import { changeCampaign, createCampaign, mostCampaigns } from "../../domain/campaigns.ts";
import { parseRecipient } from "../../domain/documents.ts";
import { createInvite, type LinkedInvite, renewLink } from "../../domain/invite-links.ts";
import { writeFor } from "../../storage/database.ts";
import { type CampaignRow, campaignRows } from "../../storage/queries/campaigns.ts";
import { countMatchingInvites, invitePage, type ListedInvite } from "../../storage/queries/invites.ts";
import { memberOf, type PortalContext, type PortalParts } from "../context.ts";
import { fieldsOfFaults, invalidFields, notAllowed, notFound, redeemed } from "../problems.ts";

type CampaignHandlers = Pick<
  Handlers<PortalContext>,
  "listCampaigns" | "createCampaign" | "updateCampaign" | "listInvites" | "createInvite" | "renewInviteLink"
>;

const contentType = "application/json";

export function createCampaignHandlers({ database, now }: PortalParts): CampaignHandlers {
  return {
    listCampaigns: async (_, context) => {
      const rows = await database.all(campaignRows, { accountId: memberOf(context).account_id });
      return { status: 200, contentType, body: rows.map(campaignOf) };
    },
    createCampaign: async ({ body: { title, landingPage = false } }, context) => {
      const { account_id: accountId } = memberOf(context);
      const wanted = { accountId, title, landingPage, now: now() };
      const row = await writeFor(database, accountId, (transaction) => createCampaign(transaction, wanted));
      if (row === null) return notAllowed(`An account has at most ${mostCampaigns} campaigns.`);
      return { status: 201, contentType, body: campaignOf(row) };
    },
    updateCampaign: async ({ path: { campaignId: id }, body: { title, landingPage } }, context) => {
      const { account_id: accountId } = memberOf(context);
      const row = await writeFor(database, accountId, (transaction) =>
        changeCampaign(transaction, accountId, { id, title, landingPage }),
      );
      return row === null ? notFound("Campaign") : { status: 200, contentType, body: campaignOf(row) };
    },
    listInvites: async ({ query = {} }, context) => {
      const { limit = 20, offset = 0, campaignId = "", status } = query;
      const redeemedOnly = status === undefined ? "" : status === "REDEEMED" ? "yes" : "no";
      const filter = { accountId: memberOf(context).account_id, campaignId, redeemed: redeemedOnly };
      const rows = await database.all(invitePage, { ...filter, limit, offset });
      const total = (await database.first(countMatchingInvites, filter))?.count ?? 0;
      return { status: 200, contentType, body: { items: rows.map(inviteOf), total } };
    },
    createInvite: async ({ body }, context) => {
      const { account_id: accountId } = memberOf(context);
      const { campaignId, email = null, firstName = "", lastName = "", products = [] } = body;
      const recipient = { firstName, lastName, email: email ?? "" };
      const wanted = { accountId, campaignId, email, recipient, cart: products, now: now() };
      const outcome = await writeFor(database, accountId, (transaction) => createInvite(transaction, wanted));
      if (outcome.kind === "refused") return invalidFields(fieldsOfFaults(outcome.faults));
      return { status: 201, contentType, body: linkOf(outcome) };
    },
    renewInviteLink: async ({ path: { inviteId } }, context) => {
      const { account_id: accountId } = memberOf(context);
      const renewed = await writeFor(database, accountId, (transaction) => renewLink(transaction, accountId, inviteId));
      if (renewed.kind === "not-found") return notFound("Invite");
      if (renewed.kind === "redeemed") return redeemed;
      return { status: 200, contentType, body: linkOf(renewed) };
    },
  };
}

function campaignOf({ id, title, created_at, landing_token, orders, invites }: CampaignRow): Campaign {
  return {
    id,
    title,
    createdAt: created_at,
    landingPath: landing_token === null ? null : `/landing/${landing_token}`,
    orderCount: orders,
    inviteCount: invites,
  };
}

function linkOf({ invite, token }: LinkedInvite): InviteLink {
  return { invite: inviteOf(invite), path: `/redeem/${token}` };
}

function inviteOf(row: ListedInvite): Invite {
  const { firstName, lastName } = parseRecipient(row.recipient);
  const name = `${firstName} ${lastName}`.trim();
  return {
    id: row.id,
    number: row.number,
    campaignId: row.campaign_id,
    campaignTitle: row.campaign_title,
    email: row.email,
    recipient: name === "" ? null : name,
    status: row.order_id === null ? "OPEN" : "REDEEMED",
    createdAt: row.created_at,
    hasLink: row.token_hash !== null,
    viewedAt: row.viewed_at,
    orderId: row.order_id,
  };
}
