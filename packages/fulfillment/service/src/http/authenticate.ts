// The Authorization header -> the account whose key it holds, or nothing: the reason is never revealed (requirements, Authentication).
import { andThen } from "@fulfillment/server";
import { hashOfKey, keyLength } from "../domain/keys.ts";
import type { Database, Maybe } from "../storage/database.ts";
import { accountOfKey } from "../storage/queries/accounts.ts";

export interface Account {
  readonly id: string;
  /** Requests per window; `null`: what everyone has. */
  readonly budget: number | null;
}

export type Authenticate = (authorization: string | undefined) => Maybe<Account | null>;

const scheme = "Bearer ";

/** The length of the key comes before anything else, and its hash is all that is looked up. `used`: called with that of an accepted key. */
export function createAuthenticate(database: Database, used: (hash: string) => void = () => {}): Authenticate {
  return (authorization) => {
    if (authorization === undefined || authorization.length !== scheme.length + keyLength) return null;
    if (!authorization.startsWith(scheme)) return null;
    const hash = hashOfKey(authorization.slice(scheme.length));
    return andThen(database.first(accountOfKey, { hash }), (account) => {
      if (account !== null) used(hash);
      return account;
    });
  };
}
