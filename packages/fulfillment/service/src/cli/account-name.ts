// What people call accounts -> an account, or the reason why there is none.
import { InvalidArgumentError } from "commander";
import type { Reader } from "../storage/database.ts";
import { type AccountRow, accountById, accountByName } from "../storage/queries/accounts.ts";
import { Failure } from "./failure.ts";

const longestName = 100;

/** The name of a new account. */
export function accountName(text: string): string {
  if (/^\P{Cc}*\S\P{Cc}*$/u.test(text) && text.length <= longestName) return text;
  throw new InvalidArgumentError(`Expected a name of 1 to ${longestName} characters, on one line.`);
}

/** By id or by name. */
export async function accountOf(reader: Reader, idOrName: string): Promise<AccountRow> {
  const account =
    (await reader.first(accountById, { id: idOrName })) ?? (await reader.first(accountByName, { name: idOrName }));
  if (account !== null) return account;
  throw new Failure(`account ${idOrName} not found: \`fulfillment accounts list\` lists all accounts`);
}
