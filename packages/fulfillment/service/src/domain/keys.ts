// API keys: made once, shown once, known afterwards by their hash only.
import { hash, randomBytes } from "node:crypto";
import type { Transaction } from "../storage/database.ts";
import { accountById, countKeys, insertKey, lockAccount, revokeKey } from "../storage/queries/accounts.ts";
import { timestampOf } from "./effects.ts";
import { newId } from "./identifiers.ts";

/** How many characters every key has (requirements, Authentication). */
export const keyLength = 96;

/** What people and scanners of leaked secrets recognise a key by. */
const keyPrefix = "ful_";

export function hashOfKey(key: string): string {
  return hash("sha256", key);
}

export interface NewKey {
  readonly id: string;
  /** The only time it is seen. */
  readonly key: string;
}

/** How many keys that are not revoked an account has at most. */
export const mostKeys = 100;

/** How many characters of a key are stored, for people to recognise it by: 36 of its 552 random bits. */
const shownLength = 10;

/** `null`: there is no such account. */
export function createKey(transaction: Transaction, accountId: string, now: number): Promise<NewKey | null> {
  return createNamedKey(transaction, accountId, { name: null, now });
}

/** The same with what people call it. */
async function createNamedKey(
  transaction: Transaction,
  accountId: string,
  { name, now }: { readonly name: string | null; readonly now: number },
): Promise<NewKey | null> {
  if ((await transaction.first(accountById, { id: accountId })) === null) return null;
  const key = keyPrefix + randomBytes(((keyLength - keyPrefix.length) * 3) / 4).toString("base64url");
  const id = newId("key", now);
  const ending = key.slice(-4);
  await transaction.all(insertKey, {
    id,
    account_id: accountId,
    hash: hashOfKey(key),
    ending,
    created_at: timestampOf(now),
    revoked_at: null,
    name,
    prefix: key.slice(0, shownLength),
  });
  return { id, key };
}

/** The same, unless the account has as many already. */
export async function createKeyWithin(
  transaction: Transaction,
  accountId: string,
  { most, ...key }: { readonly name: string | null; readonly now: number; readonly most: number },
): Promise<NewKey | "too-many" | null> {
  await transaction.all(lockAccount, { id: accountId });
  const counted = await transaction.first(countKeys, { accountId });
  return (counted?.count ?? 0) >= most ? "too-many" : await createNamedKey(transaction, accountId, key);
}

/** Takes a key's id or the key itself. A key that was revoked before stays revoked since then. `null`: there is no such key. */
export async function revoke(
  transaction: Transaction,
  key: string,
  now: number,
): Promise<{ readonly id: string; readonly revokedAt: string } | null> {
  const row = await transaction.first(revokeKey, { id: key, hash: hashOfKey(key), at: timestampOf(now) });
  return row === null ? null : { id: row.id, revokedAt: row.revoked_at ?? timestampOf(now) };
}
