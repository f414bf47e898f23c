// Campaigns: made, renamed, given a landing page; and the one that standalone orders of an account share.
import { randomBytes } from "node:crypto";
import type { Transaction } from "../storage/database.ts";
import { lockAccount } from "../storage/queries/accounts.ts";
import {
  type CampaignRow,
  campaignRow,
  countCampaigns,
  insertLandingCampaign,
  standaloneCampaign,
  updateCampaign,
} from "../storage/queries/campaigns.ts";
import { timestampOf } from "./effects.ts";
import { newId } from "./identifiers.ts";

export interface NewCampaign {
  readonly accountId: string;
  readonly title: string;
  readonly landingPage: boolean;
  readonly now: number;
}

/** How many campaigns an account has at most: they are listed together, each with its counts. */
export const mostCampaigns = 1000;

/** `null`: the account has as many as it may. */
export async function createCampaign(
  transaction: Transaction,
  { accountId, title, landingPage, now }: NewCampaign,
): Promise<CampaignRow | null> {
  await transaction.all(lockAccount, { id: accountId });
  const counted = await transaction.first(countCampaigns, { accountId });
  if ((counted?.count ?? 0) >= mostCampaigns) return null;
  const id = newId("cmp", now);
  const created_at = timestampOf(now);
  const landing_token = landingPage ? newLandingToken() : null;
  const row = { id, account_id: accountId, title, created_at, landing_token, standalone: 0 };
  await transaction.all(insertLandingCampaign, row);
  return { id, title, created_at, landing_token, orders: 0, invites: 0 };
}

export interface CampaignChanges {
  readonly id: string;
  /** What is `undefined` stays as it is. */
  readonly title: string | undefined;
  readonly landingPage: boolean | undefined;
}

/** `null`: the account has no such campaign. */
export async function changeCampaign(
  transaction: Transaction,
  accountId: string,
  { id, title, landingPage }: CampaignChanges,
): Promise<CampaignRow | null> {
  await transaction.all(lockAccount, { id: accountId });
  const row = await transaction.first(campaignRow, { accountId, id });
  if (row === null) return null;
  const changed = {
    ...row,
    title: title ?? row.title,
    landing_token:
      landingPage === undefined ? row.landing_token : landingPage ? (row.landing_token ?? newLandingToken()) : null,
  };
  await transaction.all(updateCampaign, { id, title: changed.title, token: changed.landing_token });
  return changed;
}

/** Every order has a campaign (requirements): those outside of all campaigns have this one, which is made with the first of them. */
export async function standaloneCampaignOf(transaction: Transaction, accountId: string, now: number): Promise<string> {
  await transaction.all(lockAccount, { id: accountId });
  const known = await transaction.first(standaloneCampaign, { accountId });
  if (known !== null) return known.id;
  const id = newId("cmp", now);
  const row = { id, account_id: accountId, title: "Standalone orders", created_at: timestampOf(now) };
  await transaction.all(insertLandingCampaign, { ...row, landing_token: null, standalone: 1 });
  return id;
}

/** Public, and not to be guessed: 128 bits. */
function newLandingToken(): string {
  return randomBytes(16).toString("base64url");
}
