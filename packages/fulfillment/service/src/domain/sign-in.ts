// An attempt to sign in -> whether it may be made now: failures are counted for a client address, and for a member at that address, and
// each beyond a few locks for longer than the one before. Strangers at other addresses lock no member out, nor do they keep one waiting
// where that member has signed in before.
import { hash } from "node:crypto";
import type { Reader, Transaction } from "../storage/database.ts";
import {
  clearFailures,
  deviceOf,
  type FailureRow,
  failuresOf,
  forgetDevices,
  forgetFailures,
  lockFailures,
  rememberDevice,
  setFailures,
  startFailures,
} from "../storage/queries/users.ts";

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
/** Failures that are older no longer count. It is longer than any lock. */
const forgottenAfterMs = 86_400_000;
/** For how long a member is known at an address after signing in from it. */
const knownForMs = 90 * 86_400_000;
/** How many rows are deleted at most in one transaction. */
const forgottenAtOnce = 100;

/** By a hash, whether or not there is such a member: the table names no one. What follows the blank is the client. */
function subjectOf(email: string, client = ""): string {
  return `member:${hash("sha256", email.toLowerCase())} ${client}`;
}

/** The address first: while it is locked, nothing is stored of the e-mail addresses that it tries. */
export function countedOf(email: string, client: string): readonly [address: Counted, member: Counted] {
  return [
    { subject: `address:${client}`, free: freeOfAddress },
    { subject: subjectOf(email, client), free: freeOfMember },
  ];
}

export type Admission =
  | { readonly kind: "admitted" }
  /** `milliseconds` until the next attempt counts. */
  | { readonly kind: "locked"; readonly milliseconds: number };

/** How many milliseconds an attempt has to wait. Writes nothing, so that refusing costs next to nothing. */
export async function waitOf(reader: Reader, counted: readonly Counted[], now: number): Promise<number> {
  let wait = 0;
  for (const { subject } of counted) {
    const row = await reader.first(failuresOf, { subject });
    wait = Math.max(wait, (row?.locked_until ?? 0) - now);
  }
  return wait;
}

/**
 * Counts the attempt as failed before it is made, so that many at once are no more than one after the other; `forgiveAttempt` takes it
 * back when it succeeds. An attempt that is not admitted does not count, and stores nothing.
 */
export async function admitAttempt(
  transaction: Transaction,
  counted: readonly Counted[],
  now: number,
): Promise<Admission> {
  const rows: (FailureRow & { readonly free: number })[] = [];
  for (const { subject, free } of counted) {
    const row = await lockedRow(transaction, subject, now);
    if (row.locked_until > now) return { kind: "locked", milliseconds: row.locked_until - now };
    rows.push({ ...row, free });
  }
  for (const { subject, count, free } of rows) {
    const failures = count + 1;
    await transaction.all(setFailures, {
      subject,
      count: failures,
      last_at: now,
      locked_until: failures < free ? 0 : now + lockOf(failures - free),
    });
  }
  await transaction.all(forgetFailures, { before: now - forgottenAfterMs, limit: forgottenAtOnce });
  return { kind: "admitted" };
}

/** Two first attempts at once take turns. */
async function lockedRow(transaction: Transaction, subject: string, now: number): Promise<FailureRow> {
  const row = await transaction.first(lockFailures, { subject });
  if (row !== null) return row;
  await transaction.all(startFailures, { subject, now });
  const started = await transaction.first(lockFailures, { subject });
  return started ?? { subject, count: 0, last_at: now, locked_until: 0 };
}

/** The member has shown who it is: earlier failures at this address are forgotten, those of the address are one less. */
export async function forgiveAttempt(transaction: Transaction, email: string, client: string): Promise<void> {
  const [address, member] = countedOf(email, client);
  await withdrawAttempt(transaction, [address]);
  await transaction.all(clearFailures, { first: member.subject, last: member.subject });
}

/** For an attempt that was admitted and not made. Only it can have locked what it counts for, since it was admitted. */
export async function withdrawAttempt(transaction: Transaction, counted: readonly Counted[]): Promise<void> {
  for (const { subject } of counted) {
    const row = await transaction.first(lockFailures, { subject });
    if (row !== null)
      await transaction.all(setFailures, { ...row, count: Math.max(0, row.count - 1), locked_until: 0 });
  }
}

/** Whether the member has signed in from the address: a flood from elsewhere must not come before it. */
export async function isKnownDevice(reader: Reader, email: string, client: string, now: number): Promise<boolean> {
  const row = await reader.first(deviceOf, { subject: subjectOf(email, client) });
  return row !== null && row.last_at > now - knownForMs;
}

export async function knowDevice(transaction: Transaction, email: string, client: string, now: number): Promise<void> {
  await transaction.all(rememberDevice, { subject: subjectOf(email, client), now });
  await transaction.all(forgetDevices, { before: now - knownForMs, limit: forgottenAtOnce });
}

/** At any address. */
export async function forgiveMember(transaction: Transaction, email: string): Promise<void> {
  await transaction.all(clearFailures, { first: subjectOf(email), last: `${subjectOf(email)}\uffff` });
}

function lockOf(beyond: number): number {
  return Math.min(longestLockMs, firstLockMs * 2 ** Math.min(beyond, 20));
}
