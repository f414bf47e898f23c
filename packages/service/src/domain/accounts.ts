// Names and ids that people type -> accounts, and new accounts.
import type { Reader, Transaction } from "../storage/database.ts";
import { type AccountRow, accountById, accountByName, insertAccount } from "../storage/queries/accounts.ts";
import { timestampOf } from "./effects.ts";
import { newId } from "./identifiers.ts";

/** By its id, or else by its name; `null`: there is neither. */
export async function findAccount(reader: Reader, idOrName: string): Promise<AccountRow | null> {
  return (await reader.first(accountById, { id: idOrName })) ?? (await reader.first(accountByName, { name: idOrName }));
}

/** The new account's id; `null`: the name is taken, and the account that has it is left as it is. */
export async function createAccount(
  transaction: Transaction,
  { name, now }: { readonly name: string; readonly now: number },
): Promise<string | null> {
  const created = await transaction.first(insertAccount, { id: newId("acc", now), name, created_at: timestampOf(now) });
  return created?.id ?? null;
}
