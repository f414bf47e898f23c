// An attempt to sign in -> whether it may be made now: failures of a member and of a client address are counted, and each beyond a few
// locks for longer than the one before.
import { hash } from "node:crypto";
import type { Transaction } from "../storage/database.ts";
import { clearFailures, failuresOf, forgetFailures, setFailures, startFailures } from "../storage/queries/users.ts";

/** Who is counted, and how many failures are free. */
export interface Counted {
  readonly subject: string;
  readonly free: number;
}

const freeOfMember = 5;
/** Others may share the address. */
const freeOfAddress = 20;
const firstLockMs = 30_000;
const longestLockMs = 3_600_000;
/** Failures that are older no longer count. */
const forgottenAfterMs = 86_400_000;

/** By a hash, whether or not there is such a member: the table names no one. */
export function subjectOfEmail(email: string): string {
  return `member:${hash("sha256", email.toLowerCase())}`;
}

export function countedOf(email: string, client: string): readonly Counted[] {
  return [
    { subject: subjectOfEmail(email), free: freeOfMember },
    { subject: `address:${client}`, free: freeOfAddress },
  ];
}

export type Admission =
  | { readonly kind: "admitted" }
  /** `milliseconds` until the next attempt counts. */
  | { readonly kind: "locked"; readonly milliseconds: number };

/**
 * Counts the attempt as failed before it is made, so that many at once are no more than one after the other; `forgive` takes it
 * back when it succeeds. An attempt that is not admitted does not count.
 */
export async function admitAttempt(
  transaction: Transaction,
  counted: readonly Counted[],
  now: number,
): Promise<Admission> {
  await transaction.all(forgetFailures, { before: now - forgottenAfterMs });
  const rows: { readonly subject: string; readonly count: number; readonly free: number }[] = [];
  let wait = 0;
  for (const { subject, free } of counted) {
    await transaction.all(startFailures, { subject, now });
    const row = await transaction.first(failuresOf, { subject });
    rows.push({ subject, free, count: row?.count ?? 0 });
    wait = Math.max(wait, (row?.locked_until ?? 0) - now);
  }
  if (wait > 0) return { kind: "locked", milliseconds: wait };
  for (const { subject, count, free } of rows) {
    const failures = count + 1;
    await transaction.all(setFailures, {
      subject,
      count: failures,
      last_at: now,
      locked_until: failures < free ? 0 : now + lockOf(failures - free),
    });
  }
  return { kind: "admitted" };
}

/** The member has shown who it is: earlier failures of the member are forgotten, those of the address are one less. */
export async function forgiveAttempt(transaction: Transaction, email: string, client: string): Promise<void> {
  await transaction.all(clearFailures, { subject: subjectOfEmail(email) });
  const subject = `address:${client}`;
  const row = await transaction.first(failuresOf, { subject });
  if (row === null) return;
  const count = Math.max(0, row.count - 1);
  await transaction.all(setFailures, { ...row, count, locked_until: count < freeOfAddress ? 0 : row.locked_until });
}

function lockOf(beyond: number): number {
  return Math.min(longestLockMs, firstLockMs * 2 ** Math.min(beyond, 20));
}
