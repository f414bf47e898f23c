// The Authorization header -> the account whose key it holds, or nothing: the reason is never told (requirements, Authentication).
import { hashOfKey, keyLength } from "../domain/keys.ts";
import type { Maybe } from "../rate-limit/limiter.ts";
import type { Database } from "../storage/database.ts";
import { accountOfKey } from "../storage/queries/accounts.ts";

export interface Account {
  readonly id: string;
  /** Requests per window; `null`: what everybody has. */
  readonly budget: number | null;
}

export type Authenticate = (authorization: string | undefined) => Maybe<Account | null>;

const scheme = "Bearer ";

/** Keys remembered at most: beyond that all are forgotten and looked up again. */
const mostRemembered = 10_000;

/**
 * The length of the key comes before anything else. Accepted keys are remembered by their hash for as long as nobody has
 * committed anything, so that a revocation counts from the next request on, whichever process made it.
 */
export function createAuthenticate(database: Database): Authenticate {
  const remembered = new Map<string, Account>();
  let rememberedAt: number | null = null;
  return (authorization) => {
    if (authorization === undefined || authorization.length !== scheme.length + keyLength) return null;
    if (!authorization.startsWith(scheme)) return null;
    const hash = hashOfKey(authorization.slice(scheme.length));
    const version = database.version();
    if (version === null || version !== rememberedAt || remembered.size > mostRemembered) {
      remembered.clear();
      rememberedAt = version;
    }
    const known = remembered.get(hash);
    if (known !== undefined) return known;
    const found = database.first(accountOfKey, { hash });
    const remember = (account: Account | null): Account | null => {
      if (account !== null && version !== null) remembered.set(hash, account);
      return account;
    };
    return found instanceof Promise ? found.then(remember) : remember(found);
  };
}
