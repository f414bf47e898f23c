// The handlers of sessions: signing in and out, and the password.

import type { Handlers } from "@fulfillment/portal-api/server";
import type { Session } from "@fulfillment/portal-api/types";
import { timestampOf } from "../../domain/effects.ts";
import { hashPassword, verifyPassword } from "../../domain/passwords.ts";
import { endOfSession, hashOfSession, startSession } from "../../domain/sessions.ts";
import {
  admitAttempt,
  countedOf,
  forgiveAttempt,
  isKnownDevice,
  knowDevice,
  waitOf,
  withdrawAttempt,
} from "../../domain/sign-in.ts";
import {
  deleteSession,
  deleteSessionsOfUser,
  markSignIn,
  type SessionRow,
  setPasswordHash,
  userToSignIn,
} from "../../storage/queries/users.ts";
import { memberOf, type PortalContext, type PortalParts } from "../context.ts";
import { invalidFields, problem, tooMany } from "../problems.ts";

type SessionHandlers = Pick<
  Handlers<PortalContext>,
  "getSession" | "signIn" | "signOut" | "signOutEverywhere" | "changePassword"
>;

/** When too many passwords are being hashed. */
const busyMs = 5_000;

export function createSessionHandlers(parts: PortalParts): SessionHandlers {
  const { database, cookie, now } = parts;
  return {
    getSession: async (_, context) => ({
      status: 200,
      contentType: "application/json",
      body: sessionOf(memberOf(context)),
    }),
    signIn: async ({ body: { email: typed, password } }, { client, sessionId }) => {
      const email = typed.trim().toLowerCase();
      const outcome = await attempt(parts, { email, password, client });
      if (outcome.kind === "locked") return tooMany(outcome.milliseconds);
      if (outcome.kind === "wrong") return problem(401, "wrong_credentials", "Wrong e-mail address or password.");
      const { user } = outcome;
      const at = now();
      const id = await database.write(async (transaction) => {
        // The id that the browser had is not given a meaning: a new one is issued (session fixation).
        if (sessionId !== null) await transaction.all(deleteSession, { hash: hashOfSession(sessionId) });
        await transaction.all(markSignIn, { id: user.id, at: timestampOf(at) });
        return await startSession(transaction, user.id, at);
      });
      const body: Session = {
        member: { id: user.id, name: user.name, email: user.email, role: roleOf(user.role) },
        account: { id: user.account_id, name: user.account_name },
        expiresAt: timestampOf(endOfSession(at)),
      };
      const seconds = Math.floor((endOfSession(at) - at) / 1000);
      return { status: 200, contentType: "application/json", headers: { "Set-Cookie": cookie.set(id, seconds) }, body };
    },
    signOut: async (_, context) => {
      const { hash } = memberOf(context);
      await database.write((transaction) => Promise.resolve(transaction.all(deleteSession, { hash })));
      return { status: 204, headers: { "Set-Cookie": cookie.clear() } };
    },
    signOutEverywhere: async (_, context) => {
      const { user_id: userId } = memberOf(context);
      await database.write((transaction) =>
        Promise.resolve(transaction.all(deleteSessionsOfUser, { userId, except: "" })),
      );
      return { status: 204, headers: { "Set-Cookie": cookie.clear() } };
    },
    changePassword: async ({ body: { currentPassword, newPassword } }, context) => {
      const { user_id: userId, email, hash } = memberOf(context);
      const outcome = await attempt(parts, { email, password: currentPassword, client: context.client });
      if (outcome.kind === "locked") return tooMany(outcome.milliseconds);
      if (outcome.kind === "wrong") return invalidFields([{ path: "currentPassword", message: "Wrong password" }]);
      // The attempt has made the device known.
      const hashed = await parts.hashingKnown(() => hashPassword(newPassword, parts.passwordCost));
      if (hashed === null) return tooMany(busyMs);
      await database.write(async (transaction) => {
        await transaction.all(setPasswordHash, { id: userId, hash: hashed });
        await transaction.all(deleteSessionsOfUser, { userId, except: hash });
      });
      return { status: 204 };
    },
  };
}

type SignIn =
  | { readonly kind: "locked"; readonly milliseconds: number }
  | { readonly kind: "wrong" }
  | { readonly kind: "known"; readonly user: NonNullable<Awaited<ReturnType<typeof findUser>>> };

interface Attempt {
  readonly email: string;
  readonly password: string;
  readonly client: string;
}

/** The same steps whether or not there is such a member, so that neither the response nor its time tells. */
async function attempt(parts: PortalParts, signInAttempt: Attempt): Promise<SignIn> {
  const { database, hashing, hashingKnown, now } = parts;
  const milliseconds = await waitOf(database, countedOf(signInAttempt.email, signInAttempt.client), now());
  if (milliseconds > 0) return { kind: "locked", milliseconds };
  const line = (await isKnownDevice(database, signInAttempt.email, signInAttempt.client, now()))
    ? hashingKnown
    : hashing;
  // Counted only in its turn: an attempt that finds the line full was never made.
  return (await line(() => check(parts, signInAttempt))) ?? { kind: "locked", milliseconds: busyMs };
}

async function check(parts: PortalParts, { email, password, client }: Attempt): Promise<SignIn> {
  const { database, passwordCost, now } = parts;
  const counted = countedOf(email, client);
  const admission = await database.write((transaction) => admitAttempt(transaction, counted, now()));
  if (admission.kind === "locked") return admission;
  const user = await findUser(parts, email);
  const verdict = await verifyPassword(password, user?.password_hash ?? null, passwordCost).catch(
    async (error: unknown) => {
      // Such as no memory for it: nothing was guessed.
      await database.write((transaction) => withdrawAttempt(transaction, counted));
      throw error;
    },
  );
  if (user === null || !verdict.matches) return { kind: "wrong" };
  const rehashed = verdict.outdated ? await hashPassword(password, passwordCost) : null;
  await database.write(async (transaction) => {
    await forgiveAttempt(transaction, email, client);
    await knowDevice(transaction, email, client, now());
    if (rehashed !== null) await transaction.all(setPasswordHash, { id: user.id, hash: rehashed });
  });
  return { kind: "known", user };
}

function findUser({ database }: PortalParts, email: string) {
  return Promise.resolve(database.first(userToSignIn, { email }));
}

function sessionOf(row: SessionRow): Session {
  return {
    member: { id: row.user_id, name: row.user_name, email: row.email, role: roleOf(row.role) },
    account: { id: row.account_id, name: row.account_name },
    expiresAt: timestampOf(endOfSession(row.created_at)),
  };
}

export function roleOf(role: string): "OWNER" | "MEMBER" {
  return role === "OWNER" ? "OWNER" : "MEMBER";
}
