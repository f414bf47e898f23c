// The handlers of the account, its members and its API keys.

import type { Handlers } from "@fulfillment/portal-api/server";
import type { ApiKey } from "@fulfillment/portal-api/types";
import { createKeyWithin, mostKeys, revoke } from "../../domain/keys.ts";
import { type Database, writeFor } from "../../storage/database.ts";
import { accountById, type KeyRow, keyOfAccount, keyRowsOfAccount, renameKey } from "../../storage/queries/accounts.ts";
import { usersOfAccount } from "../../storage/queries/users.ts";
import { memberOf, type PortalContext, type PortalParts } from "../context.ts";
import { notAllowed, notFound } from "../problems.ts";
import { roleOf } from "./session.ts";

type AccountHandlers = Pick<
  Handlers<PortalContext>,
  "getAccount" | "listMembers" | "listApiKeys" | "createApiKey" | "renameApiKey" | "revokeApiKey"
>;

const contentType = "application/json";

/** Keys that were revoked are listed as long as there is room. */
const mostListed = 1000;

export function createAccountHandlers({ database, notices, rateLimit, api, now }: PortalParts): AccountHandlers {
  return {
    getAccount: async (_, context) => {
      const { account_id: id } = memberOf(context);
      const row = await database.first(accountById, { id });
      if (row === null) throw new Error(`the account ${id} has a session and is not there`);
      const tier = row.budget === null ? ("STANDARD" as const) : ("CUSTOM" as const);
      const limit = { tier, budget: row.budget ?? rateLimit.budget, windowSeconds: rateLimit.windowSeconds };
      return {
        status: 200,
        contentType,
        body: { id, name: row.name, createdAt: row.created_at, rateLimit: limit, api },
      };
    },
    listMembers: async (_, context) => {
      const rows = await database.all(usersOfAccount, { accountId: memberOf(context).account_id });
      const body = rows.map(({ id, name, email, role, active, created_at, last_sign_in_at }) => ({
        id,
        name,
        email,
        role: roleOf(role),
        active: active === 1,
        createdAt: created_at,
        lastSignInAt: last_sign_in_at,
      }));
      return { status: 200, contentType, body };
    },
    listApiKeys: async (_, context) => {
      await notices.flush();
      const accountId = memberOf(context).account_id;
      const rows = await database.all(keyRowsOfAccount, { accountId, limit: mostListed });
      const latestFirst = rows.toSorted((a, b) => (keyTimeOf(a) < keyTimeOf(b) ? 1 : -1));
      return { status: 200, contentType, body: latestFirst.map(keyOf) };
    },
    createApiKey: async ({ body: { name } }, context) => {
      const { account_id: accountId } = memberOf(context);
      const newKey = await writeFor(database, accountId, (transaction) =>
        createKeyWithin(transaction, accountId, { name, now: now(), most: mostKeys }),
      );
      if (newKey === "too-many")
        return notAllowed(`An account has at most ${mostKeys} keys. Revoke those that are not used.`);
      const apiKey = newKey === null ? null : await findKey(database, accountId, newKey.id);
      if (newKey === null || apiKey === null) throw new Error(`the account ${accountId} has no new key`);
      return { status: 201, contentType, body: { apiKey, key: newKey.key } };
    },
    renameApiKey: async ({ path: { keyId: id }, body: { name } }, context) => {
      const { account_id: accountId } = memberOf(context);
      await database.write((transaction) => Promise.resolve(transaction.all(renameKey, { accountId, id, name })));
      const apiKey = await findKey(database, accountId, id);
      return apiKey === null ? notFound("API key") : { status: 200, contentType, body: apiKey };
    },
    revokeApiKey: async ({ path: { keyId: id } }, context) => {
      const { account_id: accountId } = memberOf(context);
      if ((await findKey(database, accountId, id)) === null) return notFound("API key");
      await database.write((transaction) => revoke(transaction, id, now()));
      const apiKey = await findKey(database, accountId, id);
      return apiKey === null ? notFound("API key") : { status: 200, contentType, body: apiKey };
    },
  };
}

/** Ids begin with the time, too. */
function keyTimeOf({ created_at, id }: KeyRow): string {
  return `${created_at} ${id}`;
}

async function findKey(database: Database, accountId: string, id: string): Promise<ApiKey | null> {
  const row = await database.first(keyOfAccount, { accountId, id });
  return row === null ? null : keyOf(row);
}

function keyOf({ id, name, prefix, ending, created_at, last_used_at, revoked_at }: KeyRow): ApiKey {
  return { id, name, prefix, ending, createdAt: created_at, lastUsedAt: last_used_at, revokedAt: revoked_at };
}
