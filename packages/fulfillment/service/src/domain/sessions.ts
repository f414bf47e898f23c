// A member who signed in -> a session: an id in a cookie, of which only the hash is stored.
import { hash, randomBytes } from "node:crypto";
import type { Database, Transaction } from "../storage/database.ts";
import {
  deleteOldSessions,
  insertSession,
  type SessionRow,
  sessionByHash,
  touchSession,
} from "../storage/queries/users.ts";

/** Since the last request. */
const idleMs = 12 * 3_600_000;
/** Since signing in. */
const longestMs = 7 * 86_400_000;
/** How old the time of the last request may be: not every request writes. */
const touchEveryMs = 60_000;

/** 256 bits: 43 characters. */
function newSessionId(): string {
  return randomBytes(32).toString("base64url");
}

export function hashOfSession(id: string): string {
  return hash("sha256", id);
}

/** When a session ends that was begun at `createdAt`, in milliseconds of Unix time. */
export function endOfSession(createdAt: number): number {
  return createdAt + longestMs;
}

/** The new session's id: the only time it is seen. */
export async function startSession(transaction: Transaction, userId: string, now: number): Promise<string> {
  await transaction.all(deleteOldSessions, { createdBefore: now - longestMs, usedBefore: now - idleMs });
  const id = newSessionId();
  await transaction.all(insertSession, { hash: hashOfSession(id), user_id: userId, created_at: now, used_at: now });
  return id;
}

/** `null`: there is none, or it has ended. */
export async function findSession(database: Database, id: string, now: number): Promise<SessionRow | null> {
  const row = await database.first(sessionByHash, { hash: hashOfSession(id) });
  if (row === null || now >= row.created_at + longestMs || now >= row.used_at + idleMs) return null;
  if (now - row.used_at > touchEveryMs) {
    await database.write((transaction) => Promise.resolve(transaction.all(touchSession, { hash: row.hash, at: now })));
  }
  return row;
}
