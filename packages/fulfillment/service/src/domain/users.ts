// Who can sign in to the portal: members of an account, made and changed by the operator.
import type { Transaction } from "../storage/database.ts";
import {
  deleteSessionsOfUser,
  insertUser,
  setPasswordHash,
  setUserActive,
  type UserRow,
  userByEmail,
} from "../storage/queries/users.ts";
import { timestampOf } from "./effects.ts";
import { newId } from "./identifiers.ts";
import { forgiveMember } from "./sign-in.ts";

export type Role = "OWNER" | "MEMBER";

export interface NewUser {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly passwordHash: string;
  readonly now: number;
}

/** The new user's id; `null`: someone has that e-mail address, in this account or another. */
export async function createUser(transaction: Transaction, user: NewUser): Promise<string | null> {
  const { accountId, email, name, role, passwordHash, now } = user;
  const created = await transaction.first(insertUser, {
    id: newId("usr", now),
    account_id: accountId,
    email: email.toLowerCase(),
    name,
    role,
    password_hash: passwordHash,
    active: 1,
    created_at: timestampOf(now),
    last_sign_in_at: null,
  });
  return created?.id ?? null;
}

/** Ends the sessions, and the lock after failed attempts. `null`: there is no such user. */
export async function resetPassword(
  transaction: Transaction,
  { email, passwordHash }: { readonly email: string; readonly passwordHash: string },
): Promise<UserRow | null> {
  const user = await transaction.first(userByEmail, { email: email.toLowerCase() });
  if (user === null) return null;
  await transaction.all(setPasswordHash, { id: user.id, hash: passwordHash });
  await transaction.all(deleteSessionsOfUser, { userId: user.id, except: "" });
  await forgiveMember(transaction, email);
  return user;
}

/** A user that is disabled is signed out everywhere. `null`: there is no such user. */
export async function switchUser(
  transaction: Transaction,
  { email, active }: { readonly email: string; readonly active: boolean },
): Promise<UserRow | null> {
  const user = await transaction.first(userByEmail, { email: email.toLowerCase() });
  if (user === null) return null;
  await transaction.all(setUserActive, { id: user.id, active: Number(active) });
  if (!active) await transaction.all(deleteSessionsOfUser, { userId: user.id, except: "" });
  return { ...user, active: Number(active) };
}
