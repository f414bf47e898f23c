// Deliveries that a killed process had claimed -> whether they went out again when the claim ran out, and nothing else twice.
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { Database } from "../../../packages/service/src/storage/database.ts";
import { arrivalCounts, type Check, keyOf } from "./audit.ts";
import { type ClaimedDelivery, claimedDeliveries } from "./books.ts";
import type { Arrival } from "./delivery-receiver.ts";

/** By now every process that lives has settled what it had claimed at the kill; claims of the dead last longer than this. */
const settledMs = 5_000;

/**
 * What a process that was killed just now had claimed. Resolves after some seconds: until then, claims of the others look
 * the same.
 */
export async function claimsAbandonedNow(database: Database): Promise<ClaimedDelivery[]> {
  const before = await database.all(claimedDeliveries, {});
  await delay(settledMs);
  const after = new Map((await database.all(claimedDeliveries, {})).map((row) => [row.id, row.claimed_until]));
  return before.filter(({ id, claimed_until: until }) => after.get(id) === until);
}

/** How late the service may be, and how far the clock of the database server may be from ours. */
const toleranceMs = 3_000;

export function checkAbandoned(claims: readonly ClaimedDelivery[], arrivals: readonly Arrival[]): Check[] {
  const abandoned = new Map(claims.map((claim) => [eventOf(claim), claim.claimed_until]));
  const last = new Map(arrivals.map((arrival) => [keyOf(arrival), performance.timeOrigin + arrival.at]));
  const counts = [...arrivalCounts(arrivals)];
  const late = [...abandoned].map(([key, until]) => ({ key, lateMs: (last.get(key) ?? Number.NaN) - until }));
  return [
    {
      name: "events that came once, but for those the killed process had claimed",
      asked: counts.length,
      faults: counts
        .filter(([key, times]) => times > (abandoned.has(key) ? 2 : 1))
        .map(([key, times]) => `${key} came ${times} times`),
    },
    {
      name: "claims of the killed process that others took over when they ran out",
      asked: late.length,
      faults: late
        .filter(({ lateMs }) => !(Math.abs(lateMs) <= toleranceMs))
        .map(({ key, lateMs }) => `${key} last came ${lateMs.toFixed(0)} ms after the end of the claim`),
    },
  ];
}

/** Of the abandoned deliveries, those that had come before the kill: they came twice. */
export function sentTwice(claims: readonly ClaimedDelivery[], arrivals: readonly Arrival[]): number {
  const counts = arrivalCounts(arrivals);
  return claims.filter((claim) => (counts.get(eventOf(claim)) ?? 0) > 1).length;
}

const body = z.object({ data: z.object({ orderId: z.string() }) });

function eventOf({ event, subscription_id: subscriptionId, body: text }: ClaimedDelivery): string {
  return keyOf({ event, subscriptionId, data: body.parse(JSON.parse(text)).data });
}
