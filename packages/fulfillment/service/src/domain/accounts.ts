// A name -> a new account.
import type { Transaction } from "../storage/database.ts";
import { insertAccount } from "../storage/queries/accounts.ts";
import { timestampOf } from "./effects.ts";
import { newId } from "./identifiers.ts";

/** The new account's id; `null`: the name is taken, and the account that has it is left as it is. */
export async function createAccount(
  transaction: Transaction,
  { name, now }: { readonly name: string; readonly now: number },
): Promise<string | null> {
  const created = await transaction.first(insertAccount, { id: newId("acc", now), name, created_at: timestampOf(now) });
  return created?.id ?? null;
}
